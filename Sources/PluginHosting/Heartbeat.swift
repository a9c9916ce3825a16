internal import DBusConnection

/// Finds out whether a host still comes back to its loop, without a timer while nothing happens.
///
/// Whatever is said to the host or by it is followed by a ping, at most one a second; who doesn't answer one in time is
/// hung. An idle host is left alone: before it does something on its own it says so.
@EventLoop
final class Heartbeat {
    /// Milliseconds between two pings.
    private static let interval: UInt64 = 1000

    private let patience: UInt64
    private let ping: @EventLoop (_ pong: @escaping @EventLoop () -> Void) -> Void
    private let missed: @EventLoop () -> Void
    private var last: ContinuousClock.Instant?
    private var next: LoopTimer?
    private var deadline: LoopTimer?
    /// Whether something was said since the ping that is being waited for.
    private var isStale = false

    init(
        patience: Int, ping: @escaping @EventLoop (_ pong: @escaping @EventLoop () -> Void) -> Void,
        missed: @escaping @EventLoop () -> Void
    ) {
        self.patience = UInt64(patience)
        self.ping = ping
        self.missed = missed
    }

    /// Whether a ping is on its way.
    var isWaiting: Bool { deadline != nil }

    /// Something was said to the host, or by it.
    func noteActivity() {
        if deadline != nil {
            isStale = true
        } else if next == nil {
            schedule()
        }
    }

    /// Why an answer may be late is not the host's fault: its time begins anew.
    func excuse() {
        if deadline != nil { startDeadline() }
    }

    func stop() {
        next = nil
        deadline = nil
    }

    private func schedule() {
        let passed = last.map { UInt64(max(0, $0.duration(to: .now) / .milliseconds(1))) } ?? Self.interval
        guard passed < Self.interval else { return send() }
        next = LoopTimer(after: Self.interval - passed, accuracy: 50) { [unowned self] in
            next = nil
            send()
        }
    }

    private func send() {
        last = .now
        isStale = false
        startDeadline()
        ping { [weak self] in self?.answered() }
    }

    private func startDeadline() {
        deadline = LoopTimer(after: patience) { [unowned self] in
            deadline = nil
            missed()
        }
    }

    private func answered() {
        guard deadline != nil else { return }
        deadline = nil
        if isStale { schedule() }
    }
}
