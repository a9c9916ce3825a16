internal import DBusInterface
internal import TabInterface

/// What a front end shows of a controller: its title, the content that is on top, and the bar.
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
    var items: [Item]
    var isBarHidden: Bool

    init(_ source: Source) {
        let tree = source.tree
        controller = source.controller
        title = tree.value(ViewControllerInterface.title, of: ViewControllerInterface.name, at: controller) ?? ""
        profile =
            tree.value(TabBarControllerInterface.profile, of: TabBarControllerInterface.name, at: controller) ?? ""
        content = Self.contentPath(of: source).map { Content($0, in: source) }
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
        let selected = source.tree.value(
            TabBarControllerInterface.selectedViewController, of: TabBarControllerInterface.name,
            at: source.controller)
        var path = selected ?? source.controller
        // A navigation controller shows what is on top of its stack; a stack is in no other stack.
        if let top = appeared(in: path, of: source.tree) { path = top }
        return path.isNone ? nil : path
    }

    private static func appeared(in container: ObjectPath, of tree: ObjectTree) -> ObjectPath? {
        guard !container.isNone else { return nil }
        return tree.objects.keys.sorted().first { path in
            tree.value(ViewControllerInterface.parent, of: ViewControllerInterface.name, at: path) == container
                && tree.value(ViewControllerInterface.appearanceState, of: ViewControllerInterface.name, at: path)
                    == "appeared"
        }
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
