internal import Glibc

/// A terminal in raw mode with the alternate screen, from `open` to `close`. It is restored however the process ends.
///
/// Only one terminal can be open at a time. The memory that signal handlers use is allocated before the handlers are
/// installed.
package final class Terminal {
    private struct Saved {
        var input: Int32
        /// The descriptor for writes.
        var output: Int32
        /// The socket to the guard; -1 for none.
        var guarding: Int32
        var mode: termios
        var leave: UnsafeMutablePointer<CChar>
        var hasMouse: Bool
        /// Whether the process currently uses the terminal.
        var isActive: Bool
        /// Whether the sequence that leaves the screen was written completely.
        var isLeft = true
    }

    /// The saved state; nil while no terminal is open.
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
    /// The own non-blocking descriptor; nil if it could not be opened, and writes block.
    private let ownOutput: Int32?
    private var queue = OutputQueue()
    private var guarding: TerminalGuard?
    private var isClosed = false

    /// The descriptor for pictures. While `isWriting`, wait until it accepts output, then call `continueWriting`.
    package let outputDescriptor: Int32

    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Opens the terminal. Returns nil if a descriptor is not a terminal, or if a terminal is already open.
    ///
    /// - Parameter mouse: Whether the terminal reports clicks, drags and the wheel. The terminal's own selection then
    ///   needs Shift.
    package static func open(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, mouse: Bool) -> Terminal? {
        guard saved.pointee == nil, isTerminal(input), isTerminal(output), let mode = TerminalModes.get(input),
            let leave = strdup(TerminalModes.leave(mouse: mouse))
        else { return nil }
        _ = installHandlers
        let own = TerminalOutput.openNonBlocking(output)
        saved.pointee = Saved(
            input: input, output: own ?? output, guarding: -1, mode: mode, leave: leave, hasMouse: mouse,
            // Set in advance, so that a signal can never leave the terminal in raw mode.
            isActive: true)
        // Discards input typed before.
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

    /// Restores the terminal to its previous state.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        suspend()
        let (leave, isLeft) = (Self.saved.pointee?.leave, Self.saved.pointee?.isLeft == true)
        Self.saved.pointee = nil
        free(leave)
        if isLeft { guarding?.end() } else { guarding?.restoreTerminal() }
        guarding = nil
        if let ownOutput { Glibc.close(ownOutput) }
    }

    // MARK: Suspending

    /// Restores the terminal until `resume`.
    package func suspend() {
        queue.removeAll()
        Self.restore()
    }

    /// Takes over the terminal again, also after SIGSTOP, which can't be handled. The screen content is unknown then,
    /// so the next picture must be complete.
    ///
    /// - Returns: false if the terminal is closed.
    @discardableResult
    package func resume() -> Bool {
        guard !isClosed, let present = TerminalModes.get(input) else { return false }
        // Another process may have changed the mode meanwhile. If the terminal was not suspended first, the current
        // mode belongs to a shell and is not saved.
        if Self.saved.pointee?.isActive == false { Self.saved.pointee?.mode = present }
        guard TerminalModes.set(mode, of: input, TCSADRAIN) else { return false }
        enter()
        return true
    }

    private func enter() {
        Self.saved.pointee?.isActive = true
        if let guarding { TerminalGuard.notify(guarding.descriptor, isActive: true) }
        write(TerminalModes.enter(mouse: mouse))
    }

    /// Restores the terminal. Safe in a signal handler.
    private static func restore() {
        guard let state = saved.pointee, state.isActive else { return }
        saved.pointee?.isActive = false
        let isLeft = TerminalOutput.writeLast(state.leave, to: state.output)
        // A shell must not read the last mouse reports.
        if state.hasMouse { tcflush(state.input, TCIFLUSH) }
        _ = TerminalModes.set(state.mode, of: state.input, TCSANOW)
        // If the terminal does not accept the output now, the guard writes it after this process ends.
        if isLeft, state.guarding >= 0 { TerminalGuard.notify(state.guarding, isActive: false) }
        saved.pointee?.isLeft = isLeft
    }

    // MARK: Input and output

    package var size: TerminalSize { TerminalSize(of: outputDescriptor) ?? .standard }

    /// Reads the available input; empty if there is none, nil if the terminal is closed.
    package func read() -> [UInt8]? {
        // Checks first, so that the read does not block: the input may have been consumed, and making the shared
        // descriptor non-blocking would affect other processes.
        var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, 0) != 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = Glibc.read(input, &bytes, bytes.count)
        if count > 0 { return Array(bytes.prefix(count)) }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
    }

    /// Whether output is pending. A picture is best skipped then.
    package var isWriting: Bool { !queue.isEmpty }

    /// Writes what the terminal accepts at once, and keeps the rest for `continueWriting`.
    ///
    /// - Returns: false if the terminal is closed, or if too much output is pending.
    @discardableResult
    package func write(_ text: String) -> Bool {
        guard let ownOutput else { return DescriptorOutput.write(text, to: outputDescriptor) }
        return queue.append(text) && queue.send(to: ownOutput)
    }

    /// - Returns: false if the terminal is closed.
    @discardableResult
    package func continueWriting() -> Bool { ownOutput.map { queue.send(to: $0) } ?? true }
}

extension Terminal {
    /// Stops the process as Control-Z does, with the terminal restored, until the process is continued.
    ///
    /// The whole process group stops, so that a shell sees its job stopped. It does not matter whether the calling
    /// thread blocks SIGTSTP, or how the process handles it. If no process could continue it (the process group is
    /// orphaned, or its parent ignores SIGTSTP), the call returns at once. The screen content is unknown then, so the
    /// next picture must be complete.
    ///
    /// - Returns: false if the terminal is closed.
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
            // A blocked SIGTSTP stops the process only now, after it is unblocked.
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
