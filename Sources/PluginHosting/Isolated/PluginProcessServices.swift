internal import DBusInterface
internal import EventLoop
internal import TabInterface

/// The requests of one life of a plugin process about its own view controllers, as an in-process plugin could make
/// them.
///
/// Nothing that arrives here is trusted. The checks of `LoadedPlugin` in the plugin process are repeated.
@EventLoop
final class PluginProcessServices: ControllerOwnership {
    unowned let daemon: any OwnerServices
    let plugin: String
    var pluginID: String { plugin }
    /// The plugin's view controllers whose instances are in this process.
    var owners: [ViewControllerID: IsolatedOwner] = [:]
    /// The view controllers that its code has created.
    var created: Set<ViewControllerID> = []
    /// Whether the process itself creates the instance of the view controller that is being created.
    private(set) var isCreating = false
    /// Exists while an update cycle waits for the process.
    private var cycle: LoopTimer?
    /// The requesting process; nil after its end.
    weak var process: PluginProcess?
    /// How long an update cycle waits for the end of a callback, in milliseconds.
    private static let callbackTimeout: UInt64 = 100
    /// The questions that the process is being asked. Its commands run after them (S-24).
    private var callbacks: Set<Callback> = []
    private var commands: [() -> Void] = []
    private static let maximumCommands = 256
    private static let maximumStaged = 4096
    /// The commands that wait until this process takes over from another.
    private var staged: [() -> Void]?

    typealias Wire = DaemonServicesInterface
    /// A change that the daemon makes now or later.
    typealias Change = @EventLoop (any OwnerServices) throws(DBusError) -> Void

    init(_ daemon: any OwnerServices, plugin: String, isStaged: Bool) {
        self.daemon = daemon
        self.plugin = plugin
        staged = isStaged ? [] : nil
    }

    /// Applies the waiting commands. Later commands apply at once.
    func applyStaged() {
        let waiting = staged ?? []
        staged = nil
        for change in waiting { change() }
    }

    private struct Callback: Hashable {
        let owner: ObjectIdentifier
        let token: UInt64
    }

    /// The process has begun to handle the question of a delegate.
    func beginCallback(_ owner: IsolatedOwner, _ token: UInt64) {
        // An unknown or finished question does not delay anything.
        guard owner.isAsking(token) else { return }
        callbacks.insert(Callback(owner: ObjectIdentifier(owner), token: token))
    }

    /// The process has answered, or will answer later.
    func endCallback(_ owner: IsolatedOwner, _ token: UInt64) {
        guard callbacks.remove(Callback(owner: ObjectIdentifier(owner), token: token)) != nil, callbacks.isEmpty else {
            return
        }
        let waiting = commands
        commands = []
        for command in waiting { command() }
    }

    /// Delays the next update cycle until the process returns to its loop: it may still configure a presentation.
    func holdUpdateCycle() {
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

    /// Whether commands wait for the end of a callback, or for a new process to take over.
    var defersCommands: Bool { !callbacks.isEmpty || staged != nil }

    /// Runs a command that moves view controllers. During a callback it waits for the callback's end.
    private func command(_ body: @escaping Change) throws(DBusError) {
        guard !callbacks.isEmpty else { return try change(body) }
        guard commands.count < Self.maximumCommands else {
            throw .limitsExceeded("\(Self.maximumCommands) commands already wait for the end of callbacks")
        }
        commands.append { [unowned self] in try? change(body) }
    }

    func isOwn(_ controller: ViewControllerID) -> Bool { owners[controller] != nil || created.contains(controller) }

    func owned(_ controller: ViewControllerID) throws(DBusError) -> IsolatedOwner {
        guard let owner = owners[controller] else {
            throw .unknownObject("view controller \(controller) does not belong to plugin '\(plugin)'")
        }
        return owner
    }

    func change(_ body: @escaping Change) throws(DBusError) {
        guard let count = staged?.count else { return try body(daemon) }
        guard count < Self.maximumStaged else {
            throw .limitsExceeded("\(Self.maximumStaged) changes already wait for the new process to take over")
        }
        staged?.append { [daemon] in try? body(daemon) }
    }

    /// Runs a command now, or later if it has to wait.
    func runCommand<each In>(
        _ command: PluginCommand<repeat each In>, of controller: ViewControllerID, _ argument: repeat each In
    ) throws(DBusError) {
        let owner = command.kind == .navigation ? nil : try owned(controller)
        if owner == nil { try requireNavigable(controller) }
        let isCreating = owner?.isAwaited == true
        guard command.kind != .setting || !isCreating || owner?.origin != .restored else { return }
        try requireOwn(command.moved?(repeat each argument) ?? [], in: daemon, for: command.kind, of: controller)
        let arguments = (repeat each argument)
        let body: Change = { (daemon) throws(DBusError) in
            try daemon.runCommand(command, of: controller, isCreating: isCreating, repeat each arguments)
        }
        try command.kind.isPlacement ? self.command(body) : change(body)
    }

    func runQuery<Out, each In>(
        _ query: PluginQuery<Out, repeat each In>, about controller: ViewControllerID, _ argument: repeat each In
    ) throws(DBusError) -> Out {
        if query.isNavigation { try requireNavigable(controller) } else { _ = try owned(controller) }
        return try daemon.runQuery(query, about: controller, repeat each argument)
    }

    private func requireNavigable(_ controller: ViewControllerID) throws(DBusError) {
        guard mayNavigate(controller, in: daemon) else {
            throw .unknownObject("view controller \(controller) does not belong to plugin '\(plugin)'")
        }
    }

    /// Has the daemon create a view controller.
    ///
    /// - Parameters:
    ///   - creator: The view controller whose `create` requests it; nil outside of one.
    ///   - isOwn: Whether the process itself creates the instance.
    func create(
        by creator: ViewControllerID?, isOwn: Bool = true, _ body: () throws(DBusError) -> ViewControllerID
    ) throws(DBusError) -> ViewControllerID {
        isCreating = isOwn
        defer { isCreating = false }
        let creator = creator.flatMap { owners[$0]?.isAwaited == true ? $0 : nil }
        let number = try daemon.creating(within: creator, body)
        created.insert(number)
        return number
    }
}

/// The dispatch of the process's calls.
extension PluginProcessServices {
    private typealias Operations = PluginOperations

    static let interface = Interface<PluginProcessServices>(Wire.self) {
        Wire.ready.handled { $0.process?.becomeReady() }
        Wire.failed.handled { (services, reason) in services.process?.fail("did not start: \(reason.prefix(1000))") }
        // The call itself is the message.
        Wire.waking.handled { _ in }
        Wire.questionBegins.handled { (services, controller, token) throws(DBusError) in
            try services.beginCallback(services.owned(controller), token)
        }
        Wire.questionIsOpen.handled { (services, controller, token) throws(DBusError) in
            services.endCallback(try services.owned(controller), token)
        }
        Wire.restorableStateChanged.handled { (services, controller, states) throws(DBusError) in
            guard try services.owned(controller).recordState(states.first) else { return }
            try services.change { daemon in daemon.restorableStateChanged(of: controller, to: states.first) }
        }
        Operations.plain.map { $0.member }
        Operations.present.handled { (services, controller, presented, animated, popover) throws(DBusError) in
            try services.runCommand(Operations.present, of: controller, presented, animated, popover)
            services.holdUpdateCycle()
        }
        Operations.presentAlert.handled { (services, controller, alert, content) throws(DBusError) in
            let owner = try services.owned(controller)
            let isDeferred = services.defersCommands
            try services.command { (daemon) throws(DBusError) in
                do throws(DBusError) {
                    try daemon.services(of: controller).presentAlert(alert, content: content)
                } catch {
                    // The plugin was notified that it will be presented.
                    if isDeferred { owner.alertAnswered(alert, action: .max, texts: []) }
                    throw error
                }
            }
        }
        Operations.setProperty.handled { (services, controller, name, value) throws(DBusError) in
            try services.runCommand(Operations.property(name), of: controller, name, value)
        }
        Operations.setPopoverDelegate.handled { (services, controller, delegate) throws(DBusError) in
            if let delegate { _ = try services.owned(delegate) }
            try services.runCommand(Operations.setPopoverDelegate, of: controller, delegate)
        }
        Wire.createViewController.handled { (services, type, identifier, arguments, creator) throws(DBusError) in
            let plugin = services.plugin
            let own = type.hasPrefix(plugin + ".") ? String(type.dropFirst(plugin.count)) : type
            let isOwn = own.hasPrefix(".")
            return try services.create(by: creator, isOwn: isOwn) { () throws(DBusError) in
                try services.daemon.createViewController(
                    isOwn ? own : type, arguments: arguments, restorationIdentifier: identifier, for: plugin)
            }
        }
        Wire.createNavigationController.handled { (services, className, root, creator) throws(DBusError) in
            try services.requireOwn([root], in: services.daemon)
            return try services.create(by: creator) { () throws(DBusError) in
                try services.daemon.createNavigationController(className, root: root, for: services.plugin)
            }
        }
        Wire.instanceMade.handled { (services, controller) throws(DBusError) in
            try services.owned(controller).noteInstance()
        }
        Wire.destroyViewController.handled { (services, controller) throws(DBusError) in
            guard services.created.contains(controller) else {
                throw .unknownObject("view controller \(controller) was not created by this process")
            }
            try services.change { [unowned services] (daemon) throws(DBusError) in
                // This comes last: a failing handover destroys all view controllers that this process has created.
                services.created.remove(controller)
                try daemon.destroyViewController(controller)
            }
        }
        Wire.isReachableNavigationController.handled { (services, controller) in
            services.daemon.isNavigationController(controller, reachableBy: { services.isOwn($0) })
        }
        Wire.configurationValue.handled { (services, key) in
            services.daemon.configurationValue(key, of: services.plugin).map { [$0] } ?? []
        }
    }
}
