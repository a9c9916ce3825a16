internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabInterface
internal import TabMirror

extension ObjectManagerInterface: ContractInterface {}
extension PropertiesInterface: ContractInterface {}

/// One interface of an object of the daemon. Properties and methods have the names of the bus contract: `try await
/// service.tabBar(path).items`.
@EventLoop
@dynamicMemberLookup
struct RemoteObject<Interface: ContractInterface> {
    let service: Service
    let path: ObjectPath

    /// Reads a property from the daemon.
    subscript<Content: DBusType>(dynamicMember property: KeyPath<Interface.Type, Property<Content>>) -> Content {
        get async throws(DBusError) {
            let name = Interface.self[keyPath: property].name
            let value = try await service.properties(path).call(\.get, Interface.name, name)
            guard let content = Content(variant: value) else {
                throw .invalidArgs("\(Interface.name).\(name) is of type '\(value.signature)'")
            }
            return content
        }
    }

    func set<Content: DBusType>(
        _ property: KeyPath<Interface.Type, Property<Content>>, to value: Content
    ) async throws(DBusError) {
        let name = Interface.self[keyPath: property].name
        try await service.properties(path).call(\.set, Interface.name, name, value.variant)
    }

    /// Calls a method and waits for its result.
    func call<each In: DBusType, Out: DBusType>(
        _ method: KeyPath<Interface.Type, Method<(repeat each In) -> Out>>, _ argument: repeat each In
    ) async throws(DBusError) -> Out {
        try await service.connection.call(
            Interface.self[keyPath: method], of: Interface.name, at: path, on: service.destination,
            repeat each argument)
    }

    /// Calls a method without results.
    /// - Parameter timeout: The time to wait for the reply, in milliseconds; nil for the default.
    func call<each In: DBusType>(
        _ method: KeyPath<Interface.Type, Method<(repeat each In) -> Void>>, _ argument: repeat each In,
        timeout: Int32? = nil
    ) async throws(DBusError) {
        try await service.connection.call(
            Interface.self[keyPath: method], of: Interface.name, at: path, on: service.destination,
            repeat each argument, timeout: timeout)
    }

    /// Calls a method with two results. Unlike other calls, it does not start the daemon.
    func call<each In: DBusType, First: DBusType, Second: DBusType>(
        _ method: KeyPath<Interface.Type, Method<(repeat each In) -> (First, Second)>>, _ argument: repeat each In
    ) async throws(DBusError) -> (First, Second) {
        try await service.connection.call(
            Interface.self[keyPath: method], of: Interface.name, at: path, on: service.destination,
            repeat each argument, autoStart: false)
    }
}

extension Service {
    private func object<Interface>(_ path: ObjectPath) -> RemoteObject<Interface> {
        RemoteObject(service: self, path: path)
    }

    var manager: RemoteObject<ManagerInterface> { object(TabNames.root) }

    func alert(_ path: ObjectPath) -> RemoteObject<AlertControllerInterface> { object(path) }

    func focus(_ path: ObjectPath) -> RemoteObject<FocusInterface> { object(path) }

    func moreList(_ path: ObjectPath) -> RemoteObject<MoreListInterface> { object(path) }

    func navigationController(_ path: ObjectPath) -> RemoteObject<NavigationControllerInterface> { object(path) }

    func navigationItem(_ path: ObjectPath) -> RemoteObject<NavigationItemInterface> { object(path) }

    func objectManager(_ path: ObjectPath) -> RemoteObject<ObjectManagerInterface> { object(path) }

    func plugin(_ path: ObjectPath) -> RemoteObject<PluginInterface> { object(path) }

    func popover(_ path: ObjectPath) -> RemoteObject<PopoverPresentationControllerInterface> { object(path) }

    func properties(_ path: ObjectPath) -> RemoteObject<PropertiesInterface> { object(path) }

    func tabBarController(_ path: ObjectPath) -> RemoteObject<TabBarControllerInterface> { object(path) }

    func tabBar(_ path: ObjectPath) -> RemoteObject<TabBarInterface> { object(path) }

    func viewController(_ path: ObjectPath) -> RemoteObject<ViewControllerInterface> { object(path) }

    func window(_ path: ObjectPath) -> RemoteObject<WindowInterface> { object(path) }
}
