internal import DBusInterface
internal import EventLoop
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

/// Creating tab bar controllers.
extension Service {
    /// Creates a tab bar controller with its tabs, or claims a restored one. With an identifier, the controller and
    /// its tabs are restored after a restart of the daemon.
    ///
    /// - Parameters:
    ///   - identity: nil for no identifier; the controller then ends with the daemon.
    ///   - isLazy: Whether the instances are created when they are first displayed.
    func create(
        _ options: Options, as identity: TabIdentity?, types: [String], navigating: Bool, isLazy: Bool = false
    ) async throws(DBusError) -> CreatedTabs {
        var options = options
        if isLazy { options.values[ManagerInterface.CreateTabBarControllerOption.lazy.name] = .bool(true) }
        guard let identity else {
            let path = try await create(options, types, navigating, nil)
            return CreatedTabs(path: path, identifier: "")
        }
        var usedIdentifiers = try await restorationIdentifiers()
        let identifier =
            switch identity {
            case .given(let identifier): identifier
            case .titled(let title): RestorationIdentifiers.titled(title) { usedIdentifiers.contains($0) }
            }
        options.values[ManagerInterface.CreateTabBarControllerOption.restorationIdentifier.name] = .string(identifier)
        // A restored controller keeps its own tabs. The daemon refuses an identifier that is in use.
        guard usedIdentifiers.insert(identifier).inserted else {
            let path = try await manager.createTabBarController(options)
            return CreatedTabs(path: path, identifier: identifier, isRestored: true)
        }
        var names: [(tab: String, root: String)] = []
        for type in types {
            let tab = RestorationIdentifiers.child(of: identifier, type: type) { usedIdentifiers.contains($0) }
            usedIdentifiers.insert(tab)
            let root = RestorationIdentifiers.child(of: tab, type: type) { usedIdentifiers.contains($0) }
            if navigating { usedIdentifiers.insert(root) }
            names.append((tab, root))
        }
        let path = try await create(options, types, navigating, names)
        return CreatedTabs(path: path, identifier: identifier, tabs: names.map(\.tab))
    }

    /// The restoration identifiers of all view controllers.
    private func restorationIdentifiers() async throws(DBusError) -> Set<String> {
        let tree = try await managedObjects()
        let identifiers = tree.objects.keys.compactMap { tree.viewController($0).restorationIdentifier }
        return Set(identifiers).subtracting([""])
    }

    /// - Parameter names: The identifiers of the tabs, and of the roots in navigation controllers; nil for none.
    private func create(
        _ options: Options, _ types: [String], _ navigating: Bool, _ names: [(tab: String, root: String)]?
    ) async throws(DBusError) -> ObjectPath {
        guard !navigating else { return try await create(options, navigating: types, names) }
        var options = options
        options.values[ManagerInterface.CreateTabBarControllerOption.types.name] = types.variant
        let controller = try await manager.createTabBarController(options)
        guard let names, !names.isEmpty else { return controller }
        for (tab, name) in zip(try await tabBarController(controller).viewControllers, names) {
            try await viewController(tab).set(\.restorationIdentifier, to: name.tab)
        }
        return controller
    }

    /// Creates a tab bar controller whose tabs are navigation controllers, each with a root view controller of a type.
    /// If a step fails, everything that was created is destroyed.
    private func create(
        _ options: Options, navigating types: [String], _ names: [(tab: String, root: String)]?
    ) async throws(DBusError) -> ObjectPath {
        typealias Key = ManagerInterface.CreateViewControllerOption
        var created: [ObjectPath] = []
        do throws(DBusError) {
            var tabs: [ObjectPath] = []
            for (index, type) in types.enumerated() {
                var rootOptions = Self.options(identifier: names?[index].root)
                rootOptions.values[Key.lazy.name] = options.values[Key.lazy.name]
                let root = try await manager.createViewController(type, rootOptions)
                created.append(root)
                let navigation = try await manager.createNavigationController(
                    root, Self.options(identifier: names?[index].tab))
                created.append(navigation)
                tabs.append(navigation)
            }
            let controller = try await manager.createTabBarController(options)
            created.append(controller)
            try await tabBarController(controller).setViewControllers(tabs, false)
            return controller
        } catch {
            for path in created.reversed() { try? await manager.destroy(path) }
            throw error
        }
    }

    private static func options(identifier: String?) -> Options {
        var options = Options()
        // All creation methods use the same key.
        let key = ManagerInterface.CreateViewControllerOption.restorationIdentifier
        if let identifier { options.values[key.name] = .string(identifier) }
        return options
    }
}

/// A new or restored tab bar controller.
struct CreatedTabs: Hashable, Sendable {
    let path: ObjectPath
    /// The restoration identifier; empty if the controller ends with the daemon.
    let identifier: String
    /// The restoration identifiers of the tabs, in order.
    var tabs: [String] = []
    /// Whether the controller was restored and waited for a client to claim it.
    var isRestored = false

    /// The note for the user.
    var note: String {
        guard !identifier.isEmpty else { return "created without an identifier; it ends with the daemon" }
        guard !isRestored else { return "restored '\(identifier)' with its previous tabs" }
        return "created '\(identifier)'" + (tabs.isEmpty ? "" : " with \(tabs.joined(separator: ", "))")
    }

    var json: JSON {
        ["path": .path(path), "identifier": .string(identifier), "restored": .bool(isRestored)]
    }
}

/// The choice of a restoration identifier for a new tab bar controller.
enum TabIdentity: Hashable, Sendable {
    /// The identifier that the user gives.
    case given(String)
    /// The first free identifier made from the title.
    case titled(String)
}

/// Calls to tab bar controllers.
extension Service {
    /// Returns the tab that an argument names.
    func tab(_ argument: TabArgument, of controller: ObjectPath) async throws -> ObjectPath {
        guard case .position(let position) = argument else {
            guard case .controller(let argument) = argument else { return controller }
            return try await tab(argument, of: controller)
        }
        let tree = try await objects(with: controller)
        _ = try tree.barItems(of: controller)
        let tabs = tree.tabBarController(controller).viewControllers ?? []
        guard tabs.indices.contains(Int(position.index)) else {
            throw ControlError(message: tree.noTab(at: position, of: controller))
        }
        return tabs[Int(position.index)]
    }

    /// Returns the tab that an argument names, More included. The daemon's error explains what is wrong with a path.
    func tab(_ argument: ControllerArgument, of controller: ObjectPath) async throws -> ObjectPath {
        if case .path(let path) = argument { return path }
        let tree = try await objects(with: controller)
        return try tree.find(argument, among: try tree.tabs(of: controller), of: controller, noun: "tab")
    }

    /// Calls a tab bar controller, and translates an error for the user.
    ///
    /// - Parameter outOfRange: Returns the message for a position that does not exist, because the daemon's message
    ///   counts from 0.
    func callTabBarController<Value: Sendable>(
        _ controller: ObjectPath, outOfRange: (ManagedObjects) -> String? = { _ in nil },
        _ call: @EventLoop (ObjectProxy<TabBarControllerInterface>) async throws(DBusError) -> Value
    ) async throws -> Value {
        do throws(DBusError) {
            return try await call(tabBarController(controller))
        } catch {
            let isOtherObject = error.name == DBusError.Name.unknownInterface
            guard isOtherObject || error.tabError == .outOfRange else { throw error }
            let tree = try await managedObjects()
            let message = isOtherObject ? tree.notTabBarController(controller) : outOfRange(tree)
            throw ControlError(error).withMessage(message ?? error.message)
        }
    }
}
