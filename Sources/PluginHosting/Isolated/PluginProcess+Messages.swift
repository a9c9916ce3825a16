internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Logging

/// The traffic of a plugin process's connection, in both directions. Nothing here waits.
extension PluginProcess {
    func received(_ call: IncomingCall, _ reader: MessageReader, _ reply: PendingReply) {
        // Not for replies: the reply to a ping would cause another ping.
        noteActivity()
        do throws(DBusError) {
            guard let services else { throw .disconnected("the process has ended") }
            try services.dispatch(call, reader, reply)
        } catch {
            reply.fail(error)
        }
    }

    func notify<each In: DBusType>(
        _ method: Method<(repeat each In) -> Void>, at path: ObjectPath, _ argument: repeat each In
    ) {
        guard let connection = openConnection() else { return }
        do throws(DBusError) {
            try connection.notify(method, at: path, on: nil, repeat each argument)
        } catch {
            logger.error("sending \(method.name) failed: \(error.message)")
        }
        noteNotification()
        noteActivity()
    }

    /// Makes the replies of this turn wait for the process's reaction to a notification.
    func noteNotification() { reactions.noteNotification(self) }

    /// Calls a method. The completion is called once, even if the process ends.
    ///
    /// - Returns: The serial number of the call.
    @discardableResult
    func call<each In: DBusType, each Out: DBusType>(
        _ method: Method<(repeat each In) -> (repeat each Out)>, at path: ObjectPath, _ argument: repeat each In,
        completion: @escaping @EventLoop (Result<(repeat each Out), DBusError>) -> Void
    ) -> UInt32 {
        guard let connection = openConnection() else {
            completion(.failure(.disconnected("it has no process")))
            return 0
        }
        defer { noteActivity() }
        return connection.call(
            method, at: path, on: nil, repeat each argument, timeout: .max, completion: afterEnd(connection, completion)
        )
    }

    /// Delays the error of a lost connection until its cause is known. Waiting callers get that cause.
    private func afterEnd<Value>(
        _ connection: Connection, _ completion: @escaping @EventLoop (Result<Value, DBusError>) -> Void
    ) -> @EventLoop (Result<Value, DBusError>) -> Void {
        { [weak self, unowned connection] result in
            // A process that completes one call after the other is busy, not hung.
            if case .success = result { self?.heartbeat?.extendDeadline() }
            guard case .failure = result, let self, stage != .ended, !connection.isConnected else {
                return completion(result)
            }
            unanswered.append { completion(result) }
        }
    }

    /// Calls back when the process has handled everything before; never if it ends first. Its memory is checked until
    /// then.
    func ping(_ pong: @escaping @EventLoop () -> Void) {
        sendPing { [weak self] hasAnswered in
            guard hasAnswered else { return }
            self?.endMemoryWatch()
            pong()
        }
        if canAnswer { watchMemory() }
    }

    /// Whether the process can reply at all.
    var canAnswer: Bool { stage == .ready && connection?.isConnected == true }

    /// Like `ping`, but it also calls back if the process ends first. During a handover it waits for the process that
    /// continues.
    func barrier(_ completion: @escaping @EventLoop () -> Void) {
        guard let held else { return sendPing { _ in completion() } }
        held.addBarrier { process in
            guard let process else { return completion() }
            process.barrier(completion)
        }
    }

    private func sendPing(_ completion: @escaping @EventLoop (_ hasAnswered: Bool) -> Void) {
        guard let connection = openConnection() else { return completion(false) }
        SupervisionInterface.ping(connection, timeout: .max) { [weak self] result in
            guard case .success = result else { return completion(false) }
            self?.isSlow = false
            completion(true)
        }
    }

    private func openConnection() -> Connection? { stage == .ready ? connection : nil }

    /// Whether the process's output queue is too long.
    var isCongested: Bool { (connection?.outgoingSize ?? 0) > Self.maximumBacklog }

    /// Records activity of the process. It is pinged soon.
    func noteActivity() { heartbeat?.noteActivity() }
}

/// Detects whether a plugin process still returns to its loop, without a timer while nothing happens.
///
/// Every message to or from the process is followed by a ping, at most one per second. A process that does not reply in
/// time is hung. An idle process is left alone; before it acts on its own it sends a notification.
@EventLoop
final class Heartbeat {
    /// The time between two pings in milliseconds.
    private static let interval: UInt64 = 1000

    private let timeout: UInt64
    private let ping: @EventLoop (_ pong: @escaping @EventLoop () -> Void) -> Void
    private let missed: @EventLoop () -> Void
    private var last: ContinuousClock.Instant?
    private var next: LoopTimer?
    private var deadline: LoopTimer?
    /// Whether messages were exchanged since the open ping.
    private var isStale = false

    init(
        timeout: Int, ping: @escaping @EventLoop (_ pong: @escaping @EventLoop () -> Void) -> Void,
        missed: @escaping @EventLoop () -> Void
    ) {
        self.timeout = UInt64(timeout)
        self.ping = ping
        self.missed = missed
    }

    /// Whether a ping is open.
    var isWaiting: Bool { deadline != nil }

    /// Records a message to or from the process.
    func noteActivity() {
        if deadline != nil {
            isStale = true
        } else if next == nil {
            schedule()
        }
    }

    /// Restarts the timeout, because the process is not responsible for a delay.
    func extendDeadline() {
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
        deadline = LoopTimer(after: timeout) { [unowned self] in
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
