import Foundation
import TestSupport

/// Several terminals and scripts at the same controller: all show the same, with different permissions.
@EventLoop @Suite(.bus) struct ScreenSharingTests {
    private static let tabs = ["Labels", "Controls", "Stacks", "Masks", "States", "Tables"].map { "gallery.\($0)" }

    @Test(.whileThereIsTime, arguments: Stress.seeds(2, long: 40))
    func `two terminals and a script with random actions end with the same picture`(seed: UInt64) async throws {
        let stage = try await ScreenStage()
        try await stage.create(Self.tabs, ["Title": .string("Shared")])
        let sizes = [(80, 24), (40, 12)]
        let terminals = try sizes.map { try stage.attach(columns: $0.0, rows: $0.1) }
        for (terminal, size) in zip(terminals, sizes) {
            try await terminal.shows("the first picture") { $0[size.1 - 1].contains("? keys") }
        }
        var crowd = ScreenCrowd(stage, terminals, try await stage.viewControllers(), seed: seed)
        try await crowd.run(Stress.isLong ? 1000 : 300)
        for (terminal, size) in zip(terminals, sizes) { terminal.resize(columns: size.0, rows: size.1) }
        try await crowd.rest()
        // The window has the size of the smallest terminal.
        let size = try await stage.client.window(stage.tabs).size
        #expect(size == DBusSize(width: 320, height: 176), "seed \(seed)")
        for (terminal, size) in zip(terminals, sizes) {
            let fresh = try await stage.attach(columns: size.0, rows: size.1).withPicture()
            do {
                try await EventLoop.until("the same picture") { terminal.shows(asMuchAs: fresh) }
            } catch {
                let differences =
                    GoldenScreen.difference(want: fresh.lines, got: terminal.lines)
                    + GoldenScreen.difference(want: fresh.screen.styled, got: terminal.screen.styled)
                Issue.record("seed \(seed): \(differences.joined(separator: "\n"))")
            }
            try await fresh.quit()
        }
        #expect(try await stage.client.tabBarController(stage.tabs).selectedIndex == 0, "seed \(seed)")
        try await stage.end(terminals[0], terminals[1])
    }

    // MARK: Room

    @Test func `the smaller terminal determines the size of the window, until it leaves`() async throws {
        let stage = try await ScreenStage()
        try await stage.create(Self.tabs, ["Title": .string("Shared")])
        let large = try stage.attach()
        try await large.shows("the picture") { $0[23].contains("? keys") && $0[22].contains("More") }
        let alone = (large.lines, large.screen.styled)
        let small = try stage.attach(columns: 40, rows: 12)
        try await small.shows("the picture") { $0[11].contains("? keys") && $0[10].contains("More") }
        try await large.shows("a smaller window") { lines in
            lines[10].contains("More") && lines[0].hasSuffix(String(repeating: "·", count: 40))
                && lines[11...22].allSatisfy { $0 == String(repeating: "·", count: 80) }
        }
        #expect(large.lines[0].contains("2 front ends") && small.lines[0].contains("2 front ends"))
        try await EventLoop.until("the same in both") {
            (0..<11).allSatisfy { row in
                large.lines[row].prefix(40).trimmingCharacters(in: .whitespaces)
                    == small.lines[row].trimmingCharacters(in: .whitespaces)
            }
        }
        // There is nothing outside of the window.
        large.click(row: 20, column: 10)
        large.click(row: 10, column: 12)
        try await EventLoop.until("the tap of the large one") { try await stage.selectedIndex() == 1 }
        small.type("1")
        try await EventLoop.until("the tap of the small one") { try await stage.selectedIndex() == 0 }
        // The width of one terminal and the height of the other.
        small.resize(columns: 120, rows: 10)
        try await large.shows("a window with the smallest width and height") { lines in
            lines[8].contains("More") && lines[9] == String(repeating: "·", count: 80)
        }
        // The focus stays where the mouse was.
        large.type(TerminalProcess.escape)
        try await small.quit()
        try await large.becomes("the full size") { $0.lines == alone.0 && $0.styled == alone.1 }
        try await stage.end(large)
    }

    @Test func `a popover that was a sheet in a small window becomes a popover again`() async throws {
        let stage = try await ScreenStage()
        let creation = try TabctlProcess(["create", "--profile", "pad", "--navigation", "clock.WorldClock"])
        try await creation.line("with the path") { $0.hasPrefix("/") }
        stage.tabs = ObjectPath(creation.lines[0])
        let terminal = try await stage.attach(columns: 100, rows: 40).withPicture()
        let tap = try TabctlProcess(["button", stage.tabs.text, "Add"])
        #expect(try await tap.exitStatus() == 0)
        try await terminal.shows("the popover") { $0.contains { $0.contains("Esc dismisses") } }
        terminal.resize(columns: 60, rows: 20)
        try await terminal.shows("the sheet") {
            $0[19].contains("Esc dismisses") && $0.contains { $0.contains("[Cancel]") }
        }
        terminal.resize(columns: 100, rows: 40)
        let fresh = try stage.attach(columns: 100, rows: 40)
        try await fresh.shows("the popover") { $0[39].contains("Esc dismisses") }
        try await EventLoop.until("the same picture") { terminal.shows(asMuchAs: fresh) }
        // In a text field a letter is text, not a command.
        terminal.type("q")
        try await fresh.shows("the letter") { $0.contains { $0.contains("[q ") } }
        terminal.type("\u{1B}")
        for screen in [terminal, fresh] {
            try await screen.shows("the page") { !$0.contains { $0.contains("[Cancel]") || $0.contains("[q ") } }
        }
        try await stage.end(terminal, fresh)
    }

    // MARK: Read-only front ends

    @Test func `a read-only terminal changes nothing, by keys or by mouse`() async throws {
        let stage = try await ScreenStage()
        try await stage.create(Self.tabs)
        let terminal = try stage.attach("--read-only")
        try await terminal.shows("the picture") { $0[23].contains("? keys") && $0[22].contains("More") }
        let before = try await stage.client.managedObjects()
        for keys in ["2", "\t\r", "\u{1B}[B\r", "e", "b", "r", " ", "\u{1B}[3~", "text\r"] {
            terminal.type(keys)
        }
        for row in stride(from: 0, to: 24, by: 3) {
            for column in stride(from: 1, to: 80, by: 13) { terminal.click(row: row, column: column) }
        }
        terminal.press(row: 22, column: 5)
        terminal.drag(row: 10, column: 50)
        terminal.release(row: 22, column: 40)
        terminal.type("5")
        try await terminal.shows("why") { $0[23].contains("attached read-only") }
        #expect(try await stage.client.managedObjects() == before)
        // It shows the changes of others.
        try await stage.client.select(1, in: stage.tabs)
        try await terminal.shows("the other tab") { $0.contains { $0.contains("[Delete]") } }
        try await stage.end(terminal)
    }

    @Test func `a read-only terminal shows the changes of others, and does not affect the size`() async throws {
        let stage = try await ScreenStage()
        try await stage.create(["gallery.Labels", "gallery.Stacks"])
        let watcher = try await stage.attach("--watch", columns: 40, rows: 12).withPicture()
        #expect(try await !stage.client.window(stage.tabs).visible)
        let terminal = try stage.attach()
        try await terminal.shows("the picture") { $0[22].contains("Labels") && $0[23].contains("? keys") }
        try await watcher.shows("a part of it") { $0.contains { $0.contains("quick fox") } }
        #expect(try await stage.client.window(stage.tabs).size == DBusSize(width: 640, height: 368))
        watcher.type("2")
        try await terminal.shows("the other tab") { $0.contains { $0.contains("[Turn the row]") } }
        try await stage.end(watcher, terminal)
    }

    // MARK: Refusals and failures

    @Test func `a tap that a delegate refuses is reported`() async throws {
        // A delegate that times out allows the tap.
        let stage = try await DelegateStage(["Timeout": .uint32(10_000)])
        let terminal = try await TerminalProcess(["attach", stage.tabs.text]).withPicture()
        terminal.type("2")
        try await stage.question().allow(false)
        try await terminal.shows("the refusal") { $0[23].contains("refused") }
        #expect(try await stage.selectedIndex() == 0)
        terminal.type("3")
        try await stage.question().allow(true)
        try await terminal.shows("the third tab") { $0[23].contains("? keys") && $0[21].hasSuffix("━") }
        #expect(try await stage.selectedIndex() == 2)
        terminal.click(row: 22, column: 3)
        try await stage.question().allow(false)
        try await terminal.shows("the refusal") { $0[23].contains("refused") }
        try await terminal.quit()
    }

    @Test func `a quarantined plugin is not offered for a restart`() async throws {
        let stage = try await IsolatedStage(settings: "[hosts]\nrestart_delay = 0\n")
        let terminal = try await TerminalProcess(["attach", stage.tabs.text]).withPicture()
        for number in 1...3 {
            stage.client.clearSignals()
            #expect(await failure { try await stage.run("crash") } == "PluginFailed")
            if number < 3 { try await stage.waitForRecovery() }
        }
        try await terminal.shows("why") { lines in
            lines.contains { $0.contains("Counter quarantined: ") } && lines.joined().contains("Reset or a new")
        }
        #expect(!terminal.lines.contains { $0.contains("Respawn") })
        try await stage.callPlugin(PluginInterface.reset)
        try await terminal.shows("the tab") { !$0.contains { $0.contains("quarantined") } }
        try await terminal.quit()
    }

    @Test(arguments: [false, true]) func `a failed tab shows the reason, and can be started before its delay`(
        byMouse: Bool
    ) async throws {
        let stage = try await IsolatedStage(settings: "[hosts]\nrestart_delay = 60000\n")
        let terminal = try await TerminalProcess(["attach", stage.tabs.text]).withPicture()
        stage.client.clearSignals()
        #expect(await failure { try await stage.run("crash") } == "PluginFailed")
        try await terminal.shows("why") { lines in
            lines.contains { $0.contains("Counter is restarting: ") } && lines.joined().contains("SIGSEGV")
        }
        let row = try #require(terminal.lines.firstIndex { $0.contains("[r Respawn]") })
        // Views below it get no keys.
        terminal.type("\u{1B}[B" + TerminalProcess.escape)
        if byMouse { terminal.click(row: row, column: 5) } else { terminal.type("r") }
        try await terminal.shows("the tab") { lines in
            !lines.contains { $0.contains("again") || $0.contains("Respawn") } && lines[23].contains("? keys")
        }
        try await EventLoop.until("its return") {
            try await stage.client.viewController(stage.controller).state == "ready"
        }
        #expect(try await stage.countUp() == "3")
        terminal.type("r")
        try await terminal.shows("the recovered tab") { $0[23] == "nothing to restart here" }
        try await terminal.quit()
    }
}
