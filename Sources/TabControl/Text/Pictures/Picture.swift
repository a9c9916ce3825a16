internal import DBusInterface
internal import TabInterface
internal import TabMirror

/// What a front end shows of a controller: its title, the content, the bars, and the popovers over them.
struct Picture: Hashable, Sendable {
    /// What the daemon told.
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
        /// Empty for the usual one.
        var badgeColor: String
        var isEnabled: Bool
        var isSelected: Bool
    }

    var controller: ObjectPath
    var title: String
    var profile: String
    /// Of the window, in points; nil where there is none.
    var size: DBusSize?
    /// What covers the window.
    var page: Page
    /// Whether the page is presented over the tabs and their bar.
    var isPagePresented: Bool
    /// What lies over the page, each over the one before it.
    var popovers: [PopoverPage]
    /// The popover, sheet in place of one, or alert with a cancel action on top: Escape dismisses it. nil for none.
    var escape: ObjectPath?
    /// Where the focus is; nil in profiles without.
    var focus: String?
    var bar: ObjectPath?
    /// In points of the window; nil where there is no bar.
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

    /// The view controllers whose views are shown.
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
    /// The content of the window or of a popover, with what is around it.
    struct Page: Hashable, Sendable {
        /// nil while there are no tabs.
        var content: Content?
        /// The navigation controller that the content is in; nil for none.
        var navigation: ObjectPath?
        /// The bar over the content; nil where there is none.
        var navigationBar: NavigationBar?
        /// The rows in place of views while More's list is displayed.
        var more: MoreRows?
        /// The bar under the content; nil where there is none.
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
