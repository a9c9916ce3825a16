/// The error of a wait that timed out, with the event that did not happen.
package struct TestTimeoutError: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}

/// The timeout of tests: far longer than needed on a loaded machine, as only a failing test waits to the end.
package enum TestTimeout {
    package static let milliseconds: UInt64 = 180_000
    package static let call: Int32 = 180_000
    /// The deadline of a polling loop.
    package static var deadline: ContinuousClock.Instant { .now + .milliseconds(milliseconds) }
}

extension EventLoop {
    /// Waits for an event on the loop, at most `milliseconds`.
    @EventLoop
    package static func waiting<Value: Sendable>(
        for event: String, milliseconds: UInt64 = TestTimeout.milliseconds,
        _ start: (@escaping @EventLoop (Value) -> Void) -> Void
    ) async throws -> Value {
        let box = Once<Value>()
        start { box.resolve(.success($0)) }
        let timer = LoopTimer(after: milliseconds) {
            box.resolve(.failure(TestTimeoutError(description: "\(event) did not happen within \(milliseconds) ms")))
        }
        defer { timer.cancel() }
        return try await box.value()
    }
}

extension EventLoop {
    /// Frees the loop for a number of milliseconds.
    @EventLoop
    package static func pause(_ milliseconds: UInt64) async {
        var timer: LoopTimer?
        await withCheckedContinuation { waiting in timer = LoopTimer(after: milliseconds) { waiting.resume() } }
        timer?.cancel()
    }

    /// Waits for what causes no event on the loop: looks at it every few milliseconds.
    @EventLoop
    package static func until(_ event: String, _ condition: @EventLoop () async throws -> Bool) async throws {
        let deadline = TestTimeout.deadline
        while try await !condition() {
            guard .now < deadline else { throw TestTimeoutError(description: "\(event) did not happen") }
            await pause(5)
        }
    }
}

/// A result that is set once.
@EventLoop
private final class Once<Value: Sendable> {
    private var result: Result<Value, TestTimeoutError>?
    private var continuation: CheckedContinuation<Result<Value, TestTimeoutError>, Never>?

    func resolve(_ result: Result<Value, TestTimeoutError>) {
        guard self.result == nil else { return }
        self.result = result
        continuation?.resume(returning: result)
        continuation = nil
    }

    func value() async throws -> Value {
        if let result { return try result.get() }
        return try await withCheckedContinuation { continuation = $0 }.get()
    }
}
