internal import CAdwaita
package import EventLoop

/// Threads for what may take long: reading files, decoding pictures. The main thread only gets the results.
@EventLoop
package final class Worker {
    /// Work with its completion, as GLib's pool passes it to a thread.
    private final class Job: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let pool: UnsafeMutablePointer<GThreadPool>?
    private var pending = 0

    /// The number of jobs that wait or run. Each belongs to a picture of the tree that is shown; more are not started, and the
    /// picture has its mark.
    private static let maximumPending = 1024

    /// - Parameter threads: The number of jobs that run at a time. A file on a server that does not answer occupies one.
    package init(threads: Int) {
        pool = g_thread_pool_new(Self.runJob, nil, Int32(clamping: threads), 0, nil)
    }

    /// Runs on a thread of the pool, so it is not isolated to the loop.
    private nonisolated static let runJob: @convention(c) (gpointer?, gpointer?) -> Void = { data, _ in
        if let data { Unmanaged<Job>.fromOpaque(data).takeRetainedValue().run() }
    }

    /// Runs work on a thread, and a function with its result on the loop. Returns false if too much is waiting.
    @discardableResult
    package func run<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, completion: @escaping @EventLoop (Result) -> Void
    ) -> Bool {
        guard let pool, pending < Self.maximumPending else { return false }
        let job = Unmanaged.passRetained(
            Job {
                let result = work()
                EventLoop.post { [weak self] in
                    self?.pending -= 1
                    completion(result)
                }
            })
        guard g_thread_pool_push(pool, job.toOpaque(), nil) != 0 else {
            job.release()
            return false
        }
        pending += 1
        return true
    }
}
