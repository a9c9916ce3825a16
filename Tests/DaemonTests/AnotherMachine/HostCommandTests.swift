import Foundation
import TestSupport

/// `tabctl --host`: commands for the daemon of another machine, over ssh.
@EventLoop @Suite(.bus, .ssh) struct HostCommandTests {
    @Test func `a command works on the other machine, with --host before or after it`() async throws {
        let host = try await HostStage()
        let local = try TabctlProcess(["show", host.tabs])
        #expect(try await local.exitStatus() == 0)
        #expect(local.lines.count > 2)
        for words in [["--host", "desk", "show"], ["-H", "desk", "show"], ["show", "--host=desk"]] {
            #expect(try await host.output(words + [host.tabs]) == local.lines)
        }
        let tap = try host.command("tap", host.tabs, "2")
        try await host.stage.question().allow(true)
        #expect(try await tap.exitStatus() == 0)
        #expect(tap.notes.isEmpty, "\(tap.notes)")
        #expect(try await host.stage.selectedIndex() == 1)
        // The address of the bus can be given, instead of that of the login.
        let list = try host.command("--host-bus", try PrivateBus.current.address, "list", "--json")
        #expect(try await list.exitStatus() == 0)
        #expect(list.lines.count == 1)
    }

    @Test func `an error says which machine, and a refusal of the daemon stays what it is`() async throws {
        let host = try await HostStage()
        let missing = try host.command("show", "999")
        #expect(try await missing.exitStatus() == 1)
        #expect(missing.notes.last?.contains("999") == true)
        let bus = try host.command("--host-bus", "unix:path=/nonexistent/bus", "list")
        #expect(try await bus.exitStatus() == 69)
        try await bus.note("no bus listens at /nonexistent/bus; log in there")
        try await bus.note("tabctl: no session bus on desk: ssh exited with code")
        try host.server.refuseLogins()
        let refused = try host.command("list")
        #expect(try await refused.exitStatus() == 69)
        try await refused.note("Permission denied (publickey")
        try await refused.note("tabctl: can't connect to desk: ssh exited with code 255")
        host.server.stop()
        let down = try host.command("list")
        #expect(try await down.exitStatus() == 69)
        // The message of ssh comes first, as it is.
        try await down.note("Connection refused")
        try await down.note("tabctl: can't connect to desk: ssh exited with code 255")
    }

    @Test(arguments: [
        (["--host=-oProxyCommand=true", "list"], "is not a destination for ssh"),
        (["--host", "me@-x", "list"], "is not a destination for ssh"),
        (["--host", "a b", "list"], "is not a destination for ssh"),
        (["--host", "", "list"], "is not a destination for ssh"),
        (["--host", "desk", "--host-bus", "unix:path=/a'b", "list"], "is not the address of a bus"),
        (["--host-bus", "unix:path=/a", "list"], "--host-bus needs --host"),
        (["--host", "desk", "plugin", "run", "clock"], "'tabctl plugin run' works on this machine only, not on desk"),
        (["plugin", "check", "-H", "desk", "/tmp"], "'tabctl plugin check' works on this machine only, not on desk"),
        (["-H", "desk", "plugin", "new", "--c", "x"], "'tabctl plugin new' works on this machine only, not on desk"),
        (["--host", "desk", "lits"], "did you mean 'list'?"),
    ])
    func `a wrong destination, and a command for this machine, are refused`(words: [String], reason: String)
        async throws
    {
        let process = try TabctlProcess(words, environment: ["TABD_SSH": "/bin/false"])
        #expect(try await process.exitStatus() == 64)
        try await process.note(reason)
    }

    @Test func `a tap in flight when the connection is lost is reported as unknown, and never made twice`() async throws
    {
        let host = try await HostStage()
        let tap = try host.command("tap", host.tabs, "2")
        let question = try await host.stage.question()
        host.server.cutConnections()
        #expect(try await tap.exitStatus() == 69)
        try await tap.note("lost the connection to desk before the reply; whether the command had an effect is unknown")
        question.allow(true)
        try await EventLoop.until("the tap") { try await host.stage.selectedIndex() == 1 }
        #expect(try await host.stage.receivedCalls().count { $0 == "ShouldSelectViewController" } == 1)
    }

    @Test func `monitor goes on after a lost connection`() async throws {
        let host = try await HostStage()
        let monitor = try host.command("monitor")
        try await monitor.note("monitoring org.tabd.Tabs1")
        let client = host.stage.client
        try await client.viewController(host.stage.tabs).set(\.title, to: "One")
        try await monitor.line("of the first change") { $0.contains("One") }
        host.server.stop()
        try await monitor.note("lost the connection to desk; reconnecting")
        try await monitor.note("Connection refused")
        try await host.server.resume()
        try await monitor.note("monitoring org.tabd.Tabs1 again")
        #expect(monitor.notes.count { $0.contains("Connection refused") } == 1, "\(monitor.notes)")
        try await client.viewController(host.stage.tabs).set(\.title, to: "Done")
        try await monitor.line("of the second change") { $0.contains("Done") }
        monitor.send(SIGINT)
        #expect(try await monitor.exitStatus() == 0)
    }

    @Test func `wait goes on after a lost connection`() async throws {
        let server = try await SSHServer()
        let wait = try TabctlProcess(
            ["-H", "desk", "wait", "desk", "--timeout", "170"],
            environment: server.environment.merging(HostStage.noBus) { $1 }.merging(["TABCTL_WAIT": "0"]) { $1 })
        // By then it is connected.
        try await wait.note("org.tabd.Tabs1 is not running; waiting for it")
        server.cutConnections()
        try await wait.note("lost the connection to desk; reconnecting")
        try await DaemonProcess.start()
        let client = try BusClient()
        let tabs = try await client.manager.createTabBarController(["RestorationIdentifier": .string("desk")])
        #expect(try await wait.exitStatus() == 0, "\(wait.notes)")
        #expect(wait.lines == [tabs.text])
    }

    @Test func `the daemon of the other machine is restarted`() async throws {
        let host = try await HostStage()
        let restart = try host.command("restart")
        #expect(try await restart.exitStatus() == 0, "\(restart.notes)")
        try await restart.line("of the restart") { $0.contains("restarted") }
    }

    @Test func `Ctrl-C ends a command while ssh connects, and ssh with it`() async throws {
        let host = try await HostStage()
        let script = try Self.script("echo $$ >$0.pid\nexec sleep 1000", "slow", host)
        let terminal = try TerminalProcess(["-H", "desk", "list"], environment: ["TABD_SSH": script])
        try await EventLoop.until("ssh") { Self.processID(in: script + ".pid") != nil }
        let ssh = ProcessEntry(try #require(Self.processID(in: script + ".pid")))
        terminal.type("\u{3}")
        #expect(try await terminal.exitStatus() == 130)
        try await EventLoop.until("the end of ssh") { !ssh.isAlive }
    }

    @Test func `ssh asks on the terminal, and Ctrl-C there ends the command`() async throws {
        let host = try await HostStage()
        let script = try Self.asking(host)
        for (answer, status) in [("yes\n", 0), ("\u{3}", 130), ("\u{1C}", 131)] as [(String, Int32)] {
            let terminal = try TerminalProcess(
                ["-H", "desk", "list"], environment: HostStage.noBus.merging(["TABD_SSH": script]) { $1 })
            let mode = terminal.modeText
            try await terminal.shows("the question") {
                $0.contains { $0.contains("Are you sure you want to continue") }
            }
            terminal.type(answer)
            #expect(try await terminal.exitStatus() == status)
            #expect(terminal.modeText == mode)
            if status == 0 { #expect(terminal.lines.contains { $0.hasPrefix("CONTROLLER") }) }
        }
    }

    @Test func `Ctrl-Z while ssh asks does nothing, and Ctrl-C leaves the terminal as it was`() async throws {
        let host = try await HostStage()
        let asking = try Self.asking(host)
        let script = """
            set -m; tabctl --host \(SSHServer.host) list; echo "status $?"; read line; echo "read $line"
            """
        let terminal = try TerminalProcess(
            script: script, environment: host.environment.merging(["TABD_SSH": asking]) { $1 })
        let mode = terminal.modeText
        try await terminal.shows("the question") { $0.contains { $0.contains("Are you sure you want to continue") } }
        terminal.type("\u{1A}")
        // The next answer arrives at ssh, not at the shell.
        terminal.type("maybe\n")
        try await terminal.shows("the next question") { $0.contains { $0.contains("Please type 'yes', 'no'") } }
        terminal.type("\u{3}")
        try await terminal.shows("the shell") { $0.contains { $0.hasSuffix("status 130") } }
        #expect(terminal.modeText == mode)
        terminal.type("here\n")
        try await terminal.shows("the line of the shell") { $0.contains { $0.hasPrefix("read here") } }
    }

    @Test(arguments: [["monitor"], ["attach", "--plain"]])
    func `Ctrl-C ends a command that connects again, and ssh with it`(words: [String]) async throws {
        let host = try await HostStage()
        // Each ssh after the first one hangs.
        let script = try Self.script(
            #"mkdir $0.first && exec "${0%/*}/ssh" "$@"; echo $$ >$0.pid; exec sleep 1000"#, "hanging", host)
        let process = try TabctlProcess(
            ["-H", "desk"] + words + [host.tabs], environment: host.environment.merging(["TABD_SSH": script]) { $1 })
        try await process.note(words == ["monitor"] ? "monitoring" : "attached to")
        host.server.cutConnections()
        try await EventLoop.until("the next ssh") { Self.processID(in: script + ".pid") != nil }
        let ssh = ProcessEntry(try #require(Self.processID(in: script + ".pid")))
        process.send(SIGINT)
        #expect(try await process.exitStatus() == 0, "\(process.notes)")
        try await EventLoop.until("the end of ssh") { !ssh.isAlive }
        // The attempt would end by itself after 30 seconds, with a message. The other machine's shell may say something.
        #expect(process.notes.count { $0.hasPrefix("# ") } == 3, "\(process.notes)")
    }

    /// Writes a program for `TABD_SSH` that asks whether the key of the server is right.
    private static func asking(_ host: HostStage) throws -> String {
        try script(
            #"exec "${0%/*}/ssh" -o StrictHostKeyChecking=ask -o UserKnownHostsFile=/dev/null "$@""#, "asking", host)
    }

    /// Writes a program for `TABD_SSH`.
    private static func script(_ text: String, _ name: String, _ host: HostStage) throws -> String {
        let path = host.server.folder + "/" + name
        try "#!/bin/sh\n\(text)\n".write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    private static func processID(in file: String) -> Int32? {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
        return Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
