import EventLoop

/// Memory accounting for one client or plugin, for the session, or for all together.
@EventLoop
final class ClientAccount {
    private(set) var viewControllers = 0
    /// The size of the content, in bytes.
    private(set) var content = 0
    /// The name of the account of the images that its view controllers name.
    private(set) var images: String
    private var total: ClientAccount?
    /// Whether its client has left, so that the session has what it counts.
    private(set) var isOfSession = false

    /// - Parameters:
    ///   - total: The account of all clients together; nil for that account itself.
    ///   - images: The name of the account of its images.
    init(in total: ClientAccount?, images: String = "") {
        self.total = total
        self.images = images
    }

    var isEmpty: Bool { viewControllers == 0 && content == 0 }

    func add(viewControllers count: Int, content bytes: Int) {
        viewControllers += count
        content += bytes
        total?.add(viewControllers: count, content: bytes)
    }

    /// Its client has left: the account of the session counts it from now on, in the same total.
    func join(_ session: ClientAccount) {
        session.viewControllers += viewControllers
        session.content += content
        (total, images, isOfSession) = (session, session.images, true)
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
