import TestSupport

@testable import TerminalUI

/// The tests run one at a time, because a process can have only one terminal.
@Suite(.serialized, .timeLimit(.minutes(10))) struct TerminalTests {
    private static let enter =
        "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[?1l\u{1B}>\u{1B}[8l\u{1B}[?2004h\u{1B}[?1002h\u{1B}[?1006h"
    private static let leave =
        "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?2004l\u{1B}[8h\u{1B}[0m\u{1B}[?25h\u{1B}[?7h\u{1B}[?1049l"

    private let screen: TestTerminal

    init() throws { screen = try TestTerminal() }

    private func open(mouse: Bool = true) throws -> Terminal {
        try #require(Terminal.open(input: screen.descriptor, output: screen.descriptor, mouse: mouse))
    }

    @Test func `a terminal is restored to its previous state`() throws {
        let before = screen.mode
        let terminal = try open()
        #expect(screen.output(until: Self.enter) == Self.enter)
        #expect(screen.mode != before)
        #expect(terminal.size == TerminalSize(columns: 80, rows: 24))
        #expect(Terminal.open(input: screen.descriptor, output: screen.descriptor, mouse: true) == nil)
        terminal.close()
        #expect(screen.output(until: Self.leave) == Self.leave)
        #expect(screen.mode == before)
        terminal.close()
        #expect(!terminal.resume())
        #expect(screen.output() == "")
        #expect(screen.mode == before)
    }

    @Test func `without the mouse no mouse modes are set`() throws {
        try open(mouse: false).close()
        let output = screen.output(until: "\u{1B}[?1049l")
        #expect(!output.contains("?1002"))
        #expect(!output.contains("?1006"))
    }

    @Test func `only a terminal can be opened`() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        #expect(Terminal.open(input: ends[0], output: ends[1], mouse: true) == nil)
        for end in ends { close(end) }
    }

    @Test func `keys arrive as they are typed`() throws {
        let terminal = try open()
        defer { terminal.close() }
        screen.type("\u{3}\r\u{13}x")
        #expect(screen.canBeRead(screen.descriptor, POLLIN))
        #expect(terminal.read() == [3, 13, 19, UInt8(ascii: "x")])
    }

    @Test func `a terminal can be suspended and resumed repeatedly`() throws {
        let before = screen.mode
        let terminal = try open()
        let ours = screen.mode
        terminal.suspend()
        terminal.suspend()
        #expect(screen.output(until: Self.leave) == Self.enter + Self.leave)
        #expect(screen.mode == before)
        terminal.resume()
        #expect(screen.output(until: Self.enter) == Self.enter)
        #expect(screen.mode == ours)
        // Like a shell while this process is stopped by SIGSTOP.
        var other = try #require(TerminalModes.get(screen.descriptor))
        other.c_lflag |= tcflag_t(ECHO)
        #expect(TerminalModes.set(other, of: screen.descriptor, TCSANOW))
        terminal.resume()
        #expect(screen.output(until: Self.enter) == Self.enter)
        #expect(screen.mode == ours)
        terminal.close()
        #expect(screen.mode == before)
    }

    @Test func `a mode that changed while the terminal was suspended is restored at the end`() throws {
        let terminal = try open()
        terminal.suspend()
        var other = try #require(TerminalModes.get(screen.descriptor))
        other.c_iflag ^= tcflag_t(IXANY)
        #expect(TerminalModes.set(other, of: screen.descriptor, TCSANOW))
        terminal.resume()
        terminal.close()
        #expect(screen.mode == TerminalModes.text(other))
    }

    @Test func `a terminal that accepts no output does not block, and gets the rest later`() throws {
        let terminal = try open()
        defer { terminal.close() }
        _ = screen.output(until: Self.enter)
        let text = String(repeating: "0123456789", count: 50_000) + "end"
        #expect(terminal.write(text))
        #expect(terminal.isWriting)
        #expect(fcntl(screen.descriptor, F_GETFL) & O_NONBLOCK == 0, "the shell's own stays as it is")
        #expect(terminal.write("!"))
        #expect(!terminal.write(String(repeating: "x", count: OutputQueue.limit)), "it is too much")
        var output = ""
        while terminal.isWriting, output.utf8.count < 1_000_000 {
            output += screen.output()
            #expect(terminal.continueWriting())
        }
        output += screen.output(until: "end!")
        #expect(output == text + "!")
    }

    @Test func `pending output is dropped when the terminal is restored`() throws {
        let terminal = try open()
        #expect(terminal.write(String(repeating: "x", count: 500_000)))
        #expect(terminal.isWriting)
        // Takes the full half second, because the output is not read.
        terminal.close()
        #expect(!terminal.isWriting)
        #expect(screen.output().utf8.count < 500_000)
    }

    @Test func `a queue ends with its descriptor`() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        close(ends[0])
        signal(SIGPIPE, SIG_IGN)
        var queue = OutputQueue()
        let isTaken = queue.append("text")
        let isThere = queue.send(to: ends[1])
        #expect(isTaken && !isThere)
        #expect(queue.isEmpty)
        close(ends[1])
    }
}
