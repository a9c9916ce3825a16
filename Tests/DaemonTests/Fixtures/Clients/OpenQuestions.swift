import TestSupport

/// A call to a client that waits for a reply.
struct OpenQuestion {
    let member: String
    let arguments: [Variant]
    let reply: PendingReply

    func answer(_ results: Variant...) { reply.succeed(with: results) }
}

/// The questions to a client that have no reply so far, in order.
@EventLoop final class OpenQuestions {
    private var open: [OpenQuestion] = []
    private var waiting: (@EventLoop (OpenQuestion) -> Void)?

    func add(_ question: OpenQuestion) {
        if let waiting {
            self.waiting = nil
            waiting(question)
        } else {
            open.append(question)
        }
    }

    /// Waits for the next question.
    func next() async throws -> OpenQuestion {
        try await EventLoop.waiting(for: "a question to the delegate") { resolve in
            if open.isEmpty { waiting = resolve } else { resolve(open.removeFirst()) }
        }
    }
}

extension PendingReply {
    func allow(_ isAllowed: Bool) {
        succeed { (writer) throws(DBusError) in try writer.write(isAllowed) }
    }

    func succeed(with results: [Variant]) {
        succeed { (writer) throws(DBusError) in
            for result in results { try result.writeContent(to: writer) }
        }
    }

    /// Replies without a result.
    func succeed() { succeed { (_) throws(DBusError) in } }
}
