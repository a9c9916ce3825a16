import TestSupport

/// Invalid calls of all members of all objects. Each must get one reply, with the error of the contract and a helpful
/// message, and must change nothing.
///
/// `TABD_STRESS=1` makes all of them and many more. `TABD_SEED` selects which.
@Suite(.bus) struct SignatureFuzzTests {
    /// Runs a blocking test on a stage, and compares the daemon's size before and after it.
    private static func fuzz(
        growing memory: Int = 30_000, _ body: @escaping @Sendable (SignatureFuzzChecker) throws -> Void
    ) async throws {
        let stage = try await SignatureFuzzStage()
        let before = await stage.size
        let (calls, failures) = try await onThread {
            let checker = SignatureFuzzChecker(try WireClient())
            try body(checker)
            return (checker.calls, checker.failures)
        }
        for fault in failures { Issue.record("\(fault)") }
        let after = try await Self.sizeWhenIdle(stage, descriptors: before.descriptors)
        #expect(after.descriptors <= before.descriptors)
        #expect(after.memory < before.memory + memory, "\(before.memory) KB have become \(after.memory)")
        if Stress.isLong { print("signature fuzz: seed \(Stress.firstSeed), \(calls) calls") }
    }

    /// The daemon's size after it has released the resources of clients that left.
    @EventLoop private static func sizeWhenIdle(
        _ stage: SignatureFuzzStage, descriptors: Int
    ) async throws -> (memory: Int, descriptors: Int) {
        for _ in 0..<100 where stage.size.descriptors > descriptors { try await stage.client.barrier() }
        return stage.size
    }

    @Test func `stress: a malformed call is refused by the right name, and changes nothing`() async throws {
        try await Self.fuzz { checker in
            var numbers = Numbers(state: Stress.firstSeed)
            var seen: Set<String> = []
            let before = try checker.state()
            for target in try SignatureFuzzTarget.walk("/", with: checker.client) where !Stress.isOver {
                var cases: [SignatureFuzzCase] = []
                // Calls to members of all objects are made on the first object, and on few of the others.
                func some<Form>(_ all: [Form], _ kind: String) -> [Form] {
                    let count = seen.insert(kind).inserted ? 40 : 1
                    return Stress.isLong ? all : Array(all.shuffled(using: &numbers).prefix(count))
                }
                cases += some(SignatureFuzz.strangers(of: target), target.interfaces.joined(separator: " "))
                for method in target.methods {
                    cases += SignatureFuzz.cases(of: method, at: target.path) {
                        some($0, "\(method.interface).\(method.name)")
                    }
                }
                for property in target.properties {
                    cases += some(
                        SignatureFuzz.cases(of: property, at: target.path), "\(property.interface).\(property.name)")
                }
                try checker.run(cases)
                try checker.expect(before, after: "a refused call at \(target.path)")
            }
            try checker.run(SignatureFuzz.nowhere)
            try checker.expect(before, after: "a call at no object")
        }
    }

    @Test func `stress: a hostile value is accepted or refused, and a refused one changes nothing`() async throws {
        try await Self.fuzz(growing: 200_000) { checker in
            try SignatureFuzz.runValues(Stress.isLong ? 3000 : 150, seed: Stress.firstSeed, checker)
        }
    }

    @Test func `stress: a call that expects no reply gets none, not even an error`() async throws {
        try await Self.fuzz { checker in
            var numbers = Numbers(state: Stress.firstSeed)
            let before = try checker.state()
            for target in try SignatureFuzzTarget.walk("/", with: checker.client) where !Stress.isOver {
                var calls = SignatureFuzz.strangers(of: target)
                for method in target.methods {
                    calls += SignatureFuzz.cases(of: method, at: target.path) { Array($0.prefix(4)) }
                }
                if !Stress.isLong { calls = Array(calls.shuffled(using: &numbers).prefix(30)) }
                try checker.run(
                    calls.map { test in
                        var test = test
                        test.message.flags = WireMessage.noReplyExpected | WireMessage.noAutoStart
                        return test
                    })
            }
            try checker.expect(before, after: "a refused call without a reply")
        }
    }

    @Test func `descriptors in any call are closed`() async throws {
        try await Self.fuzz { checker in
            let before = try checker.state()
            let descriptors = [Int32](repeating: checker.client.descriptor, count: 16)
            var seen: Set<String> = []
            for target in try SignatureFuzzTarget.walk("/", with: checker.client) {
                let new = target.methods.filter { seen.insert("\($0.interface).\($0.name)").inserted }
                let cases = new.flatMap { method in
                    let own = method.arguments
                    let plain = own.map { WireValue.plain($0) }
                    let handles = (0..<16).map { WireValue.number(UInt64($0)) }
                    let forms: [(String, [WireValue])] = [
                        (own.joined() + "h", plain + [handles[0]]),
                        (own.joined() + "ah", plain + [.list(handles)]),
                        (own.joined() + "v", plain + [.variant("ah", .list(handles))]),
                    ]
                    return forms.map { signature, body in
                        SignatureFuzzCase(
                            message: WireMessage(
                                path: target.path, interface: method.interface, member: method.name,
                                signature: signature, body: body, descriptors: descriptors), errors: ["InvalidArgs"])
                    }
                }
                try checker.run(cases)
            }
            try checker.expect(before, after: "a refused call with descriptors")
        }
    }

    @Test func `stress: hostile replies and calls during questions do no harm`() async throws {
        try await DaemonProcess.start(log: PrivateBus.current.directory + "/log")
        let (questions, failures) = try await onThread {
            let checker = SignatureFuzzChecker(try WireClient())
            let peer = HostilePeer(try WireClient(), seed: Stress.firstSeed)
            let stage = try HostilePeerStage(checker, peer, seed: Stress.firstSeed)
            for _ in 0..<(Stress.isLong ? 15 : 1) where !Stress.isOver { try stage.run(80) }
            return (peer.questions, checker.failures)
        }
        for fault in failures { Issue.record("\(fault)") }
        #expect(questions > 20 || Stress.isOver)
    }
}
