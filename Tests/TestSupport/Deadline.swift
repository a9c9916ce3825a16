package import DBusConnection

/// A wait that ends: with a value, or with an error that says what did not happen.
package struct NothingHappened: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}

/// How many milliseconds a test waits for what should happen: far longer than it takes on a loaded machine, as only a
/// test that fails waits to the end.
package enum Patience {
    package static let wait: UInt64 = 180_000
    package static let call: Int32 = 180_000
    /// When a loop that asks again and again gives up.
    package static var end: ContinuousClock.Instant { .now + .milliseconds(wait) }
}

extension EventLoop {
    /// Waits for something that happens on the loop, at most `milliseconds`.
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

/// One result, given once.
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
