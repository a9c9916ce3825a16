import TestSupport

/// A client that guesses serial numbers and replies to calls that were made to another client.
@EventLoop @Suite(.bus) struct ForgedReplyTests {
    @Test func `only the delegate's own reply decides a tap`() async throws {
        let stage = try await DelegateStage(["Timeout": .uint32(10_000)])
        let tap = stage.tap(1)
        let question = try await stage.question()
        try await Self.forge("b", .number(0), Self.serials(stage), for: stage.daemon.uniqueName)
        #expect(try await stage.selectedIndex() == 0)
        question.allow(true)
        #expect(try await tap.value)
        let refused = stage.tap(2)
        let second = try await stage.question()
        try await Self.forge("b", .number(1), Self.serials(stage), for: stage.daemon.uniqueName)
        #expect(try await stage.selectedIndex() == 1)
        second.allow(false)
        #expect(try await !refused.value)
    }

    @Test func `only the owner's own reply completes its action`() async throws {
        let daemon = try await DaemonProcess.start()
        let owner = try RemoteOwner()
        let user = try BusClient()
        let page = try await owner.register([:])
        try await user.viewController(page).loadViewIfNeeded()
        try await owner.client.updateView(of: page, [.view(2, "Switch")])
        var action: PendingReply?
        let arrived: Task<PendingReply, any Error> = Task { @EventLoop in
            try await EventLoop.waiting(for: "the action") { resolve in
                owner.methods["Action"] = {
                    action = $0
                    resolve($0)
                }
            }
        }
        let sending = Task { @EventLoop in
            await complaint { try await user.sendAction("valueChanged", .bool(true), to: 2, of: page) }
        }
        _ = try await arrived.value
        try await Self.forge("", nil, 1...2000, for: daemon.uniqueName)
        action?.fail(.notSupported("the owner's own error"))
        #expect(await sending.value.contains("the owner's own error"))
    }

    @Test func `tabctl accepts replies of the daemon only`() async throws {
        let stage = try await DelegateStage(["Timeout": .uint32(10_000)])
        let known = Set(try await Self.names(stage.owner))
        let tap = try TabctlProcess(["tap", stage.tabs.text, "2"])
        let question = try await stage.question()
        let tabctl = try #require(try await Self.names(stage.owner).first { !known.contains($0) })
        // A command makes few calls, so its serial numbers are small.
        try await Self.forge("b", .number(0), 1...200, for: tabctl)
        question.allow(true)
        #expect(try await tap.exitStatus() == 0, "\(tap.lines) \(tap.notes)")
        #expect(try await stage.selectedIndex() != 0)
    }

    /// The unique names of all clients.
    private static func names(_ client: BusClient) async throws -> [String] {
        let bus = "org.freedesktop.DBus"
        let list = Method<() -> [String]>("ListNames", of: bus, returns: "names", summary: "Lists all names.")
        return try await client.connection.call(list, at: "/org/freedesktop/DBus", on: bus)
            .filter { $0.hasPrefix(":") }
    }

    /// The serial numbers near the daemon's call to the delegate. Trying more of them could exceed the delegate's
    /// timeout.
    private static func serials(_ stage: DelegateStage) -> ClosedRange<UInt32> {
        max(stage.serial, 21) - 20...stage.serial + 20
    }

    /// Replies to the calls that a client may have made, with a result and with an error. Returns when the bus has all
    /// of these replies.
    private static func forge(
        _ signature: String, _ value: WireValue?, _ serials: ClosedRange<UInt32>, for victim: String
    ) async throws {
        try await onThread {
            let forger = try WireClient()
            for kind in [WireMessage.Kind.result, .error] {
                for serial in serials {
                    let isError = kind == .error
                    forger.send(
                        WireMessage(
                            kind: kind, destination: victim,
                            errorName: isError ? "org.freedesktop.DBus.Error.NoReply" : nil, replySerial: serial,
                            signature: isError ? "" : signature,
                            body: isError ? [] : [value].compactMap(\.self)))
                }
            }
            let ping = WireMessage(
                destination: victim, path: TabNames.root.text, interface: PeerInterface.name, member: "Ping")
            _ = try forger.call(ping)
        }
    }
}
