internal import Glibc

/// A terminal in raw mode on its alternate screen, from `open` to `close`, and given back whatever ends the process.
///
/// One at a time. What a handler of a fatal signal needs lies in memory that is there before the handler is.
package final class Terminal {
    private struct Saved {
        var input: Int32
        /// For writes.
        var output: Int32
        /// Of the socket to the guard; -1 for none.
        var guarding: Int32
        var mode: termios
        var leave: UnsafeMutablePointer<CChar>
        var hasMouse: Bool
        /// Whether the terminal is ours at the moment.
        var isActive: Bool
        /// Whether all was written that leaves the screen.
        var isLeft = true
    }

    /// nil while no terminal is open.
    private nonisolated(unsafe) static let saved: UnsafeMutablePointer<Saved?> = {
        let pointer = UnsafeMutablePointer<Saved?>.allocate(capacity: 1)
        pointer.initialize(to: nil)
        return pointer
    }()

    private static let installHandlers: Void = {
        atexit { Terminal.restore() }
        for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP, SIGHUP, SIGQUIT] {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                Terminal.restore()
                signal(number, SIG_DFL)
                raise(number)
            }
            sigaction(number, &action, nil)
        }
    }()

    private let input: Int32
    private let mouse: Bool
    private let mode: termios
    /// Our own, non-blocking; nil when there is none, and writes wait.
    private let ownOutput: Int32?
    private var queue = OutputQueue()
    private var guarding: TerminalGuard?
    private var isClosed = false

    /// Where a picture goes: while `isWriting`, wait until it takes output, and then `continueWriting`.
    package let outputDescriptor: Int32

    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Takes the terminal; nil when a descriptor is none, or one is taken already.
    ///
    /// - Parameter mouse: Whether clicks, drags and the wheel are told; the terminal's own selection needs Shift then.
    package static func open(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, mouse: Bool) -> Terminal? {
        guard saved.pointee == nil, isTerminal(input), isTerminal(output), let mode = TerminalModes.get(input),
            let leave = strdup(TerminalModes.leave(mouse: mouse))
        else { return nil }
        _ = installHandlers
        let own = TerminalOutput.openNonBlocking(output)
        saved.pointee = Saved(
            input: input, output: own ?? output, guarding: -1, mode: mode, leave: leave, hasMouse: mouse,
            // Before it is, so that there is no moment at which a signal leaves it raw.
            isActive: true)
        // Discards what was typed for somebody else.
        guard TerminalModes.set(TerminalModes.raw(mode), of: input, TCSAFLUSH), let raw = TerminalModes.get(input)
        else {
            saved.pointee = nil
            free(leave)
            if let own { Glibc.close(own) }
            return nil
        }
        return Terminal(input: input, output: output, ownOutput: own, mouse: mouse, mode: raw, saved: mode)
    }

    private init(input: Int32, output: Int32, ownOutput: Int32?, mouse: Bool, mode: termios, saved: termios) {
        (self.input, self.mouse, self.mode, self.ownOutput) = (input, mouse, mode, ownOutput)
        outputDescriptor = ownOutput ?? output
        guarding = TerminalGuard(of: output, leave: TerminalModes.leave(mouse: mouse), mode: mode, saved: saved)
        Self.saved.pointee?.guarding = guarding?.descriptor ?? -1
        enter()
    }

    deinit { close() }

    /// Gives the terminal back as it was.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        suspend()
        let (leave, isLeft) = (Self.saved.pointee?.leave, Self.saved.pointee?.isLeft == true)
        Self.saved.pointee = nil
        free(leave)
        if isLeft { guarding?.end() } else { guarding?.relieve() }
        guarding = nil
        if let ownOutput { Glibc.close(ownOutput) }
    }

    // MARK: Suspending

    /// Gives the terminal back until `resume`.
    package func suspend() {
        queue.removeAll()
        Self.restore()
    }

    /// Takes the terminal again, or makes sure of it after the process was stopped by a signal that can't be handled. What
    /// it shows is unknown then: the next picture must be whole.
    ///
    /// - Returns: false when the terminal is gone.
    @discardableResult
    package func resume() -> Bool {
        guard !isClosed, let present = TerminalModes.get(input) else { return false }
        // Who had it meanwhile may have changed it. What is there when nothing was announced belongs to a shell.
        if Self.saved.pointee?.isActive == false { Self.saved.pointee?.mode = present }
        guard TerminalModes.set(mode, of: input, TCSADRAIN) else { return false }
        enter()
        return true
    }

    private func enter() {
        Self.saved.pointee?.isActive = true
        if let guarding { TerminalGuard.tell(guarding.descriptor, isActive: true) }
        write(TerminalModes.enter(mouse: mouse))
    }

    /// Safe in a signal handler.
    private static func restore() {
        guard let state = saved.pointee, state.isActive else { return }
        saved.pointee?.isActive = false
        let isLeft = TerminalOutput.writeLast(state.leave, to: state.output)
        // What the mouse told last is nothing that a shell should read.
        if state.hasMouse { tcflush(state.input, TCIFLUSH) }
        _ = TerminalModes.set(state.mode, of: state.input, TCSANOW)
        // What the terminal doesn't take now its guard writes when it does, after our end.
        if isLeft, state.guarding >= 0 { TerminalGuard.tell(state.guarding, isActive: false) }
        saved.pointee?.isLeft = isLeft
    }

    // MARK: Input and output

    package var size: TerminalSize { TerminalSize(of: outputDescriptor) ?? .standard }

    /// What has been typed; empty for nothing at the moment, nil when the terminal is gone.
    package func read() -> [UInt8]? {
        // What made us look may be gone meanwhile, and the terminal's input is not ours alone to make non-blocking.
        var look = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        guard poll(&look, 1, 0) != 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = Glibc.read(input, &bytes, bytes.count)
        if count > 0 { return Array(bytes.prefix(count)) }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
    }

    /// Whether the terminal has not yet taken what was written. A picture is best skipped then.
    package var isWriting: Bool { !queue.isEmpty }

    /// Writes what the terminal takes at once, and keeps the rest for `continueWriting`.
    ///
    /// - Returns: false when the terminal is gone, or nothing more is kept because it takes nothing for so long.
    @discardableResult
    package func write(_ text: String) -> Bool {
        guard let ownOutput else { return DescriptorOutput.write(text, to: outputDescriptor) }
        return queue.append(text) && queue.send(to: ownOutput)
    }

    /// - Returns: false when the terminal is gone.
    @discardableResult
    package func continueWriting() -> Bool { ownOutput.map { queue.send(to: $0) } ?? true }
}

extension Terminal {
    /// Stops the process as Control-Z does, with the terminal given back, until somebody continues it.
    ///
    /// All of the process group stops, so that a shell sees its job stopped. It does not matter whether the calling thread
    /// blocks SIGTSTP, or what the process does with it; where nobody could continue it (the process group is orphaned, or
    /// who started it has SIGTSTP ignored) the call returns at once. What is shown is unknown then: the next picture must
    /// be whole.
    ///
    /// - Returns: false when the terminal is gone.
    @discardableResult
    package func stopUntilContinued() -> Bool {
        suspend()
        var (action, before) = (sigaction(), sigaction())
        action.__sigaction_handler.sa_handler = SIG_DFL
        sigaction(SIGTSTP, &action, &before)
        let isIgnored = unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == Self.ignored
        if !isIgnored {
            var (stop, mask) = (sigset_t(), sigset_t())
            sigemptyset(&stop)
            sigaddset(&stop, SIGTSTP)
            // Where it is blocked it stops the process only now; else it has already.
            kill(0, SIGTSTP)
            pthread_sigmask(SIG_UNBLOCK, &stop, &mask)
            pthread_sigmask(SIG_SETMASK, &mask, nil)
        }
        sigaction(SIGTSTP, &before, nil)
        return resume()
    }

    /// SIG_IGN.
    private static var ignored: Int { 1 }
}
