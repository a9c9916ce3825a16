internal import DBusConnection
internal import DBusInterface
internal import EventLoop
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
        ManagedObjects(try await objectManager(TabNames.root).call(\.getManagedObjects))
    }

    /// Everything there is, when the controller is one of it.
    func objects(with controller: ObjectPath) async throws(DBusError) -> ManagedObjects {
        // Says what is wrong with the path, which the objects would not.
        _ = try await viewController(controller).type
        return try await managedObjects()
    }

    /// The path of a controller, or of the only tab bar controller when none is named.
    func path(of controller: ControllerArgument?) async throws -> ObjectPath {
        if let controller { return controller.path }
        return try ControllerArgument.only(in: try await managedObjects())
    }

    /// Whether the bus starts a daemon when a client calls one.
    func isActivatable() async -> Bool {
        await withCheckedContinuation(isolation: EventLoop.shared) { waiting in
            DaemonArrival.isActivatable(on: connection) { waiting.resume(returning: $0) }
        }
    }

    /// Returns whether the tap was accepted.
    func tap(_ position: UInt32, of controller: ObjectPath) async throws(DBusError) -> Bool {
        try await tabBar(try await tabBarController(controller).tabBar).call(\.tapItem, position, Options())
    }

    // MARK: Views

    /// Returns once the owner has handled it.
    func sendAction(
        _ action: String, _ value: Variant, to view: UInt32, identifier: String? = nil, of viewController: ObjectPath
    ) async throws(DBusError) {
        var options = Options()
        options.values[ViewControllerInterface.SendActionOption.identifier.name] = identifier.map(Variant.string)
        try await self.viewController(viewController).call(\.sendAction, view, action, value, options)
    }

    /// The view, after its owner has brought it up to date.
    func view(of viewController: ObjectPath) async throws(DBusError) -> ViewSnapshot {
        let (revision, views) = try await self.viewController(viewController).call(\.getView)
        return ViewSnapshot(revision: revision, views: views)
    }

    // MARK: Front end

    /// Attaches, or stays attached, and reads the whole tree as it is at that moment.
    func attach(to controller: ObjectPath) async throws(DBusError) -> Picture.Source {
        do throws(DBusError) {
            let (objects, views) = try await window(controller).call(\.attach, Options())
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
        let tabs = try await viewController(controller).tabBarController
        return .invalidArgument(
            "\(controller) is no tab bar or navigation controller, which alone have a window to look at; "
                + (tabs.isNone ? "it is in none" : "it is in \(tabs)"))
    }

    /// Detaches, and does not wait for the reply.
    func detachSoon(from controller: ObjectPath) {
        connection.call(
            WindowInterface.detach, of: WindowInterface.name, at: controller, on: destination, Options(),
            timeout: connection.callTimeout, autoStart: false
        ) { (_: Result<Void, DBusError>) in }
    }
}
