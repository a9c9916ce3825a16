internal import DBusInterface
internal import EventLoop

/// Calls of a plugin process that wait, in their order. Their number and content are limited.
@EventLoop
struct DeferredCalls {
    /// The maximum content of all waiting calls, in bytes.
    private static let maximumContent = 64 << 20

    private let maximum: Int
    private let reason: String
    private var calls: [@EventLoop () -> Void] = []
    private var content = 0

    /// - Parameters:
    ///   - maximum: The maximum number of calls.
    ///   - reason: What they do, for errors.
    init(maximum: Int, reason: String) {
        self.maximum = maximum
        self.reason = reason
    }

    /// - Throws: `LimitsExceeded`.
    mutating func add(_ call: @escaping @EventLoop () -> Void, _ size: Int) throws(DBusError) {
        guard calls.count < maximum else { throw .limitsExceeded("\(maximum) calls already \(reason)") }
        guard content + size <= Self.maximumContent else {
            throw .limitsExceeded("calls with \(content >> 20) MiB already \(reason)")
        }
        calls.append(call)
        content += size
    }

    mutating func removeAll() -> [@EventLoop () -> Void] {
        defer { (calls, content) = ([], 0) }
        return calls
    }
}
