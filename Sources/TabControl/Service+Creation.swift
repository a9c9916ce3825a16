internal import DBusConnection
internal import DBusInterface
internal import TabInterface

/// Making things, and taking them back.
extension Service {
    func create(_ options: Options) async throws(DBusError) -> ObjectPath {
        try await connection.call(
            ManagerInterface.createTabBarController, of: ManagerInterface.name, at: TabNames.root,
            on: TabNames.busName, options)
    }

    /// A tab bar controller in which each tab is a navigation controller with a view controller of a type as its root.
    /// When one can't be made nothing stays of the others.
    func create(_ options: Options, navigating types: [String]) async throws(DBusError) -> ObjectPath {
        var made: [ObjectPath] = []
        do throws(DBusError) {
            var tabs: [ObjectPath] = []
            for type in types {
                let root = try await connection.call(
                    ManagerInterface.createViewController, of: ManagerInterface.name, at: TabNames.root,
                    on: TabNames.busName, type, Options())
                made.append(root)
                let navigation = try await connection.call(
                    ManagerInterface.createNavigationController, of: ManagerInterface.name, at: TabNames.root,
                    on: TabNames.busName, root, Options())
                made.append(navigation)
                tabs.append(navigation)
            }
            let controller = try await create(options)
            made.append(controller)
            try await setViewControllers(of: controller, to: tabs, animated: false)
            return controller
        } catch {
            for path in made.reversed() { try? await destroy(path) }
            throw error
        }
    }

    private func destroy(_ path: ObjectPath) async throws(DBusError) {
        try await connection.call(
            ManagerInterface.destroy, of: ManagerInterface.name, at: TabNames.root, on: TabNames.busName, path,
            Options())
    }
}
