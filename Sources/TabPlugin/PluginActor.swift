/// The actor that isolates view controllers and views. It runs on the thread of the host's event loop.
///
/// Code on this actor must not block, because the event loop serves other plugins and clients too. A task that you
/// start on the actor stays on it between its `await`s. Code on other threads must hop to the actor before it uses a
/// view.
///
/// ```swift
/// let label = Label()
/// Task.detached {
///     let sum = (1...1_000_000).reduce(0, +)
///     Task { @PluginActor in label.text = "\(sum)" }
/// }
/// ```
@globalActor
public actor PluginActor {
    public static let shared = PluginActor()

    private let executor = LoopExecutor()

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Runs actor-isolated code from a function that the compiler does not know to be on the loop's thread, such as a
    /// callback from C.
    ///
    /// - Warning: The process stops if the current thread is not the loop's thread.
    public nonisolated static func assumeIsolated<Result: Sendable>(
        _ operation: @PluginActor () throws -> Result
    ) rethrows -> Result {
        precondition(Host.isLoopThread, "not on the thread of the host's loop")
        // A custom global actor has no `assumeIsolated`. The standard library does the same for MainActor.
        return try withoutActuallyEscaping(operation) { operation in
            try unsafeBitCast(operation, to: (() throws -> Result).self)()
        }
    }
}

/// Runs the jobs of `PluginActor` on the host's loop. `Host.post` enqueues them.
private final class LoopExecutor: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Host.post { [self] in
            job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    func checkIsolated() {
        precondition(Host.isLoopThread, "not on the thread of the host's loop")
    }

    func isIsolatingCurrentContext() -> Bool? { Host.isLoopThread }
}
