internal import DBusConnection

/// Lets a host send so many messages a second; more than that waits on the host's side of the connection.
@EventLoop
final class Throttle {
    enum Event { case began, goesOn, ended, tooLong }

    /// How long a host may have to be slowed down, in milliseconds.
    static let patience: UInt64 = 2000
    private static let pause: UInt64 = 100
    private static let messagesOfInstance = 16

    private unowned let connection: Connection
    private let report: @EventLoop (Event) -> Void
    private var allowance: MessageAllowance
    private var begin: ContinuousClock.Instant?
    private var timer: LoopTimer?

    init(_ connection: Connection, perSecond: Int, report: @escaping @EventLoop (Event) -> Void) {
        self.connection = connection
        self.report = report
        allowance = MessageAllowance(perSecond: perSecond, at: .now)
    }

    /// The host was asked for an instance: what that says of itself while it is made and gets its state back is no flood.
    func allowInstance() { allowance.allow(Self.messagesOfInstance) }

    /// A message has come.
    func count() {
        allowance.take()
        guard allowance.isEmpty else { return }
        allowance.refill(at: .now)
        guard allowance.isEmpty else { return }
        connection.isPaused = true
        let isNew = begin == nil
        if isNew { begin = .now }
        timer = LoopTimer(after: Self.pause) { [unowned self] in goOn() }
        if isNew { report(.began) }
    }

    private func goOn() {
        timer = nil
        allowance.refill(at: .now)
        guard let begin else { return }
        if allowance.isHalfFull {
            self.begin = nil
            report(.ended)
        } else if begin.duration(to: .now) >= .milliseconds(Self.patience) {
            return report(.tooLong)
        } else {
            report(.goesOn)
            // Looks again whether it has become modest.
            timer = LoopTimer(after: Self.pause) { [unowned self] in goOn() }
        }
        connection.isPaused = false
    }
}
