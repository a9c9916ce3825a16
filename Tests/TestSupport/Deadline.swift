import DBusConnection
package import EventLoop

/// The error of a wait that timed out, with the event that did not happen.
package struct NothingHappened: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}

/// The timeout of tests: far longer than needed on a loaded machine, as only a failing test waits to the end.
package enum Patience {
    package static let wait: UInt64 = 180_000
    package static let call: Int32 = 180_000
    /// The deadline of a polling loop.
    package static var end: ContinuousClock.Instant { .now + .milliseconds(wait) }
}

extension EventLoop {
    /// Waits for an event on the loop, at most `milliseconds`.
    @EventLoop
    package static func waiting<Value: Sendable>(
        for what: String, milliseconds: UInt64 = Patience.wait,
        _ start: (@escaping @EventLoop (Value) -> Void) -> Void
    ) async throws -> Value {
        let box = Once<Value>()
        start { box.give(.success($0)) }
        let timer = LoopTimer(after: milliseconds) {
            box.give(.failure(NothingHappened(description: "\(what) did not happen within \(milliseconds) ms")))
        }
        defer { timer.cancel() }
        return try await box.value()
    }
}

/// A result that is set once.
@EventLoop
private final class Once<Value: Sendable> {
    private var result: Result<Value, NothingHappened>?
    private var continuation: CheckedContinuation<Result<Value, NothingHappened>, Never>?

    func give(_ result: Result<Value, NothingHappened>) {
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
