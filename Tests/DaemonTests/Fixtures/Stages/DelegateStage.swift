import TestSupport

/// A tab bar controller with three tabs, a client whose object is its delegate, and another client that taps.
@EventLoop final class DelegateStage {
    let bus: PrivateBus
    let daemon: DaemonProcess
    let owner: BusClient
    let tapper: BusClient
    let tabs: ObjectPath
    private(set) var children: [ObjectPath] = []
    let object: ObjectPath
    /// The calls to the delegate, in order.
    private(set) var calls: [String] = []
    /// The serial number of the last call to the delegate.
    private(set) var serial: UInt32 = 0
    private var open: [PendingReply] = []
    private var onQuestion: (@EventLoop (PendingReply) -> Void)?

    init(_ options: Options = [:], hasMethods: Bool = true) async throws {
        bus = try PrivateBus.current
        daemon = try await DaemonProcess.start()
        owner = try BusClient()
        tapper = try BusClient()
        tabs = try await tapper.manager.createTabBarController()
        object = owner.newObject()
        for _ in 0..<3 { children.append(try await tapper.register()) }
        try await tapper.setTabs(children, of: tabs)
        if hasMethods { owner.handlers[object] = { [weak self] call, _, reply in self?.called(call, reply) } }
        try await owner.setDelegate(object, of: tabs, options)
    }

    private func called(_ call: IncomingCall, _ reply: PendingReply) {
        calls.append(call.member)
        serial = call.serial
        guard call.member == "ShouldSelectViewController" else { return }
        if let onQuestion {
            self.onQuestion = nil
            onQuestion(reply)
        } else {
            open.append(reply)
        }
    }

    /// Taps as the other client. The result is available when the delegate has replied.
    func tap(_ position: UInt32) -> Task<Bool, any Error> {
        Task { @EventLoop in try await tapper.tap(position, in: tabs) }
    }

    /// Waits for the next question to the delegate.
    func question() async throws -> PendingReply {
        try await EventLoop.waiting(for: "a question to the delegate") { resolve in
            if open.isEmpty { onQuestion = resolve } else { resolve(open.removeFirst()) }
        }
    }

    func selectedIndex() async throws -> Int64 { try await owner.tabBarController(tabs).selectedIndex }
}

extension PendingReply {
    func allow(_ isAllowed: Bool) {
        succeed { (writer) throws(DBusError) in try writer.write(isAllowed) }
    }
}

/// The last component of the error's name, or `none` on success.
@EventLoop func failure(_ body: @EventLoop () async throws -> Void) async -> String {
    do {
        try await body()
        return "none"
    } catch let error as DBusError {
        return error.name.split(separator: ".").last.map(String.init) ?? ""
    } catch {
        return "\(error)"
    }
}
