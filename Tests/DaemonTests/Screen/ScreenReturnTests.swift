import Foundation
import TestSupport

/// `tabctl attach` stays when the daemon or the bus goes away, and ends when its controller is destroyed.
@EventLoop @Suite(.bus) struct ScreenReturnTests {
    /// Options with an identifier, with which the controller is restored.
    private static let options: Options = ["RestorationIdentifier": .string("desk"), "Title": .string("Desk")]

    private static func attached() async throws -> (ScreenStage, ShellScreen) {
        let stage = try await ScreenStage()
        try await stage.create(["gallery.Labels", "gallery.Stacks"], options)
        return (stage, try await ShellScreen(on: stage))
    }

    /// Covers all messages in the bottom line.
    private static func expectMessage(_ text: String, _ terminal: TerminalProcess) async throws {
        try await terminal.shows("'\(text)'") { $0[23].contains(text) }
    }

    /// Continues after something was destroyed.
    private static func drivesOn(_ stage: ScreenStage, _ terminal: TerminalProcess) async throws {
        let client = try BusClient()
        try await terminal.shows("the tabs") { $0[22].contains("Labels") && !$0[23].contains("waiting") }
        let index = try await client.tabBarController(stage.tabs).selectedIndex
        let other = 1 - index
        terminal.type("\(other + 1)")
        try await terminal.shows("the other tab") { lines in
            lines.contains { $0.contains("[Turn the row]") } == (other == 1)
        }
        #expect(try await client.tabBarController(stage.tabs).selectedIndex == other)
        #expect(try await client.window(stage.tabs).attachedClients.count == 1)
    }

    @Test func `a killed daemon is reported, keys have no effect, and the next daemon is used`() async throws {
        let (stage, shell) = try await Self.attached()
        stage.daemon.send(SIGKILL)
        try await Self.expectMessage("tabd ended; waiting for it, q quits", shell.terminal)
        #expect(shell.terminal.lines[22].contains("Labels"))
        shell.terminal.type("2\t\r b\u{1B}[Aer5\u{1B}[3~")
        shell.terminal.click(row: 22, column: 60)
        shell.terminal.paste("text")
        try await shell.terminal.type("?", shows: " Keys ")
        shell.terminal.type(" ")
        try await shell.terminal.shows("no keys") { !$0.contains { $0.contains(" Keys ") } }
        stage.daemon = try await DaemonProcess.start()
        try await Self.expectMessage("tabd is running again", shell.terminal)
        try await Self.drivesOn(stage, shell.terminal)
        shell.terminal.type("q")
        try await shell.expectEnd(status: 0)
    }

    @Test(arguments: ["q", "\u{3}"]) func `without a daemon it can be quit`(key: String) async throws {
        let (stage, shell) = try await Self.attached()
        stage.daemon.send(SIGKILL)
        try await Self.expectMessage("tabd ended", shell.terminal)
        shell.terminal.type(key)
        try await shell.expectEnd(status: 0)
    }

    @Test func `it continues after a restart of the daemon`() async throws {
        let (stage, shell) = try await Self.attached()
        let restart = try TabctlProcess(["restart"], environment: ["TABCTL_WAIT": "180"])
        #expect(try await restart.exitStatus() == 0)
        try await Self.expectMessage("tabd is running again", shell.terminal)
        try await Self.drivesOn(stage, shell.terminal)
        shell.terminal.type("q")
        try await shell.expectEnd(status: 0)
    }

    @Test func `it waits for a killed bus that is started again`() async throws {
        let bus = try PrivateBus.current
        let stage = try await ScreenStage()
        try await stage.create(["gallery.Labels", "gallery.Stacks"], Self.options)
        let terminal = try await stage.attach().withPicture()
        bus.stop()
        try await Self.expectMessage("the bus ended; waiting for it, q quits", terminal)
        terminal.type("2\t\r")
        terminal.click(row: 22, column: 60)
        stage.daemon.send(SIGKILL)
        try bus.restart()
        stage.daemon = try await DaemonProcess.start()
        try await terminal.becomes("its return") {
            $0.lines[23].contains("tabd is running again")
        }
        try await Self.drivesOn(stage, terminal)
        try await stage.end(terminal)
    }

    @Test(arguments: ["q", "\u{3}"]) func `it ends when the bus does not return`(key: String) async throws {
        let bus = try PrivateBus.current
        let stage = try await ScreenStage()
        try await stage.create(["gallery.Labels"])
        let terminal = try await TerminalProcess(script: "tabctl attach; echo \"status $?\"; read line").withPicture()
        bus.stop()
        try await Self.expectMessage("the bus ended", terminal)
        terminal.type(key)
        try await terminal.becomes("the shell") { $0.isSane && $0.lines[0] == "status 0" }
        #expect(!terminal.isRaw)
        terminal.type("\n")
        #expect(try await terminal.exitStatus() == 0)
    }

    @Test func `it ends when a bus returns without replying`() async throws {
        let bus = try PrivateBus.current
        let stage = try await ScreenStage()
        try await stage.create(["gallery.Labels"])
        let terminal = try await stage.attach().withPicture()
        bus.stop()
        try await Self.expectMessage("the bus ended", terminal)
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = try #require(bus.address.split(separator: "=").last?.split(separator: ",").first)
        unlink(String(path))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        try #require(
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            } == 0 && listen(listener, 8) == 0)
        var input: LoopInput?
        defer { input?.cancel() }
        let _: Bool = try await EventLoop.waiting(for: "a connection") { resolve in
            input = LoopInput(listener) {
                input?.cancel()
                resolve(true)
            }
        }
        try await terminal.quit()
    }

    // MARK: Destroyed controllers

    @Test func `it ends with the name of a destroyed controller`() async throws {
        let (stage, shell) = try await Self.attached()
        try await stage.client.manager.destroy(stage.tabs)
        try await shell.expectEnd(status: 0)
        #expect(shell.terminal.lines.contains { $0.hasSuffix(" was destroyed") })
    }

    @Test func `it ends with the path to a controller that gets a parent`() async throws {
        let stage = try await ScreenStage()
        let root = try await stage.client.register(["Title": .string("Root")])
        let navigation = try await stage.client.manager.createNavigationController(root)
        let outer = try await stage.client.manager.createTabBarController(["Title": .string("Outer")])
        let script = "tabctl attach \(navigation.text); echo \"status $?\"; read line"
        let terminal = try await TerminalProcess(script: script).withPicture()
        try await stage.client.setTabs([navigation], of: outer)
        try await terminal.becomes("the shell") { $0.isSane && $0.lines.contains("status 0") }
        #expect(terminal.lines.contains { $0.contains(" moved into ") && $0.hasSuffix("; attach to that") })
        terminal.type("\n")
        #expect(try await terminal.exitStatus() == 0)
    }

    @Test func `it ends with an error when the next daemon lacks the controller`() async throws {
        let stage = try await ScreenStage()
        try await stage.create(["gallery.Labels"])
        let shell = try await ShellScreen(on: stage)
        stage.daemon.send(SIGKILL)
        try await Self.expectMessage("tabd ended", shell.terminal)
        stage.daemon = try await DaemonProcess.start()
        try await shell.expectEnd(status: 1)
        let text = shell.terminal.lines.joined()
        #expect(
            text.contains("no longer exists") && text.contains("without a restoration identifier"),
            "\(shell.terminal.lines)")
    }

    // MARK: Unsupported controllers

    @Test func `a controller that can't be attached to is reported on the previous screen`() async throws {
        let stage = try await ScreenStage()
        let cases: [(String, Int32, String)] = [
            ("999", 1, "no object at /org/tabd/Tabs1/view_controllers/999"),
            ("nonsense", 1, "no tab bar controller exists"),
            ("--unknown", 64, "--unknown"), ("", 1, "no tab bar controller exists"),
        ]
        for (arguments, status, reason) in cases {
            let terminal = try TerminalProcess(script: "echo before; tabctl attach \(arguments); echo \"status $?\"")
            _ = try await terminal.exitStatus()
            let text = terminal.lines.joined()
            #expect(terminal.lines[0] == "before" && text.contains(reason), "\(arguments): \(terminal.lines)")
            #expect(terminal.lines.contains("status \(status)"), "\(arguments): \(terminal.lines)")
            #expect(terminal.screen.isSane && !terminal.isRaw)
        }
        #expect(await stage.daemon.stop() == 0)
        let lost = try TerminalProcess(
            script: "tabctl attach; echo \"status $?\"",
            environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"])
        _ = try await lost.exitStatus()
        #expect(lost.lines.contains("status 69") && lost.lines[0].contains("no session bus"), "\(lost.lines)")
        #expect(lost.screen.isSane)
    }

    // MARK: A slow terminal

    @Test func `a terminal that does not read costs no memory, and gets the current picture later`() async throws {
        let stage = try await ScreenStage()
        try await stage.create(["gallery.Stress", "gallery.Labels"])
        let terminal = try await stage.attach().withPicture()
        let before = terminal.lines
        try await terminal.shows("a change") { $0 != before }
        terminal.pause()
        // Each is a whole picture. Only the last one matters.
        for rows in (20...90).reversed() { terminal.resize(columns: 200, rows: rows) }
        terminal.resize(columns: 80, rows: 24)
        let memory = try #require(terminal.residentMemory)
        // Enough pictures to fill the kernel's buffer.
        let page = try await stage.viewControllers()[0]
        for number in 1...400 {
            try await stage.client.sendAction(
                "primaryActionTriggered", .bool(true), to: 0, of: page, ["Identifier": .string("Change")])
            if number % 40 == 0 { try await stage.item(TabBarItemInterface.badgeValue, of: 1, to: "\(number)") }
        }
        try await stage.item(TabBarItemInterface.badgeValue, of: 1, to: "new")
        #expect(try #require(terminal.residentMemory) < memory + 8 << 20)
        terminal.resume()
        try await terminal.shows("the newest badge") { $0[22].contains("new") }
        try await terminal.type("2", shows: "quick fox")
        try await stage.end(terminal)
    }
}
