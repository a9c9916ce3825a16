package import DBusInterface
package import EventLoop

/// Calls from or to one process that wait, in their order. Their number and content are limited.
@EventLoop
package struct DeferredCalls {
    /// The maximum content of all waiting calls, in bytes.
    private static let maximumContent = 64 << 20

    private let maximum: Int
    private let reason: String
    private var calls: [@EventLoop () -> Void] = []
    private var content = 0

    /// - Parameters:
    ///   - maximum: The maximum number of calls.
    ///   - reason: What they do, for errors.
    package init(maximum: Int, reason: String) {
        self.maximum = maximum
        self.reason = reason
    }

    /// - Parameter size: The content of the call, in bytes; 0 for a call whose content has another limit.
    /// - Throws: `LimitsExceeded`.
    package mutating func add(_ size: Int = 0, _ call: @escaping @EventLoop () -> Void) throws(DBusError) {
        guard calls.count < maximum else { throw .limitsExceeded("\(maximum) calls already \(reason)") }
        guard content + size <= Self.maximumContent else {
            throw .limitsExceeded("calls with \(content >> 20) MiB already \(reason)")
        }
        calls.append(call)
        content += size
    }

    package mutating func removeAll() -> [@EventLoop () -> Void] {
        defer { (calls, content) = ([], 0) }
        return calls
    }
}
