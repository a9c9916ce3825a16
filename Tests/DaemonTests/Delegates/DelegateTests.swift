import TestSupport

/// Delegates with all kinds of behaviour, over a real bus.
@EventLoop @Suite(.bus) struct DelegateTests {
    /// The ways in which a reply fails.
    enum Fault: CaseIterable { case wrongType, error, late, replaced, dies }

    @Test(arguments: Fault.allCases, [true, false])
    func `without a valid reply a delegate counts as having replied with OnTimeout`(
        fault: Fault, onTimeout: Bool
    ) async throws {
        let stage = try await DelegateStage([
            "Timeout": .uint32(fault == .late ? 1 : 10_000), "OnTimeout": .bool(onTimeout),
        ])
        let tap = stage.tap(1)
        let question = try await stage.question()
        switch fault {
        case .wrongType: question.succeed { (writer) throws(DBusError) in try writer.write("yes") }
        case .error: question.fail(.notSupported("no"))
        case .late: break
        case .replaced: try await stage.tapper.setDelegate(stage.tapper.newObject(), of: stage.tabs)
        case .dies: stage.owner.connection.close()
        }
        #expect(try await tap.value == onTimeout)
        if [.late, .replaced, .dies].contains(fault) { question.allow(!onTimeout) }
        if fault != .dies { try await stage.owner.barrier() }
        let tabs = stage.tapper.tabBarController(stage.tabs)
        #expect(try await tabs.selectedIndex == (onTimeout ? 1 : 0))
        if fault == .replaced { #expect(stage.calls == ["ShouldSelectViewController", "Released"]) }
        guard fault == .dies else { return }
        #expect(try await stage.tap(2).value)
        #expect(try await tabs.delegate.isNone)
    }

    @Test func `a missing delegate method allows, unless the delegate declared it`() async throws {
        let stage = try await DelegateStage(["OnTimeout": .bool(false), "Timeout": .uint32(10_000)], hasMethods: false)
        #expect(try await stage.tap(1).value)
        let names: Variant = .array(of: "s", [.string("ShouldSelectViewController")])
        try await stage.owner.setDelegate(stage.object, of: stage.tabs, ["OnTimeout": .bool(false), "Methods": names])
        #expect(try await !stage.tap(2).value)
        #expect(try await stage.selectedIndex() == 1)
    }

    @Test func `a delegate can call the daemon while it is asked`() async throws {
        let stage = try await DelegateStage(["Timeout": .uint32(10_000)])
        let tap = stage.tap(1)
        let question = try await stage.question()
        try await stage.owner.select(2, in: stage.tabs)
        #expect(try await stage.selectedIndex() == 2)
        // Its own tap would wait for its own reply.
        #expect(await failure { _ = try await stage.owner.tap(0, in: stage.tabs) } == "InternalInconsistency")
        // Another client's read is answered at once.
        #expect(try await stage.tapper.tabBarController(stage.tabs).selectedIndex == 2)
        question.allow(false)
        #expect(try await !tap.value)
        #expect(try await stage.selectedIndex() == 2)
    }

    @Test func `16 gestures wait for a question and the next one is refused`() async throws {
        let stage = try await DelegateStage(["Timeout": .uint32(10_000)])
        let first = stage.tap(1)
        let question = try await stage.question()
        let waiting = (0..<16).map { stage.tap(UInt32($0 % 3)) }
        #expect(await failure { _ = try await stage.tap(2).value } == "LimitsExceeded")
        // To finish, the delegate allows everything.
        question.allow(true)
        for _ in waiting { try await stage.question().allow(true) }
        #expect(try await first.value)
        for tap in waiting { #expect(try await tap.value) }
        #expect(try await stage.selectedIndex() == 0)
    }

    @Test func `a waiting gesture ends with its controller`() async throws {
        let stage = try await DelegateStage(["Timeout": .uint32(10_000)])
        let tap = stage.tap(1)
        let question = try await stage.question()
        let waiting = stage.tap(2)
        try await stage.tapper.barrier()
        try await stage.owner.manager.destroy(stage.tabs)
        #expect(await failure { _ = try await tap.value } == "UnknownObject")
        #expect(await failure { _ = try await waiting.value } == "UnknownObject")
        question.allow(true)
        try await stage.owner.barrier()
    }

    @Test func `calling a delegate starts no service`() async throws {
        let stage = try await DelegateStage()
        let (tabs, bar) = (stage.tabs.text, BusClient.bar(of: stage.tabs).text)
        let flags = try await onThread {
            let client = try WireClient()
            var flags: [String: UInt8] = [:]
            client.onCall = { call in
                flags[call.member] = call.flags
                guard call.flags & WireMessage.noReplyExpected == 0 else { return }
                client.send(
                    WireMessage(
                        kind: .result, destination: call.sender, replySerial: call.serial, signature: "b",
                        body: [.number(1)]))
            }
            _ = try client.call(
                WireMessage(
                    path: tabs, interface: TabBarControllerInterface.name, member: "SetDelegate", signature: "oa{sv}",
                    body: [.text("/delegate"), .options([])]))
            _ = try client.call(
                WireMessage(
                    path: bar, interface: TabBarInterface.name, member: "TapItem", signature: "u", body: [.number(1)]))
            return flags
        }
        #expect(
            flags == [
                "ShouldSelectViewController": WireMessage.noAutoStart,
                "DidSelectViewController": WireMessage.noAutoStart | WireMessage.noReplyExpected,
            ])
    }

    @Test func `a gesture outlives its caller`() async throws {
        let stage = try await DelegateStage(["Timeout": .uint32(10_000)])
        let guest = try BusClient()
        guest.beginTap(1, in: stage.tabs) { _ in }
        let question = try await stage.question()
        guest.connection.close()
        try await stage.owner.barrier()
        question.allow(true)
        try await stage.owner.barrier()
        #expect(try await stage.selectedIndex() == 1)
    }
}
