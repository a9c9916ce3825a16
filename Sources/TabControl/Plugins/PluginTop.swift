internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Glibc
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TerminalUI

/// The command that shows the resource usage of plugins after each interval: in place on a terminal, else as text.
@EventLoop
final class PluginTop: DaemonFollower, TerminalObserver {
    private let attachment: Attachment
    /// The interval between updates, in milliseconds.
    private let interval: UInt64
    private let json: Bool
    private var terminal: LoopTerminal?
    private var timer: LoopTimer?
    private var samples: [PluginSample] = []
    private var readAt: SuspendingClock.Instant?
    private var table: PluginTable?

    init(_ service: Service, interval: UInt64, json: Bool) {
        attachment = Attachment(service)
        self.interval = interval
        self.json = json
    }

    func run() async throws {
        defer {
            timer = nil
            terminal?.close()
        }
        try await attachment.run(self)
    }

    /// The process signals that become loop events.
    nonisolated static let signals = [SIGINT, SIGTERM] + LoopTerminal.signals

    var outlivesBus: Bool { false }

    func prepare() async throws(DBusError) {
        // Starts the daemon if needed, so that an error is printed before the screen changes.
        _ = try await attachment.service.manager.version
        guard !json, attachment.isRunning else { return }
        terminal = LoopTerminal(depth: .ofProcess, mouse: false, self)
    }

    // MARK: Reading

    /// Reads and shows all samples, then again after each interval.
    func begin() async throws(DBusError) {
        timer = nil
        (samples, readAt) = ([], nil)
        try await read()
    }

    private func read() async throws(DBusError) {
        let session = attachment.session
        let samples = try await attachment.service.samplePlugins()
        guard session == attachment.session else { return }
        attachment.attached()
        show(samples)
        timer = LoopTimer(after: interval) { [weak self] in
            self?.attachment.callDaemon { [weak self] () async throws(DBusError) in try await self?.read() }
        }
    }

    func receive(_ signal: IncomingSignal, _ reader: MessageReader) {}

    func stateChanged(from old: AttachmentState, to state: AttachmentState) {
        if state == .daemonAway {
            timer = nil
            draw()
        }
        if terminal == nil, let note = state.note(after: old) { Output.note(note) }
    }

    private func show(_ samples: [PluginSample]) {
        let now = SuspendingClock.now
        let table = PluginTable(samples, since: readAt.map { (self.samples, (now - $0) / .seconds(1)) })
        let isFirst = self.table == nil
        (self.samples, self.table, readAt) = (samples, table, now)
        guard terminal == nil else { return draw() }
        let text = json ? table.json.text + "\n" : (isFirst ? "" : "\n") + table.lines.map { $0 + "\n" }.joined()
        if !Output.follow(text) { finish() }
    }

    func finish() { attachment.finish() }

    // MARK: Terminal

    func terminalChanged() { draw() }

    private func draw() {
        guard let terminal, let table, attachment.isRunning else { return }
        var canvas = Canvas(size: terminal.size)
        let loss = attachment.state.lossNote
        for (row, line) in table.lines.prefix(max(0, canvas.size.rows - 1)).enumerated() {
            canvas.draw(line, row: row, column: 0, style: row == 0 ? .bold : loss == nil ? [] : .dim)
        }
        let help = (loss.map { $0 + ", " } ?? "") + "q quits"
        canvas.draw(help, row: canvas.size.rows - 1, column: 0, style: .dim)
        // While the terminal has not accepted the last picture, this one is skipped; the next update draws again.
        terminal.show(canvas, cursor: nil)
    }

    func receive(_ event: InputEvent) {
        switch event {
        case .key(.character("q")), .key(.control("c")): finish()
        case .key(.control("l")): terminal?.invalidate()
        case .key(.control("z")): terminal?.stopUntilContinued()
        default: break
        }
    }
}
