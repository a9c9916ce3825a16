import Foundation
import TestSupport

/// docs/fzf.md: a list of all tabs in fzf, in a pop-up of tmux.
@EventLoop @Suite(.bus, .enabled(if: Tmux.hasFzf, "fzf, jq or tmux is not installed")) struct FzfTests {
    /// The program of the page in the user's folder, and a terminal in which tmux runs with the page's configuration.
    private struct Stage {
        let client: BusClient
        let desk: ObjectPath
        let study: ObjectPath
        /// The terminal, which is a window of another tmux.
        let terminal: Tmux
        let processes: [Substring]

        @EventLoop init() async throws {
            let bus = try PrivateBus.current
            client = try await BusClient.ofNewDaemon()
            desk = try await Stage.create("Desk", ["clock.WorldClock", "clock.Stopwatch"], client)
            study = try await Stage.create(
                "Study", ["Labels", "Controls", "Tables", "Stacks", "Masks", "States"].map { "gallery.\($0)" }, client)
            let folder = bus.directory + "/.local/bin"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: HouseCommand.package + "/docs/examples/tab_switcher.sh", toPath: folder + "/tab_switcher.sh")
            let blocks = try DocumentationBlock.blocks(in: "docs/fzf.md").filter { $0.language == "tmux" }
            let text = try #require(blocks.first?.text) + "\nset-option -g default-terminal screen\n"
            try text.write(toFile: bus.directory + "/.tmux.conf", atomically: true, encoding: .utf8)
            terminal = Tmux(bus: bus, socket: "outer")
            let socket = bus.directory + "/inner"
            let outer = try await terminal.start("env TMUX= tmux -S \(socket) new-session sh")
            try await terminal.shows("the inner tmux") { $0.contains { $0.hasPrefix("[0]") } }
            let inner = Tmux(bus: bus, socket: "inner")
            processes =
                outer
                + (try await inner("display-message", "-p", "#{pid} #{pane_pid}").split(whereSeparator: \.isWhitespace))
        }

        @EventLoop private static func create(_ title: String, _ types: [String], _ client: BusClient) async throws
            -> ObjectPath
        {
            try await client.manager.createTabBarController([
                "Title": .string(title), "RestorationIdentifier": .string(title.lowercased()), "Types": types.variant,
            ])
        }

        /// Opens the list with the page's keys, types a part of a tab, and chooses the tab that is left.
        @EventLoop func choose(_ text: String, showing line: String, with key: String = "t") async throws {
            try await terminal.keys("C-b", key)
            try await terminal.shows("the list") { $0.contains { $0.contains("Study: Tables") } }
            _ = try await terminal("send-keys", "-t", "tour", "-l", text)
            try await terminal.shows("the tab alone") { lines in
                lines.contains { $0.contains(line) } && lines.contains { $0.contains("1/8") }
            }
            try await terminal.keys("Enter")
        }
    }

    @Test func `a tab that is chosen in the pop-up is tapped`() async throws {
        let stage = try await Stage()
        defer { Tmux.end(stage.processes) }
        let tabs = try await stage.client.tabBarController(stage.desk).viewControllers
        try await stage.client.tabBarItem(tabs[1]).set(\.badgeValue, to: "3")
        try await stage.choose("dstop", showing: "Desk: Stopwatch {3}")
        try await stage.client.waitForSignal("the tap") { signal in
            signal.member == "DidSelectViewController" && signal.arguments == [.objectPath(tabs[1])]
        }
        #expect(try await stage.client.tabBarController(stage.desk).selectedIndex == 1)
    }

    @Test func `a tab under More is selected, from a pane, with its views as the preview`() async throws {
        let stage = try await Stage()
        defer { Tmux.end(stage.processes) }
        let tabs = try await stage.client.tabBarController(stage.study).viewControllers
        try await stage.terminal.keys("C-b", "T")
        try await stage.terminal.shows("the list in the pane") { $0.contains { $0.contains("Study: Tables") } }
        try await stage.terminal.keys("Escape")
        try await stage.terminal.shows("the pane closing") { !$0.contains { $0.contains("Study: Tables") } }
        #expect(try await stage.client.tabBarController(stage.study).selectedIndex == 0)
        try await stage.choose("states", showing: "1 View", with: "T")
        try await EventLoop.until("the selection") {
            try await stage.client.tabBarController(stage.study).selectedViewController == tabs[5]
        }
    }

    @Test func `a refusal stays on the screen`() async throws {
        let stage = try await Stage()
        defer { Tmux.end(stage.processes) }
        let tabs = try await stage.client.tabBarController(stage.desk).viewControllers
        try await stage.client.tabBarItem(tabs[1]).set(\.enabled, to: false)
        try await stage.choose("dstop", showing: "Desk: Stopwatch")
        try await stage.terminal.shows("the refusal") { $0.contains { $0.contains("refused") } }
        #expect(try await stage.client.tabBarController(stage.desk).selectedIndex == 0)
    }
}
