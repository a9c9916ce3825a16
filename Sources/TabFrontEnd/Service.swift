package import DBusConnection
package import DBusInterface
package import EventLoop
internal import TabClient
package import TabInterface
package import TabMirror

/// The daemon, called over the bus. Functions throw the errors of the bus; `Session` translates them for the user.
@EventLoop
package final class Service: DaemonClient {
    /// The connection to the bus.
    package let bus: Connection
    /// The place of the bus.
    package let location: BusLocation
    /// The destination of calls over the bus: the well-known name, whose owner the bus starts if needed, or the unique
    /// name of one daemon.
    package var busDestination = TabNames.busName
    /// The private connection to that daemon. While it is open, calls go over it instead of the bus.
    package internal(set) var privateConnection: Connection?

    /// The connection for calls.
    package var connection: Connection { privateConnection ?? bus }
    /// The bus name that is called; nil on the private connection.
    package var destination: String? { privateConnection == nil ? busDestination : nil }

    package init(_ bus: Connection, at location: BusLocation) {
        self.bus = bus
        self.location = location
    }

    /// Writes queued messages, blocking at most for this time on each connection.
    package func flush(for time: Duration) {
        privateConnection?.flush(for: time)
        bus.flush(for: time)
    }

    /// Taps an item of the tab bar and returns whether the tap was accepted.
    package func tap(_ position: UInt32, of controller: ObjectPath) async throws(DBusError) -> Bool {
        try await tabBar(try await tabBarController(controller).tabBar).tapItem(position)
    }

    // MARK: Views

    /// Sends an action to a view, and returns once the owner has handled it.
    ///
    /// - Parameter revision: The number of a text that the user typed; nil for any other value.
    package func sendAction(
        _ action: String, _ value: Variant, to view: UInt32, identifier: String? = nil, of viewController: ObjectPath,
        revision: UInt64? = nil
    ) async throws(DBusError) {
        var options = Options()
        options.values[ViewControllerInterface.SendActionOption.identifier.name] = identifier.map(Variant.string)
        options.values[ViewControllerInterface.SendActionOption.revision.name] = revision.map(Variant.uint64)
        try await self.viewController(viewController).sendAction(view, action, value, options)
    }

    /// Returns the view after its owner has updated it.
    package func view(of viewController: ObjectPath) async throws(DBusError) -> ViewSnapshot {
        let (revision, views) = try await self.viewController(viewController).getView(autoStart: false)
        return ViewSnapshot(revision: revision, views: views)
    }

    // MARK: Front end

    /// Attaches, and passes the tree to `completion` before the next signal is received. A follower then applies the
    /// signals.
    package func attach(
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
    package func explain(
        _ error: DBusError, ofWindowOf controller: ObjectPath
    ) async throws(DBusError) -> DBusError {
        guard error.name == DBusError.Name.unknownInterface else { return error }
        let tabs = try await viewController(controller).tabBarController
        return .invalidArgument(
            "\(controller) has no window; expected a tab bar or navigation controller"
                + (tabs.isNone ? "" : ", for example \(tabs), which contains it"))
    }

    /// Detaches without waiting for the reply.
    package func detachSoon(from controller: ObjectPath) {
        connection.call(
            WindowInterface.detach, at: controller, on: destination, Options(),
            timeout: connection.callTimeout, autoStart: false
        ) { (_: Result<Void, DBusError>) in }
    }
}
