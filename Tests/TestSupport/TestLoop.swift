import DBusConnection
import Glibc
import Synchronization

/// The event loop of the test process, on a thread of its own.
package enum TestLoop {
    private static let started: Bool = {
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { _ in
                _ = EventLoop.run {}
                return nil
            }, nil)
        return result == 0
    }()

    /// Starts the loop; to be called before the first wait for something on it.
    package static func start() { precondition(started, "the thread of the event loop could not be started") }
}

/// Run when the process is loaded: suites that are isolated to the loop are looked for before any test can start it.
@used @section(".init_array")
private let startAtLoad: @convention(c) () -> Void = { TestLoop.start() }
