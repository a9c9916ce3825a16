import Foundation
import TestSupport

/// Commands that follow the daemon and outlive it: they wait for the next daemon and continue with it.
@EventLoop @Suite(.bus) struct ReattachTests {
    /// The ways in which a daemon ends before its successor starts.
    enum End: CaseIterable { case killed, stopped, replaced }

    /// Ends the daemon, and starts the next one after `waits` has seen that no daemon is running.
    @discardableResult
    private static func next(
        after daemon: DaemonProcess, _ end: End, waits: @EventLoop () async throws -> Void
    ) async throws -> DaemonProcess {
        guard end != .replaced else { return try await DaemonProcess.start(arguments: ["--replace"]) }
        daemon.send(end == .killed ? SIGKILL : SIGTERM)
        try await waits()
        // The daemon leaves the bus before it releases the store.
        _ = await daemon.status()
        return try await DaemonProcess.start()
    }

    @Test(arguments: End.allCases) func `monitor subscribes to the next daemon`(end: End) async throws {
        let daemon = try await DaemonProcess.start()
        let monitor = try TabctlProcess(["monitor"])
        try await monitor.note("monitoring org.tabd.Tabs1")
        try await Self.next(after: daemon, end) {
            try await monitor.note("org.tabd.Tabs1 left the bus; waiting for it")
        }
        try await monitor.note("monitoring org.tabd.Tabs1 again")
        let client = try BusClient()
        let tabs = try await client.manager.createTabBarController()
        try await client.setTabs([try await client.register()], of: tabs)
        // The signal is sent only while a client is subscribed.
        try await monitor.line("of the life cycle") { $0.contains("DidMoveToParent") }
        #expect(monitor.notes.count { $0.contains("left the bus") } == (end == .replaced ? 0 : 1))
        monitor.send(SIGINT)
        #expect(try await monitor.exitStatus() == 0)
    }

    @Test(arguments: End.allCases) func `attach prints the tree of the next daemon`(end: End) async throws {
        let daemon = try await DaemonProcess.start()
        let tabs = try await BusClient().call(
            ManagerInterface.createTabBarController, at: TabNames.root,
            [
                "RestorationIdentifier": .string("desk"), "Title": .string("Desk"),
                "Types": ["clock.Stopwatch", "clock.WorldClock"].variant,
            ])
        let follower = try TabctlProcess(["attach", tabs.text])
        try await follower.note("attached to ")
        follower.clearLines()
        try await Self.next(after: daemon, end) {
            try await follower.note("org.tabd.Tabs1 left the bus; waiting for it")
        }
        try await follower.note("org.tabd.Tabs1 is running again")
        try await follower.line("of the tree") { $0.contains("Desk  TabBarController") && $0.hasSuffix("appeared") }
        try await follower.line("of a tab") { $0.contains("World Clock  clock.WorldClock") }
        let client = try BusClient()
        #expect(try await client.window(tabs).visible)
        #expect(try await client.tap(1, in: tabs))
        try await follower.line("of the tap") { $0.hasPrefix("selected: ") }
        follower.send(SIGTERM)
        #expect(try await follower.exitStatus() == 0)
    }

    @Test(arguments: End.allCases) func `attach draws the next daemon's controller on the screen`(end: End) async throws
    {
        let daemon = try await DaemonProcess.start()
        let tabs = try await BusClient().call(
            ManagerInterface.createTabBarController, at: TabNames.root,
            [
                "RestorationIdentifier": .string("desk"), "Types": ["clock.Stopwatch", "clock.WorldClock"].variant,
            ])
        let screen = try TerminalProcess(["attach", tabs.text])
        try await screen.shows("the stopwatch") { $0[23].hasPrefix("? keys") }
        try await Self.next(after: daemon, end) {
            try await screen.shows("the message about the missing daemon") { $0[23].hasPrefix("tabd ended") }
        }
        let client = try BusClient()
        try await screen.shows("the next daemon") { $0[23] == "tabd is running again" }
        screen.type("2")
        try await screen.shows("the other tab") { Self.isSelected(1, $0) && $0[23].hasPrefix("Enter taps  ? keys") }
        #expect(try await client.tabBarController(tabs).selectedIndex == 1)
        try await client.select(0, in: tabs)
        try await screen.shows("the change") { Self.isSelected(0, $0) }
        try await screen.quit()
    }

    /// Whether the line above one of the bar's two items is thick.
    private static func isSelected(_ position: Int, _ lines: [String]) -> Bool {
        lines[21].hasPrefix("━") == (position == 0) && lines[21].hasSuffix("━") == (position == 1)
    }

    @Test func `a controller that is not restored is reported, with the way to restore it`() async throws {
        let daemon = try await DaemonProcess.start()
        let tabs = try await BusClient().call(ManagerInterface.createTabBarController, at: TabNames.root, [:])
        let follower = try TabctlProcess(["attach", tabs.text])
        try await follower.note("attached to ")
        let monitor = try TabctlProcess(["monitor", tabs.text])
        try await monitor.note("monitoring")
        try await Self.next(after: daemon, .replaced) {}
        for process in [follower, monitor] {
            try await process.note("\(tabs) no longer exists")
            try await process.note("without a restoration identifier")
            #expect(try await process.exitStatus() == 1)
        }
    }

    @Test func `a command that waits for a daemon does not start one`() async throws {
        let bus = try PrivateBus.current
        let daemon = try await DaemonProcess.start()
        let mark = bus.directory + "/started"
        try await bus.offerService("/bin/sh -c 'echo >>\(mark); exit 1'")
        let tabs = try await BusClient().call(
            ManagerInterface.createTabBarController, at: TabNames.root, ["Types": ["clock.Stopwatch"].variant])
        let commands = try [["monitor"], ["attach", tabs.text], ["plugin", "top"]].map {
            try TabctlProcess($0)
        }
        let screen = try TerminalProcess(["attach", tabs.text])
        try await screen.shows("the keys") { $0[23].hasPrefix("? keys") }
        try await commands[0].note("monitoring")
        try await commands[1].note("attached")
        try await commands[2].line("of titles") { $0.hasPrefix("PLUGIN") }
        daemon.send(SIGKILL)
        for command in commands { try await command.note("waiting for it") }
        try await screen.shows("the message about the missing daemon") { $0[23].contains("waiting for it") }
        // Taps and the back button, while no daemon can handle them.
        screen.type("1b2q")
        #expect(try await screen.exitStatus() == 0)
        for command in commands {
            command.send(SIGTERM)
            #expect(try await command.exitStatus() == 0)
        }
        #expect(!FileManager.default.fileExists(atPath: mark))
        // The bus would have started a daemon for this call.
        _ = try await TabctlProcess(["list"]).exitStatus()
        #expect(FileManager.default.fileExists(atPath: mark))
    }
}
