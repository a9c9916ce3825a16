internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabInterface

/// The daemon for a plugin in its own process. Every function is a call that waits for the daemon's reply.
@EventLoop
final class RemoteServices: PluginServices {
    typealias Wire = DaemonServicesInterface

    private let connection: Connection
    /// Returns the view controller whose `create` runs; nil outside of one.
    var creator: @EventLoop () -> ViewControllerID? = { nil }
    /// Creates the plugin's instance for a view controller that the daemon has created for it.
    var makeInstance: (@EventLoop (String, ViewControllerID, [String: Variant]) throws(DBusError) -> Void)?

    init(_ connection: Connection) { self.connection = connection }

    // MARK: Calls

    var calls: BlockingCalls { BlockingCalls(on: connection) }

    /// Sends a call without a reply. It leaves at once.
    func notify<each In: DBusType>(
        _ method: Method<(repeat each In) -> Void>, _ argument: repeat each In
    ) throws(DBusError) {
        try connection.notify(method, at: Wire.path, on: nil, repeat each argument)
    }

    /// The daemon knows which instances are being created.
    func runCommand<each In>(
        _ command: PluginCommand<repeat each In>, of controller: ViewControllerID, isCreating: Bool,
        _ argument: repeat each In
    ) throws(DBusError) {
        func send<each Argument: DBusType>(
            _ method: Method<(ViewControllerID, repeat each Argument) -> Void>, _ argument: repeat each Argument
        ) throws(DBusError) {
            try calls.call(method, at: Wire.path, controller, repeat each argument)
        }
        try send(command.method, repeat each argument)
    }

    func runQuery<Out, each In>(
        _ query: PluginQuery<Out, repeat each In>, about controller: ViewControllerID, _ argument: repeat each In
    ) throws(DBusError) -> Out {
        func send<each Argument: DBusType>(
            _ method: Method<(ViewControllerID, repeat each Argument) -> Out>, _ argument: repeat each Argument
        ) throws(DBusError) -> Out {
            try calls.call(method, at: Wire.path, controller, repeat each argument)
        }
        return try send(query.method, repeat each argument)
    }

    /// The daemon knows which view controllers belong to the process.
    func isNavigationController(_ controller: ViewControllerID, reachableBy _: (ViewControllerID) -> Bool) -> Bool {
        (try? calls.call(Wire.isReachableNavigationController, at: Wire.path, controller)) ?? false
    }

    func configurationValue(_ key: String, of plugin: String) -> Variant? {
        (try? calls.call(Wire.configurationValue, at: Wire.path, key))?.first
    }

    // MARK: Creation and destruction

    func createViewController(
        _ type: String, arguments: [String: Variant], restorationIdentifier: String, for plugin: String
    ) throws(DBusError) -> ViewControllerID {
        let controller = try calls.call(
            Wire.createViewController, at: Wire.path, type, restorationIdentifier, arguments, creator())
        let prefix = type.hasPrefix(".") ? "." : plugin + "."
        if type.hasPrefix(prefix) {
            try make(String(type.dropFirst(prefix.count)), for: controller, arguments: arguments)
        }
        return controller
    }

    func createNavigationController(
        _ className: String, root: ViewControllerID, for plugin: String
    ) throws(DBusError) -> ViewControllerID {
        let controller = try calls.call(Wire.createNavigationController, at: Wire.path, className, root, creator())
        try make(className, for: controller, arguments: [:])
        return controller
    }

    /// The instance must exist when the plugin's own call returns. Without one the daemon's side is destroyed as well.
    private func make(_ className: String, for controller: ViewControllerID, arguments: [String: Variant])
        throws(DBusError)
    {
        do throws(DBusError) {
            try makeInstance?(className, controller, arguments)
        } catch {
            try? destroyViewController(controller)
            throw error
        }
        try notify(Wire.instanceMade, controller)
    }

    func destroyViewController(_ controller: ViewControllerID) throws(DBusError) {
        try calls.call(Wire.destroyViewController, at: Wire.path, controller)
    }
}
