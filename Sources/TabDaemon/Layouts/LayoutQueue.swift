import DBusInterface
import EventLoop

/// The layout calls of clients that wait, and the one that runs.
///
/// One call runs at a time. The calls of a client run in their order, and those of different clients in rotation. Reading
/// and planning happens in the background.
@EventLoop
final class LayoutQueue {
    /// A waiting call, or a body that runs after the earlier calls of its client.
    private struct Job {
        /// The size of the layout in bytes; nil for no call.
        let size: Int?
        let start: @EventLoop (LayoutRun) -> Void
    }

    /// The calls of one client, and their layouts in bytes.
    private struct Account {
        var calls = 0
        var content = 0
    }

    /// The waiting calls: one client can have 10 s of work in the queue.
    private static let calls = Quota(each: 64, total: 256)
    /// The layouts of waiting calls in bytes: each client can have 32 of the largest.
    private static let content = Quota(each: 16 << 20, total: 64 << 20)
    /// Less work on the loop needs no rest, in milliseconds.
    private static let leastRest: UInt64 = 1

    private var waiting = ClientRotation<Job>()
    private var accounts: [String: Account] = [:]
    private var total = Account()
    private var running: LayoutRun?
    /// The pause after a call.
    private var rest: LoopTimer?
    private var isClosed = false

    /// Runs a call after the earlier ones of its client.
    ///
    /// - Parameters:
    ///   - size: The size of its layout in bytes.
    ///   - start: Ends with `LayoutRun.finish`.
    /// - Throws: `LimitsExceeded`, and `Disconnected` at the end of the daemon.
    func add(_ size: Int, of client: String, _ start: @escaping @EventLoop (LayoutRun) -> Void) throws(DBusError) {
        guard !isClosed else { throw .disconnected("tabd is about to end") }
        let own = accounts[client] ?? Account()
        guard Self.calls.room(own: own.calls, used: total.calls) >= 1,
            Self.content.room(own: own.content, used: total.content) >= size
        else {
            throw .limitsExceeded(
                "too many layout calls wait: \(own.calls) of this client with \(own.content) bytes, \(total.calls) of "
                    + "all clients with \(total.content) bytes; one client can have \(Self.calls.each) with "
                    + "\(Self.content.each) bytes, all together \(Self.calls.total) with \(Self.content.total) bytes; "
                    + "call again after a reply")
        }
        count(1, size, of: client)
        waiting.append(Job(size: size, start: start), of: client)
        startNext()
    }

    /// Runs a body after the earlier calls of a client.
    ///
    /// - Returns: false when the client has none. The body does not run then.
    func runAfterCalls(of client: String, _ body: @escaping @EventLoop () -> Void) -> Bool {
        guard waiting.contains(client) || running?.client == client else { return false }
        let job = Job(size: nil) { run in
            body()
            run.finish()
        }
        waiting.append(job, of: client)
        return true
    }

    /// The clients with calls that wait or run.
    var clients: Set<String> { Set(waiting.clients).union([running?.client].compactMap(\.self)) }

    /// Withdraws the calls of a client that has left. The one that runs has no effect any more.
    func clientLeft(_ client: String) {
        for job in waiting.removeAll(of: client) { uncount(job.size, of: client) }
        if let running, running.client == client { running.withdraw() }
    }

    /// Drops all calls: no layout is applied any more.
    func close() {
        isClosed = true
        for client in clients { clientLeft(client) }
    }

    private func startNext() {
        guard !isClosed, running == nil, rest == nil, let (client, job) = waiting.popFirst() else { return }
        let run = LayoutRun(of: client) { [self] run in
            uncount(job.size, of: client)
            running = nil
            rest(after: run)
        }
        running = run
        run.onLoop { job.start(run) }
    }

    /// Starts the next call when other work had as much time on the loop as this call.
    private func rest(after run: LayoutRun) {
        let time = UInt64(max(0, run.timeOnLoop / .milliseconds(1)))
        guard time >= Self.leastRest else { return EventLoop.post { [weak self] in self?.startNext() } }
        rest = LoopTimer(after: time) { [unowned self] in
            rest = nil
            startNext()
        }
    }

    private func uncount(_ size: Int?, of client: String) {
        if let size { count(-1, -size, of: client) }
    }

    private func count(_ calls: Int, _ content: Int, of client: String) {
        accounts[client, default: Account()].calls += calls
        accounts[client, default: Account()].content += content
        if accounts[client]?.calls == 0 { accounts[client] = nil }
        total.calls += calls
        total.content += content
    }
}

/// A layout call that runs, in steps in the background and on the loop.
@EventLoop
final class LayoutRun {
    /// The longest step on the loop for work that can be split.
    static let slice = Duration.milliseconds(5)

    let client: String
    /// The time that its earlier steps on the loop have taken.
    private var earlierTime = Duration.zero
    /// When the step on the loop that is running began.
    private var stepStart: ContinuousClock.Instant?
    private var isWithdrawn = false
    private var onFinish: (@EventLoop (LayoutRun) -> Void)?

    init(of client: String, onFinish: @escaping @EventLoop (LayoutRun) -> Void) {
        self.client = client
        self.onFinish = onFinish
    }

    /// Ends the call, after its reply.
    func finish() {
        let onFinish = onFinish
        self.onFinish = nil
        onFinish?(self)
    }

    /// The client has left: the next step ends the call.
    func withdraw() { isWithdrawn = true }

    /// The time that its steps on the loop have taken.
    var timeOnLoop: Duration { earlierTime + (stepStart.map { .now - $0 } ?? .zero) }

    /// Runs a step on the loop.
    func onLoop(_ step: () -> Void) {
        stepStart = .now
        step()
        earlierTime = timeOnLoop
        stepStart = nil
    }

    /// Runs work in the background, then a step on the loop.
    func inBackground<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, then step: @escaping @EventLoop (Result) -> Void
    ) {
        EventLoop.runInBackground(work) { [self] result in
            guard !isWithdrawn else { return finish() }
            onLoop { step(result) }
        }
    }

    /// Runs a step on the loop, after the messages that have arrived.
    func inNextTurn(_ step: @escaping @EventLoop () -> Void) {
        EventLoop.post { [self] in
            guard !isWithdrawn else { return finish() }
            onLoop(step)
        }
    }
}
