internal import DBusInterface
internal import TabInterface

/// What a front end shows of a controller: its title, the content that is on top, and the bars.
struct Picture: Hashable, Sendable {
    /// What the daemon told.
    struct Source: Sendable {
        let controller: ObjectPath
        let tree: ObjectTree
        var views: [ObjectPath: ViewSnapshot]
    }

    struct Item: Hashable, Sendable {
        var path: ObjectPath
        var title: String
        var badge: String
        var isEnabled: Bool
        var isSelected: Bool
    }

    struct Content: Hashable, Sendable {
        var path: ObjectPath
        var title: String
        var type: String
        var state: String
        var failureReason: String
        var snapshot: ViewSnapshot
    }

    var controller: ObjectPath
    var title: String
    var profile: String
    /// nil while there are no tabs.
    var content: Content?
    /// The navigation controller that the content is in; nil for none.
    var navigation: ObjectPath?
    /// The bar over the content; nil where there is none.
    var navigationBar: NavigationBar?
    /// The rows in place of views while More's list is displayed.
    var more: MoreRows?
    /// Where the focus is; nil in profiles without.
    var focus: String?
    var items: [Item]
    var isBarHidden: Bool

    init(_ source: Source) {
        let tree = source.tree
        controller = source.controller
        title = tree.value(ViewControllerInterface.title, of: ViewControllerInterface.name, at: controller) ?? ""
        profile =
            tree.value(TabBarControllerInterface.profile, of: TabBarControllerInterface.name, at: controller) ?? ""
        let displayed = Displayed(in: controller, of: tree)
        content = displayed.content.map { Content($0, in: source) }
        navigation = displayed.navigation
        navigationBar = displayed.navigation.flatMap { NavigationBar(of: $0, in: tree) }
        more = displayed.content.flatMap { MoreRows(of: $0, in: tree) }
        focus = FocusText.text(of: controller, in: tree, views: source.views.mapValues(\.views))
        guard
            let bar = tree.value(
                TabBarControllerInterface.tabBar, of: TabBarControllerInterface.name, at: controller),
            let paths = tree.value(TabBarInterface.items, of: TabBarInterface.name, at: bar)
        else {
            items = []
            isBarHidden = true
            return
        }
        let selected = tree.value(TabBarInterface.selectedItem, of: TabBarInterface.name, at: bar)
        isBarHidden = tree.value(TabBarInterface.hidden, of: TabBarInterface.name, at: bar) ?? false
        items = paths.map { Item($0, in: tree, isSelected: $0 == selected) }
    }

    /// The view controller whose view is on top; nil for none.
    static func contentPath(of source: Source) -> ObjectPath? {
        Displayed(in: source.controller, of: source.tree).content
    }
}

extension Picture.Item {
    init(_ path: ObjectPath, in tree: ObjectTree, isSelected: Bool) {
        func value<Content: DBusType>(_ property: Property<Content>) -> Content? {
            tree.value(property, of: TabBarItemInterface.name, at: path)
        }
        self.init(
            path: path, title: value(TabBarItemInterface.displayTitle) ?? "",
            badge: value(TabBarItemInterface.badgeValue) ?? "", isEnabled: value(TabBarItemInterface.enabled) ?? true,
            isSelected: isSelected)
    }
}

extension Picture.Content {
    init(_ path: ObjectPath, in source: Picture.Source) {
        func value(_ property: Property<String>) -> String {
            source.tree.value(property, of: ViewControllerInterface.name, at: path) ?? ""
        }
        self.init(
            path: path, title: value(ViewControllerInterface.title), type: value(ViewControllerInterface.type),
            state: value(ViewControllerInterface.state), failureReason: value(ViewControllerInterface.failureReason),
            snapshot: source.views[path] ?? ViewSnapshot(revision: 0, views: []))
    }
}
