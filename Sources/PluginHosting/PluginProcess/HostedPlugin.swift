internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Logging
internal import TabInterface

/// A plugin in its own process: translates the daemon's calls of the contract's interfaces for factories, owners and
/// delegates into calls of the plugin, and reports to the daemon what supervision needs.
@EventLoop
final class HostedPlugin {
    let plugin: LoadedPlugin
    private let contract: ProcessContract
    private let connection: Connection
    private var instances: [ViewControllerID: InProcessOwner] = [:]
    /// Whether the daemon will ping, because of its last message or a `waking` notification.
    private var isPingDue = false
    private let tree = ObjectTree(managerPath: "/org/tabd/PluginHost1")

    init(_ plugin: LoadedPlugin, _ contract: ProcessContract, _ connection: Connection) {
        self.plugin = plugin
        self.contract = contract
        self.connection = connection
        plugin.onWaking = { [unowned self] in wake() }
        plugin.states.willEncode = { [unowned self] in wake() }
        plugin.states.report = { [unowned self] controller, state in
            notify(SupervisionInterface.restorableStateChanged, controller, state.map { [$0] } ?? [])
        }
        plugin.onQuestion = { [unowned self] controller, serial, isOpen in
            typealias Report = SupervisionInterface
            notify(isOpen ? Report.questionIsOpen : Report.questionBegins, controller, serial)
        }
        plugin.onDestroy = { [unowned self] controller in
            instances[controller] = nil
            self.contract.forget(controller)
        }
        contract.creator = { [unowned plugin] in plugin.creating.last }
        contract.makeInstance = { [unowned self] (className, controller, arguments) throws(DBusError) in
            do throws(DBusError) {
                try makeInstance(className, for: controller, arguments: arguments, isRestored: false)
            } catch {
                notify(SupervisionInterface.instanceMade, controller, error.message)
                throw error
            }
            notify(SupervisionInterface.instanceMade, controller, "")
        }
        tree.add(SupervisionInterface.processPath, [])
        tree.add(SupervisionInterface.factoryPath, [Export(Self.factory) { [unowned self] _ in self }])
    }

    /// Handles the daemon's calls.
    func serve() {
        connection.onCall = { [unowned self] call, reader, reply in
            // The reply leaves at once, so that later messages of the plugin arrive after it.
            reply.isImmediate = true
            let isPing =
                call.member == PeerInterface.ping.name && call.interface ?? PeerInterface.name == PeerInterface.name
            isPingDue = true
            if let controller = TabNames.viewController(of: ObjectPath(call.path)) {
                dispatch(call, to: controller, reader, reply)
            } else {
                tree.dispatch(call, reader, reply)
            }
            if isPing { isPingDue = false }
        }
    }

    private func dispatch(
        _ call: IncomingCall, to controller: ViewControllerID, _ reader: MessageReader, _ reply: PendingReply
    ) {
        do throws(DBusError) {
            guard let instance = instances[controller] else {
                throw .unknownObject("plugin '\(plugin.id)' has no instance for view controller \(controller)")
            }
            try instance.handle(
                InProcessOwner.Call(interface: call.interface ?? "", member: call.member, number: call.serial),
                signature: call.hasSignature, given: call.signature, reading: reader, replyingTo: reply)
        } catch {
            reply.fail(error)
        }
    }

    /// Notifies the daemon that code of the plugin runs without its call, so that it can detect a hang.
    private func wake() {
        guard !isPingDue else { return }
        isPingDue = true
        notify(SupervisionInterface.waking)
    }

    /// Sends a report, which leaves at once.
    private func notify<each In: DBusType>(_ method: Method<(repeat each In) -> Void>, _ argument: repeat each In) {
        do throws(DBusError) {
            try connection.notify(method, at: SupervisionInterface.path, on: nil, repeat each argument)
        } catch {
            plugin.logger.warning("\(error.message)")
        }
    }

    // MARK: Instances

    private static let factory = Interface<HostedPlugin>(ViewControllerFactoryInterface.self) {
        ViewControllerFactoryInterface.create.handled { (host, className, options) throws(DBusError) in
            typealias Key = ViewControllerFactoryInterface.CreateOption
            let controller = try (options[Key.viewController] ?? .none).viewController()
            try host.makeInstance(
                className, for: controller, arguments: options[Key.arguments] ?? [:],
                isRestored: options[Key.restored] ?? false)
            return controller.path
        }
    }

    /// - Throws: `PluginFailed` when the plugin returns no instance.
    private func makeInstance(
        _ className: String, for controller: ViewControllerID, arguments: [String: Variant], isRestored: Bool
    ) throws(DBusError) {
        guard instances[controller] == nil else {
            throw .invalidArgs("plugin '\(plugin.id)' already has an instance for view controller \(controller)")
        }
        instances[controller] = try InProcessOwner(
            plugin, className: className, controller: controller, arguments: arguments, isRestoring: isRestored)
    }
}
