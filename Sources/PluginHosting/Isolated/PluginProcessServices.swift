internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Logging
internal import TabInterface

/// The calls of one life of a plugin process: its reports, and its calls of the contract. The daemon checks the latter as
/// it checks those of an in-process plugin. Some of them have to wait here: for the end of a callback, or until the
/// process takes over from another.
@EventLoop
final class PluginProcessServices {
    unowned let daemon: any OwnerServices
    let plugin: String
    /// The plugin's view controllers whose instances are in this process.
    var owners: [ViewControllerID: IsolatedOwner] = [:]
    /// The view controllers that its code has created.
    var created: Set<ViewControllerID> = []
    /// Whether the process itself creates the instance of the view controller that is being created.
    private(set) var isCreating = false
    /// Exists while an update cycle waits for the process.
    private var cycle: LoopTimer?
    /// The calling process; nil after its end.
    weak var process: PluginProcess?
    /// How long an update cycle waits for the end of a callback, in milliseconds.
    private static let callbackTimeout: UInt64 = 100
    /// The questions that the process is being asked. Its commands run after them (S-24).
    private var callbacks: Set<Callback> = []
    private var commands = DeferredCalls(maximum: 256, reason: "wait for the end of callbacks")
    /// The changes that wait until this process takes over from another; nil for a process that has.
    private var staged: DeferredCalls?
    private let logger: Logger

    private typealias Wire = SupervisionInterface

    init(_ daemon: any OwnerServices, plugin: String, isStaged: Bool) {
        self.daemon = daemon
        self.plugin = plugin
        logger = Logger(label: "tabd.hosts.\(plugin)")
        staged = isStaged ? DeferredCalls(maximum: 4096, reason: "wait for the new process to take over") : nil
    }

    /// Applies the waiting changes. Later ones apply at once.
    func applyStaged() {
        let waiting = staged?.removeAll() ?? []
        staged = nil
        for change in waiting { change() }
    }

    // MARK: Callbacks

    private struct Callback: Hashable {
        let owner: ObjectIdentifier
        let serial: UInt32
    }

    /// The process has begun to handle the question of a delegate.
    private func beginCallback(_ owner: IsolatedOwner, _ serial: UInt32) {
        // An unknown or finished question does not delay anything.
        guard owner.isAsking(serial) else { return }
        callbacks.insert(Callback(owner: ObjectIdentifier(owner), serial: serial))
    }

    /// The process has answered, or will answer later.
    func endCallback(_ owner: IsolatedOwner, _ serial: UInt32) {
        guard callbacks.remove(Callback(owner: ObjectIdentifier(owner), serial: serial)) != nil, callbacks.isEmpty
        else { return }
        for command in commands.removeAll() { command() }
    }

    /// Delays the next update cycle until the process returns to its loop: it may still configure a presentation.
    private func holdUpdateCycle() {
        // A process that has missed its timeout does not delay other windows again.
        guard let process, process.canAnswer, !process.isSlow, cycle == nil else { return }
        process.noteNotification()
        let release = daemon.holdUpdateCycle()
        let end: @EventLoop () -> Void = { [weak self] in
            self?.cycle = nil
            release()
        }
        cycle = LoopTimer(after: Self.callbackTimeout) { [weak process] in
            process?.isSlow = true
            end()
        }
        process.barrier(end)
    }

    // MARK: Reports

    private func owned(_ controller: ViewControllerID) throws(DBusError) -> IsolatedOwner {
        guard let owner = owners[controller] else {
            throw .unknownObject("view controller \(controller) does not belong to plugin '\(plugin)'")
        }
        return owner
    }

    private static let interface = Interface<PluginProcessServices>(Wire.self) {
        Wire.ready.handled { $0.process?.becomeReady() }
        Wire.failed.handled { (services, reason) in services.process?.fail("did not start: \(reason.prefix(1000))") }
        // The call itself is the message.
        Wire.waking.handled { _ in }
        Wire.questionBegins.handled { (services, controller, serial) throws(DBusError) in
            services.beginCallback(try services.owned(controller), serial)
        }
        Wire.questionIsOpen.handled { (services, controller, serial) throws(DBusError) in
            services.endCallback(try services.owned(controller), serial)
        }
        Wire.restorableStateChanged.handled { (services, controller, states) throws(DBusError) in
            guard try services.owned(controller).recordState(states.first) else { return }
            let values = ValueBuffer()
            try states.write(to: values)
            try services.change(values.content) { [daemon = services.daemon] in
                daemon.restorableStateChanged(of: controller, to: states.first)
            }
        }
        Wire.instanceMade.handled { (services, controller, failure) throws(DBusError) in
            try services.owned(controller).noteInstance(failure)
        }
    }

    /// Makes a change now, or when the process takes over.
    func change(_ content: Int, _ body: @escaping @EventLoop () -> Void) throws(DBusError) {
        if staged != nil { try staged?.add(content, body) } else { body() }
    }

    // MARK: Calls of the contract

    func dispatch(_ call: IncomingCall, _ reader: MessageReader, _ reply: PendingReply) throws(DBusError) {
        if call.path == Wire.path.text {
            guard call.interface == Wire.name else {
                throw .unknownInterface("object \(call.path) has \(Wire.name) only")
            }
            return try Self.interface.call(
                call.member, signature: call.hasSignature, given: call.signature, on: self, reading: reader,
                replyingTo: reply)
        }
        guard let interface = call.interface else { throw .invalidArgs("a plugin process must name the interface") }
        let standard = [IntrospectableInterface.name, PeerInterface.name, ObjectManagerInterface.name]
        guard !standard.contains(interface) else { return daemon.tree.dispatch(call, reader, reply) }
        try dispatch(
            ObjectTree.OwnerCall(
                path: call.path, interface: interface, member: call.member, caller: PluginCaller.name(of: plugin),
                signature: call.signature), reader, reply)
    }

    private typealias Manager = ManagerInterface
    private typealias Controller = ViewControllerInterface
    private typealias Tabs = TabBarControllerInterface
    private typealias Navigation = NavigationControllerInterface

    private func dispatch(
        _ call: ObjectTree.OwnerCall, _ reader: MessageReader, _ reply: PendingReply
    ) throws(DBusError) {
        switch (call.interface, call.member) {
        case (Manager.name, Manager.registerClasses.name) where call.path == TabNames.root.text:
            try registerClasses(call, reader, reply)
        case (Manager.name, Manager.createViewController.name), (Manager.name, Manager.createNavigationController.name):
            try create(call, ValueBuffer(copying: reader), reply)
        // Its reply has a result, and it changes no view controller.
        case (Manager.name, Manager.addImage.name): try daemon.tree.dispatch(call, reading: reader, replyingTo: reply)
        case (Manager.name, Manager.destroy.name): try destroy(call, ValueBuffer(copying: reader), reply)
        case (PropertiesInterface.name, PropertiesInterface.set.name):
            let arguments = try ValueBuffer(copying: reader)
            let (interface, property) = (try arguments.readString(), try arguments.readString())
            arguments.rewind()
            let isPlacement = Self.placements.contains("\(interface).\(property)")
            try run(
                call, arguments, reply, isPlacement: isPlacement, isSetting: true,
                authorizedAs: (interface, "Set \(property)"))
        case (PropertiesInterface.name, _): try daemon.tree.dispatch(call, reading: reader, replyingTo: reply)
        default:
            let key = "\(call.interface).\(call.member)"
            try run(
                call, reader, reply, isPlacement: Self.placements.contains(key), isSetting: Self.settings.contains(key))
            if call.interface == Controller.name, call.member == Controller.present.name { holdUpdateCycle() }
        }
    }

    private static func key<Function>(_ method: Method<Function>) -> String { "\(method.interface).\(method.name)" }
    private static func key<Content>(_ property: Property<Content>) -> String {
        "\(property.interface).\(property.name)"
    }

    /// The commands that change where view controllers are. They run after the running callbacks.
    private static let placements: Set = [
        key(Navigation.push), key(Navigation.pop), key(Navigation.popTo), key(Navigation.popToRoot),
        key(Navigation.setViewControllers), key(Navigation.toolbarHidden), key(Tabs.setViewControllers),
        key(Tabs.selectedIndex), key(Tabs.selectedViewController), key(Controller.select), key(Controller.present),
        key(Controller.presentAlert), key(Controller.dismissViewController), key(Controller.dismiss),
    ]
    /// The methods with which an instance describes itself. A restored view controller ignores them while its instance
    /// is created, and so it ignores writes of properties.
    private static let settings: Set = [
        key(TabBarItemInterface.setValues), key(NavigationItemInterface.setValues), key(Tabs.setTabBarHidden),
        key(Tabs.setCustomizableViewControllers),
    ]

    /// Runs a call now, or later if it has to wait. Then its reply is an empty success, and a failure is logged.
    ///
    /// - Parameter subject: For the write of a property, what is checked in place of the call.
    private func run(
        _ call: ObjectTree.OwnerCall, _ reader: any DBusReader, _ reply: PendingReply, isPlacement: Bool,
        isSetting: Bool = false, authorizedAs subject: (interface: String, member: String)? = nil,
        before prepare: @escaping @EventLoop () -> Void = {}
    ) throws(DBusError) {
        let creating = TabNames.viewController(of: ObjectPath(call.path)).flatMap { owners[$0] }
            .flatMap { $0.isAwaited ? $0 : nil }
        if isSetting, creating?.origin == .restored {
            return reply.succeed { (_) throws(DBusError) in }
        }
        let waitsForCallback = isPlacement && !callbacks.isEmpty
        guard waitsForCallback || staged != nil else {
            prepare()
            return try daemon.tree.dispatch(call, reading: reader, replyingTo: reply)
        }
        try daemon.tree.delegate?.authorize(
            call.caller, call.path, subject?.interface ?? call.interface, subject?.member ?? call.member)
        let arguments: ValueBuffer
        if let copy = reader as? ValueBuffer { arguments = copy } else { arguments = try ValueBuffer(copying: reader) }
        let run: @EventLoop () -> Void = { [unowned self, id = creating?.controller] in
            prepare()
            guard let id else { return runDeferred(call, arguments) }
            daemon.whileCreating(id) { runDeferred(call, arguments) }
        }
        if waitsForCallback {
            try commands.add(arguments.content) { [unowned self] in
                do throws(DBusError) {
                    try change(arguments.content, run)
                } catch {
                    failed(call, arguments, error)
                }
            }
        } else {
            try change(arguments.content, run)
        }
        reply.succeed { (_) throws(DBusError) in }
    }

    private func runDeferred(_ call: ObjectTree.OwnerCall, _ arguments: ValueBuffer) {
        do throws(DBusError) {
            let reply = LocalReply()
            try daemon.tree.dispatch(call, reading: arguments, replyingTo: reply)
            _ = try reply.values()
        } catch {
            failed(call, arguments, error)
        }
    }

    /// A deferred call has failed. The plugin was told that it succeeded.
    private func failed(_ call: ObjectTree.OwnerCall, _ arguments: ValueBuffer, _ error: DBusError) {
        logger.warning("the deferred \(call.member) of \(call.path) failed: \(error.message)")
        guard call.interface == Controller.name, call.member == Controller.presentAlert.name,
            let owner = TabNames.viewController(of: ObjectPath(call.path)).flatMap({ owners[$0] })
        else { return }
        // The plugin expects an answer.
        arguments.rewind()
        for _ in 0..<3 { _ = try? arguments.readString() }
        guard let options = try? Options.read(from: arguments), let token = options[Controller.AlertOption.token] else {
            return
        }
        owner.alertAnswered(token, action: .max, texts: [])
    }

    // MARK: Creation and destruction

    /// The process offers the classes of its manifest, as a client offers its own.
    private func registerClasses(
        _ call: ObjectTree.OwnerCall, _ reader: MessageReader, _ reply: PendingReply
    ) throws(DBusError) {
        let method = Manager.registerClasses
        guard call.signature == method.signature || call.signature == method.signatureWithoutOptions else {
            throw .invalidArgs("RegisterClasses takes arguments of type '\(method.signature)', not '\(call.signature)'")
        }
        let factory = try ObjectPath.read(from: reader)
        let unknown = Set(try [String].read(from: reader)).subtracting(process?.assignment.classes ?? [])
        guard unknown.isEmpty else {
            throw .invalidArgument("the manifest does not list class '\(unknown.min()?.prefix(200) ?? "")'")
        }
        process?.factory = factory
        reply.succeed { (_) throws(DBusError) in }
    }

    /// Has the daemon create a view controller. The process creates the instance of its own class itself.
    private func create(
        _ call: ObjectTree.OwnerCall, _ arguments: ValueBuffer, _ reply: PendingReply
    ) throws(DBusError) {
        let type: String
        if call.member == Manager.createViewController.name {
            type = try arguments.readString()
        } else {
            _ = try arguments.readObjectPath()
            type = try Options.read(from: arguments)[Manager.CreateNavigationControllerOption.type] ?? ""
        }
        arguments.rewind()
        isCreating = type.hasPrefix(".") || type.hasPrefix(plugin + ".")
        defer { isCreating = false }
        let local = LocalReply()
        try daemon.tree.dispatch(call, reading: arguments, replyingTo: local)
        let path = try local.values().readObjectPath()
        if let id = TabNames.viewController(of: path) { created.insert(id) }
        reply.succeed { (writer) throws(DBusError) in try writer.write(path) }
    }

    private func destroy(
        _ call: ObjectTree.OwnerCall, _ arguments: ValueBuffer, _ reply: PendingReply
    ) throws(DBusError) {
        let path = try arguments.readObjectPath()
        arguments.rewind()
        guard let id = TabNames.viewController(of: path), created.contains(id) else {
            throw .unknownObject("'\(path.text.prefix(200))' was not created by this process")
        }
        // A failing handover destroys all view controllers that this process has created and not destroyed itself.
        try run(call, arguments, reply, isPlacement: false) { [unowned self] in created.remove(id) }
    }
}
