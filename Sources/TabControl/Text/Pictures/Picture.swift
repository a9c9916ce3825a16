internal import DBusInterface
internal import TabInterface
internal import TabMirror

/// The content of a front end for a controller: its title, the content, the bars, and the popovers over them.
struct Picture: Hashable, Sendable {
    /// The objects and views that the daemon sent.
    struct Source: Sendable {
        let controller: ObjectPath
        let tree: ManagedObjects
        var views: [ObjectPath: ViewSnapshot]
    }

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
    /// The focused element in words; nil in profiles without a focus.
    var focus: String?
    var bar: ObjectPath?
    /// The frame of the bar in points of the window; nil without a bar.
    var barFrame: DBusRect?
    var items: [Item]
    var isBarHidden: Bool

    init(_ source: Source) {
        let tree = source.tree
        controller = source.controller
        title = tree.viewController(controller).title ?? ""
        profile = tree.tabBarController(controller).profile ?? ""
        size = tree.window(controller).size
        let layers = Displayed.Layers(in: controller, of: tree)
        page = Page(layers.page, in: source)
        isPagePresented = layers.isPagePresented
        popovers = layers.popovers.map { PopoverPage(popover: $0.popover, page: Page($0.displayed, in: source)) }
        escape = layers.topPresented.flatMap { top in
            Popover.presented(as: top, in: tree) ?? Popover.cancelAction(ofAlert: top, in: tree).map { _ in top }
        }
        focus = FocusText.text(of: controller, in: tree, views: source.views.mapValues(\.views))
        guard let bar = tree.tabBarController(controller).tabBar, let paths = tree.tabBar(bar).items else {
            items = []
            isBarHidden = true
            return
        }
        self.bar = bar
        barFrame = tree.tabBar(bar).frame
        let selected = tree.tabBar(bar).selectedItem
        isBarHidden = tree.tabBar(bar).hidden ?? false
        items = paths.map { Item($0, in: tree, isSelected: $0 == selected) }
    }

    /// Returns the view controllers whose views are shown.
    static func contentPaths(of source: Source) -> [ObjectPath] {
        let layers = Displayed.Layers(in: source.controller, of: source.tree)
        return ([layers.page] + layers.popovers.map(\.displayed)).compactMap(\.content)
    }
}

extension Picture.Item {
    init(_ path: ObjectPath, in tree: ManagedObjects, isSelected: Bool) {
        let item = tree.tabBarItem(path)
        self.init(
            path: path, title: item.displayTitle ?? "", image: item.displayImage ?? "", badge: item.badgeValue ?? "",
            badgeColor: item.badgeColor ?? "", isEnabled: item.enabled ?? true, isSelected: isSelected)
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
    }

    struct Content: Hashable, Sendable {
        var path: ObjectPath
        var title: String
        var type: String
        var state: String
        var failureReason: String
        var snapshot: ViewSnapshot
    }

    struct PopoverPage: Hashable, Sendable {
        var popover: Popover
        var page: Page
    }
}

extension Picture.Page {
    init(_ displayed: Displayed, in source: Picture.Source) {
        self.init(
            content: displayed.content.map { Picture.Content($0, in: source) }, navigation: displayed.navigation,
            navigationBar: displayed.navigation.flatMap { NavigationBar(of: $0, in: source.tree) },
            more: displayed.content.flatMap { MoreRows(of: $0, in: source.tree) },
            toolbar: displayed.navigation.flatMap { Toolbar(of: $0, in: source.tree) })
    }
}

extension Picture.Content {
    init(_ path: ObjectPath, in source: Picture.Source) {
        let controller = source.tree.viewController(path)
        self.init(
            path: path, title: controller.title ?? "", type: controller.type ?? "", state: controller.state ?? "",
            failureReason: controller.failureReason ?? "",
            snapshot: source.views[path] ?? ViewSnapshot(revision: 0, views: []))
    }
}
