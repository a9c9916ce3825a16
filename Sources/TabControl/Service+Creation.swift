internal import DBusConnection
internal import DBusInterface
internal import TabInterface
internal import TabMirror

/// Making things, and taking them back.
extension Service {
    /// Makes a tab bar controller with its tabs, all of which come back after a restart of the daemon when it has an
    /// identifier; or gets a restored one.
    func create(
        _ options: Options, as identity: TabIdentity, types: [String], navigating: Bool
    ) async throws(DBusError) -> CreatedTabs {
        var options = options
        guard identity != .none else {
            let path = try await create(options, types, navigating, nil)
            return CreatedTabs(path: path, identifier: "")
        }
        var taken = try await restorationIdentifiers()
        let identifier =
            switch identity {
            case .given(let identifier): identifier
            case .titled(let title): RestorationIdentifiers.titled(title) { taken[$0] != nil }
            case .none: ""
            }
        options.values[ManagerInterface.CreateTabBarControllerOption.restorationIdentifier.name] = .string(identifier)
        // A restored one has its own tabs; one that somebody has is refused.
        guard taken[identifier] == nil else {
            return CreatedTabs(path: try await create(options), identifier: identifier, isRestored: true)
        }
        taken[identifier] = ObjectPath.none
        var names: [(tab: String, root: String)] = []
        for type in types {
            var name = (tab: RestorationIdentifiers.child(of: identifier, type: type) { taken[$0] != nil }, root: "")
            taken[name.tab] = ObjectPath.none
            name.root = RestorationIdentifiers.child(of: name.tab, type: type) { taken[$0] != nil }
            if navigating { taken[name.root] = ObjectPath.none }
            names.append(name)
        }
        let path = try await create(options, types, navigating, names)
        return CreatedTabs(path: path, identifier: identifier, tabs: names.map(\.tab))
    }

    /// The view controllers that have restoration identifiers, by those.
    private func restorationIdentifiers() async throws(DBusError) -> [String: ObjectPath] {
        let tree = try await managedObjects()
        var paths: [String: ObjectPath] = [:]
        for path in tree.paths(with: ViewControllerInterface.name) {
            let (property, name) = (ViewControllerInterface.restorationIdentifier, ViewControllerInterface.name)
            if let identifier = tree.value(property, of: name, at: path), !identifier.isEmpty {
                paths[identifier] = path
            }
        }
        return paths
    }

    /// - Parameter names: The identifiers of the tabs, and those of the roots in navigation controllers; nil for none.
    private func create(
        _ options: Options, _ types: [String], _ navigating: Bool, _ names: [(tab: String, root: String)]?
    ) async throws(DBusError) -> ObjectPath {
        guard !navigating else { return try await create(options, navigating: types, names) }
        var options = options
        options.values[ManagerInterface.CreateTabBarControllerOption.types.name] = types.variant
        let controller = try await create(options)
        guard let names, !names.isEmpty else { return controller }
        let tabs = try await get(
            TabBarControllerInterface.viewControllers, of: TabBarControllerInterface.name, at: controller)
        for (tab, name) in zip(tabs, names) {
            try await set(
                ViewControllerInterface.restorationIdentifier, of: ViewControllerInterface.name, at: tab, to: name.tab)
        }
        return controller
    }

    private func create(_ options: Options) async throws(DBusError) -> ObjectPath {
        try await connection.call(
            ManagerInterface.createTabBarController, of: ManagerInterface.name, at: TabNames.root,
            on: destination, options)
    }

    /// A tab bar controller in which each tab is a navigation controller with a view controller of a type as its root.
    /// When one can't be made nothing stays of the others.
    private func create(
        _ options: Options, navigating types: [String], _ names: [(tab: String, root: String)]?
    ) async throws(DBusError) -> ObjectPath {
        var made: [ObjectPath] = []
        do throws(DBusError) {
            var tabs: [ObjectPath] = []
            for (index, type) in types.enumerated() {
                let root = try await connection.call(
                    ManagerInterface.createViewController, of: ManagerInterface.name, at: TabNames.root,
                    on: destination, type, Self.options(identifier: names?[index].root))
                made.append(root)
                let navigation = try await connection.call(
                    ManagerInterface.createNavigationController, of: ManagerInterface.name, at: TabNames.root,
                    on: destination, root, Self.options(identifier: names?[index].tab))
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

    private static func options(identifier: String?) -> Options {
        var options = Options()
        // The key is the same for everything that is made.
        let key = ManagerInterface.CreateViewControllerOption.restorationIdentifier
        if let identifier { options.values[key.name] = .string(identifier) }
        return options
    }

    private func destroy(_ path: ObjectPath) async throws(DBusError) {
        try await connection.call(
            ManagerInterface.destroy, of: ManagerInterface.name, at: TabNames.root, on: destination, path, Options())
    }

    /// Brings back what was destroyed last.
    func reopen() async throws(DBusError) -> ObjectPath {
        try await connection.call(
            ManagerInterface.reopen, of: ManagerInterface.name, at: TabNames.root, on: destination, Options())
    }
}
