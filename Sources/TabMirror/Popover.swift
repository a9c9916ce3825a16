package import DBusInterface
package import TabInterface

/// A popover on screen: where it is, and what it comes from.
package struct Popover: Hashable, Sendable {
    /// The presented one.
    package let viewController: ObjectPath
    /// nil for a popover without an arrow.
    package let arrowDirection: ArrowDirection?
    /// From the middle of the edge to the arrow, in points; below 0 at the left or the top.
    package let arrowOffset: Double
    /// With the arrow, in points of the window.
    package let frame: DBusRect
    package let contentFrame: DBusRect
    package let chrome: PopoverChrome
    /// nil for none.
    package let sourceItem: SourceItem?
    /// A part of the source view or of the bar; nil for all of it.
    package let sourceRect: DBusRect?

    private typealias Contract = PopoverPresentationControllerInterface

    /// nil for a controller that is in no popover: also before the presentation, and while it is adapted.
    package init?(of viewController: ObjectPath, in tree: ManagedObjects) {
        let popover = tree.popover(viewController)
        guard popover.presented == true, let direction = popover.arrowDirection,
            direction != Contract.unknownDirection
        else { return nil }
        self.viewController = viewController
        arrowDirection = ArrowDirection(rawValue: direction)
        arrowOffset = popover.arrowOffset ?? 0
        frame = popover.frame ?? .zero
        contentFrame = popover.contentFrame ?? .zero
        chrome = PopoverChrome(of: viewController, in: tree)
        (sourceItem, sourceRect) = Self.source(of: viewController, in: tree)
    }

    /// The background without its arrow, in points of the window.
    package var backgroundFrame: DBusRect {
        let (content, insets) = (contentFrame, chrome.contentInsets)
        return DBusRect(
            x: content.x - insets.left, y: content.y - insets.top,
            width: content.width + insets.left + insets.right, height: content.height + insets.top + insets.bottom)
    }

    /// The controller whose popover, or what that is adapted to, has a controller on top; nil for another one.
    package static func presented(as root: ObjectPath, in tree: ManagedObjects) -> ObjectPath? {
        tree.paths(with: Contract.name).first { path in
            guard tree.popover(path).presented == true else { return false }
            // The delegate may have put it into a navigation controller, which is then presented.
            return path == root || tree.viewController(path).parent == root
        }
    }

    /// Whether a presented controller is not on screen yet: a popover waits for its anchor.
    package static func isWaiting(_ viewController: ObjectPath, _ tree: ManagedObjects) -> Bool {
        tree.viewController(viewController).appearanceState == "disappeared"
            && tree.popover(viewController).presented == false
    }

    /// A bar button item wins over a view (`P13`).
    private static func source(of viewController: ObjectPath, in tree: ManagedObjects) -> (SourceItem?, DBusRect?) {
        let popover = tree.popover(viewController)
        let button = popover.barButtonItem ?? .none
        guard button.viewController.isNone else { return (.barButtonItem(button), nil) }
        let view = popover.sourceView ?? .none
        guard !view.viewController.isNone else { return (nil, nil) }
        let written = popover.sourceRect ?? .null
        let rect = written == .null ? nil : written
        guard TabNames.number(ofTabBar: view.viewController) != nil else { return (.view(view), rect) }
        let items = tree.tabBar(view.viewController).itemFrames ?? []
        guard let middle = rect.map({ $0.x + $0.width / 2 }),
            let position = items.firstIndex(where: { $0.x <= middle && middle < $0.x + $0.width })
        else { return (.tabBar(view.viewController), rect) }
        return (.tabBarItem(view.viewController, position), nil)
    }
}
