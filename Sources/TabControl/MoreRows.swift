internal import DBusInterface
internal import TabInterface

/// More's list as a user sees it: the tabs that have no place on the bar, and while they are arranged those that have one.
struct MoreRows: Hashable, Sendable {
    var rows: [Picture.Item]
    var isEditAvailable: Bool
    /// The arrangement of the bar while somebody is customizing; nil while nobody is.
    var arrangement: [Picture.Item]?

    /// nil for what is no list of More.
    init?(of list: ObjectPath, in tree: ObjectTree) {
        let name = MoreListInterface.name
        guard let rows = tree.value(MoreListInterface.rows, of: name, at: list) else { return nil }
        func item(_ path: ObjectPath) -> Picture.Item { Picture.Item(path, in: tree, isSelected: false) }
        self.rows = rows.map(item)
        isEditAvailable = tree.value(MoreListInterface.editAvailable, of: name, at: list) ?? false
        let tabs = Self.tabBarController(of: list, in: tree)
        let isCustomizing = tabs.flatMap {
            tree.value(TabBarControllerInterface.customizing, of: TabBarControllerInterface.name, at: $0)
        }
        arrangement =
            isCustomizing == true
            ? (tree.value(MoreListInterface.barItems, of: name, at: list) ?? []).map(item) : nil
    }

    /// What stands at the right of the list's bar.
    var editTitle: String? { arrangement != nil ? "Done" : isEditAvailable ? "Edit" : nil }

    /// `0 Alarm {2}`, `(1 Timer)` for a disabled one.
    static func text(_ item: Picture.Item, number: Int) -> String {
        let text = "\(number) \(item.title)" + (item.badge.isEmpty ? "" : " {\(item.badge)}")
        return item.isEnabled ? text : "(\(text))"
    }

    private static func tabBarController(of list: ObjectPath, in tree: ObjectTree) -> ObjectPath? {
        tree.value(ViewControllerInterface.tabBarController, of: ViewControllerInterface.name, at: list)
    }

    /// The list of a tab bar controller's More, displayed or not; nil in profile tv.
    static func list(of controller: ObjectPath, in tree: ObjectTree) -> ObjectPath? {
        tree.paths(with: MoreListInterface.name).first { tabBarController(of: $0, in: tree) == controller }
    }
}
