/// The one answer to one call; nil when the connection was closed before.
@EventLoop
final class Answer {
    private var body: (@EventLoop (OpaquePointer?) -> Void)?
    /// Where it is noted as long as it is owed.
    fileprivate unowned(unsafe) var owed: OwedAnswers?

    init(_ body: @escaping @EventLoop (OpaquePointer?) -> Void) { self.body = body }

    func give(_ reply: OpaquePointer?) {
        let body = body
        self.body = nil
        owed?.remove(self)
        body?(reply)
    }
}

/// The answers to a connection's own calls that have not come yet: at its end all of them are given.
@EventLoop
final class OwedAnswers {
    private var answers: [ObjectIdentifier: Answer] = [:]

    isolated deinit { for answer in answers.values { answer.owed = nil } }

    func add(_ answer: Answer) {
        answer.owed = self
        answers[ObjectIdentifier(answer)] = answer
    }

    fileprivate func remove(_ answer: Answer) {
        answer.owed = nil
        answers[ObjectIdentifier(answer)] = nil
    }

    func giveNone() {
        for answer in answers.values { answer.give(nil) }
    }
}
