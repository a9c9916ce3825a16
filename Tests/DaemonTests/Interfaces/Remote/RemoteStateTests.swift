import TestSupport

/// The restorable state of a remote view controller: when the owner is asked for it, and which client gets it.
@EventLoop @Suite(.bus) struct RemoteStateTests {
    private let user: BusClient
    private let owner: RemoteOwner
    private static let identifier: Options = ["RestorationIdentifier": .string("counter")]

    init() async throws {
        try PrivateBus.current.configure("[deadlines]\naction = 10000\n")
        try await DaemonProcess.start()
        (user, owner) = (try BusClient(), try RemoteOwner())
    }

    /// Registers the owner, which keeps a count (nil for nothing), with a view to act on.
    private func register(keeping count: Int32?) async throws -> ObjectPath {
        if let count { setState(count) }
        owner.methods["Action"] = { reply in reply.succeed { (_) throws(DBusError) in } }
        let path = try await owner.register(Self.identifier)
        try await owner.client.viewController(path).loadViewIfNeeded()
        try await owner.client.updateView(of: path, [.view(2, "Switch")])
        return path
    }

    private func setState(_ count: Int32) {
        let state: [String: Variant] = ["Count": .int32(count)]
        owner.methods["EncodeRestorableState"] = { reply in
            reply.succeed { (writer) throws(DBusError) in try state.variant.writeContent(to: writer) }
        }
    }

    private func act(on path: ObjectPath) async throws {
        try await user.sendAction("valueChanged", .bool(true), to: 2, of: path)
    }

    /// Ends an owner, starts another one in its place, and expects that it gets a count.
    @discardableResult
    private func replace(_ owner: RemoteOwner, of path: ObjectPath, expecting count: Int32) async throws -> RemoteOwner
    {
        owner.client.connection.close()
        try await user.waitUntilOwnerIsGone(path)
        let heir = try RemoteOwner()
        #expect(try await heir.register(Self.identifier) == path)
        try await heir.client.barrier()
        #expect(heir.decoded == [["Count": .int32(count)]])
        return heir
    }

    @Test func `a state is requested before the reply to an action, and passed to the next owner`() async throws {
        let path = try await register(keeping: 1)
        try await act(on: path)
        #expect(owner.stateQuestions > 0)
        setState(2)
        let asked = owner.stateQuestions
        try await act(on: path)
        #expect(owner.stateQuestions > asked)
        let heir = try await replace(owner, of: path, expecting: 2)
        #expect(heir.calls == ["DecodeRestorableState", "ViewDidLoad"])
        // An owner that keeps no state passes on the state that it got.
        try await heir.client.updateView(of: path, [.view(2, "Switch")])
        try await replace(heir, of: path, expecting: 2)
    }

    @Test func `an owner without the method is asked once`() async throws {
        let path = try await register(keeping: nil)
        // Within a second the update causes a request for the state. It must not coincide with the request after an
        // action.
        try await EventLoop.until("a request for the state") { owner.stateQuestions > 0 }
        try await owner.client.barrier()
        for _ in 0..<3 { try await act(on: path) }
        #expect(owner.stateQuestions == 1)
    }

    @Test func `a state that changes with an update of the view is requested soon after`() async throws {
        let path = try await register(keeping: 1)
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
        try await replace(owner, of: path, expecting: 3)
    }

    @Test func `an owner with a late or failed state keeps the previous one, and the action succeeds`() async throws {
        let path = try await register(keeping: 1)
        try await act(on: path)
        owner.methods["EncodeRestorableState"] = { reply in reply.fail(.failed("not now")) }
        try await act(on: path)
        #expect(try await user.viewController(path).state == "ready")
        var deferred: [PendingReply] = []
        owner.methods["EncodeRestorableState"] = { deferred.append($0) }
        try await act(on: path)
        #expect(try await user.viewController(path).state == "unresponsive")
        try await replace(owner, of: path, expecting: 1)
        deferred.removeAll()
    }

    @Test func `the owner of a reopened controller gets its state`() async throws {
        let path = try await register(keeping: 5)
        try await act(on: path)
        try await user.manager.destroy(path)
        #expect(try await user.reopen() == path)
        try await owner.client.barrier()
        #expect(owner.decoded == [["Count": .int32(5)]])
    }
}
