internal import Glibc
internal import Synchronization

/// Runs jobs in order on a thread, which ends when no jobs are left. An idle process has no such thread.
final class JobThread: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        var jobs: [Job] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    func run(_ job: @escaping Job) {
        let isFirst = state.withLock { state in
            defer { state.isRunning = true }
            state.jobs.append(job)
            return !state.isRunning
        }
        // Without memory for a thread the caller does the work.
        if isFirst, !start() { work() }
    }

    /// Waits until the jobs that were added before are done.
    ///
    /// - Parameter milliseconds: The time limit; nil: none.
    func wait(milliseconds: Int? = nil) {
        let done = Latch()
        run { done.open() }
        done.wait(milliseconds: milliseconds)
    }

    private func start() -> Bool {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let result = pthread_create(
            &thread, nil,
            { context in
                context.map { Unmanaged<JobThread>.fromOpaque($0).takeRetainedValue().work() }
                return nil
            }, context.toOpaque())
        guard result == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private func work() {
        while let job = next() { job() }
    }

    private func next() -> Job? {
        state.withLock { state in
            state.isRunning = !state.jobs.isEmpty
            return state.isRunning ? state.jobs.removeFirst() : nil
        }
    }
}

/// Lets a thread wait for another one.
private final class Latch: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var isOpen = false

    init() {
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func open() {
        pthread_mutex_lock(mutex)
        isOpen = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    func wait(milliseconds: Int?) {
        // Without a limit it is a month.
        let nanoseconds = min(milliseconds ?? .max, 30 * 86_400_000) * 1_000_000
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        end.tv_sec += (end.tv_nsec + nanoseconds) / 1_000_000_000
        end.tv_nsec = (end.tv_nsec + nanoseconds) % 1_000_000_000
        pthread_mutex_lock(mutex)
        while !isOpen, pthread_cond_timedwait(condition, mutex, &end) != ETIMEDOUT {}
        pthread_mutex_unlock(mutex)
    }
}
