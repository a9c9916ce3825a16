import Foundation
import TestSupport

/// The front end in Python that docs/front-ends.md shows.
@Suite(.serialized) struct FrontEndExampleTests {
    private static let file = HouseCommand.package + "/docs/examples/front_end.py"
    private static let withoutPython: Comment = "python3-dbus or python3-gi is not installed"

    @Test func `the front end has at most sixty lines, none of them long`() throws {
        let lines = try String(contentsOfFile: Self.file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.last?.isEmpty == true)
        #expect(lines.count - 1 <= 60)
        #expect(lines.allSatisfy { $0.count <= 120 })
    }

    @Test func `the page shows the front end unchanged`() throws {
        let program = try String(contentsOfFile: Self.file, encoding: .utf8)
        let shown = try DocumentationBlock.blocks(in: "docs/front-ends.md").filter { $0.language == "python" }
        #expect(shown.map { $0.text + "\n" } == [program])
    }

    /// A front end of the only tab bar controller, and a client that uses the tabs.
    @EventLoop private final class Stage {
        let user: BusClient
        let tabs: ObjectPath
        let frontEnd: TabctlProcess
        private let input = Pipe()

        init(_ types: [String] = ["clock.Stopwatch", "gallery.Controls", "gallery.Tables"]) async throws {
            user = try BusClient()
            tabs = try await user.manager.createTabBarController([
                "RestorationIdentifier": .string("desk"),
                "Types": types.variant,
            ])
            frontEnd = try TabctlProcess(["-u", FrontEndExampleTests.file], running: "/usr/bin/python3", input: input)
            try await shows("[1 Stopwatch]", "2 Controls", "3 Tables")
            try await frontEnd.line("  00:00.0")
            try await frontEnd.line("  Start")
        }

        /// Waits until a bar with these parts is printed after the last `forget`.
        func shows(_ parts: String...) async throws {
            try await frontEnd.line("with \(parts)") { line in parts.allSatisfy(line.contains) }
        }

        func type(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

        func view(_ position: Int) async throws -> ObjectPath {
            try await user.tabBarController(tabs).viewControllers[position]
        }
    }

    @Test(.bus, .enabled(if: PythonExampleTests.hasPython, withoutPython))
    @EventLoop func `the front end taps, and prints changes of others`() async throws {
        try await DaemonProcess.start()
        let stage = try await Stage()
        stage.frontEnd.clearLines()
        try stage.type("2")
        try await stage.shows("[2 Controls]")
        try await stage.frontEnd.line("  Plain")
        #expect(try await stage.user.tabBarController(stage.tabs).selectedIndex == 1)
        let controls = try await stage.view(1)
        try await stage.user.sendAction(
            "primaryActionTriggered", .bool(true), to: 0, of: controls, ["Identifier": .string("Plain")])
        try await stage.frontEnd.line("of the label") { $0.hasPrefix("  Plain: primaryActionTriggered") }
        try await stage.user.tabBarItem(stage.view(0)).set(\.badgeValue, to: "7")
        try await stage.shows("1 Stopwatch 7", "[2 Controls]")
        try await stage.user.select(0, in: stage.tabs)
        try await stage.shows("[1 Stopwatch 7]")
        // A tab that the front end does not know at first.
        let added = try await stage.user.register()
        try await stage.user.setTabs([added, controls], of: stage.tabs)
        try await stage.shows("2 Controls]")
        #expect(stage.frontEnd.notes.isEmpty)
    }

    @Test(.bus, .enabled(if: PythonExampleTests.hasPython, withoutPython))
    @EventLoop func `the front end continues with the next daemon`() async throws {
        let daemon = try await DaemonProcess.start()
        let stage = try await Stage()
        stage.frontEnd.clearLines()
        daemon.send(SIGKILL)
        try await stage.frontEnd.line("waiting for \(stage.tabs)")
        try await DaemonProcess.start()
        try await stage.shows("[1 Stopwatch]")
        try stage.type("3")
        try await stage.shows("[3 Tables]")
        let user = try BusClient()
        #expect(try await user.tabBarController(stage.tabs).selectedIndex == 2)
        #expect(try await user.window(stage.tabs).attachedClients.count == 1)
        #expect(stage.frontEnd.notes.isEmpty)
    }

    @Test(.bus, .enabled(if: PythonExampleTests.hasPython, withoutPython))
    @EventLoop func `the front end prints More's list and the edit page like any view`() async throws {
        try await DaemonProcess.start()
        let others = Array(repeating: "gallery.Controls", count: 4)
        let stage = try await Stage(["clock.Stopwatch", "gallery.Controls", "gallery.Tables"] + others)
        for position in 4...5 {
            try await stage.user.tabBarItem(stage.view(position)).set(\.title, to: "Tab \(position)")
        }
        try stage.type("5")
        try await stage.shows("[5 More]")
        for position in 4...5 { try await stage.frontEnd.line("  Tab \(position)") }
        stage.frontEnd.clearLines()
        let list = try #require(try await stage.user.managedObjects().first { $1[MoreListInterface.name] != nil }?.key)
        try await stage.user.navigationItem(list).tapBarButtonItem(1)
        try await stage.frontEnd.line("  Stopwatch")
        #expect(stage.frontEnd.notes.isEmpty)
    }

    @Test(.bus, .enabled(if: PythonExampleTests.hasPython, withoutPython))
    @EventLoop func `without a choice of controller the front end lists the controllers`() async throws {
        let user = try await BusClient.ofNewDaemon()
        let tabs = [try await user.manager.createTabBarController(), try await user.manager.createTabBarController()]
        for arguments in [[], ["99"]] {
            let process = try TabctlProcess([Self.file] + arguments, running: "/usr/bin/python3")
            #expect(try await process.exitStatus() == 1)
            try await process.note("which one? \(tabs[0]) \(tabs[1])")
        }
    }
}
