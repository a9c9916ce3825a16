import CSDBus
import Glibc
import Synchronization
import TabPlugin

/// The thread that talks to the bus and reads artwork. The plugin's event loop has no descriptors of others, and must not
/// block.
///
/// It sleeps until a message or a request arrives. An idle thread without requests never wakes.
final class PlayerThread: Sendable {
    /// What the thread has for the plugin. It is called on the thread.
    enum Report: Sendable {
        /// The players have changed: `takePlayers()` returns them. No second report follows before that.
        case playersChanged
        /// The encoded image of an artwork; nil if it can't be read.
        case artwork(String, [UInt8]?)
        /// A command that failed, in words for the user.
        case failure(String)
    }

    /// What the plugin wants.
    enum Request: Sendable {
        case command(PlayerCommand, player: String)
        case readPosition(player: String)
        case loadArtwork(url: String)
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
    private static let stackSize = 512 << 10

    private let state = Mutex(State())
    private let wakeUp: Int32
    private let report: @Sendable (Report) -> Void

    /// Starts the thread, which ends after `stop()`.
    init(report: @escaping @Sendable (Report) -> Void) {
        self.report = report
        wakeUp = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        start()
    }

    deinit { if wakeUp >= 0 { close(wakeUp) } }

    // MARK: For the plugin

    func stop() {
        state.withLock { $0.isStopped = true }
        wake()
    }

    /// Enqueues a request. Returns whether it did: it drops the request if too many wait.
    @discardableResult
    func request(_ request: Request) -> Bool {
        let isAccepted = state.withLock { state in
            guard state.requests.count < Self.maximumRequests else { return false }
            state.requests.append(request)
            return true
        }
        if isAccepted { wake() } else { log(.warning, "too many requests to media players are waiting") }
        return isAccepted
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

    private func start() {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, Self.stackSize)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // Signals are for the thread of the loop. A new thread inherits the mask.
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let result = pthread_create(
            &thread, &attributes,
            { context in
                if let context { Unmanaged<PlayerThread>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        guard result != 0 else { return }
        context.release()
        log(.error, "no thread for media players: \(String(cString: strerror(result)))")
    }

    private func run() {
        var retry = Self.retries.first
        while !isStopped {
            let start = PlaybackClock.now
            do throws(BusError) {
                let bus = try SessionBus()
                let follower = try PlayerFollower(bus) { [report] in report(.failure($0)) }
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
            if follower.hasChanges, now >= nextReport {
                follower.hasChanges = false
                nextReport = now + Self.reportInterval
                publish(follower.directory.players)
            }
            wait(bus, until: [bus.deadline, follower.hasChanges ? nextReport : nil].compactMap(\.self).min())
        }
    }

    private func waitWithoutBus(until deadline: Int64) {
        while !isStopped, PlaybackClock.now < deadline {
            for request in takeRequests() { perform(request, nil) }
            wait(nil, until: deadline)
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
            guard let follower else { return report(.failure("The session bus is not available")) }
            follower.perform(command, by: player)
        case .readPosition(let player): follower?.readPosition(of: player)
        case .loadArtwork(let url): report(.artwork(url, Artwork(url: url)?.load()))
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
    private func wait(_ bus: SessionBus?, until deadline: Int64?) {
        var descriptors = [pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0)]
        if let bus { descriptors.append(bus.descriptor) }
        let left = deadline.map { min(max($0 - PlaybackClock.now, 0), 3_600_000_000) }
        // Rounded up, so that it does not wake before the time.
        poll(&descriptors, nfds_t(descriptors.count), left.map { Int32(($0 + 999) / 1000) } ?? -1)
        var count: UInt64 = 0
        _ = read(wakeUp, &count, 8)
    }
}
