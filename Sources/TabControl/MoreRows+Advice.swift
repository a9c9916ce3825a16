internal import DBusInterface
internal import TabInterface
internal import TabMirror

extension MoreRows {
    /// The list of a tab bar controller's More.
    static func requireList(of controller: ObjectPath, in tree: ManagedObjects) throws(ControlError) -> ObjectPath {
        guard let list = list(of: controller, in: tree) else {
            throw ControlError(
                message: TreeText.notTabBarController(controller, in: tree), status: ExitStatus.refused)
        }
        return list
    }

    /// What to do about an error of the list: it has to be displayed for what a user does with it.
    static func advice(on error: DBusError, about controller: ObjectPath, in tree: ManagedObjects) -> ControlError {
        let told = ControlError(error)
        guard error.tabError == .internalInconsistency, let list = list(of: controller, in: tree),
            Displayed(in: controller, of: tree).content != list,
            let bar = tree.value(
                TabBarControllerInterface.tabBar, of: TabBarControllerInterface.name, at: controller),
            let items = tree.value(TabBarInterface.items, of: TabBarInterface.name, at: bar),
            let more = tree.value(
                TabBarControllerInterface.moreNavigationController, of: TabBarControllerInterface.name,
                at: controller), let index = items.firstIndex(of: more)
        else { return told }
        return told.saying(
            "\(told.message); 'tabctl tap \(PropertyText.object(controller)) \(Position(at: index))' shows the list")
    }
}
