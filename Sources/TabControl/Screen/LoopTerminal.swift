internal import DBusConnection
internal import EventLoop
internal import Glibc
internal import TerminalUI

/// A terminal on the event loop: input arrives as events, and pictures are written as fast as the terminal accepts
/// them.
@EventLoop
final class LoopTerminal {
    /// The handlers of terminal events.
    struct Handlers {
        let input: @EventLoop (InputEvent) -> Void
        /// Called when the screen content is unknown and the size may have changed. A complete picture must be drawn.
        let needsRedraw: @EventLoop () -> Void
        let didClose: @EventLoop () -> Void
    }

    private let terminal: Terminal
    private let handlers: Handlers
    private var renderer: any ScreenRenderer
    private var decoder = KeyDecoder()
    private var input: LoopInput?
    /// Waits until the terminal accepts output; nil while no output is pending.
    private var output: LoopInput?
    /// Fires when nothing follows the beginning of a sequence, which is then a key.
    private var sequenceTimer: LoopTimer?
    private var signals: [LoopSignal] = []

    /// The process signals that become loop events.
    nonisolated static let signals = [SIGWINCH, SIGCONT]

    /// Takes over the terminal of the process. Returns nil if the process has no terminal.
    ///
    /// - Parameter mouse: Whether the terminal reports the mouse instead of selecting text with it.
    init?(_ renderer: any ScreenRenderer, mouse: Bool, _ handlers: Handlers) {
        guard let terminal = Terminal.open(mouse: mouse) else { return nil }
        self.terminal = terminal
        self.renderer = renderer
        self.handlers = handlers
        input = LoopInput(STDIN_FILENO) { [weak self] in self?.read() }
        signals = [
            // Even if the size is unchanged: the terminal may have cut off content in between.
            LoopSignal(SIGWINCH) { [weak self] in self?.invalidate() },
            // Another process may have used the terminal.
            LoopSignal(SIGCONT) { [weak self] in self?.resume() },
        ]
    }

    /// The size of the terminal, limited to a reasonable maximum.
    var size: TerminalSize { Self.bounded(terminal.size) }

    /// The size of the terminal before it is taken over.
    nonisolated static var presentSize: TerminalSize { bounded(TerminalSize(of: STDOUT_FILENO) ?? .standard) }

    private nonisolated static func bounded(_ size: TerminalSize) -> TerminalSize {
        TerminalSize(columns: min(size.columns, 2048), rows: min(size.rows, 1024))
    }

    /// Restores the terminal.
    func close() {
        input?.cancel()
        output?.cancel()
        signals = []
        terminal.close()
    }

    // MARK: Input

    private func read() {
        guard let bytes = terminal.read() else { return handlers.didClose() }
        sequenceTimer = nil
        for event in decoder.decode(bytes) { handlers.input(event) }
        guard let timeout = decoder.timeout else { return }
        sequenceTimer = LoopTimer(after: UInt64(timeout)) { [weak self] in
            guard let self else { return }
            for event in decoder.flush() { handlers.input(event) }
        }
    }

    // MARK: Pictures

    /// Whether the terminal has accepted the last picture. Until then, the next picture waits.
    var isReady: Bool { output == nil }

    /// Writes the difference to the previous picture, in one write.
    func show(_ canvas: Canvas, cursor: CellPlace?) {
        guard isReady else { return }
        let picture = renderer.render(canvas, cursor: cursor)
        guard !picture.isEmpty else { return }
        terminal.write(picture)
        followWriting()
    }

    /// Waits until the terminal has accepted all output.
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

    /// Marks the screen content as unknown, so that the next picture is sent completely.
    func invalidate() {
        // The rest of the last picture must still be written, because the terminal may have accepted half a control
        // sequence.
        followWriting()
        renderer.reset()
        handlers.needsRedraw()
    }

    // MARK: Stopping

    /// Stops the process as Control-Z does, until it is continued.
    func stopUntilContinued() {
        if terminal.stopUntilContinued() { invalidate() } else { handlers.didClose() }
    }

    private func resume() {
        if terminal.resume() { invalidate() } else { handlers.didClose() }
    }
}
