internal import Glibc
internal import Synchronization

/// A thread that runs jobs in order and ends when no jobs are left, so an idle process does not have it.
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
        // If no thread can be created, the caller runs the job.
        if isFirst, !start() { work() }
    }

    /// Waits until all earlier jobs are done.
    ///
    /// - Parameter milliseconds: The timeout; nil for none.
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

/// A latch: one thread waits until another opens it.
private final class Latch: Sendable {
    /// The two ends of a pipe.
    private let ends: [Int32]

    init() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.ends = ends
    }

    deinit {
        for end in ends { close(end) }
    }

    func open() { write(ends[1], [0], 1) }

    func wait(milliseconds: Int?) {
        var end = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        // Without a pipe, waiting is not possible.
        guard end.fd >= 0 else { return }
        while poll(&end, 1, milliseconds.map { Int32(clamping: $0) } ?? -1) < 0, errno == EINTR {}
    }
}
