internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabClient
internal import TabInterface
internal import TabMirror

/// The daemon, called over the bus. Functions throw the errors of the bus; `Session` translates them for the user.
@EventLoop
final class Service: DaemonClient {
    /// The connection to the bus.
    let bus: Connection
    /// The address of the bus.
    let address: String
    /// The destination of calls over the bus: the well-known name, whose owner the bus starts if needed, or the unique
    /// name of one daemon.
    var busDestination = TabNames.busName
    /// The private connection to that daemon. While it is open, calls go over it instead of the bus.
    var privateConnection: Connection?

    /// The connection for calls.
    var connection: Connection { privateConnection ?? bus }
    /// The bus name that is called; nil on the private connection.
    var destination: String? { privateConnection == nil ? busDestination : nil }

    init(_ bus: Connection, at address: String) {
        self.bus = bus
        self.address = address
    }

    /// Writes queued messages, blocking at most for this time on each connection.
    func flush(for time: Duration) {
        privateConnection?.flush(for: time)
        bus.flush(for: time)
    }

    func managedObjects() async throws(DBusError) -> ManagedObjects {
        ManagedObjects(try await objectManager(TabNames.root).getManagedObjects())
    }

    /// Returns all objects of the daemon.
    /// - Throws: The daemon's error if the controller does not exist.
    func objects(with controller: ObjectPath) async throws(DBusError) -> ManagedObjects {
        // The reply explains what is wrong with the path; the managed objects would not.
        _ = try await viewController(controller).type
        return try await managedObjects()
    }

    /// Returns the path of a controller that an argument names. A number or a path needs no call.
    func path(of controller: ControllerArgument, in scope: ControllerScope) async throws -> ObjectPath {
        if case .path(let path) = controller { return path }
        return try await managedObjects().find(controller, in: scope)
    }

    /// Returns the paths of several view controllers.
    func paths(of controllers: [ControllerArgument], in scope: ControllerScope) async throws -> [ObjectPath] {
        let tree = try await managedObjects()
        return try controllers.map { (argument) throws(ControlError) in try tree.find(argument, in: scope) }
    }

    /// Returns the path of the window that an argument names, or of the only tab bar controller if none is given.
    func windowPath(of controller: ControllerArgument?) async throws -> ObjectPath {
        if let controller { return try await path(of: controller, in: .windows) }
        let tree = try await managedObjects()
        return try tree.only(
            of: tree.paths(with: TabBarControllerInterface.name), orNone: ControllerArgument.noController
        ) { "there are \($0) tab bar controllers" }
    }

    /// Returns whether the bus starts the daemon when a client calls it.
    func isActivatable() async -> Bool {
        await withCheckedContinuation(isolation: EventLoop.shared) { waiting in
            DaemonStartupWait.isActivatable(on: bus) { waiting.resume(returning: $0) }
        }
    }

    /// Taps an item of the tab bar and returns whether the tap was accepted.
    func tap(_ position: UInt32, of controller: ObjectPath) async throws(DBusError) -> Bool {
        try await tabBar(try await tabBarController(controller).tabBar).tapItem(position)
    }

    // MARK: Views

    /// Sends an action to a view, and returns once the owner has handled it.
    func sendAction(
        _ action: String, _ value: Variant, to view: UInt32, identifier: String? = nil, of viewController: ObjectPath
    ) async throws(DBusError) {
        var options = Options()
        options.values[ViewControllerInterface.SendActionOption.identifier.name] = identifier.map(Variant.string)
        try await self.viewController(viewController).sendAction(view, action, value, options)
    }

    /// Returns the view after its owner has updated it.
    func view(of viewController: ObjectPath) async throws(DBusError) -> ViewSnapshot {
        let (revision, views) = try await self.viewController(viewController).getView(autoStart: false)
        return ViewSnapshot(revision: revision, views: views)
    }

    // MARK: Front end

    /// Attaches, or stays attached, and returns the whole tree at that moment.
    func attach(
        to controller: ObjectPath
    ) async throws(DBusError) -> ([ObjectPath: TabTree.Properties], [ObjectPath: ViewSnapshot]) {
        do throws(DBusError) {
            return try await window(controller).attach(autoStart: false)
        } catch {
            throw try await explain(error, ofWindowOf: controller)
        }
    }

    /// Attaches, and passes the tree to `completion` before the next signal is received. A follower then applies the
    /// signals.
    func attach(
        to controller: ObjectPath, _ options: Options,
        completion:
            @escaping @EventLoop (
                Result<([ObjectPath: TabTree.Properties], [ObjectPath: ViewSnapshot]), DBusError>
            ) -> Void
    ) {
        connection.call(
            WindowInterface.attach, at: controller, on: destination, options,
            timeout: connection.callTimeout, completion: completion)
    }

    /// Translates the error of a call to a window for the user: not every view controller has a window.
    func explain(
        _ error: DBusError, ofWindowOf controller: ObjectPath
    ) async throws(DBusError) -> DBusError {
        guard error.name == DBusError.unknownInterface("").name else { return error }
        let tabs = try await viewController(controller).tabBarController
        return .invalidArgument(
            "\(controller) has no window; expected a tab bar or navigation controller"
                + (tabs.isNone ? "" : ", for example \(tabs), which contains it"))
    }

    /// Detaches without waiting for the reply.
    func detachSoon(from controller: ObjectPath) {
        connection.call(
            WindowInterface.detach, at: controller, on: destination, Options(),
            timeout: connection.callTimeout, autoStart: false
        ) { (_: Result<Void, DBusError>) in }
    }
}
