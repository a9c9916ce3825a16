import TestSupport

/// `tabctl plugin top` as a process.
@EventLoop @Suite(.bus) struct PluginTopTests {
    @Test func `with --once it prints a table of totals`() async throws {
        let stage = try await CommandStage(isolated: ["clock"])
        try await stage.run("create", "clock.Stopwatch", "clock.WorldClock")
        let top = try await stage.run("plugin", "top", "--once")
        let host = try await stage.host(of: "clock")
        try await top.line("of titles") { $0.hasPrefix("PLUGIN") && $0.contains(" IN OUT ") && !$0.contains("CPU%") }
        try await top.line("of the clock") { line in
            let words = line.split(separator: " ").map(String.init)
            return words.prefix(4) == ["clock", "\(host)", "running", "2"] && words.contains("MiB")
        }
        try await top.line("of one without a process") { $0.split(separator: " ") == ["settings", "available"] }
        try await stage.run("plugin", "top", "--once", "--json").line("of the clock") {
            $0.contains(#"{"id":"clock","state":"running""#) && $0.contains(#""cpuPercent":null"#)
        }
        try await stage.run("plugin", "top", "--interval", "0", status: 64, reason: "0.1 to 3600")
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `without a terminal it prints a block after each interval until it is ended`(signal: Int32) async throws {
        let stage = try await CommandStage(isolated: ["clock"])
        try await stage.run("create", "clock.Stopwatch")
        let top = try TabctlProcess(["plugin", "top", "--interval", "0.1"])
        try await top.line("between two blocks") { $0.isEmpty }
        // Two samples of the same process give rates.
        try await top.line("with rates") { line in
            let words = line.split(separator: " ")
            return words.first == "clock" && words.count > 4 && words[4].contains(".")
        }
        #expect(top.lines.first?.hasPrefix("PLUGIN") == true)
        top.send(signal)
        #expect(try await top.exitStatus() == 0)
        let json = try TabctlProcess(["plugin", "top", "--interval", "0.1", "--json"])
        try await json.line("with a rate") { $0.contains(#""cpuPercent":0"#) || $0.contains(#""cpuPercent":1"#) }
        json.send(signal)
        #expect(try await json.exitStatus() == 0)
    }

    @Test func `on a terminal it redraws in place, across crashes and daemons, until q`() async throws {
        let stage = try await CommandStage(isolated: ["clock"])
        try await stage.run("create", "clock.Stopwatch")
        let first = try await stage.host(of: "clock")
        let top = try TerminalProcess(["plugin", "top", "--interval", "0.1"], columns: 120)
        try await top.shows("the process with rates") { lines in
            lines[0].hasPrefix("PLUGIN") && lines[1].hasPrefix("clock") && lines[1].contains("\(first)")
                && !lines[1].contains(" - ") && lines.last == "q quits"
        }
        kill(first, SIGSEGV)
        try await top.shows("another process, which is a restart") { lines in
            let words = lines[1].split(separator: " ")
            return words.first == "clock" && words.count > 8 && words[1] != "\(first)" && words[2] == "running"
                && words.last == "1"
        }
        stage.daemon.send(SIGKILL)
        try await top.shows("the message about the missing daemon") {
            $0.last?.hasPrefix("org.tabd.Tabs1 left the bus") == true
        }
        try await DaemonProcess.start()
        try await top.shows("the next daemon") { lines in
            // The stopwatch is restored, in its own process.
            let words = lines[1].split(separator: " ")
            return lines.last == "q quits" && words.first == "clock" && words.count > 4 && words[2] == "running"
        }
        try await top.quit()
    }
}
