internal import DBusConnection
internal import DBusInterface
internal import TabInterface
internal import TabMirror

/// Making tab bar controllers.
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
            case .titled(let title): RestorationIdentifiers.titled(title) { taken.contains($0) }
            case .none: ""
            }
        options.values[ManagerInterface.CreateTabBarControllerOption.restorationIdentifier.name] = .string(identifier)
        // A restored one has its own tabs; one that somebody has is refused.
        guard taken.insert(identifier).inserted else {
            let path = try await manager.call(\.createTabBarController, options)
            return CreatedTabs(path: path, identifier: identifier, isRestored: true)
        }
        var names: [(tab: String, root: String)] = []
        for type in types {
            let tab = RestorationIdentifiers.child(of: identifier, type: type) { taken.contains($0) }
            taken.insert(tab)
            let root = RestorationIdentifiers.child(of: tab, type: type) { taken.contains($0) }
            if navigating { taken.insert(root) }
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

    /// - Parameter names: The identifiers of the tabs, and those of the roots in navigation controllers; nil for none.
    private func create(
        _ options: Options, _ types: [String], _ navigating: Bool, _ names: [(tab: String, root: String)]?
    ) async throws(DBusError) -> ObjectPath {
        guard !navigating else { return try await create(options, navigating: types, names) }
        var options = options
        options.values[ManagerInterface.CreateTabBarControllerOption.types.name] = types.variant
        let controller = try await manager.call(\.createTabBarController, options)
        guard let names, !names.isEmpty else { return controller }
        for (tab, name) in zip(try await tabBarController(controller).viewControllers, names) {
            try await viewController(tab).set(\.restorationIdentifier, to: name.tab)
        }
        return controller
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
                let root = try await manager.call(
                    \.createViewController, type, Self.options(identifier: names?[index].root))
                made.append(root)
                let navigation = try await manager.call(
                    \.createNavigationController, root, Self.options(identifier: names?[index].tab))
                made.append(navigation)
                tabs.append(navigation)
            }
            let controller = try await manager.call(\.createTabBarController, options)
            made.append(controller)
            try await tabBarController(controller).call(\.setViewControllers, tabs, false, Options())
            return controller
        } catch {
            for path in made.reversed() { try? await manager.call(\.destroy, path, Options()) }
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
}

/// A tab bar controller that was asked for, as it is.
struct CreatedTabs: Hashable, Sendable {
    let path: ObjectPath
    /// Empty for one that does not outlive the daemon.
    let identifier: String
    /// The identifiers of its tabs, in order.
    var tabs: [String] = []
    /// Whether it was there before, restored and waiting for whoever asks for it.
    var isRestored = false

    /// What a person is told of it.
    var note: String {
        guard !identifier.isEmpty else { return "made without an identifier: it ends with the daemon" }
        guard !isRestored else { return "'\(identifier)' is back with the tabs that it had" }
        return "made '\(identifier)'" + (tabs.isEmpty ? "" : " with \(tabs.joined(separator: ", "))")
    }

    var json: JSON {
        ["path": .path(path), "identifier": .string(identifier), "restored": .bool(isRestored)]
    }
}

/// Which restoration identifier a new tab bar controller gets.
enum TabIdentity: Hashable, Sendable {
    /// The one that is asked for.
    case given(String)
    /// The first free one of its title.
    case titled(String)
    /// None: it ends with the daemon.
    case none
}

/// Errors of calls that only tab bar controllers answer.
extension Service {
    /// Translates the error of a call to a tab bar controller.
    ///
    /// - Parameter outOfRange: Returns the message for a position that does not exist: that of the daemon counts from 0.
    func explain(
        _ error: DBusError, ofTabBarController controller: ObjectPath,
        outOfRange: (ManagedObjects) -> String? = { _ in nil }
    ) async throws(DBusError) -> ControlError {
        let told = ControlError(error)
        let isOtherObject = error.name == DBusError.unknownInterface("").name
        guard isOtherObject || error.tabError == .outOfRange else { return told }
        let tree = try await managedObjects()
        let message = isOtherObject ? TreeText.notTabBarController(controller, in: tree) : outOfRange(tree)
        return told.saying(message ?? told.message)
    }
}

extension TreeText {
    /// `7 Stopwatch is not a tab bar controller; it belongs to 3 Clocks`
    static func notTabBarController(_ path: ObjectPath, in tree: ManagedObjects) -> String {
        let tabs = tree.viewController(path).tabBarController ?? .none
        return "\(name(path, in: tree)) is not a tab bar controller"
            + (tabs.isNone ? "" : "; it belongs to \(name(tabs, in: tree))")
    }
}
