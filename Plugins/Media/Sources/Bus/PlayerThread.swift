import CSDBus
import Glibc
import Synchronization
import TabPlugin

/// The thread that talks to the bus. The plugin's event loop has no descriptors of others, and must not
/// block.
///
/// It sleeps until a message or a request arrives. An idle thread without requests never wakes.
final class PlayerThread: Sendable {
    /// What the thread has for the plugin. It is called on the thread.
    enum Report: Sendable {
        /// The players have changed: `takePlayers()` returns them. No second report follows before that.
        case playersChanged
        /// A command that failed, in words for the user.
        case failure(player: String, String)
    }

    /// What the plugin wants.
    enum Request: Sendable {
        case command(PlayerCommand, player: String)
        /// Reads the position of a player, and of all players what could not be read before.
        case refresh(player: String?)
    }

    private struct State {
        var requests: [Request] = []
        var isStopped = false
        /// The players that the plugin has not taken yet.
        var players: [Player]?
        /// Whether the plugin knows no players, or will when it has taken these.
        var isEmpty = true
    }

    private static let maximumRequests = 64
    /// The shortest time between two reports about players. A player that changes all the time costs little.
    private static let reportInterval: Int64 = 100_000
    /// The time after which a bus that ended is looked for again, which doubles up to the last one.
    private static let retries: (first: Int64, last: Int64) = (1_000_000, 60_000_000)

    private let state = Mutex(State())
    private let wakeUp: Int32
    private let report: @Sendable (Report) -> Void

    /// Starts the thread, which ends after `stop()`.
    init(report: @escaping @Sendable (Report) -> Void) {
        self.report = report
        wakeUp = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        _ = PluginThread.start { self.run() }
    }

    deinit { if wakeUp >= 0 { close(wakeUp) } }

    // MARK: For the plugin

    func stop() {
        state.withLock { $0.isStopped = true }
        wake()
    }

    /// Enqueues a request. It drops the request if too many wait.
    func request(_ request: Request) {
        let isAccepted = state.withLock { state in
            guard state.requests.count < Self.maximumRequests else { return false }
            state.requests.append(request)
            return true
        }
        if isAccepted { wake() } else { log(.warning, "too many requests to media players are waiting") }
    }

    /// Returns the players if they have changed.
    func takePlayers() -> [Player]? {
        state.withLock { state in
            defer { state.players = nil }
            return state.players
        }
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(wakeUp, &one, 8)
    }

    // MARK: The thread

    private func run() {
        var retry = Self.retries.first
        while !isStopped {
            let start = PlaybackClock.now
            do throws(BusError) {
                let bus = try SessionBus()
                let follower = try PlayerFollower(bus) { [report] in report(.failure(player: $0, $1)) }
                try serve(bus, follower)
            } catch {
                log(.info, "the session bus is not available: \(error)")
            }
            publish([])
            if PlaybackClock.now - start > Self.retries.last { retry = Self.retries.first }
            waitWithoutBus(until: PlaybackClock.now + retry)
            retry = min(retry * 2, Self.retries.last)
        }
    }

    private var isStopped: Bool { state.withLock(\.isStopped) }

    /// Follows the players until the bus ends, which it throws, or the thread stops.
    private func serve(_ bus: SessionBus, _ follower: PlayerFollower) throws(BusError) {
        var nextReport: Int64 = 0
        while !isStopped {
            try bus.process()
            for request in takeRequests() { perform(request, follower) }
            let now = PlaybackClock.now
            follower.retry(at: now)
            if follower.hasChanges, now >= nextReport {
                follower.hasChanges = false
                nextReport = now + Self.reportInterval
                publish(follower.directory.players)
            }
            let (descriptor, deadline) = try bus.waiting()
            let report = follower.hasChanges ? nextReport : nil
            wait([descriptor], until: [deadline, follower.deadline, report].compactMap(\.self).min())
        }
    }

    private func waitWithoutBus(until deadline: Int64) {
        while !isStopped, PlaybackClock.now < deadline {
            for request in takeRequests() { perform(request, nil) }
            wait([], until: deadline)
        }
    }

    private func takeRequests() -> [Request] {
        state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
    }

    private func perform(_ request: Request, _ follower: PlayerFollower?) {
        switch request {
        case .command(let command, let player):
            guard let follower else { return report(.failure(player: player, "The session bus is not available")) }
            follower.perform(command, by: player)
        case .refresh(let player): follower?.refresh(player)
        }
    }

    private func publish(_ players: [Player]) {
        let isNews = state.withLock { state in
            // Without a bus this is called again and again.
            guard !players.isEmpty || !state.isEmpty else { return false }
            defer { (state.players, state.isEmpty) = (players, players.isEmpty) }
            return state.players == nil
        }
        if isNews { report(.playersChanged) }
    }

    /// Waits for a message, a request or a time in microseconds; nil for no time.
    private func wait(_ others: [pollfd], until deadline: Int64?) {
        var descriptors = [pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0)] + others
        let left = deadline.map { min(max($0 - PlaybackClock.now, 0), 3_600_000_000) }
        // Rounded up, so that it does not wake before the time.
        poll(&descriptors, nfds_t(descriptors.count), left.map { Int32(($0 + 999) / 1000) } ?? -1)
        var count: UInt64 = 0
        _ = read(wakeUp, &count, 8)
    }
}
