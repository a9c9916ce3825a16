import TestSupport

/// A remote view controller in a tab bar controller, the client that owns it, and another that watches.
@EventLoop final class ViewStage {
    let bus: PrivateBus
    let daemon: DaemonProcess
    let owner: BusClient
    let watcher: BusClient
    let tabs: ObjectPath
    let object: ObjectPath
    let controller: ObjectPath
    /// The calls to the owner in order: the member, and for a layout its arguments.
    private(set) var calls: [String] = []
    /// The handlers of the owner's methods. A method without a handler does not exist.
    var methods: [String: @EventLoop ([Variant], PendingReply) -> Void] = [:]
    private var waiting: (member: String, resolve: @EventLoop (Bool) -> Void)?

    /// - Parameters:
    ///   - shown: Whether the view is in a window, and so loaded.
    ///   - identifier: The controller's `RestorationIdentifier`, with which it outlives its owner.
    init(shown: Bool = true, size: DBusSize = DBusSize(width: 320, height: 480), identifier: String = "") async throws {
        bus = try PrivateBus.current
        daemon = try await DaemonProcess.start()
        owner = try BusClient()
        watcher = try BusClient()
        try await watcher.manager.subscribe()
        tabs = try await watcher.manager.createTabBarController(["Size": size.variant])
        object = owner.newObject()
        controller = try await owner.register(object, ["RestorationIdentifier": .string(identifier)])
        owner.handlers[object] = { [weak self] call, arguments, reply in self?.called(call.member, arguments, reply) }
        try await watcher.setTabs([controller], of: tabs)
        if shown { try await show() }
        try await owner.barrier()
    }

    /// The short form of a call: the member, and for a layout the size and insets.
    static func line(_ member: String, _ arguments: [Variant]) -> String {
        guard member == "ViewWillLayout", let bounds = arguments.first?.get(as: DBusRect.self),
            let insets = arguments.last?.get(as: DBusInsets.self)
        else { return member }
        return "\(member)(\(bounds.width)x\(bounds.height),\(insets.top),\(insets.bottom))"
    }

    private func called(_ member: String, _ arguments: [Variant], _ reply: PendingReply) {
        // Its position in the order is random.
        if member != "EncodeRestorableState" { calls.append(Self.line(member, arguments)) }
        if let method = methods[member] {
            method(arguments, reply)
        } else {
            reply.fail(.unknownMethod("\(member) is not there"))
        }
        if let waiting, waiting.member == member {
            self.waiting = nil
            waiting.resolve(true)
        }
    }

    /// Another object of the owner, with the same methods.
    func newObject() -> ObjectPath {
        let another = owner.newObject()
        owner.handlers[another] = { [weak self] call, arguments, reply in self?.called(call.member, arguments, reply) }
        return another
    }

    /// Waits until the daemon has noticed that the owner is gone.
    func waitUntilOwnerIsGone() async throws { try await watcher.waitUntilOwnerIsGone(controller) }

    func clearCalls() { calls = [] }

    func show(_ isShown: Bool = true) async throws {
        try await watcher.window(tabs).set(\.alwaysVisible, to: isShown)
    }

    /// Waits until a member of the owner is called, unless that happened before.
    func call(of member: String) async throws {
        guard !calls.contains(where: { $0.hasPrefix(member) }) else { return }
        let _: Bool = try await EventLoop.waiting(for: member) { resolve in waiting = (member, resolve) }
    }

    func update(_ changed: [ViewEntry], removing removed: [UInt32] = []) async throws(DBusError) {
        try await owner.updateView(of: controller, changed, removing: removed)
        // The watcher has a separate connection, whose signals arrive independently.
        try await watcher.barrier()
    }

    func view() async throws(DBusError) -> ViewSnapshot { try await watcher.getView(of: controller) }

    /// The ViewChanged signals of the controller since the last `clearSignals`.
    func changes() async throws(DBusError) -> [ReceivedSignal] {
        try await watcher.barrier()
        return watcher.signals.filter { $0.path == controller && $0.member == "ViewChanged" }
    }
}
