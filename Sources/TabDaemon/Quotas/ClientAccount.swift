import EventLoop

/// Memory accounting for one client or plugin, or for all together.
@EventLoop
final class ClientAccount {
    private(set) var viewControllers = 0
    /// The size of the content, in bytes.
    private(set) var content = 0
    private let total: ClientAccount?

    /// - Parameter total: The account of all clients together; nil for that account itself.
    init(in total: ClientAccount?) { self.total = total }

    var isEmpty: Bool { viewControllers == 0 && content == 0 }

    func add(viewControllers count: Int, content bytes: Int) {
        viewControllers += count
        content += bytes
        total?.add(viewControllers: count, content: bytes)
    }
}

/// The number of changes by each client in the current time span.
struct ChangeRate {
    /// The length of a time span in seconds. Two seconds allow short bursts.
    private static let span = 2

    private var began: ContinuousClock.Instant?
    private var counts: [String: Int] = [:]

    /// Counts a change. Returns false if the client exceeds `limit` changes per second.
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
