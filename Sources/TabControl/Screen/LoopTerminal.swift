internal import EventLoop
internal import Glibc
internal import TerminalUI

/// The observer of a terminal.
@EventLoop
protocol TerminalObserver: AnyObject {
    func receive(_ event: InputEvent)
    /// The screen content is unknown and the size may have changed. A complete picture must be drawn.
    func terminalChanged()
    /// The terminal is closed.
    func finish()
}

/// A terminal on the event loop: input arrives as events, and pictures are written as fast as the terminal accepts
/// them.
@EventLoop
final class LoopTerminal {
    private let terminal: Terminal
    private unowned let observer: any TerminalObserver
    private var renderer: ScreenRenderer
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
    /// - Parameters:
    ///   - depth: The number of colours.
    ///   - mouse: Whether the terminal reports the mouse instead of selecting text with it.
    init?(depth: ColorDepth, mouse: Bool, _ observer: any TerminalObserver) {
        guard let terminal = Terminal.open(mouse: mouse) else { return nil }
        self.terminal = terminal
        renderer = ScreenRenderer(depth: depth)
        self.observer = observer
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
        guard let bytes = terminal.read() else { return observer.finish() }
        sequenceTimer = nil
        for event in decoder.decode(bytes) { observer.receive(event) }
        guard let timeout = decoder.timeout else { return }
        sequenceTimer = LoopTimer(after: UInt64(timeout)) { [weak self] in
            guard let self else { return }
            for event in decoder.flush() { observer.receive(event) }
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
        observer.terminalChanged()
    }

    // MARK: Stopping

    /// Stops the process as Control-Z does, until it is continued.
    func stopUntilContinued() {
        if terminal.stopUntilContinued() { invalidate() } else { observer.finish() }
    }

    private func resume() {
        if terminal.resume() { invalidate() } else { observer.finish() }
    }
}
