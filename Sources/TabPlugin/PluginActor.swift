/// The isolation of everything that a plugin shows: the thread of the host's loop.
///
/// Code on it must not block. A task that is started here runs here between its `await`s, so that it may use what it
/// sees; code of other threads has to come back.
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

    /// Runs code of this actor in a function that is on the loop's thread without the compiler knowing it, such as a
    /// callback from C. Stops the process when that isn't so.
    public nonisolated static func assumeIsolated<Result: Sendable>(
        _ operation: @PluginActor () throws -> Result
    ) rethrows -> Result {
        precondition(Host.isLoopThread, "not on the thread of the host's loop")
        // A global actor has no `assumeIsolated` of its own: this is what the standard library does for MainActor.
        return try withoutActuallyEscaping(operation) { operation in
            try unsafeBitCast(operation, to: (() throws -> Result).self)()
        }
    }
}

/// Runs the jobs of `PluginActor` on the host's loop, through `post`.
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
