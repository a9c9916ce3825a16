internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabInterface

/// The contract for a plugin in its own process: every call waits for the daemon's reply on the private connection.
@EventLoop
final class ProcessContract: PluginContract {
    private let calls: BlockingCalls
    private let plugin: String
    /// Whether view controllers have the interfaces of containers, which never changes.
    private var containers: [String: [ViewControllerID: Bool]] = [:]
    /// Returns the view controller whose `create` runs; nil outside of one.
    var creator: @EventLoop () -> ViewControllerID? = { nil }
    /// Creates the plugin's instance for a view controller that the daemon has created for it, and reports the result.
    var makeInstance: (@EventLoop (String, ViewControllerID, [String: Variant]) throws(DBusError) -> Void)?

    /// - Parameter plugin: The identifier of the plugin.
    init(_ connection: Connection, plugin: String) {
        calls = BlockingCalls(on: connection)
        self.plugin = plugin
    }

    func call<each In: DBusType, Out: DBusType>(
        _ method: Method<(repeat each In) -> Out>, at path: ObjectPath, _ argument: repeat each In
    ) throws(DBusError) -> Out {
        try calls.call(method, at: path, repeat each argument)
    }

    func run<each In: DBusType, Out>(
        _ method: Method<(repeat each In) -> Out>, at path: ObjectPath, _ argument: repeat each In
    ) throws(DBusError) {
        try calls.run(method, at: path, repeat each argument)
    }

    func implements(_ interface: String, at controller: ViewControllerID) -> Bool {
        if let known = containers[interface]?[controller] { return known }
        do throws(DBusError) {
            try calls.run(PropertiesInterface.get, at: controller.path, interface, "ViewControllers")
            containers[interface, default: [:]][controller] = true
            return true
        } catch {
            // The daemon may refuse a view controller that is within the plugin's reach later.
            let isOther = error.name == DBusError.Name.unknownInterface
            if isOther { containers[interface, default: [:]][controller] = false }
            return false
        }
    }

    /// The instance of a view controller was destroyed.
    func forget(_ controller: ViewControllerID) {
        for interface in containers.keys { containers[interface]?[controller] = nil }
    }

    func create(
        _ className: String, root: ObjectPath?, arguments: [String: Variant], restorationIdentifier: String
    ) throws(DBusError) -> ViewControllerID {
        let controller = try create(
            className, root: root, arguments: arguments, restorationIdentifier: restorationIdentifier,
            creator: creator())
        // The instance must exist when the plugin's own call returns.
        if let name = PluginCaller.ownClass(className, of: plugin) {
            try makeInstance?(name, controller, arguments)
        }
        return controller
    }
}
