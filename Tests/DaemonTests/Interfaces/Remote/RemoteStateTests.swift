import DBusConnection
import DBusInterface
import EventLoop
import TabInterface
import TestSupport
import Testing

/// The restorable state of a remote view controller: when the owner is asked for it, and which client gets it.
@Suite(.serialized) struct RemoteStateTests {
    /// Makes an owner keep a count (nil for nothing), with a view to act on.
    @EventLoop private static func register(_ owner: RemoteOwner, keeping count: Int32?) async throws -> ObjectPath {
        if let count { setState(count, owner) }
        owner.methods["Action"] = { reply in reply.succeed { (_) throws(DBusError) in } }
        let path = try await owner.register(["RestorationIdentifier": .string("counter")])
        try await owner.client.loadView(of: path)
        try await owner.client.updateView(of: path, [.view(2, "Switch")])
        return path
    }

    @EventLoop private static func setState(_ count: Int32, _ owner: RemoteOwner) {
        let state: [String: Variant] = ["Count": .int32(count)]
        owner.methods["EncodeRestorableState"] = { reply in
            reply.succeed { (writer) throws(DBusError) in try state.variant.writeContent(to: writer) }
        }
    }

    @EventLoop private static func act(_ user: BusClient, on path: ObjectPath) async throws {
        try await user.sendAction("valueChanged", .bool(true), to: 2, of: path)
    }

    /// Ends an owner and starts another one in its place.
    @EventLoop private static func replace(
        _ owner: RemoteOwner, of path: ObjectPath, _ bus: PrivateBus, seenBy user: BusClient
    ) async throws -> RemoteOwner {
        owner.client.connection.close()
        try await user.waitUntilOwnerIsGone(path)
        let heir = try RemoteOwner(bus)
        #expect(try await heir.register(["RestorationIdentifier": .string("counter")]) == path)
        try await heir.client.barrier()
        return heir
    }

    @Test func `a state is requested before the reply to an action, and passed to the next owner`()
        async throws
    {
        try await Self.inOrder(try PrivateBus())
    }

    @EventLoop private static func inOrder(_ bus: PrivateBus) async throws {
        let daemon = try await DaemonProcess.start(on: bus)
        let user = try BusClient(on: bus)
        let owner = try RemoteOwner(bus)
        let path = try await register(owner, keeping: 1)
        try await act(user, on: path)
        #expect(owner.stateQuestions > 0)
        setState(2, owner)
        let asked = owner.stateQuestions
        try await act(user, on: path)
        #expect(owner.stateQuestions > asked)
        let heir = try await replace(owner, of: path, bus, seenBy: user)
        #expect(heir.decoded == [["Count": .int32(2)]])
        #expect(heir.calls == ["DecodeRestorableState", "ViewDidLoad"])
        // An owner that keeps no state passes on the state that it got.
        try await heir.client.updateView(of: path, [.view(2, "Switch")])
        let last = try await replace(heir, of: path, bus, seenBy: user)
        #expect(last.decoded == [["Count": .int32(2)]])
        #expect(await daemon.stop() == 0)
    }

    @Test func `an owner without the method is asked once`() async throws { try await Self.without(try PrivateBus()) }

    @EventLoop private static func without(_ bus: PrivateBus) async throws {
        let daemon = try await DaemonProcess.start(on: bus)
        let user = try BusClient(on: bus)
        let owner = try RemoteOwner(bus)
        let path = try await register(owner, keeping: nil)
        // Within a second the update causes a request for the state. It must not coincide with the request after an
        // action.
        let end = TestTimeout.deadline
        while owner.stateQuestions == 0, .now < end { await EventLoop.pause(20) }
        try await owner.client.barrier()
        for _ in 0..<3 { try await act(user, on: path) }
        #expect(owner.stateQuestions == 1)
        #expect(await daemon.stop() == 0)
    }

    @Test func `a state that changes with an update of the view is requested soon after`() async throws {
        try await Self.soon(try PrivateBus())
    }

    @EventLoop private static func soon(_ bus: PrivateBus) async throws {
        let daemon = try await DaemonProcess.start(on: bus)
        let user = try BusClient(on: bus)
        let owner = try RemoteOwner(bus)
        let path = try await register(owner, keeping: 1)
        let _: Bool = try await EventLoop.waiting(for: "the question for the state") { resolve in
            owner.methods["EncodeRestorableState"] = { reply in
                reply.succeed { (writer) throws(DBusError) in
                    try ["Count": Variant.int32(3)].variant.writeContent(to: writer)
                }
                resolve(true)
            }
            // The request about the first update may have been answered before.
            Task { @EventLoop in try? await owner.client.updateView(of: path, [.view(3, "Switch")]) }
        }
        try await owner.client.barrier()
        let heir = try await replace(owner, of: path, bus, seenBy: user)
        #expect(heir.decoded == [["Count": .int32(3)]])
        #expect(await daemon.stop() == 0)
    }

    @Test func `an owner with a late or failed state keeps the previous one, and the action succeeds`() async throws {
        try await Self.keepPreviousState(try PrivateBus())
    }

    @EventLoop private static func keepPreviousState(_ bus: PrivateBus) async throws {
        try bus.configure("[deadlines]\naction = 10000\n")
        let daemon = try await DaemonProcess.start(on: bus)
        let user = try BusClient(on: bus)
        let owner = try RemoteOwner(bus)
        let path = try await register(owner, keeping: 1)
        try await act(user, on: path)
        owner.methods["EncodeRestorableState"] = { reply in reply.fail(.failed("not now")) }
        try await act(user, on: path)
        #expect(try await user.own(ViewControllerInterface.state, of: path) == "ready")
        var deferred: [PendingReply] = []
        owner.methods["EncodeRestorableState"] = { deferred.append($0) }
        try await act(user, on: path)
        #expect(try await user.own(ViewControllerInterface.state, of: path) == "unresponsive")
        let heir = try await replace(owner, of: path, bus, seenBy: user)
        #expect(heir.decoded == [["Count": .int32(1)]])
        deferred.removeAll()
        #expect(await daemon.stop() == 0)
    }

    @Test func `the owner of a reopened controller gets its state`() async throws {
        try await Self.reopened(try PrivateBus())
    }

    @EventLoop private static func reopened(_ bus: PrivateBus) async throws {
        let daemon = try await DaemonProcess.start(on: bus)
        let user = try BusClient(on: bus)
        let owner = try RemoteOwner(bus)
        let path = try await register(owner, keeping: 5)
        try await act(user, on: path)
        try await user.destroy(path)
        #expect(try await user.reopen() == path)
        try await owner.client.barrier()
        #expect(owner.decoded == [["Count": .int32(5)]])
        #expect(await daemon.stop() == 0)
    }
}
