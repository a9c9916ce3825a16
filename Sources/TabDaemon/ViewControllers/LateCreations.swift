import EventLoop

/// The calls of Create that wait longer than their deadline, so that an object that is created late gets Destroyed.
///
/// Each client has a limit, because a factory that never replies can be called again and again.
@EventLoop
final class LateCreations {
    static let limit = 16
    /// How long after the deadline, in milliseconds.
    static let patience: Int32 = 60_000

    private var counts: [String: Int] = [:]

    /// Returns how long after its deadline a call of a client's factory waits; 0 if too many of them wait. If it is not 0,
    /// `end` has to follow.
    func begin(_ client: String) -> Int32 {
        guard counts[client, default: 0] < Self.limit else { return 0 }
        counts[client, default: 0] += 1
        return Self.patience
    }

    /// Ends the wait of a call, which has its reply or an error.
    func end(_ client: String) {
        guard let count = counts[client] else { return }
        counts[client] = count > 1 ? count - 1 : nil
    }
}
