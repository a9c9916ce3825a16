internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Logging
internal import TabInterface

/// A plugin in its own process: handles the daemon's calls, and sends the plugin's notifications to it.
@EventLoop
final class HostedPlugin {
    let plugin: LoadedPlugin
    let daemon: RemoteServices
    private var instances: [ViewControllerID: Instance] = [:]
    /// Whether the daemon will ping, because of its last message or a `waking` notification.
    private var isPingDue = false
    private let tree = ObjectTree(managerPath: "/org/tabd/PluginHost1")

    private struct Instance {
        let owner: InProcessOwner
        /// The owner's tokens of open questions, by the daemon's tokens.
        var questions: [UInt64: UInt64] = [:]
    }

    init(_ plugin: LoadedPlugin, _ daemon: RemoteServices) {
        self.plugin = plugin
        self.daemon = daemon
        plugin.onWaking = { [unowned self] in wake() }
        plugin.states.willEncode = { [unowned self] in wake() }
        plugin.states.report = { [unowned self] controller, state in
            notify(DaemonServicesInterface.restorableStateChanged, controller, state.map { [$0] } ?? [])
        }
        daemon.creator = { [unowned plugin] in plugin.creating.last }
        daemon.makeInstance = { [unowned self] (className, controller, arguments) throws(DBusError) in
            try makeInstance(className, for: controller, arguments: arguments)
        }
        tree.add(HostedPluginInterface.path, [Export(Self.interface) { [unowned self] _ in self }])
    }

    /// Handles the daemon's calls.
    func serve(_ connection: Connection) {
        connection.onCall = { [unowned self] call, reader, reply in
            // The reply leaves at once, so that later messages of the plugin arrive after it.
            reply.isImmediate = true
            let isPing =
                call.member == PeerInterface.ping.name && call.interface ?? PeerInterface.name == PeerInterface.name
            isPingDue = true
            tree.dispatch(call, reader, reply)
            if isPing { isPingDue = false }
        }
    }

    /// Notifies the daemon that code of the plugin runs without its call, so that it can detect a hang.
    private func wake() {
        guard !isPingDue else { return }
        isPingDue = true
        notify(DaemonServicesInterface.waking)
    }

    private func notify<each In: DBusType>(
        _ method: Method<(repeat each In) -> Void>, _ argument: repeat each In
    ) {
        do throws(DBusError) {
            try daemon.notify(method, repeat each argument)
        } catch {
            plugin.logger.warning("\(error.message)")
        }
    }

    // MARK: Instances

    /// - Throws: `UnknownObject` when the view controller has no instance.
    private func instance(_ controller: ViewControllerID) throws(DBusError) -> Instance {
        guard let instance = instances[controller] else {
            throw .unknownObject("plugin '\(plugin.id)' has no instance for view controller \(controller)")
        }
        return instance
    }

    private func owner(of controller: ViewControllerID) throws(DBusError) -> InProcessOwner {
        try instance(controller).owner
    }

    /// - Throws: `PluginFailed` when the plugin returns no instance.
    func makeInstance(
        _ className: String, for controller: ViewControllerID, arguments: [String: Variant]
    ) throws(DBusError) {
        guard instances[controller] == nil else {
            throw .invalidArgs("plugin '\(plugin.id)' already has an instance for view controller \(controller)")
        }
        let owner = try InProcessOwner(plugin, className: className, controller: controller, arguments: arguments)
        instances[controller] = Instance(owner: owner)
    }

    func destroy(_ controller: ViewControllerID) throws(DBusError) {
        let instance = try instance(controller)
        instances[controller] = nil
        // The daemon no longer needs these answers.
        for token in instance.questions.values { instance.owner.withdrawQuestion(token) }
        instance.owner.destroy()
    }
}

/// The dispatch of the daemon's calls.
extension HostedPlugin {
    typealias Contract = HostedPluginInterface

    static let interface = Interface<HostedPlugin>(Contract.self) {
        Contract.create.handled { (host, controller, className, arguments) throws(DBusError) in
            try host.makeInstance(className, for: controller, arguments: arguments)
        }
        Contract.destroy.handled { (host, controller) throws(DBusError) in try host.destroy(controller) }

        forward(Contract.viewDidLoad, to: InProcessOwner.viewDidLoad)
        forward(Contract.viewWillAppear, to: InProcessOwner.viewWillAppear)
        forward(Contract.viewIsAppearing, to: InProcessOwner.viewIsAppearing)
        forward(Contract.viewDidAppear, to: InProcessOwner.viewDidAppear)
        forward(Contract.viewWillDisappear, to: InProcessOwner.viewWillDisappear)
        forward(Contract.viewDidDisappear, to: InProcessOwner.viewDidDisappear)
        forward(Contract.willMoveToParent, to: InProcessOwner.willMove)
        forward(Contract.didMoveToParent, to: InProcessOwner.didMove)
        forward(Contract.viewWillLayout, to: InProcessOwner.viewWillLayout)
        forward(Contract.barButtonItemActivated, to: InProcessOwner.barButtonItemActivated)
        forward(Contract.tabBarDidSelect, to: InProcessOwner.tabBarDidSelect)
        forward(Contract.presentationEnded, to: InProcessOwner.presentationEnded)
        forward(Contract.alertAnswered, to: InProcessOwner.alertAnswered)
        Contract.traitsChanged.handled { (host, controller, names) throws(DBusError) in
            guard let traits = Traits(names: names) else {
                throw .invalidArgs("unknown traits \(names.joined(separator: ", "))")
            }
            try host.owner(of: controller).traitsChanged(traits)
        }
        Contract.decodeRestorableState.handled { (host, controller, state) throws(DBusError) in
            if let error = try host.owner(of: controller).decode(state) { throw error }
        }

        Contract.finishRestoration.handledLater { (host, promise, controller) throws(DBusError) in
            host.plugin.restorations.whenOver(of: controller) { promise.succeed() }
        }
        Contract.updateContent.handledLater { (host, promise, controller) throws(DBusError) in
            try host.owner(of: controller).updateContent { promise.succeed() }
        }
        Contract.action.handledLater { (host, promise, controller, view, name, value) throws(DBusError) in
            try host.owner(of: controller).action(name, view: view, value: value) { error in
                if let error { promise.fail(error) } else { promise.succeed() }
            }
        }
        Contract.encodeRestorableState.handledLater { (host, promise, controller) throws(DBusError) in
            try host.owner(of: controller).encodeRestorableState { promise.succeed($0.map { [$0] } ?? []) }
        }

        Contract.ask.handledLater {
            (host, promise, controller, token, name, subject, target, arguments) throws(DBusError) in
            guard let kind = DelegateQuestion.Kind(rawValue: name) else {
                throw .notSupported("unknown question '\(name)'")
            }
            let question = DelegateQuestion(kind: kind, target: target, arguments: arguments)
            try host.putQuestion(question, token, of: controller, about: subject, promise)
        }
        Contract.withdraw.handled { (host, controller, token) throws(DBusError) in
            let owner = try host.owner(of: controller)
            let question = host.instances[controller]?.questions.removeValue(forKey: token)
            if let question { owner.withdrawQuestion(question) }
        }
        Contract.tell.handled { (host, controller, name, subject, list, changed, style) throws(DBusError) in
            guard let kind = DelegateNotice.Kind(rawValue: name) else {
                throw .notSupported("unknown callback '\(name)' of a delegate")
            }
            let notice = DelegateNotice(kind, list, changed: changed, style: style)
            try host.owner(of: controller).notify(notice, about: subject)
        }
    }

    /// Implements a method with a function of the instance's owner.
    private static func forward<each In: DBusType>(
        _ method: Method<(ViewControllerID, repeat each In) -> Void>,
        to function: @escaping @EventLoop (InProcessOwner) -> @EventLoop (repeat each In) -> Void
    ) -> Member<HostedPlugin> {
        method.handledAsTuple { (host, controller, arguments) throws(DBusError) in
            function(try host.owner(of: controller))(repeat each arguments)
        }
    }

    private func putQuestion(
        _ question: DelegateQuestion, _ token: UInt64, of controller: ViewControllerID, about subject: ViewControllerID,
        _ promise: Promise<[Variant]>
    ) throws(DBusError) {
        let owner = try owner(of: controller)
        var isAnswered = false
        if !question.isDirect { notify(DaemonServicesInterface.questionBegins, controller, token) }
        let own = owner.putQuestion(question, in: subject) { [unowned self] answer in
            isAnswered = true
            instances[controller]?.questions[token] = nil
            switch answer {
            case .given(let value): promise.succeed([value])
            case .failed: promise.succeed([])
            case .notImplemented: promise.fail(.notSupported("the plugin does not implement '\(question.kind)'"))
            }
        }
        guard !isAnswered else { return }
        instances[controller]?.questions[token] = own
        if !question.isDirect { notify(DaemonServicesInterface.questionIsOpen, controller, token) }
    }
}
