import TestSupport

/// A client that reads properties all the time, in parallel to the test.
@EventLoop final class SteadyReader {
    /// The number of replies, and the failures.
    private(set) var answers = 0
    private(set) var failures: [String] = []
    private let client: BusClient
    private let paths: [ObjectPath]
    private var next = 0
    private var pause: LoopTimer?

    /// - Parameter paths: The view controllers, read in turn.
    init(reading paths: [ObjectPath]) throws {
        client = try BusClient()
        self.paths = paths
        read()
    }

    isolated deinit { pause?.cancel() }

    private func read() {
        let path = paths[next % paths.count]
        next += 1
        client.connection.call(
            PropertiesInterface.get, at: path, on: TabNames.busName,
            ViewControllerInterface.name, "Title", timeout: TestTimeout.call
        ) { [weak self] answer in self?.note(answer) }
    }

    private func note(_ answer: Result<Variant, DBusError>) {
        switch answer {
        case .success: answers += 1
        case .failure(let error): failures.append(error.message)
        }
        // With a pause, as other tests need the processors too.
        pause = LoopTimer(after: 2) { [weak self] in self?.read() }
    }
}
