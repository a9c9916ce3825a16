internal import DBusInterface
internal import TabInterface
internal import TabMirror

/// The More list as a user sees it: the tabs that are not on the bar. During customizing it also has the arrangement
/// of the bar.
struct MoreRows: Hashable, Sendable {
    var rows: [Picture.Item]
    var isEditAvailable: Bool
    /// The arrangement of the bar during customizing; nil otherwise.
    var arrangement: [Picture.Item]?
    /// The customizable tabs, in the order of the tabs.
    var customizable: [Picture.Item]

    /// Returns nil if the view controller is not a More list.
    init?(of list: ObjectPath, in tree: ManagedObjects) {
        let more = tree.moreList(list)
        guard let rows = more.rows else { return nil }
        func item(_ path: ObjectPath) -> Picture.Item { Picture.Item(path, in: tree, isSelected: false) }
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
    static func list(of controller: ObjectPath, in tree: ManagedObjects) -> ObjectPath? {
        tree.paths(with: MoreListInterface.name).first { tree.viewController($0).tabBarController == controller }
    }

    // MARK: Errors

    /// Returns the More list of a tab bar controller, or throws an error for the user.
    static func requireList(of controller: ObjectPath, in tree: ManagedObjects) throws(ControlError) -> ObjectPath {
        guard let list = list(of: controller, in: tree) else {
            throw ControlError(message: tree.notTabBarController(controller))
        }
        return list
    }

    /// Adds to an error of the More list how to display the list, if it is not displayed.
    static func advice(on error: DBusError, about controller: ObjectPath, in tree: ManagedObjects) -> ControlError {
        guard error.tabError == .internalInconsistency, let list = list(of: controller, in: tree),
            Displayed(in: controller, of: tree).content != list,
            let bar = tree.tabBarController(controller).tabBar, let items = tree.tabBar(bar).items,
            let more = tree.tabBarController(controller).moreNavigationController,
            let index = items.firstIndex(of: more)
        else { return ControlError(error) }
        return ControlError(error).withMessage(
            "\(error.message); 'tabctl tap \(PropertyText.object(controller)) \(Position(at: index))' "
                + "shows the list")
    }
}
