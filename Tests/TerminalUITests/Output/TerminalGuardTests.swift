internal import Glibc
internal import Testing

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

    /// The end of a process that is killed closes its descriptors.
    private func die() {
        close(guarding.descriptor)
        guarding.waitUntilDone()
    }

    @Test func `who is killed with the terminal has it given back`() {
        TerminalGuard.tell(guarding.descriptor, isActive: true)
        die()
        #expect(screen.output() == "leave %s \\n")
        #expect(screen.mode == TerminalModes.text(saved))
    }

    @Test func `who is killed while somebody else has the terminal leaves it alone`() {
        TerminalGuard.tell(guarding.descriptor, isActive: true)
        TerminalGuard.tell(guarding.descriptor, isActive: false)
        die()
        #expect(screen.output() == "")
        #expect(screen.mode == TerminalModes.text(raw))
    }

    @Test func `a mode that somebody else has set stays`() throws {
        var other = raw
        other.c_lflag |= tcflag_t(ECHO)
        #expect(TerminalModes.set(other, of: screen.descriptor, TCSANOW))
        TerminalGuard.tell(guarding.descriptor, isActive: true)
        die()
        #expect(screen.output() == "leave %s \\n")
        #expect(screen.mode == TerminalModes.text(other))
    }

    @Test func `a guard that is not needed goes without a word and leaves nothing of it`() {
        TerminalGuard.tell(guarding.descriptor, isActive: false)
        guarding.end()
        #expect(screen.output() == "")
        #expect(waitpid(guarding.processID, nil, WNOHANG) == -1, "it was waited for")
        // Nobody hears it; nor does it end us.
        TerminalGuard.tell(-1, isActive: true)
    }

    @Test func `a guard outlives what ends and stops others`() {
        TerminalGuard.tell(guarding.descriptor, isActive: true)
        // When it has read the line it ignores them.
        while guarding.isReading { sched_yield() }
        for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGTTIN, SIGTTOU] { kill(guarding.processID, number) }
        die()
        #expect(screen.output() == "leave %s \\n")
    }

    @Test func `it is a process group of its own, and our end is nobody else's`() {
        #expect(getpgid(guarding.processID) == guarding.processID)
        #expect(fcntl(guarding.descriptor, F_GETFD) & FD_CLOEXEC != 0)
        guarding.end()
    }
}

extension TerminalGuard {
    /// Whether it has not yet read what it was told.
    fileprivate var isReading: Bool {
        var count: Int32 = 0
        // SIOCOUTQ: what the other end has not read, in bytes with some overhead.
        return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 && count > 0
    }
}

extension TerminalGuard {
    /// Waits until it has done its work, as it does after we are killed.
    fileprivate func waitUntilDone() {
        while waitpid(processID, nil, 0) < 0, errno == EINTR {}
    }
}
