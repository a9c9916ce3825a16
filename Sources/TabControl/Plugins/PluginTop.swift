internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Glibc
internal import TabInterface
internal import TerminalUI

/// What the plugins' processes use, read again after each interval: drawn in place on a terminal, else printed.
@EventLoop
final class PluginTop: DaemonFollower {
    private let service: Service
    /// In milliseconds.
    private let interval: UInt64
    private let json: Bool
    private var terminal: LoopTerminal?
    private lazy var following = FollowingRun(service, self)
    private var timer: LoopTimer?
    private var samples: [PluginSample] = []
    private var readAt: SuspendingClock.Instant?
    private var table: PluginTable?

    init(_ service: Service, interval: UInt64, json: Bool) {
        self.service = service
        self.interval = interval
        self.json = json
    }

    func run() async throws {
        defer {
            timer = nil
            terminal?.close()
        }
        try await following.run()
    }

    /// The signals of which it makes events.
    nonisolated static let signals = [SIGINT, SIGTERM] + LoopTerminal.signals

    func prepare() async throws(DBusError) {
        // Starts the daemon if need be, and says before the screen changes what is wrong.
        _ = try await service.manager.version
        guard !json, following.isRunning else { return }
        let handlers = LoopTerminal.Handlers(
            input: { [weak self] in self?.receive($0) }, isUnknown: { [weak self] in self?.draw() },
            isGone: { [weak self] in self?.following.finish() })
        terminal = LoopTerminal(ANSIRenderer(depth: .ofProcess), mouse: false, handlers)
    }

    // MARK: Reading

    /// Reads everything, shows it, and does so again after the interval.
    func begin(isBack: Bool) async throws(DBusError) {
        timer = nil
        if isBack {
            (samples, readAt) = ([], nil)
            if terminal == nil { Output.note("\(TabNames.busName) is back") }
        }
        try await read(from: following.daemon)
    }

    private func read(from daemon: String?) async throws(DBusError) {
        let samples = try await service.samplePlugins()
        guard following.isRunning, following.daemon == daemon else { return }
        show(samples)
        timer = LoopTimer(after: interval) { [weak self] in
            self?.following.perform { [weak self] () async throws(DBusError) in try await self?.read(from: daemon) }
        }
    }

    func receive(_ signal: IncomingSignal, _ reader: MessageReader) {}

    func daemonLeft() {
        timer = nil
        guard terminal == nil else { return draw() }
        Output.note(FollowingRun.waiting)
    }

    private func show(_ samples: [PluginSample]) {
        let now = SuspendingClock.now
        let table = PluginTable(samples, since: readAt.map { (self.samples, (now - $0) / .seconds(1)) })
        let isFirst = self.table == nil
        (self.samples, self.table, readAt) = (samples, table, now)
        guard terminal == nil else { return draw() }
        let text = json ? table.json.text + "\n" : (isFirst ? "" : "\n") + table.lines.map { $0 + "\n" }.joined()
        if !Output.follow(text) { following.finish() }
    }

    // MARK: Terminal

    private func draw() {
        guard let terminal, let table, following.isRunning else { return }
        var canvas = Canvas(size: terminal.size)
        for (row, line) in table.lines.prefix(max(0, canvas.size.rows - 1)).enumerated() {
            canvas.draw(line, row: row, column: 0, style: row == 0 ? .bold : following.daemon == nil ? .dim : [])
        }
        let help = (following.daemon == nil ? FollowingRun.waiting + ", " : "") + "q leaves"
        canvas.draw(help, row: canvas.size.rows - 1, column: 0, style: .dim)
        // While it has not taken the last picture: what changes until the next reading is not worth one.
        terminal.show(canvas, cursor: nil)
    }

    private func receive(_ event: InputEvent) {
        switch event {
        case .key(.character("q")), .key(.control("c")): following.finish()
        case .key(.control("l")): terminal?.forget()
        case .key(.control("z")): terminal?.stopUntilContinued()
        default: break
        }
    }
}
