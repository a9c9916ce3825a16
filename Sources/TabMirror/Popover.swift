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
        func value<Content: DBusType>(_ property: Property<Content>) -> Content? {
            tree.value(property, of: Contract.name, at: viewController)
        }
        guard value(Contract.presented) == true, let direction = value(Contract.arrowDirection),
            direction != Contract.unknownDirection
        else { return nil }
        self.viewController = viewController
        arrowDirection = ArrowDirection(rawValue: direction)
        arrowOffset = value(Contract.arrowOffset) ?? 0
        frame = value(Contract.frame) ?? .zero
        contentFrame = value(Contract.contentFrame) ?? .zero
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
            guard tree.value(Contract.presented, of: Contract.name, at: path) == true else { return false }
            // The delegate may have put it into a navigation controller, which is then presented.
            let parent = tree.value(ViewControllerInterface.parent, of: ViewControllerInterface.name, at: path)
            return path == root || parent == root
        }
    }

    /// Whether a presented controller is not on screen yet: a popover waits for its anchor.
    package static func isWaiting(_ viewController: ObjectPath, _ tree: ManagedObjects) -> Bool {
        let state = tree.value(
            ViewControllerInterface.appearanceState, of: ViewControllerInterface.name, at: viewController)
        return state == "disappeared"
            && tree.value(Contract.presented, of: Contract.name, at: viewController) == false
    }

    /// A bar button item wins over a view (`P13`).
    private static func source(of viewController: ObjectPath, in tree: ManagedObjects) -> (SourceItem?, DBusRect?) {
        let button = tree.value(Contract.barButtonItem, of: Contract.name, at: viewController) ?? .none
        guard button.viewController.isNone else { return (.barButtonItem(button), nil) }
        let view = tree.value(Contract.sourceView, of: Contract.name, at: viewController) ?? .none
        guard !view.viewController.isNone else { return (nil, nil) }
        let written = tree.value(Contract.sourceRect, of: Contract.name, at: viewController) ?? .null
        let rect = written == .null ? nil : written
        guard TabNames.number(ofTabBar: view.viewController) != nil else { return (.view(view), rect) }
        let items = tree.value(TabBarInterface.itemFrames, of: TabBarInterface.name, at: view.viewController) ?? []
        guard let middle = rect.map({ $0.x + $0.width / 2 }),
            let position = items.firstIndex(where: { $0.x <= middle && middle < $0.x + $0.width })
        else { return (.tabBar(view.viewController), rect) }
        return (.tabBarItem(view.viewController, position), nil)
    }
}
