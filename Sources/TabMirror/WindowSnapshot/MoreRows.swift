package import DBusInterface
internal import TabInterface

/// The More list as a user sees it: the tabs that are not on the bar. During customizing it also has the arrangement
/// of the bar.
package struct MoreRows: Hashable, Sendable {
    package var rows: [WindowSnapshot.Item]
    package var isEditAvailable: Bool
    /// The arrangement of the bar during customizing; nil otherwise.
    package var arrangement: [WindowSnapshot.Item]?
    /// The customizable tabs, in the order of the tabs.
    package var customizable: [WindowSnapshot.Item]

    /// Returns nil if the view controller is not a More list.
    package init?(of list: ObjectPath, in tree: ManagedObjects) {
        let more = tree.moreList(list)
        guard let rows = more.rows else { return nil }
        func item(_ path: ObjectPath) -> WindowSnapshot.Item { WindowSnapshot.Item(path, in: tree, isSelected: false) }
        isEditAvailable = more.editAvailable ?? false
        let tabs = tree.tabBarController(tree.viewController(list).tabBarController ?? .none)
        customizable = (tabs.customizableViewControllers ?? []).map(item)
        guard tabs.customizing == true, let bar = more.barItems else {
            self.rows = rows.map(item)
            return
        }
        arrangement = bar.map(item)
        // The list itself does not change until Done; the rows show the list after Done.
        self.rows = (tabs.viewControllers ?? rows).filter { !bar.contains($0) }.map(item)
    }

    /// Returns the More list of a tab bar controller, displayed or not; nil in profile tv.
    package static func list(of controller: ObjectPath, in tree: ManagedObjects) -> ObjectPath? {
        tree.paths(with: MoreListInterface.name).first { tree.viewController($0).tabBarController == controller }
    }
}
