import Foundation
import TestSupport

/// More and edit sessions, popovers and the remote control of profile tv, by keys and by mouse.
@EventLoop @Suite(.bus) struct ScreenCustomizingTests {
    typealias Size = ScreenGoldenTests.Size

    private static let names = ["Labels", "Controls", "Tables", "Stacks", "Masks", "States"]

    /// Six tabs, the last two of which are in More.
    private static func attached(_ size: Size) async throws -> (ScreenStage, TerminalProcess) {
        let stage = try await ScreenStage()
        try await stage.create(names.map { "gallery.\($0)" })
        let terminal = try stage.attach(columns: size.columns, rows: size.rows)
        try await terminal.shows("the tabs") { lines in
            lines[size.rows - 1].contains("? keys") && lines[size.rows - 2].contains("More")
        }
        return (stage, terminal)
    }

    /// The initial letters of the tabs' names. Tables is T, Stacks is S, States is s.
    private static func order(_ stage: ScreenStage) async throws -> String {
        var order = ""
        for path in try await stage.viewControllers() {
            let title = try await stage.client.tabBarItem(path).displayTitle
            order += title == "States" ? "s" : String(title.prefix(1))
        }
        return order
    }

    private static func isCustomizing(_ terminal: TerminalProcess, _ isSo: Bool = true) async throws {
        try await terminal.shows("the session's \(isSo ? "begin" : "end")") { lines in
            lines.contains { $0.contains("Configure") } == isSo
        }
    }

    private static func place(_ text: String, _ terminal: TerminalProcess) throws -> (row: Int, column: Int) {
        let row = try #require(terminal.lines.lastIndex { $0.contains(text) }, "\(text): \(terminal.lines)")
        return (row, try column(text, terminal.lines[row]))
    }

    private static func column(_ text: String, _ line: String) throws -> Int {
        let parts = line.components(separatedBy: text)
        return (try #require(parts.first)).count
    }

    @Test(arguments: Size.allCases) func `tabs are arranged with keys`(size: Size) async throws {
        let (stage, terminal) = try await Self.attached(size)
        // A row of More, and back to the list.
        try await terminal.type("5", shows: "[Edit]")
        try await terminal.type("\u{1B}[B\r", shows: "‹")
        try await terminal.type("b", shows: "[Edit]")
        terminal.type("e")
        try await Self.isCustomizing(terminal)
        // The last of the six to the second place.
        terminal.type("\t\t\t\t\t\t\t\r")
        try await terminal.shows("the next step") { $0[size.rows - 1].hasPrefix("1-9 or Enter drops it") }
        terminal.type("2")
        try await terminal.shows("the tab in the bar") { $0[size.rows - 2].contains("States") }
        // Dropped in its old place, which ends the drag.
        terminal.type("\r")
        try await terminal.shows("the next step") { $0[size.rows - 1].hasPrefix("1-9 or Enter drops it") }
        terminal.type("\u{1B}")
        try await terminal.shows("the tab in its old place") { !$0[size.rows - 1].contains("drops it") }
        terminal.type("1")
        try await terminal.shows("the missing input") { $0[size.rows - 1].hasPrefix("pick up a tab with Enter") }
        terminal.type("\r8")
        try await terminal.shows("the message about the missing place") {
            $0[size.rows - 1].hasPrefix("the bar has no position 8")
        }
        terminal.type("e")
        try await Self.isCustomizing(terminal, false)
        try await EventLoop.until("the new order") { try await Self.order(stage) == "LsTSCM" }
        try await stage.end(terminal)
    }

    @Test(arguments: Size.allCases) func `tabs are arranged with the mouse`(size: Size) async throws {
        let (stage, terminal) = try await Self.attached(size)
        terminal.click(row: size.rows - 2, column: size.columns - 4)
        try await terminal.shows("the list") { $0.contains { $0.contains("[Edit]") } }
        var from = try Self.place("[Edit]", terminal)
        terminal.click(row: from.row, column: from.column + 2)
        try await Self.isCustomizing(terminal)
        from = try Self.place("Masks", terminal)
        terminal.press(row: from.row, column: from.column + 1)
        terminal.drag(row: from.row + 1, column: from.column + 1)
        try await terminal.shows("the dragged tab") { $0[from.row + 1].contains("Masks") }
        terminal.drag(row: size.rows - 2, column: 3)
        terminal.release(row: size.rows - 2, column: 3)
        try await terminal.shows("the tab in the bar") { lines in
            lines[size.rows - 2].contains("Masks") && !lines[size.rows - 2].contains("Labels")
        }
        // Within the bar, the third to the second place.
        let width = size.columns / 5
        terminal.press(row: size.rows - 2, column: width * 2 + 2)
        terminal.drag(row: size.rows - 2, column: width + 4)
        terminal.release(row: size.rows - 2, column: width + 2)
        try await terminal.shows("another order") { lines in
            guard let tables = try? Self.column("Tables", lines[size.rows - 2]) else { return false }
            return tables >= width && tables < width * 2
        }
        // Dropped outside of any place, so it stays where it was.
        from = try Self.place("States", terminal)
        terminal.press(row: from.row, column: from.column + 1)
        terminal.drag(row: 6, column: 20)
        terminal.release(row: 6, column: 20)
        from = try Self.place("[Done]", terminal)
        terminal.click(row: from.row, column: from.column + 2)
        try await Self.isCustomizing(terminal, false)
        try await EventLoop.until("the new order") { try await Self.order(stage) == "MTCSLs" }
        try await stage.end(terminal)
    }

    // MARK: Popovers

    /// Waits until the owner of the cities has received another action.
    private static func waitForAction(_ stage: PopoverCommandStage, after count: Int) async throws {
        try await EventLoop.until("another action") { stage.actions.count > count }
    }

    @Test func `a click outside of a popover dismisses it, and one inside acts`() async throws {
        let stage = try await PopoverCommandStage()
        let terminal = try TerminalProcess(["attach", try stage.number])
        try await terminal.shows("the page") { $0[2].contains("[Edit]") && $0[23].hasPrefix("? keys") }
        try await stage.present()
        try await terminal.shows("the popover") { $0.contains { $0.contains("Lima") } }
        let lima = try Self.place("Lima", terminal)
        terminal.click(row: lima.row, column: lima.column)
        try await terminal.shows("the popover still") { $0[23].contains("Esc dismisses") }
        try await Self.waitForAction(stage, after: 0)
        #expect(try await stage.isPresented)
        // The same with keys.
        let count = stage.actions.count
        terminal.type("\u{1B}[B\r")
        try await Self.waitForAction(stage, after: count)
        #expect(try await stage.isPresented)
        // Targets behind it do not act.
        terminal.click(row: 22, column: 70)
        try await terminal.shows("the page alone") { lines in
            !lines.contains { $0.contains("Lima") } && lines[23].hasPrefix("? keys")
        }
        #expect(try await !stage.isPresented)
        #expect(try await stage.client.tabBarController(stage.tabs).selectedIndex == 0)
        try await stage.present()
        try await terminal.shows("the popover") { $0.contains { $0.contains("Lima") } }
        try await stage.client.viewController(stage.cities).set(\.modalInPresentation, to: true)
        terminal.type("\u{1B}")
        try await terminal.shows("the refusal") { $0[23].hasPrefix("the delegate refused") }
        stage.client.clearSignals()
        terminal.click(row: 12, column: 3)
        // The message on the screen is that of the first refusal.
        try await stage.client.waitForSignal("the second refusal") { $0.member == "DidAttemptToDismiss" }
        #expect(try await stage.isPresented)
        try await stage.client.viewController(stage.cities).set(\.modalInPresentation, to: false)
        terminal.type("\u{1B}")
        try await terminal.shows("the page alone") { !$0.contains { $0.contains("Lima") } }
        #expect(try await !stage.isPresented)
        try await terminal.quit()
    }

    // MARK: The remote control

    @Test func `in profile tv the keys act as a remote control`() async throws {
        let stage = try await FocusStage()
        try await stage.update([
            .view(2, "Button", at: DBusRect(16, 100, 80, 16), with: ["Title": .string("One")]),
            .view(3, "Button", at: DBusRect(16, 180, 80, 16), with: ["Title": .string("Two")]),
        ])
        let terminal = try TerminalProcess(["attach", stage.tabs.text])
        try await terminal.shows("the picture") { $0[23].hasPrefix("arrows, Enter, Esc: the remote") }
        func has(_ focus: String) async throws {
            try await EventLoop.until("the focus on \(focus)") { try await stage.focus() == focus }
        }
        try await has("item 0")
        for (keys, focus) in [
            ("\u{1B}[C", "item 1"), ("\u{1B}[D", "item 0"), ("\u{1B}[B", "view 3"), ("\u{1B}[A", "view 2"),
            ("\u{1B}OB", "view 3"), ("\u{1B}", "item 0"),
        ] {
            terminal.type(keys)
            try await has(focus)
        }
        terminal.type("\u{1B}[B\r")
        try await has("view 3")
        while stage.actions.isEmpty { try await stage.client.barrier() }
        #expect(stage.actions == ["primaryActionTriggered 3"])
        try await terminal.becomes("the focus") { screen in
            screen.styled.contains { $0.contains("bg=") && $0.contains("Two") }
        }
        try await terminal.quit()
    }
}
