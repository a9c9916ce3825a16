import TestSupport

/// The outcome of each question to a popover's delegate whose reply is missing or invalid.
@EventLoop @Suite(.localDaemon) struct PopoverAnswerTests {
    private typealias Contract = PopoverPresentationControllerInterface

    private let stage: PopoverStage

    init() async throws { stage = try await PopoverStage() }

    /// A question, the state while it is open, and the state after an unusable reply.
    enum Asked: String, CaseIterable, Sendable {
        case prepare = "PrepareForPopoverPresentation"
        case dismiss = "ShouldDismiss"
        case reposition = "WillReposition"
        case style = "AdaptivePresentationStyle"
        case replacement = "ViewControllerForAdaptivePresentationStyle"
    }

    /// The ways in which a reply fails.
    enum Fault: Sendable, CaseIterable {
        case wrongType, tooMuch, error, noMethod, late, leaves, replaced, cleared
    }

    @Test(.rules("P55 P60 P61 P62 P63"), arguments: Asked.allCases, [true, false])
    func `an invalid reply counts as no reply`(asked: Asked, onTimeout: Bool) async throws {
        for fault in Fault.allCases {
            let (delegate, round) = (try BusClient(), "\(asked) \(fault)")
            var (calls, open): ([String], PendingReply?) = ([], nil)
            delegate.handlers["/delegate"] = { call, _, reply in
                calls.append(call.member)
                if call.member != "Released" { open = reply }
            }
            try await begin(asked)
            try await stage.setDelegate(
                [
                    "Methods": [asked.rawValue].variant, "OnTimeout": .bool(onTimeout),
                    "Timeout": .uint32(fault == .late ? 1 : 10_000),
                ], by: delegate, "/delegate")
            stage.user.clearSignals()
            let outcome = try await ask(asked)
            let end = TestTimeout.deadline
            while open == nil, .now < end { try await delegate.barrier() }
            let reply = try #require(open, "\(round)")
            try await failReply(fault, asked, reply, delegate)
            let expected = asked == .dismiss ? onTimeout ? "dismissed" : "refused" : "none"
            #expect(await outcome.value == expected, "\(round)")
            if asked == .reposition {
                try await stage.user.waitForSignal("another frame") {
                    $0.path == stage.presented && $0.changes["Frame"] != nil
                }
            }
            if fault == .late { reply.succeed { (writer) throws(DBusError) in try useful(asked, writer) } }
            if fault != .leaves { try await delegate.barrier() }
            #expect(try await currentState() == Self.state(asked, onTimeout), "\(round)")
            let expectedCalls = [asked.rawValue] + ([.replaced, .cleared].contains(fault) ? ["Released"] : [])
            if fault != .leaves { #expect(calls == expectedCalls, "\(round)") }
            if asked != .dismiss || !onTimeout { try await stage.dismiss() }
            try await stage.setSize(1024, 768)
        }
    }

    // MARK: The question

    private func begin(_ asked: Asked) async throws {
        switch asked {
        case .prepare: break
        case .dismiss, .reposition: #expect(await stage.present().value == "none")
        case .style, .replacement: try await stage.setSize(375, 667)
        }
    }

    /// Causes the question. The task returns the outcome of the call that caused it.
    private func ask(_ asked: Asked) async throws -> Task<String, Never> {
        switch asked {
        case .prepare, .style, .replacement: return stage.present()
        case .dismiss: return stage.touch()
        case .reposition:
            try await stage.setSize(600, 768)
            return Task { "none" }
        }
    }

    private func failReply(
        _ fault: Fault, _ asked: Asked, _ reply: PendingReply, _ delegate: BusClient
    ) async throws {
        switch fault {
        case .wrongType: reply.succeed { (writer) throws(DBusError) in try writer.write(UInt32(7)) }
        case .tooMuch:
            reply.succeed { (writer) throws(DBusError) in
                try useful(asked, writer)
                try writer.write("and more")
            }
        case .error: reply.fail(.notSupported("not today"))
        case .noMethod: reply.fail(.unknownMethod("it has none after all"))
        case .late: break
        case .leaves: delegate.connection.close()
        case .replaced: try await stage.setDelegate(["Methods": [String]().variant], by: stage.user, "/other")
        case .cleared: try await stage.clearDelegate()
        }
    }

    /// A valid reply that would have an effect.
    private func useful(_ asked: Asked, _ writer: any DBusWriter) throws(DBusError) {
        switch asked {
        case .prepare: break
        case .dismiss: try writer.write(true)
        case .reposition:
            try DBusRect(0, 0, 20, 40).variant.writeContent(to: writer)
            try stage.source.variant.writeContent(to: writer)
        case .style: try writer.write("fullScreen")
        case .replacement: try Variant.objectPath(stage.children[1]).writeContent(to: writer)
        }
    }

    // MARK: Outcome

    private func currentState() async throws -> String {
        let (frame, rect) = (try await stage.get(Contract.frame), try await stage.get(Contract.sourceRect))
        let style = try await stage.get(Contract.adaptivePresentationStyle)
        let shown = try await stage.user.viewController(stage.tabs).presentedViewController
        return "\(frame.x) \(frame.y) \(frame.width) \(frame.height) \(rect == .null) \(style) "
            + (shown == stage.presented ? "shown" : "gone")
    }

    private static func state(_ asked: Asked, _ onTimeout: Bool) -> String {
        switch asked {
        case .prepare: "352.0 140.0 320.0 413.0 true none shown"
        case .dismiss: onTimeout ? "0.0 0.0 0.0 0.0 true none gone" : "352.0 140.0 320.0 413.0 true none shown"
        case .reposition: "270.0 140.0 320.0 413.0 true none shown"
        case .style, .replacement: "0.0 0.0 0.0 0.0 true formSheet shown"
        }
    }
}
