import DBusConnection

/// Something that is done once: with an answer, or without one when a time is over.
@EventLoop
final class Deadline<Answer> {
    private var body: (@EventLoop (Answer?) -> Void)?
    private var timer: LoopTimer?
    /// Called before the body when the time is over.
    var onTimeout: (@EventLoop () -> Void)?

    /// - Parameter body: Gets nil when the time is over.
    init(milliseconds: UInt64, _ body: @escaping @EventLoop (Answer?) -> Void) {
        self.body = body
        timer = LoopTimer(after: milliseconds) {
            self.onTimeout?()
            self.meet(nil)
        }
    }

    /// - Parameter answer: nil for none.
    func meet(_ answer: Answer?) {
        timer?.cancel()
        timer = nil
        onTimeout = nil
        let body = body
        self.body = nil
        body?(answer)
    }
}
