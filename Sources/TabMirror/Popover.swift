package import DBusInterface
package import TabInterface

/// A popover on the screen: its place and its anchor.
package struct Popover: Hashable, Sendable {
    /// The presented view controller.
    package let viewController: ObjectPath
    /// nil for a popover without an arrow.
    package let arrowDirection: ArrowDirection?
    /// From the middle of the edge to the arrow, in points; negative to the left or the top.
    package let arrowOffset: Double
    /// Including the arrow, in points of the window.
    package let frame: DBusRect
    package let contentFrame: DBusRect
    package let chrome: PopoverChrome
    /// nil without a source.
    package let sourceItem: SourceItem?
    /// The part of the source view or bar; nil for the whole.
    package let sourceRect: DBusRect?

    private typealias Contract = PopoverPresentationControllerInterface

    /// Returns nil for a view controller without a popover on the screen, including before the presentation and while
    /// it is adapted.
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

    /// Returns the view controller whose popover, possibly adapted, contains a view controller on top; nil for others.
    package static func presented(as root: ObjectPath, in tree: ManagedObjects) -> ObjectPath? {
        tree.paths(with: Contract.name).first { path in
            guard tree.popover(path).presented == true else { return false }
            // The delegate may have wrapped it in a navigation controller, which is then presented.
            return path == root || tree.viewController(path).parent == root
        }
    }

    /// Whether a presented view controller is not on the screen yet, because a popover waits for its anchor.
    package static func isWaiting(_ viewController: ObjectPath, _ tree: ManagedObjects) -> Bool {
        tree.viewController(viewController).appearanceState == "disappeared"
            && tree.popover(viewController).presented == false
    }

    /// A bar button item takes precedence over a view (`P13`).
    private static func source(of viewController: ObjectPath, in tree: ManagedObjects) -> (SourceItem?, DBusRect?) {
        let popover = tree.popover(viewController)
        let button = popover.barButtonItem ?? .none
        guard button.viewController.isNone else { return (.barButtonItem(button), nil) }
        let view = popover.sourceView ?? .none
        guard !view.viewController.isNone else { return (nil, nil) }
        let written = popover.sourceRect ?? .null
        let rect = written == .null ? nil : written
        guard TabNames.tabBarController(ofBar: view.viewController) != nil else { return (.view(view), rect) }
        let items = tree.tabBar(view.viewController).itemFrames ?? []
        guard let middle = rect.map({ $0.x + $0.width / 2 }),
            let position = items.firstIndex(where: { $0.x <= middle && middle < $0.x + $0.width })
        else { return (.tabBar(view.viewController), rect) }
        return (.tabBarItem(view.viewController, position), nil)
    }
}

/// Alerts, and action sheets that are not popovers. Front ends draw them as popovers without an arrow.
extension Popover {
    /// Returns nil for a view controller that is not an alert or not on the screen.
    package init?(alert: ObjectPath, in tree: ManagedObjects) {
        guard tree.alert(alert).style != nil, let frame = tree.viewController(alert).frame,
            tree.viewController(alert).appearanceState != "disappeared"
        else { return nil }
        viewController = alert
        arrowDirection = nil
        arrowOffset = 0
        self.frame = frame
        contentFrame = frame
        chrome = PopoverChrome(of: alert, in: tree)
        (sourceItem, sourceRect) = (nil, nil)
    }

    /// Returns the position of an alert's action for Escape; nil without one, and for an action sheet.
    package static func cancelAction(ofAlert alert: ObjectPath, in tree: ManagedObjects) -> UInt32? {
        guard tree.alert(alert).style == "alert", let actions = tree.alert(alert).actions,
            let cancel = actions.firstIndex(where: { $0.style == "cancel" && $0.enabled })
        else { return nil }
        return UInt32(clamping: cancel)
    }
}

/// The anchor of a popover.
package enum SourceItem: Hashable, Sendable {
    case barButtonItem(ViewReference)
    case view(ViewReference)
    case tabBar(ObjectPath)
    /// An item of the bar by its position.
    case tabBarItem(ObjectPath, Int)
}

/// The direction of a popover's arrow: the arrow is on that edge, and the popover on the opposite side of its source.
///
/// The values are those of `UIPopoverArrowDirection`.
package enum ArrowDirection: UInt64, Hashable, Sendable, CaseIterable {
    case up = 1
    case down = 2
    case left = 4
    case right = 8

    package var name: String { "\(self)" }

    package var symbol: String {
        switch self {
        case .up: "▲"
        case .down: "▼"
        case .left: "◀"
        case .right: "▶"
        }
    }
}

/// The background of a popover: its measures in points, and its colours.
package struct PopoverChrome: Hashable, Sendable {
    /// `PLUGIN.NAME`; empty for the standard background.
    package var name = ""
    /// From the base of the arrow to its tip.
    package var arrowHeight = 13.0
    package var arrowBase = 26.0
    /// From the background without its arrow to the content (`P47`).
    package var contentInsets = DBusInsets(top: 0, left: 0, bottom: 0, right: 0)
    /// Empty for the standard colour.
    package var fillColor = ""
    /// Empty for the standard colour.
    package var borderColor = ""

    init(of viewController: ObjectPath, in tree: ManagedObjects) {
        let popover = tree.popover(viewController)
        name = popover.popoverBackgroundViewClass ?? name
        arrowHeight = popover.arrowHeight ?? arrowHeight
        arrowBase = popover.arrowBase ?? arrowBase
        contentInsets = popover.contentViewInsets ?? contentInsets
        let color = popover.backgroundColor ?? ""
        fillColor = color.isEmpty ? popover.backgroundFillColor ?? "" : color
        borderColor = popover.backgroundBorderColor ?? ""
    }
}
