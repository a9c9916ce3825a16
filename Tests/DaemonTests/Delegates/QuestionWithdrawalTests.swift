import TestSupport

/// `QuestionWithdrawn` and `ReleasedBy` of delegates that name them in Methods.
@EventLoop @Suite(.bus) struct QuestionWithdrawalTests {
    private typealias Popover = PopoverPresentationControllerInterface

    /// The calls to a delegate. A withdrawal has the position of the question with its serial number, from 1, and other
    /// calls without a result have their first argument.
    @EventLoop final class Log {
        private let object: ObjectPath
        private let client: BusClient
        private var questions: [(serial: UInt32, reply: PendingReply)] = []
        private(set) var calls: [String] = []

        init(_ client: BusClient, _ object: ObjectPath) {
            (self.client, self.object) = (client, object)
            client.handlers[object] = { [weak self] call, arguments, reply in self?.called(call, arguments, reply) }
        }

        private func called(_ call: IncomingCall, _ arguments: [Variant], _ reply: PendingReply) {
            switch (call.member, arguments.first) {
            case ("QuestionWithdrawn", .uint32(let serial)?):
                let position = questions.firstIndex { $0.serial == serial }.map { $0 + 1 }
                calls.append("QuestionWithdrawn \(position ?? 0)\(call.expectsReply ? "!" : "")")
            case ("ReleasedBy", .objectPath(let path)?): calls.append("ReleasedBy \(path)")
            default:
                calls.append(call.member)
                if call.expectsReply { questions.append((call.serial, reply)) }
            }
        }

        /// Waits until a number of questions has arrived. Returns the reply to the last one.
        @discardableResult
        func question(_ number: Int = 1) async throws -> PendingReply {
            try await EventLoop.until("question \(number)") { questions.count >= number }
            return try #require(questions.last).reply
        }

        /// The calls that the daemon has sent before.
        func received() async throws -> [String] {
            try await client.barrier()
            return calls
        }
    }

    private static func options(_ methods: [String], timeout: UInt32 = 10_000) -> Options {
        ["Methods": methods.variant, "Timeout": .uint32(timeout)]
    }

    /// The ends of a question without a reply.
    enum End: CaseIterable { case timeout, replaced, replacedByItself, cleared, destroyed }

    // MARK: Tab bar controllers

    @Test(arguments: End.allCases, [true, false])
    func `a delegate of a tab bar controller learns that a question was withdrawn`(
        end: End, isNamed: Bool
    ) async throws {
        let methods = ["ShouldSelectViewController"] + (isNamed ? ["QuestionWithdrawn", "ReleasedBy"] : [])
        let stage = try await DelegateStage()
        let log = Log(stage.owner, stage.object)
        let options = Self.options(methods, timeout: end == .timeout ? 1 : 10_000)
        try await stage.owner.setDelegate(stage.object, of: stage.tabs, options)
        let tap = stage.tap(1)
        let reply = try await log.question()
        switch end {
        case .timeout: break
        case .replaced: try await stage.tapper.setDelegate("/other", of: stage.tabs)
        case .replacedByItself: try await stage.owner.setDelegate(stage.object, of: stage.tabs, options)
        case .cleared: try await stage.tapper.tabBarController(stage.tabs).clearDelegate()
        case .destroyed: try await stage.tapper.manager.destroy(stage.tabs)
        }
        let outcome = await failure { _ = try await tap.value }
        #expect(outcome == (end == .destroyed ? "UnknownObject" : "none"))
        let withdrawn = isNamed ? ["QuestionWithdrawn 1"] : []
        let released = (isNamed ? ["ReleasedBy \(stage.tabs)"] : []) + ["Released"]
        let isReleased = ![.timeout, .replacedByItself].contains(end)
        let expected = ["ShouldSelectViewController"] + withdrawn + (isReleased ? released : [])
        #expect(try await log.received() == expected)
        // A late reply has no effect, and the next question is another one.
        reply.allow(false)
        guard end == .replacedByItself else { return }
        let next = stage.tap(2)
        try await log.question(2).allow(true)
        #expect(try await next.value)
        #expect(try await log.received().count { $0.hasPrefix("QuestionWithdrawn") } == withdrawn.count)
    }

    /// The replies to a question.
    enum Answer: CaseIterable { case answer, wrongType, error, noReplyError, noMethod }

    @Test(arguments: Answer.allCases) func `a question with a reply is not withdrawn`(answer: Answer) async throws {
        let stage = try await DelegateStage()
        let log = Log(stage.owner, stage.object)
        let methods = ["ShouldSelectViewController", "QuestionWithdrawn"]
        try await stage.owner.setDelegate(stage.object, of: stage.tabs, Self.options(methods))
        let tap = stage.tap(1)
        let reply = try await log.question()
        switch answer {
        case .answer: reply.allow(true)
        case .wrongType: reply.succeed { (writer) throws(DBusError) in try writer.write("yes") }
        case .error: reply.fail(.failed("no"))
        case .noReplyError: reply.fail(.noReply("no"))
        case .noMethod: reply.fail(.unknownMethod("no"))
        }
        _ = try await tap.value
        try await stage.tapper.tabBarController(stage.tabs).clearDelegate()
        #expect(try await log.received() == ["ShouldSelectViewController", "Released"])
    }

    @Test func `each question is withdrawn by its own number`() async throws {
        let stage = try await DelegateStage()
        let log = Log(stage.owner, stage.object)
        let methods = [
            "ShouldSelectViewController", "SupportedInterfaceOrientations", "PreferredInterfaceOrientation",
            "QuestionWithdrawn",
        ]
        try await stage.owner.setDelegate(stage.object, of: stage.tabs, Self.options(methods))
        let tap = stage.tap(1)
        try await log.question(1)
        let tabs = stage.tapper.tabBarController(stage.tabs)
        let supported = Task.immediate { @EventLoop in try await tabs.getSupportedInterfaceOrientations() }
        let answered = try await log.question(2)
        let preferred = Task.immediate { @EventLoop in try await tabs.getPreferredInterfaceOrientation() }
        try await log.question(3)
        answered.succeed { (writer) throws(DBusError) in try writer.write(UInt32(2)) }
        #expect(try await supported.value == 2)
        try await tabs.clearDelegate()
        #expect(try await tap.value)
        _ = try await preferred.value
        #expect(
            try await log.received() == [
                "ShouldSelectViewController", "SupportedInterfaceOrientations", "PreferredInterfaceOrientation",
                "QuestionWithdrawn 1", "QuestionWithdrawn 3", "Released",
            ])
    }

    @Test func `ReleasedBy names the tab bar controller`() async throws {
        let stage = try await DelegateStage()
        let log = Log(stage.owner, stage.object)
        let other = try await stage.tapper.manager.createTabBarController()
        let options = Self.options(["ReleasedBy"])
        for path in [stage.tabs, other] { try await stage.owner.setDelegate(stage.object, of: path, options) }
        try await stage.tapper.tabBarController(other).clearDelegate()
        #expect(try await log.received() == ["ReleasedBy \(other)", "Released"])
        try await stage.tapper.setDelegate("/other", of: stage.tabs)
        #expect(try await log.received().suffix(2) == ["ReleasedBy \(stage.tabs)", "Released"])
        #expect(log.calls.count == 4)
    }

    // MARK: Popovers

    /// The ends of a question about a popover without a reply.
    enum PopoverEnd: CaseIterable { case timeout, replaced, cleared, dismissed, destroyed, restyled }

    @Test(arguments: PopoverEnd.allCases, [true, false])
    func `a delegate of a popover learns that a question was withdrawn`(end: PopoverEnd, isNamed: Bool) async throws {
        let stage = try await PopoverStage()
        let log = Log(stage.owner, stage.object)
        let methods = ["ShouldDismiss"] + (isNamed ? ["QuestionWithdrawn", "ReleasedBy"] : [])
        var options = Self.options(methods, timeout: end == .timeout ? 1 : 10_000)
        options.values["OnTimeout"] = .bool(false)
        try await stage.setDelegate(options)
        #expect(await stage.present().value == "none")
        let touch = stage.touch()
        let reply = try await log.question()
        switch end {
        case .timeout: break
        case .replaced: try await stage.setDelegate(by: stage.user, "/other")
        case .cleared: try await stage.clearDelegate()
        case .dismissed: try await stage.dismiss()
        case .destroyed: try await stage.user.manager.destroy(stage.presented)
        case .restyled: try await stage.setStyle("automatic", of: stage.presented)
        }
        _ = await touch.value
        let withdrawn = isNamed ? ["QuestionWithdrawn 1"] : []
        let released = (isNamed ? ["ReleasedBy \(stage.presented)"] : []) + ["Released"]
        // A dismissal ends the delegate without a call.
        let isReleased = ![.timeout, .dismissed].contains(end)
        let received = try await log.received()
        if end == .destroyed || end == .restyled {
            #expect(received.prefix(1) == ["ShouldDismiss"])
            #expect(received.filter { $0.hasPrefix("QuestionWithdrawn") } == withdrawn)
        } else {
            #expect(received == ["ShouldDismiss"] + withdrawn + (isReleased ? released : []))
        }
        reply.allow(true)
        try await stage.owner.barrier()
        #expect(log.calls == received)
    }

    @Test func `every question about a popover can be withdrawn`() async throws {
        let stage = try await PopoverStage()
        let log = Log(stage.owner, stage.object)
        let style = ["AdaptivePresentationStyle", "QuestionWithdrawn"]
        try await stage.setSize(400, 700)
        try await stage.setDelegate(Self.options(style))
        let adapted = stage.present()
        try await log.question(1)
        try await stage.clearDelegate()
        #expect(await adapted.value == "none")
        try await stage.dismiss()
        try await stage.setSize(1024, 768)
        try await stage.setDelegate(Self.options(["PrepareForPopoverPresentation", "QuestionWithdrawn"], timeout: 1))
        let prepared = stage.present()
        try await log.question(2)
        #expect(await prepared.value == "none")
        try await stage.setDelegate(Self.options(["WillReposition", "QuestionWithdrawn"]))
        try await stage.setSize(600, 768)
        try await log.question(3)
        try await stage.dismiss()
        #expect(
            try await log.received() == [
                "AdaptivePresentationStyle", "QuestionWithdrawn 1", "Released", "PrepareForPopoverPresentation",
                "QuestionWithdrawn 2", "WillReposition", "QuestionWithdrawn 3",
            ])
    }
}
