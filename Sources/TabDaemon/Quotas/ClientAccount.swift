import DBusConnection
import EventLoop

/// What is held of what memory is needed for: by one client or plugin, or by all together.
@EventLoop
final class ClientAccount {
    private(set) var viewControllers = 0
    /// In bytes.
    private(set) var content = 0
    private let all: ClientAccount?

    /// - Parameter all: What everybody holds; nil when this is that.
    init(in all: ClientAccount?) { self.all = all }

    var isEmpty: Bool { viewControllers == 0 && content == 0 }

    func add(viewControllers count: Int, content bytes: Int) {
        viewControllers += count
        content += bytes
        all?.add(viewControllers: count, content: bytes)
    }
}

/// How many changes each client has made in the present span of time.
struct ChangeRate {
    /// So many seconds are counted together: who makes many at once may do so.
    private static let span = 2

    private var began: ContinuousClock.Instant?
    private var counts: [String: Int] = [:]

    /// Counts one more change; false when a client makes more than `limit` in a second.
    mutating func admits(_ client: String, limit: Int, at now: ContinuousClock.Instant = .now) -> Bool {
        if began.map({ $0.duration(to: now) >= .seconds(Self.span) }) ?? true {
            began = now
            counts.removeAll(keepingCapacity: counts.count < 1024)
        }
        guard counts[client, default: 0] < limit * Self.span else { return false }
        counts[client, default: 0] += 1
        return true
    }
}
