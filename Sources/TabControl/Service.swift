internal import DBusConnection
internal import DBusInterface
internal import TabInterface
internal import TabMirror

/// The daemon as tabctl sees it. Errors are the bus's; `Session` tells them to the user.
@EventLoop
final class Service {
    let connection: Connection
    /// Of the bus.
    let address: String
    /// Who is called: the name, whose owner the bus starts if need be, or one daemon and no other.
    var destination = TabNames.busName

    init(_ connection: Connection, at address: String) {
        self.connection = connection
        self.address = address
    }

    func managedObjects() async throws(DBusError) -> ManagedObjects {
        ManagedObjects(
            try await connection.call(
                ObjectManagerInterface.getManagedObjects, of: ObjectManagerInterface.name, at: TabNames.root,
                on: destination))
    }

    func get<Content: DBusType>(
        _ property: Property<Content>, of interface: String, at path: ObjectPath
    ) async throws(DBusError) -> Content {
        let value = try await connection.call(
            PropertiesInterface.get, of: PropertiesInterface.name, at: path, on: destination, interface,
            property.name)
        guard let content = Content(variant: value) else {
            throw .invalidArgs("\(interface).\(property.name) is of type '\(value.signature)'")
        }
        return content
    }

    func set<Content: DBusType>(
        _ property: Property<Content>, of interface: String, at path: ObjectPath, to value: Content
    ) async throws(DBusError) {
        try await connection.call(
            PropertiesInterface.set, of: PropertiesInterface.name, at: path, on: destination, interface,
            property.name, value.variant)
    }

    func subscribe() async throws(DBusError) {
        try await connection.call(
            ManagerInterface.subscribe, of: ManagerInterface.name, at: TabNames.root, on: destination, Options())
    }

    /// Has the daemon run its program again; returns before it does.
    ///
    /// - Parameter milliseconds: How long it has for its reply.
    func restart(within milliseconds: Int32) async throws(DBusError) {
        try await connection.call(
            ManagerInterface.restart, of: ManagerInterface.name, at: TabNames.root, on: destination, Options(),
            timeout: milliseconds)
    }

    /// Whether the bus starts a daemon when a client calls one.
    func isActivatable() async -> Bool {
        await withCheckedContinuation(isolation: EventLoop.shared) { waiting in
            DaemonArrival.isActivatable(on: connection) { waiting.resume(returning: $0) }
        }
    }

    func setViewControllers(
        of controller: ObjectPath, to viewControllers: [ObjectPath], animated: Bool
    ) async throws(DBusError) {
        try await connection.call(
            TabBarControllerInterface.setViewControllers, of: TabBarControllerInterface.name, at: controller,
            on: destination, viewControllers, animated, Options())
    }

    /// As a program does; what the controller presents goes, with all that is over it.
    func dismiss(from presenting: ObjectPath) async throws(DBusError) {
        try await connection.call(
            ViewControllerInterface.dismiss, of: ViewControllerInterface.name, at: presenting, on: destination,
            Options())
    }

    /// Returns whether the tap was accepted.
    func tap(_ position: UInt32, of controller: ObjectPath) async throws(DBusError) -> Bool {
        let bar = try await get(TabBarControllerInterface.tabBar, of: TabBarControllerInterface.name, at: controller)
        return try await connection.call(
            TabBarInterface.tapItem, of: TabBarInterface.name, at: bar, on: destination, position, Options())
    }

    // MARK: Views

    func loadViewIfNeeded(of viewController: ObjectPath) async throws(DBusError) {
        try await connection.call(
            ViewControllerInterface.loadViewIfNeeded, of: ViewControllerInterface.name, at: viewController,
            on: destination, Options())
    }

    /// Returns once the owner has handled it.
    func sendAction(
        _ action: String, _ value: Variant, to view: UInt32, identifier: String? = nil, of viewController: ObjectPath
    ) async throws(DBusError) {
        var options = Options()
        options.values[ViewControllerInterface.SendActionOption.identifier.name] = identifier.map(Variant.string)
        try await connection.call(
            ViewControllerInterface.sendAction, of: ViewControllerInterface.name, at: viewController,
            on: destination, view, action, value, options)
    }

    // MARK: Front end

    /// Attaches, or stays attached, and reads the whole tree as it is at that moment.
    func attach(to controller: ObjectPath) async throws(DBusError) -> Picture.Source {
        do throws(DBusError) {
            let (objects, views) = try await connection.call(
                WindowInterface.attach, of: WindowInterface.name, at: controller, on: destination, Options())
            return Picture.Source(controller: controller, tree: ManagedObjects(objects), views: views)
        } catch {
            throw try await explain(error, ofWindowOf: controller)
        }
    }

    /// The same, for who applies the signals that come after it: `completion` runs before the next of them is received.
    func attach(
        to controller: ObjectPath, _ options: Options,
        completion:
            @escaping @EventLoop (
                Result<([ObjectPath: TabTree.Properties], [ObjectPath: ViewSnapshot]), DBusError>
            ) -> Void
    ) {
        connection.call(
            WindowInterface.attach, of: WindowInterface.name, at: controller, on: destination, options,
            timeout: connection.callTimeout, completion: completion)
    }

    /// What a failure of a window's method means: not every view controller has one.
    func explain(
        _ error: DBusError, ofWindowOf controller: ObjectPath
    ) async throws(DBusError) -> DBusError {
        guard error.name == DBusError.unknownInterface("").name else { return error }
        let name = ViewControllerInterface.name
        let tabs = try await get(ViewControllerInterface.tabBarController, of: name, at: controller)
        return .invalidArgument(
            "\(controller) is no tab bar or navigation controller, which alone have a window to look at; "
                + (tabs.isNone ? "it is in none" : "it is in \(tabs)"))
    }

    func detach(from controller: ObjectPath) async throws(DBusError) {
        try await connection.call(
            WindowInterface.detach, of: WindowInterface.name, at: controller, on: destination, Options())
    }

    /// Does not wait for the reply.
    func detachSoon(from controller: ObjectPath) {
        connection.call(
            WindowInterface.detach, of: WindowInterface.name, at: controller, on: destination, Options(),
            timeout: connection.callTimeout, autoStart: false
        ) { (_: Result<Void, DBusError>) in }
    }

    /// The view, after its owner has brought it up to date.
    func view(of viewController: ObjectPath) async throws(DBusError) -> ViewSnapshot {
        let (revision, views) = try await connection.call(
            ViewControllerInterface.getView, of: ViewControllerInterface.name, at: viewController,
            on: destination)
        return ViewSnapshot(revision: revision, views: views)
    }
}
