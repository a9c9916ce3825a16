internal import DBusConnection
internal import DBusInterface
internal import Logging

/// A plugin in a host of its own: does what the daemon calls, and tells it what it must know of the plugin.
@EventLoop
final class HostedPlugin {
    let plugin: LoadedPlugin
    let daemon: RemoteServices
    var instances: [UInt64: HostedInstance] = [:]
    /// Whether the daemon will ping, because it has sent something or was told that code is going to run.
    private var isPingDue = false
    private let tree = ObjectTree(managerPath: "/org/tabd/PluginHost1")

    init(_ plugin: LoadedPlugin, _ daemon: RemoteServices) {
        self.plugin = plugin
        self.daemon = daemon
        plugin.onWaking = { [unowned self] in wake() }
        plugin.states.willAsk = { [unowned self] in wake() }
        plugin.states.report = { [unowned self] controller, state in
            tell { (daemon) throws(DBusError) in
                try daemon.tell(HostServicesInterface.restorableStateChanged, controller, state.map { [$0] } ?? [])
            }
        }
        daemon.creator = { [unowned plugin] in plugin.creating.last ?? 0 }
        daemon.makeInstance = { [unowned self] (className, controller, arguments) throws(DBusError) in
            try makeInstance(className, for: controller, arguments: arguments)
        }
        tree.add(HostedPluginInterface.path, [Export(Self.interface) { [unowned self] _ in self }])
    }

    /// Answers the daemon's calls.
    func serve(_ connection: Connection) {
        connection.onCall = { [unowned self] call, reader, reply in
            // What the plugin does behind its answer is seen behind it.
            reply.isImmediate = true
            let isPing =
                call.member == PeerInterface.ping.name && call.interface ?? PeerInterface.name == PeerInterface.name
            isPingDue = true
            tree.answer(call, reader, reply)
            if isPing { isPingDue = false }
        }
    }

    /// Code of the plugin is going to run that the daemon did not ask for: it must know, to notice when that hangs.
    private func wake() {
        guard !isPingDue else { return }
        isPingDue = true
        tell { (daemon) throws(DBusError) in try daemon.tell(HostServicesInterface.waking) }
    }

    func tell(_ body: (RemoteServices) throws(DBusError) -> Void) {
        do throws(DBusError) {
            try body(daemon)
        } catch {
            plugin.logger.warning("\(error.message)")
        }
    }

    // MARK: Instances

    /// - Throws: `UnknownObject` when there is none for the controller.
    func instance(_ controller: UInt64) throws(DBusError) -> HostedInstance {
        guard let instance = instances[controller] else {
            throw .unknownObject("plugin '\(plugin.id)' has no instance for view controller \(controller)")
        }
        return instance
    }

    /// - Throws: `PluginFailed` when the plugin makes none.
    func makeInstance(
        _ className: String, for controller: UInt64, arguments: [String: Variant]
    ) throws(DBusError) {
        guard instances[controller] == nil else {
            throw .invalidArgs("plugin '\(plugin.id)' has an instance for view controller \(controller) already")
        }
        let owner = try InProcessOwner(plugin, className: className, controller: controller, arguments: arguments)
        instances[controller] = HostedInstance(owner)
    }

    func destroy(_ controller: UInt64) throws(DBusError) {
        let instance = try instance(controller)
        instances[controller] = nil
        // Nobody waits for these answers.
        for token in instance.questions.values { instance.owner.withdraw(token) }
        instance.owner.destroy()
    }
}
