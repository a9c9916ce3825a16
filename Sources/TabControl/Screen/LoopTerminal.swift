internal import DBusConnection
internal import EventLoop
internal import Glibc
internal import TerminalUI

/// A terminal on the loop: what users do comes as events, and pictures go out as fast as it takes them.
@EventLoop
final class LoopTerminal {
    /// What is to be done with what happens on it.
    struct Handlers {
        let input: @EventLoop (InputEvent) -> Void
        /// What it shows is not known any more, and its size may be another one: a whole picture is due.
        let isUnknown: @EventLoop () -> Void
        let isGone: @EventLoop () -> Void
    }

    private let terminal: Terminal
    private let handlers: Handlers
    private var renderer: any ScreenRenderer
    private var decoder = KeyDecoder()
    private var input: LoopInput?
    /// While it has not taken all of a picture.
    private var output: LoopInput?
    /// What the beginning of a sequence means is known when nothing follows.
    private var escape: LoopTimer?
    private var signals: [LoopSignal] = []

    /// The signals of which it makes events.
    nonisolated static let signals = [SIGWINCH, SIGCONT]

    /// Takes the terminal of the process; nil when there is none.
    ///
    /// - Parameter mouse: Whether it tells what the mouse does, in place of selecting text with it.
    init?(_ renderer: any ScreenRenderer, mouse: Bool, _ handlers: Handlers) {
        guard let terminal = Terminal.open(mouse: mouse) else { return nil }
        self.terminal = terminal
        self.renderer = renderer
        self.handlers = handlers
        input = LoopInput(STDIN_FILENO) { [weak self] in self?.read() }
        signals = [
            // Also when the size is what it was: in between the terminal may have cut off what was shown.
            LoopSignal(SIGWINCH) { [weak self] in self?.forget() },
            // Somebody else may have had the terminal.
            LoopSignal(SIGCONT) { [weak self] in self?.takeAgain() },
        ]
    }

    /// Bounded: no terminal that people look at is larger.
    var size: TerminalSize { Self.bounded(terminal.size) }

    /// Of the terminal that there is before it is taken.
    nonisolated static var presentSize: TerminalSize { bounded(TerminalSize(of: STDOUT_FILENO) ?? .standard) }

    private nonisolated static func bounded(_ size: TerminalSize) -> TerminalSize {
        TerminalSize(columns: min(size.columns, 2048), rows: min(size.rows, 1024))
    }

    /// Gives the terminal back.
    func close() {
        input?.cancel()
        output?.cancel()
        signals = []
        terminal.close()
    }

    // MARK: Input

    private func read() {
        guard let bytes = terminal.read() else { return handlers.isGone() }
        escape = nil
        for event in decoder.decode(bytes) { handlers.input(event) }
        guard let patience = decoder.patience else { return }
        escape = LoopTimer(after: UInt64(patience)) { [weak self] in
            guard let self else { return }
            for event in decoder.flush() { handlers.input(event) }
        }
    }

    // MARK: Pictures

    /// Whether it has taken the last picture; until then the next one waits, and then it is the newest.
    var isReady: Bool { output == nil }

    /// Sends what differs from the picture before, in one write.
    func show(_ canvas: Canvas, cursor: CellPlace?) {
        guard isReady else { return }
        let picture = renderer.render(canvas, cursor: cursor)
        guard !picture.isEmpty else { return }
        terminal.write(picture)
        followWriting()
    }

    /// Waits as long as the terminal has not taken everything.
    private func followWriting() {
        if !terminal.isWriting {
            output?.cancel()
            output = nil
        } else if output == nil {
            output = LoopInput(outputOf: terminal.outputDescriptor) { [weak self] in
                self?.terminal.continueWriting()
                self?.followWriting()
            }
        }
    }

    /// The next picture is sent whole.
    func forget() {
        // What it has not taken of the last one it is still to take, as nobody knows what half of that means.
        followWriting()
        renderer.reset()
        handlers.isUnknown()
    }

    // MARK: Stopping

    /// Stops the process as Control-Z does, until it is continued.
    func stopUntilContinued() {
        if terminal.stopUntilContinued() { forget() } else { handlers.isGone() }
    }

    private func takeAgain() {
        if terminal.resume() { forget() } else { handlers.isGone() }
    }
}
