internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// The content of a front end for a controller: its title, the content, the bars, and the popovers over them.
struct Picture: Hashable, Sendable {
    struct Item: Hashable, Sendable {
        var path: ObjectPath
        var title: String
        /// An icon name or a `file:` URI; empty for none.
        var image: String
        var badge: String
        /// The colour name; empty for the default.
        var badgeColor: String
        var isEnabled: Bool
        var isSelected: Bool
        var needsAttention = false
        var isLoading = false
        /// A longer description; empty for none.
        var tooltip = ""
        /// The text for a screen reader; empty for the title.
        var accessibilityLabel = ""
        /// Whether the user may close it, and move it outside of customizing.
        var allowsClosing = false
        var allowsReordering = false
        /// Whether the user may hide it.
        var allowsHiding = false
    }

    var controller: ObjectPath
    var title: String
    var profile: String
    /// The size of the window in points; nil without a window.
    var size: DBusSize?
    /// The page that covers the window.
    var page: Page
    /// Whether the page is presented over the tabs and their bar.
    var isPagePresented: Bool
    /// The popovers over the page, from bottom to top.
    var popovers: [PopoverPage]
    /// The topmost popover, adapted sheet, or alert with a cancel action, which Escape dismisses; nil for none.
    var escape: ObjectPath?
    /// The frame of the bar in points of the window; nil without a bar.
    var barFrame: DBusRect?
    /// The side of the bar, by the contract's name; nil without a bar.
    var barSide: String?
    var items: [Item]
    var isBarHidden: Bool

    init(of controller: ObjectPath, in tree: ManagedObjects) {
        self.controller = controller
        title = tree.viewController(controller).title ?? ""
        profile = tree.tabBarController(controller).profile ?? ""
        size = tree.window(controller).size
        let layers = Displayed.Layers(in: controller, of: tree)
        page = Page(layers.page, in: tree)
        isPagePresented = layers.isPagePresented
        popovers = layers.popovers.map { PopoverPage(popover: $0.popover, page: Page($0.displayed, in: tree)) }
        escape = layers.topPresented.flatMap { top in
            Popover.presented(as: top, in: tree) ?? Popover.cancelAction(ofAlert: top, in: tree).map { _ in top }
        }
        guard let bar = tree.tabBarController(controller).tabBar, let paths = tree.tabBar(bar).items else {
            items = []
            isBarHidden = true
            return
        }
        barFrame = tree.tabBar(bar).frame
        barSide = tree.tabBar(bar).side
        let selected = tree.tabBar(bar).selectedItem
        isBarHidden = tree.tabBar(bar).hidden ?? false
        items = paths.map { Item($0, in: tree, isSelected: $0 == selected) }
    }

    /// An edge of the window.
    enum Edge { case top, left, bottom, right }

    /// The edge of the window where the bar is. The frame decides between left and right, which depend on the layout
    /// direction.
    var barEdge: Edge {
        let frame = barFrame ?? DBusRect(x: 0, y: 0, width: 0, height: 0)
        switch barSide {
        case "leading", "trailing": return frame.x + frame.width / 2 < (size?.width ?? 0) / 2 ? .left : .right
        case "top": return .top
        default: return frame.y > 0 ? .bottom : .top
        }
    }

    /// The view controller that fills the content of the controller, next to the bar.
    var child: ObjectPath? { page.navigation ?? page.content?.path }

    /// The view controllers whose views are shown.
    var contentPaths: [ObjectPath] { ([page] + popovers.map(\.page)).compactMap(\.content?.path) }

    /// The titles of the controller and of its page: `Clock - World Clock`; the path without titles.
    var heading: String {
        let selected = items.first(where: \.isSelected)?.title ?? ""
        var names = [title, page.content.map { $0.title.isEmpty ? selected : $0.title } ?? ""].filter { !$0.isEmpty }
        if names.count == 2, names[0] == names[1] { names.removeLast() }
        return CharacterWidth.printable(names.isEmpty ? controller.text : names.joined(separator: " - "))
    }
}

extension Picture.Item {
    init(_ path: ObjectPath, in tree: ManagedObjects, isSelected: Bool) {
        let item = tree.tabBarItem(path)
        self.init(
            path: path, title: item.displayTitle ?? "", image: item.displayImage ?? "", badge: item.badgeValue ?? "",
            badgeColor: item.badgeColor ?? "", isEnabled: item.enabled ?? true, isSelected: isSelected,
            needsAttention: item.needsAttention ?? false, isLoading: item.loading ?? false,
            tooltip: item.tooltip ?? "", accessibilityLabel: item.accessibilityLabel ?? "",
            allowsClosing: item.allowsClosing ?? false, allowsReordering: item.allowsReordering ?? false,
            allowsHiding: tree.viewController(path).allowsHiding ?? false)
    }

    /// Returns the text for a screen reader and the tooltip: `2 Alarms: label "Alarms, 3 new", tooltip "Today"`; nil
    /// without both.
    func description(at position: Position) -> String? {
        let parts = [("label", accessibilityLabel), ("tooltip", tooltip)].filter { !$1.isEmpty }.map {
            "\($0) \(PropertyText.text(.string($1)))"
        }
        return parts.isEmpty ? nil : CharacterWidth.printable("\(position) \(title): \(parts.joined(separator: ", "))")
    }

    /// The marks of a tab that needs attention and of one that is loading; empty for none.
    var marks: String { (needsAttention ? "!" : "") + (isLoading ? "↻" : "") }

    /// Returns the text of an item on a bar: `[1 Selected]`, ` 2 Other ` or `(3 Disabled)`. A badge follows the title
    /// in braces, then the marks.
    func text(at position: Position) -> String {
        isSelected ? "[\(label(at: position))]" : isEnabled ? " \(label(at: position)) " : "(\(label(at: position)))"
    }

    /// Returns the text of an item in a list: `1 Alarm {2}`, or `(2 Timer)` for a disabled tab.
    func listText(at position: Position) -> String {
        isEnabled ? label(at: position) : "(\(label(at: position)))"
    }

    private func label(at position: Position) -> String {
        CharacterWidth.printable(
            "\(position) \(title)" + (badge.isEmpty ? "" : " {\(badge)}") + (marks.isEmpty ? "" : " \(marks)"))
    }
}

extension Picture {
    /// The content of the window or of a popover, with its bars.
    struct Page: Hashable, Sendable {
        /// The displayed view controller; nil while there are no tabs.
        var content: Content?
        /// The navigation controller of the content; nil if there is none.
        var navigation: ObjectPath?
        /// The navigation bar; nil if there is none.
        var navigationBar: NavigationBar?
        /// The rows of the More list while it is displayed; nil otherwise.
        var more: MoreRows?
        /// The toolbar; nil if there is none.
        var toolbar: Toolbar?

        init(_ displayed: Displayed, in tree: ManagedObjects) {
            content = displayed.content.map { Content($0, in: tree) }
            navigation = displayed.navigation
            navigationBar = navigation.flatMap { NavigationBar(of: $0, in: tree) }
            more = displayed.content.flatMap { MoreRows(of: $0, in: tree) }
            toolbar = navigation.flatMap { Toolbar(of: $0, in: tree) }
        }
    }

    struct Content: Hashable, Sendable {
        var path: ObjectPath
        var title: String
        var type: String
        var state: String
        var failureReason: String

        init(_ path: ObjectPath, in tree: ManagedObjects) {
            let controller = tree.viewController(path)
            self.path = path
            title = controller.title ?? ""
            type = controller.type ?? ""
            state = controller.state ?? ""
            failureReason = controller.failureReason ?? ""
        }
    }

    struct PopoverPage: Hashable, Sendable {
        var popover: Popover
        var page: Page
    }
}
