internal import Glibc

extension EventLoop {
    /// Runs work that takes long on a thread of its own, then a function with the result on the loop.
    ///
    /// The thread ends with the work, so an idle process does not have it. If the system has no thread left, the work
    /// runs on the loop.
    ///
    /// - Parameter work: It uses only values that it captures.
    package nonisolated static func runInBackground<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, then completion: @escaping @Sendable @EventLoop (Result) -> Void
    ) {
        let handler = ResultHandler(completion)
        let thread = BackgroundThread {
            let result = work()
            post { handler.take()?(result) }
        }
        if !thread.start() { post { thread.body() } }
    }
}

/// The function that gets a result. The loop takes it, so the other thread never releases what it captures.
private final class ResultHandler<Result>: @unchecked Sendable {
    /// Used on the loop only.
    private var completion: (@Sendable @EventLoop (Result) -> Void)?

    init(_ completion: @escaping @Sendable @EventLoop (Result) -> Void) { self.completion = completion }

    @EventLoop func take() -> (@Sendable @EventLoop (Result) -> Void)? {
        defer { completion = nil }
        return completion
    }
}

/// A thread that runs one function and ends.
private final class BackgroundThread: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    /// Returns false when the system has no thread left. The function does not run then.
    func start() -> Bool {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let result = pthread_create(
            &thread, nil,
            { context in
                // On Linux this is about the calling thread. The loop, which answers clients, comes before this work.
                _ = nice(10)
                context.map { Unmanaged<BackgroundThread>.fromOpaque($0).takeRetainedValue().body() }
                return nil
            }, context.toOpaque())
        guard result == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
