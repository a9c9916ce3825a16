internal import DBusInterface
internal import TabInterface
internal import TabMirror

/// More's list as a user sees it: the tabs that have no place on the bar, and while they are arranged those that have one.
struct MoreRows: Hashable, Sendable {
    var rows: [Picture.Item]
    var isEditAvailable: Bool
    /// The arrangement of the bar while somebody is customizing; nil while nobody is.
    var arrangement: [Picture.Item]?
    /// Those that may be arranged, in the order of the tabs.
    var customizable: [Picture.Item]

    /// nil for what is no list of More.
    init?(of list: ObjectPath, in tree: ManagedObjects) {
        let name = MoreListInterface.name
        guard let rows = tree.value(MoreListInterface.rows, of: name, at: list) else { return nil }
        func item(_ path: ObjectPath) -> Picture.Item { Picture.Item(path, in: tree, isSelected: false) }
        isEditAvailable = tree.value(MoreListInterface.editAvailable, of: name, at: list) ?? false
        let tabs = Self.tabBarController(of: list, in: tree)
        let paths = tabs.flatMap {
            tree.value(
                TabBarControllerInterface.customizableViewControllers, of: TabBarControllerInterface.name, at: $0)
        }
        customizable = (paths ?? []).map(item)
        let isCustomizing = tabs.flatMap {
            tree.value(TabBarControllerInterface.customizing, of: TabBarControllerInterface.name, at: $0)
        }
        guard isCustomizing == true, let bar = tree.value(MoreListInterface.barItems, of: name, at: list) else {
            self.rows = rows.map(item)
            return
        }
        arrangement = bar.map(item)
        // The list itself stays as it was until Done; what is shown is what it would be.
        let all = tabs.flatMap {
            tree.value(TabBarControllerInterface.viewControllers, of: TabBarControllerInterface.name, at: $0)
        }
        self.rows = (all ?? rows).filter { !bar.contains($0) }.map(item)
    }

    /// `1 Alarm {2}`, `(2 Timer)` for a disabled one.
    static func text(_ item: Picture.Item, at index: Int) -> String {
        let text = "\(Position(at: index)) \(item.title)" + (item.badge.isEmpty ? "" : " {\(item.badge)}")
        return item.isEnabled ? text : "(\(text))"
    }

    private static func tabBarController(of list: ObjectPath, in tree: ManagedObjects) -> ObjectPath? {
        tree.value(ViewControllerInterface.tabBarController, of: ViewControllerInterface.name, at: list)
    }

    /// The list of a tab bar controller's More, displayed or not; nil in profile tv.
    static func list(of controller: ObjectPath, in tree: ManagedObjects) -> ObjectPath? {
        tree.paths(with: MoreListInterface.name).first { tabBarController(of: $0, in: tree) == controller }
    }
}
