import TestSupport

/// A remote view controller in a tab bar controller, the client that owns it, and another that watches.
@EventLoop final class ViewStage: ClientStage {
    private(set) var controller = ObjectPath.none
    var watcher: BusClient { client }
    /// The handlers of the owner's methods. A method without a handler does not exist.
    var methods: [String: @EventLoop ([Variant], PendingReply) -> Void] = [:]

    /// - Parameters:
    ///   - shown: Whether the view is in a window, and so loaded.
    ///   - identifier: The controller's `RestorationIdentifier`, with which it outlives its owner.
    init(shown: Bool = true, size: DBusSize = DBusSize(width: 320, height: 480), identifier: String = "") async throws {
        try await super.init(isSubscribed: true)
        try await createTabs(["Size": size.variant])
        controller = try await owner.register(object, ["RestorationIdentifier": .string(identifier)])
        try await client.setTabs([controller], of: tabs)
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

    /// `calls` has the short forms of the calls.
    override func called(_ member: String, _ arguments: [Variant], _ reply: PendingReply) {
        // Its position in the order is random.
        if member != "EncodeRestorableState" { calls.append(Self.line(member, arguments)) }
        if let method = methods[member] {
            method(arguments, reply)
        } else {
            reply.fail(.unknownMethod("\(member) is not there"))
        }
    }

    /// Another object of the owner, with the same methods.
    func newObject() -> ObjectPath {
        let another = owner.newObject()
        owner.handlers[another] = owner.handlers[object]
        return another
    }

    /// Waits until the daemon has noticed that the owner is gone.
    func waitUntilOwnerIsGone() async throws { try await waitForState("failed", of: controller) }

    /// Waits until a member of the owner is called, unless that happened before.
    func call(of member: String) async throws {
        try await EventLoop.until(member) { calls.contains { $0.hasPrefix(member) } }
    }

    func update(_ changed: [ViewEntry], removing removed: [UInt32] = []) async throws(DBusError) {
        try await owner.updateView(of: controller, changed, removing: removed)
        // The watcher has a separate connection, whose signals arrive independently.
        try await client.barrier()
    }

    func view() async throws(DBusError) -> ViewSnapshot { try await client.getView(of: controller) }

    /// The ViewChanged signals of the controller since the last `clearSignals`.
    func changes() async throws(DBusError) -> [ReceivedSignal] {
        try await client.barrier()
        return client.signals.filter { $0.path == controller && $0.member == "ViewChanged" }
    }
}
