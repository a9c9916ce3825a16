import DBusConnection

/// Something that is done once: when it is met, or at the latest after a time.
@EventLoop
final class Deadline {
    private var body: (@EventLoop () -> Void)?
    private var timer: LoopTimer?

    init(milliseconds: UInt64, _ body: @escaping @EventLoop () -> Void) {
        self.body = body
        timer = LoopTimer(after: milliseconds) { self.meet() }
    }

    func meet() {
        timer?.cancel()
        timer = nil
        let body = body
        self.body = nil
        body?()
    }
}
