import Synchronization

/// The event loop of the test process, on a thread of its own.
package enum TestLoop {
    private static let started: Bool = {
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { _ in
                // Without the loop, all tests on it would wait for ever.
                fatalError(EventLoop.failure(EventLoop.run {}))
            }, nil)
        return result == 0
    }()

    /// Starts the loop. Must be called before the first wait on it.
    package static func start() { precondition(started, "the thread of the event loop could not be started") }
}

/// Runs when the process is loaded, because suites that are isolated to the loop are looked up before any test can
/// start it.
@used @section(".init_array")
private let startAtLoad: @convention(c) () -> Void = { TestLoop.start() }
