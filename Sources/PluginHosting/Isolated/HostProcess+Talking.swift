internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Logging

/// What crosses a host's connection, in both directions; nothing here waits.
extension HostProcess {
    func received(_ call: IncomingCall, _ reader: MessageReader, _ reply: PendingReply) {
        // Not for answers: to a ping there would be another ping.
        noteActivity()
        do throws(DBusError) {
            guard let exported, call.path == HostServicesInterface.path.text else {
                throw .unknownObject("there is no object at \(call.path)")
            }
            guard call.interface == HostServicesInterface.name else {
                throw .unknownInterface("object \(call.path) has \(HostServicesInterface.name) only")
            }
            try exported.dispatch(call, reading: reader, replyingTo: reply)
        } catch {
            reply.fail(error)
        }
    }

    func tell<each In: DBusType>(_ method: Method<(repeat each In) -> Void>, _ argument: repeat each In) {
        guard let connection = openConnection() else { return }
        do throws(DBusError) {
            try connection.notify(
                method, of: HostedPluginInterface.name, at: HostedPluginInterface.path, on: nil,
                repeat each argument)
        } catch {
            logger.error("\(method.name) was not sent: \(error.message)")
        }
        noteTold()
        noteActivity()
    }

    /// Replies of this turn wait for what the host makes of what it was told.
    func noteTold() { settling.noteTold(self) }

    /// Calls a method without results. The completion is called once, also when the host ends.
    func call<each In: DBusType>(
        _ method: Method<(repeat each In) -> Void>, _ argument: repeat each In,
        completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void
    ) {
        guard let connection = openConnection() else { return completion(.failure(.disconnected("it has no host"))) }
        connection.call(
            method, of: HostedPluginInterface.name, at: HostedPluginInterface.path, on: nil, repeat each argument,
            timeout: .max, completion: afterEnd(connection, completion))
        noteActivity()
    }

    func call<each In: DBusType, Out: DBusType>(
        _ method: Method<(repeat each In) -> Out>, _ argument: repeat each In,
        completion: @escaping @EventLoop (Result<Out, DBusError>) -> Void
    ) {
        guard let connection = openConnection() else { return completion(.failure(.disconnected("it has no host"))) }
        connection.call(
            method, of: HostedPluginInterface.name, at: HostedPluginInterface.path, on: nil, repeat each argument,
            timeout: .max, completion: afterEnd(connection, completion))
        noteActivity()
    }

    /// Keeps the news that a connection is lost until it is known why, which is told to those who wait before that.
    private func afterEnd<Value>(
        _ connection: Connection, _ completion: @escaping @EventLoop (Result<Value, DBusError>) -> Void
    ) -> @EventLoop (Result<Value, DBusError>) -> Void {
        { [weak self, unowned connection] result in
            // Whoever gets one thing after the other done is busy, not hung.
            if case .success = result { self?.heartbeat?.excuse() }
            guard case .failure = result, let self, stage != .ended, !connection.isConnected else {
                return completion(result)
            }
            unanswered.append { completion(result) }
        }
    }

    /// Calls back when the host has handled everything that it was told before; never when it ends first. Its memory is
    /// looked at until then.
    func ping(_ pong: @escaping @EventLoop () -> Void) {
        sendPing { [weak self] hasAnswered in
            guard hasAnswered else { return }
            pong()
            self?.endMemoryWatch()
        }
        if canAnswer { watchMemory() }
    }

    /// Whether an answer can come at all.
    var canAnswer: Bool { stage == .ready && connection?.isConnected == true }

    /// As `ping`, but calls back also when the host ends first. During a handover it waits for the process that goes on.
    func barrier(_ completion: @escaping @EventLoop () -> Void) {
        guard let held else { return sendPing { _ in completion() } }
        held.addBarrier { process in
            guard let process else { return completion() }
            process.barrier(completion)
        }
    }

    private func sendPing(_ completion: @escaping @EventLoop (_ hasAnswered: Bool) -> Void) {
        guard let connection = openConnection() else { return completion(false) }
        HostedPluginInterface.ping(connection, timeout: .max) { [weak self] result in
            guard case .success = result else { return completion(false) }
            self?.isSlow = false
            completion(true)
        }
    }

    private func openConnection() -> Connection? { stage == .ready ? connection : nil }

    /// Whether more waits for it than it can be told for now.
    var isCongested: Bool { (connection?.outgoingSize ?? 0) > Self.maximumBacklog }

    /// Something happened that may have to do with the host: it is asked for a sign of life soon.
    func noteActivity() { heartbeat?.noteActivity() }
}

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
