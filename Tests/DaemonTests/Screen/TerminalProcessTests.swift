import TestSupport

/// The pseudo terminal on which the tests run programs.
@EventLoop @Suite(.bus) struct TerminalProcessTests {
    @Test func `a full-screen program gets a raw terminal with its size, and restores it`() async throws {
        try await DaemonProcess.start()
        let script = "tabctl plugin top --interval 0.1; echo status $?; read line"
        let top = try TerminalProcess(script: script)
        try await top.becomes("the table") { $0.isAlternate && !$0.isCursorVisible && $0.lines.last == "q quits" }
        #expect(top.isRaw && !top.screen.isSane)
        #expect(top.screen.unknown == [])
        top.resize(columns: 100, rows: 10)
        try await top.shows("the table in fewer rows") { $0.count == 10 && $0.last == "q quits" }
        top.type("q")
        try await top.shows("the status") { $0.contains("status 0") }
        #expect(top.screen.isSane, "\(top.screen.insanities)")
        #expect(!top.isRaw)
        top.type("\n")
        #expect(try await top.exitStatus() == 0)
    }

    @Test func `a program leads a session on its terminal`() async throws {
        let script = """
            trap 'echo resized $(stty size)' WINCH
            trap 'echo interrupted' INT
            echo $TERM ${COLORTERM-none} ${NO_COLOR-none} $EXTRA $(tty)
            ps -o sid= -p $$
            while :; do read line && echo "got $line"; done
            """
        let shell = try TerminalProcess(
            script: script, columns: 60, rows: 12, environment: ["EXTRA": "more", "NO_COLOR": "1"])
        try await shell.shows("the environment") { $0[0].hasPrefix("xterm-256color none 1 more /dev/pts/") }
        try await shell.shows("its session") { $0.contains { $0.hasSuffix("\(shell.processID)") } }
        #expect(shell.foreground == shell.processID)
        #expect(!shell.isRaw && shell.isRunning)
        shell.type("one\n")
        try await shell.shows("the line") { $0.contains("got one") }
        shell.resize(columns: 70, rows: 20)
        try await shell.shows("the size") { $0.contains("resized 20 70") }
        shell.type("\u{3}")
        try await shell.shows("the signal of the key") { $0.contains { $0.hasSuffix("interrupted") } }
        let written = try #require(shell.syscallsWritten)
        #expect(written > 0 && shell.writes > 0 && shell.bytes > 0)
        shell.paste("two\n")
        try await shell.shows("the pasted line") { $0.contains("got two") }
        #expect(try #require(shell.syscallsWritten) > written)
        shell.send(SIGKILL)
        #expect(try await shell.end() == .killed(signal: SIGKILL))
        #expect(try await shell.exitStatus() == 128 + SIGKILL)
        #expect(ProcessEntry(shell.processID).isGone)
    }

    @Test func `a program that loses the terminal is signalled`() async throws {
        let shell = try TerminalProcess(script: "echo ready; read line")
        try await shell.shows("the running program") { $0[0] == "ready" }
        shell.hangUp()
        #expect(try await shell.end() == .killed(signal: SIGHUP))
    }

    @Test func `the mouse and a paste are sent as a terminal does`() async throws {
        let shell = try TerminalProcess(script: "stty raw -echo; printf '\\033[?2004hready'; exec cat -v")
        try await shell.shows("the running program") { $0[0] == "ready" }
        shell.click(row: 2, column: 4)
        shell.drag(row: 0, column: 0)
        shell.wheel(-1, row: 1, column: 1)
        shell.wheel(1, row: 1, column: 1)
        shell.paste("é")
        let sent = "^[[<0;5;3M^[[<0;5;3m^[[<32;1;1M^[[<64;2;2M^[[<65;2;2M^[[200~M-CM-)^[[201~"
        try await shell.shows("all of it") { $0.joined() == "ready" + sent }
    }

    @Test func `the remaining output is seen after a program's end, and no process is left`() async throws {
        let shell = try TerminalProcess(script: "i=0; while [ $i -lt 300 ]; do i=$((i+1)); echo $i; done; exit 3")
        #expect(try await shell.exitStatus() == 3)
        #expect(shell.lines[22] == "300")
        let rude = try TerminalProcess(script: "stty raw -echo; printf '\\033[?25l'")
        #expect(try await rude.exitStatus() == 0)
        #expect(rude.isRaw)
        #expect(rude.screen.insanities == ["the cursor is hidden"])
        var other: TerminalProcess? = try TerminalProcess(script: "trap '' HUP; echo ready; read line; read line")
        try await other?.shows("the running program") { $0[0] == "ready" }
        let entry = ProcessEntry(try #require(other?.processID))
        other = nil
        #expect(entry.isGone)
    }

    @Test func `a golden screen is matched when it appears, and differences are reported`() async throws {
        let script = "printf 'one\\n\\n  \\033[7mtwo\\033[m  \\n'; read line; printf three"
        let shell = try TerminalProcess(script: script, columns: 20, rows: 4)
        try await shell.matches("harness-20x4", styled: true) { $0[2] == "  two" }
        guard !GoldenScreen.isRecording else { return }
        shell.type("\n")
        _ = try await shell.end()
        let other = await shell.difference(from: GoldenScreen(name: "harness-20x4"), styled: false, milliseconds: 2000)
        #expect(other?.contains("three") == true)
        let none = await shell.difference(from: GoldenScreen(name: "never-recorded"), styled: false, milliseconds: 2000)
        #expect(none?.contains("TABD_RECORD") == true)
    }
}
