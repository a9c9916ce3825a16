import TestSupport

@testable import TerminalUI

@Suite(.timeLimit(.minutes(10))) struct TerminalGuardTests {
    private let screen: TestTerminal
    private let saved: termios
    private let raw: termios
    private let guarding: TerminalGuard

    init() throws {
        screen = try TestTerminal()
        saved = try #require(TerminalModes.get(screen.descriptor))
        #expect(TerminalModes.set(TerminalModes.raw(saved), of: screen.descriptor, TCSANOW))
        raw = try #require(TerminalModes.get(screen.descriptor))
        guarding = try #require(TerminalGuard(of: screen.descriptor, leave: "leave %s \\n", mode: raw, saved: saved))
    }

    /// A killed process closes its descriptors when it ends.
    private func die() {
        close(guarding.descriptor)
        guarding.waitUntilDone()
    }

    @Test func `the terminal of a killed process is restored`() {
        TerminalGuard.notify(guarding.descriptor, isActive: true)
        die()
        #expect(screen.output() == "leave %s \\n")
        #expect(screen.mode == TerminalModes.text(saved))
    }

    @Test func `a suspended terminal is left alone when the process is killed`() {
        TerminalGuard.notify(guarding.descriptor, isActive: true)
        TerminalGuard.notify(guarding.descriptor, isActive: false)
        die()
        #expect(screen.output() == "")
        #expect(screen.mode == TerminalModes.text(raw))
    }

    @Test func `a mode that another process has set stays`() throws {
        var other = raw
        other.c_lflag |= tcflag_t(ECHO)
        #expect(TerminalModes.set(other, of: screen.descriptor, TCSANOW))
        TerminalGuard.notify(guarding.descriptor, isActive: true)
        die()
        #expect(screen.output() == "leave %s \\n")
        #expect(screen.mode == TerminalModes.text(other))
    }

    @Test func `an unused guard ends without output and without a zombie`() {
        TerminalGuard.notify(guarding.descriptor, isActive: false)
        guarding.end()
        #expect(screen.output() == "")
        #expect(waitpid(guarding.processID, nil, WNOHANG) == -1, "it was waited for")
        // A notification without a reader does not end this process.
        TerminalGuard.notify(-1, isActive: true)
    }

    @Test func `a guard survives signals that end and stop other processes`() {
        TerminalGuard.notify(guarding.descriptor, isActive: true)
        // The guard ignores signals once it has read the line.
        while guarding.isReading { sched_yield() }
        for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGTTIN, SIGTTOU] { kill(guarding.processID, number) }
        die()
        #expect(screen.output() == "leave %s \\n")
    }

    @Test func `the guard has its own process group, and no other process has our end of the socket`() {
        #expect(getpgid(guarding.processID) == guarding.processID)
        #expect(fcntl(guarding.descriptor, F_GETFD) & FD_CLOEXEC != 0)
        guarding.end()
    }
}

extension TerminalGuard {
    /// Whether the guard has unread notifications.
    fileprivate var isReading: Bool {
        var count: Int32 = 0
        // SIOCOUTQ: the unread bytes of the other end, with some overhead.
        return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 && count > 0
    }
}

extension TerminalGuard {
    /// Waits until the guard has restored the terminal and ended.
    fileprivate func waitUntilDone() {
        while waitpid(processID, nil, 0) < 0, errno == EINTR {}
    }
}
