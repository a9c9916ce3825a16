import TestSupport

/// A client that replies wrongly to the daemon's calls: with other types, twice, late, never, with errors of any name,
/// and with calls of its own in between.
final class HostilePeer {
    let client: WireClient
    private var numbers: Numbers
    /// The client's own calls without a reply so far.
    private(set) var open: [UInt32: String] = [:]
    /// Calls that are answered when the next one arrives.
    private var deferred: [ReceivedMessage] = []
    /// The calls that the client makes while the daemon waits for it.
    var calls: [WireMessage] = []
    private(set) var questions = 0

    init(_ client: WireClient, seed: UInt64) {
        self.client = client
        numbers = Numbers(state: seed)
    }

    /// Makes a call and returns its reply, while the client goes on replying to the daemon.
    func call(_ message: WireMessage) throws -> ReceivedMessage {
        let serial = client.send(message)
        let end = TestTimeout.deadline
        while .now < end, !client.hasEnded {
            if let answer = serve(within: 1, until: serial) { return answer }
        }
        throw TestTimeoutError(description: "\(message.member ?? "") of the peer was not answered")
    }

    /// Handles the received messages. Stops at a reply, and returns it.
    @discardableResult
    func serve(within milliseconds: Int = 0, until serial: UInt32 = 0) -> ReceivedMessage? {
        while let message = client.receive(within: milliseconds) {
            if message.isReply {
                if message.replySerial == serial { return message }
                open[message.replySerial] = nil
            }
            guard message.kind == WireMessage.Kind.call.rawValue else { continue }
            if Int.random(in: 0..<4, using: &numbers) == 0 { makeCall() }
            // Calls that expect no reply get one now and then.
            guard message.flags & WireMessage.noReplyExpected == 0 || Bool.random(using: &numbers) else { continue }
            questions += 1
            answer(message)
        }
        return nil
    }

    private func makeCall() {
        guard let call = calls.randomElement(using: &numbers) else { return }
        let serial = client.send(call)
        open[serial] = "\(call.member ?? "") on \(call.path ?? "")"
    }

    private func answer(_ question: ReceivedMessage) {
        for old in deferred { reply(old, "b", [.number(1)]) }
        deferred = []
        // The daemon waits seconds for replies to these calls.
        let needsReplySoon = ["Action", "EncodeRestorableState", "UpdateContent", "Ping"].contains(question.member)
        switch Int.random(in: 0..<(needsReplySoon ? 5 : 8), using: &numbers) {
        case 0: replyProperly(question)
        case 1: reply(question, "", [])
        case 2: reply(question, "ssv", [.text("x"), .text(""), .variant("b", .number(1))])
        case 3: fail(question)
        case 4:
            replyProperly(question)
            reply(question, "b", [.number(0)])
            fail(question)
        case 5: deferred.append(question)
        case 6:
            reply(question, "a{sv}", [.options([("Duration", "s", .text("long")), ("Duration", "d", .double(.nan))])])
        default: break
        }
    }

    private func replyProperly(_ question: ReceivedMessage) {
        switch question.member {
        case "ShouldSelectViewController", "ShouldDismiss": reply(question, "b", [.number(1)])
        case "SupportedInterfaceOrientations": reply(question, "u", [.number(.max >> 32)])
        case "PreferredInterfaceOrientation", "AdaptivePresentationStyle": reply(question, "s", [.text("no style")])
        case "ViewControllerForAdaptivePresentationStyle": reply(question, "o", [.text("/nowhere")])
        case "AnimationControllerForTransition", "EncodeRestorableState":
            reply(question, "a{sv}", [.options([("Duration", "d", .double(0.01))])])
        case "WillReposition":
            let rect: WireValue = .list([.double(.nan), .double(.infinity), .double(-1), .double(1e308)])
            reply(question, "(dddd)(ou)", [rect, .list([.text("/nowhere"), .number(7)])])
        default: reply(question, "", [])
        }
    }

    private func reply(_ question: ReceivedMessage, _ signature: String, _ body: [WireValue]) {
        client.send(
            WireMessage(
                kind: .result, destination: question.sender, replySerial: question.serial, signature: signature,
                body: body))
    }

    private func fail(_ question: ReceivedMessage) {
        let names = [
            "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.NoReply", "a.b",
            "org.tabd.Tabs1.Error.OutOfRange",
        ]
        let name = names.randomElement(using: &numbers) ?? "a.b"
        let isText = Bool.random(using: &numbers)
        client.send(
            WireMessage(
                kind: .error, destination: question.sender, errorName: name, replySerial: question.serial,
                signature: isText ? "s" : "(u)", body: [isText ? .text("\u{202E}no\u{1B}[2J") : .list([.number(1)])]))
    }
}
