internal import CSystemd
internal import Glibc
internal import Synchronization

/// The sd-event loop as a `SerialExecutor`.
///
/// A mutex guards what other threads use (the queue of jobs, the thread's identity). The rest belongs to the loop's
/// thread.
final class LoopExecutor: SerialExecutor, @unchecked Sendable {
    private struct Shared {
        var queue: [@Sendable @EventLoop () -> Void] = []
        var wakeUp: Int32 = -1
    }

    private let shared = Mutex(Shared())
    /// The loop's thread; 0 while the loop does not run.
    private let thread = Atomic<UInt>(0)
    private(set) var event: OpaquePointer?
    var turnEnd: [TurnEndHook] = []

    // MARK: SerialExecutor

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        post { [unowned self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    func checkIsolated() { preconditionCurrent() }

    func isIsolatingCurrentContext() -> Bool? { isCurrent }

    var isCurrent: Bool {
        thread.load(ordering: .acquiring) == UInt(pthread_self())
    }

    /// A failure is a programming error inside the process. Input can't cause it.
    func preconditionCurrent() { precondition(isCurrent, "not on the thread of the event loop") }

    func post(_ body: @escaping @Sendable @EventLoop () -> Void) {
        let wakeUp: Int32? = shared.withLock { shared in
            shared.queue.append(body)
            return shared.queue.count == 1 ? shared.wakeUp : nil
        }
        if let wakeUp, wakeUp >= 0 { signal(wakeUp) }
    }

    private func signal(_ descriptor: Int32) {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    // MARK: Running

    func run(_ start: @escaping @Sendable @EventLoop () -> Void) -> Int32 {
        let result = open(start)
        guard result >= 0, let event else { return result }
        defer { close() }
        return sd_event_loop(event)
    }

    /// Creates the loop, which then belongs to this thread.
    ///
    /// - Parameter start: Runs first on the loop.
    /// - Returns: A negative errno when the loop could not be created.
    func open(_ start: @escaping @Sendable @EventLoop () -> Void) -> Int32 {
        var event: OpaquePointer?
        let result = sd_event_new(&event)
        guard result >= 0, let event else { return result }
        let wakeUp = eventfd(0, Int32(O_CLOEXEC | O_NONBLOCK))
        guard wakeUp >= 0 else {
            let failure = -errno
            sd_event_unref(event)
            return failure
        }
        let added = sd_event_add_io(
            event, nil, wakeUp, UInt32(EPOLLIN.rawValue),
            { _, descriptor, _, context in
                var count: UInt64 = 0
                _ = read(descriptor, &count, 8)
                if let context { Unmanaged<LoopExecutor>.fromOpaque(context).takeUnretainedValue().runQueue() }
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
        guard added >= 0 else {
            sd_event_unref(event)
            Glibc.close(wakeUp)
            return added
        }
        self.event = event
        // The unit's watchdog, if it has one ($WATCHDOG_USEC).
        _ = sd_event_set_watchdog(event, 1)
        thread.store(UInt(pthread_self()), ordering: .releasing)
        shared.withLock { shared in
            shared.wakeUp = wakeUp
            shared.queue.insert(start, at: 0)
        }
        signal(wakeUp)
        return 0
    }

    /// Ends the use of the loop by this thread.
    func close() {
        thread.store(0, ordering: .releasing)
        let wakeUp = shared.withLock { shared in
            defer { shared.wakeUp = -1 }
            return shared.wakeUp
        }
        if wakeUp >= 0 { Glibc.close(wakeUp) }
        if let event { sd_event_unref(event) }
        event = nil
    }

    func exit(_ code: Int32) {
        if let event { sd_event_exit(event, code) }
    }

    /// Runs the jobs that were queued before this turn. The jobs that they queue run in the next turn, so that no
    /// source starves.
    private func runQueue() {
        let work = shared.withLock { shared in
            defer { shared.queue = [] }
            return shared.queue
        }
        for body in work { EventLoop.assumeIsolated(body) }
        endTurn()
    }

    /// Ends a turn. Every source calls this after its work.
    func endTurn() { Self.runHooks(turnEnd) }

    private static let runHooks = LoopFunction<[TurnEndHook], Void> { hooks in
        for hook in hooks where !hook.isRemoved { hook.body() }
    }
}
