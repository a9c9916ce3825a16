import EventLoop

/// A completion that is called once: with an answer, or with nil when the timeout expires.
@EventLoop
final class Deadline<Answer> {
    private var body: (@EventLoop (Answer?) -> Void)?
    private var timer: LoopTimer?

    /// - Parameter body: Gets nil when the timeout expires.
    init(milliseconds: UInt64, _ body: @escaping @EventLoop (Answer?) -> Void) {
        self.body = body
        timer = LoopTimer(after: milliseconds) { self.meet(nil) }
    }

    var isRunning: Bool { body != nil }

    /// - Parameter answer: nil for none.
    func meet(_ answer: Answer?) {
        timer?.cancel()
        timer = nil
        let body = body
        self.body = nil
        body?(answer)
    }
}
