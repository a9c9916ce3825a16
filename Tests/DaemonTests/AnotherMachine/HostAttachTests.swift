import TestSupport

/// `tabctl --host … attach`, whose connection is lost and comes back.
@EventLoop @Suite(.bus, .ssh) struct HostAttachTests {
    @Test func `the screen keeps its tabs while the connection is lost, and no key is sent twice`() async throws {
        let host = try await HostStage()
        let stage = host.stage
        let screen = try host.terminal("attach", host.tabs)
        try await screen.shows("the tabs") { $0[23].hasPrefix("? keys") }
        screen.type("2")
        let question = try await stage.question()
        let before = screen.lines[0..<22]
        host.server.stop()
        try await screen.shows("the unknown outcome") {
            $0[23].contains("the outcome of the last change is unknown: lost the connection to desk")
        }
        #expect(screen.lines[0..<22] == before)
        // Keys do nothing meanwhile. The next one removes the message.
        screen.type("3")
        try await screen.shows("the lost connection, and the reason") {
            $0[23].hasPrefix("lost desk; reconnecting, q quits: ")
        }
        question.allow(true)
        try await host.server.resume()
        try await screen.shows("the return") { $0[23] == "connected to desk again" }
        #expect(try await stage.selectedIndex() == 1)
        #expect(try await stage.client.window(stage.tabs).attachedClients.count == 1)
        #expect(try await stage.receivedCalls().count { $0 == "ShouldSelectViewController" } == 1)
        screen.type("3")
        try await stage.question().allow(true)
        try await EventLoop.until("the third tab") { try await stage.selectedIndex() == 2 }
        screen.type("q")
        #expect(try await screen.exitStatus() == 0)
        #expect(!screen.isRaw)
        #expect(screen.screen.unknown.isEmpty, "\(screen.screen.unknown)")
        // The connection ends with the command.
        try await EventLoop.until("the end of ssh") { host.server.connections.isEmpty }
    }

    @Test func `lines of attach go on with the whole tree`() async throws {
        let host = try await HostStage()
        let follower = try host.command("attach", "--plain", host.tabs)
        try await follower.note("attached to")
        host.server.cutConnections()
        try await follower.note("lost the connection to desk; reconnecting")
        try await follower.note("connected to desk again")
        follower.clearLines()
        try await host.stage.client.viewController(host.stage.tabs).set(\.title, to: "Next")
        try await follower.line("of the change") { $0.contains("Next") }
        follower.send(SIGTERM)
        #expect(try await follower.exitStatus() == 0)
    }

    @Test func `Ctrl-Z detaches until fg, although ssh is in the same job`() async throws {
        let host = try await HostStage()
        let stage = host.stage
        let script = """
            set -m; tabctl --host \(SSHServer.host) attach \(host.tabs)
            echo "stopped $?"; read line; fg >/dev/null; echo "status $?"; read line
            """
        let terminal = try TerminalProcess(script: script, environment: host.environment)
        let isAttached: @EventLoop (Bool) async throws -> Void = { isAttached in
            try await EventLoop.until(isAttached ? "the attachment" : "the end of the attachment") {
                try await stage.client.window(stage.tabs).attachedClients.isEmpty != isAttached
            }
        }
        try await terminal.shows("the tabs") { $0[23].hasPrefix("? keys") }
        try await isAttached(true)
        terminal.type("\u{1A}")
        try await terminal.shows("the shell") { $0.contains { $0.hasPrefix("stopped") } }
        try await isAttached(false)
        terminal.type("\n")
        try await isAttached(true)
        try await terminal.shows("the tabs again") { $0[23].hasPrefix("? keys") }
        terminal.type("q")
        try await terminal.shows("the end") { $0.contains { $0.hasSuffix("status 0") } }
        terminal.type("\n")
        #expect(try await terminal.exitStatus() == 0)
    }

    @Test(.enabled(if: SSHServer.canMount, "only root can make accounts"))
    func `two accounts log in to a third one, and use the same tabs`() async throws {
        let host = try await HostStage()
        let (alice, bob) = (try TestAccount("alice", 61_001, host.server), try TestAccount("bob", 61_002, host.server))
        let follower = try alice.tabctl("attach", "--plain", host.tabs)
        try await follower.note("attached to")
        let monitor = try bob.tabctl("monitor")
        try await monitor.note("monitoring")
        let tap = try bob.tabctl("tap", host.tabs, "2")
        try await host.stage.question().allow(true)
        #expect(try await tap.exitStatus() == 0, "\(tap.notes)")
        try await follower.line("of bob's tap") { $0.hasPrefix("selected: ") }
        let other = try alice.tabctl("tap", host.tabs, "3")
        try await host.stage.question().allow(true)
        #expect(try await other.exitStatus() == 0, "\(other.notes)")
        try await monitor.line("of alice's tap") { $0.contains("ItemTapped") }
        #expect(try await host.stage.selectedIndex() == 2)
        for process in [follower, monitor] {
            process.send(SIGTERM)
            #expect(try await process.exitStatus() == 0)
        }
    }
}
