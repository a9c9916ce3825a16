internal import Dispatch
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
        let done = DispatchSemaphore(value: 0)
        run { done.signal() }
        _ = done.wait(timeout: milliseconds.map { .now() + .milliseconds($0) } ?? .distantFuture)
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
