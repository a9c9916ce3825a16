internal import DBusInterface
internal import TabInterface
internal import TabMirror

extension MoreRows {
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
