import DBusConnection
import DBusInterface
import EventLoop
import TabInterface

/// Releases the bus name of an instance that ends, which still handles every call that was sent to the name before.
@EventLoop
final class NameRelease {
    /// The time in which calls are answered. Later ones are refused, so that the end is not delayed by a client that floods
    /// the daemon, or by calls that take long. The service manager kills the daemon after 5 s.
    private static let answering = Duration.milliseconds(1500)
    /// The time without a message after which the bus counts as hung, in milliseconds. It is also the time for refusals.
    private static let silence: UInt64 = 1000

    private let connection: Connection
    private let refusal: DBusError
    private var completion: (@EventLoop () -> Void)?
    private let end = ContinuousClock.now + NameRelease.answering
    private var isRefusing = false
    private var timer: LoopTimer?

    /// - Parameters:
    ///   - refusal: The error for calls that come too late.
    ///   - completion: Called once, not inside the handler of a message.
    init(from connection: Connection, refusingWith refusal: DBusError, completion: @escaping @EventLoop () -> Void) {
        self.connection = connection
        self.refusal = refusal
        self.completion = completion
        connection.release(TabNames.busName) { [weak self] in self?.finish() }
        watch(connection.messagesReceived)
    }

    /// Ends when no message arrives any longer, and refuses calls when their time is over.
    private func watch(_ received: UInt64) {
        timer = LoopTimer(after: Self.silence) { [unowned self] in
            let isSilent = connection.messagesReceived == received && connection.queuedMessages == 0
            guard connection.isOpen, !isSilent, !isRefusing else { return finish() }
            if .now >= end {
                isRefusing = true
                connection.onCall = { [refusal] _, _, reply in reply.fail(refusal) }
            }
            watch(connection.messagesReceived)
        }
    }

    private func finish() {
        timer = nil
        guard let completion else { return }
        self.completion = nil
        EventLoop.post(completion)
    }
}
