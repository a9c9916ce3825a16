import Foundation
import TestSupport

/// Each view class of the Gallery is used by keys and by the mouse. The line at its bottom shows the effect.
@EventLoop @Suite(.bus) struct ScreenGalleryTests {
    private static func attached(
        to tab: String, profile: String = "phone",
        _ body: (ScreenStage, TerminalProcess) async throws -> Void
    ) async throws {
        let stage = try await ScreenStage()
        try await stage.create(["gallery.\(tab)"], ["Title": .string("Gallery"), "Profile": .string(profile)])
        let terminal = try await stage.attach().withPicture()
        try await body(stage, terminal)
        try await stage.end(terminal)
    }

    /// Clicks on the first occurrence of a text.
    private static func click(_ text: String, _ terminal: TerminalProcess, _ offset: Int = 0) throws {
        let lines = terminal.lines
        let row = try #require(lines.firstIndex { $0.contains(text) }, "\(text)")
        let range = try #require(lines[row].range(of: text))
        terminal.click(
            row: row, column: lines[row].distance(from: lines[row].startIndex, to: range.lowerBound) + offset)
    }

    private static func expectLog(_ text: String, _ terminal: TerminalProcess) async throws {
        try await terminal.shows("'\(text)'") { $0.contains { $0.hasPrefix(" \(text)") } }
    }

    private static func click(
        _ text: String, _ terminal: TerminalProcess, _ offset: Int = 0, logs line: String
    ) async throws {
        try click(text, terminal, offset)
        try await expectLog(line, terminal)
    }

    private static func type(_ keys: String, _ terminal: TerminalProcess, logs line: String) async throws {
        terminal.type(keys)
        try await expectLog(line, terminal)
    }

    @Test func `buttons, switches, sliders and segments follow the keys`() async throws {
        try await Self.attached(to: "Controls") { stage, terminal in
            try await Self.type("\t\r", terminal, logs: "Plain: primaryActionTriggered Plain")
            // To the right and down: the nearest view in that direction.
            try await Self.type("\u{1B}[C ", terminal, logs: "Filled: primaryActionTriggered Filled")
            try await Self.type("\u{1B}[D\u{1B}[B\r", terminal, logs: "Icon: primaryActionTriggered")
            try await Self.type("\u{1B}[B\r", terminal, logs: "Lamp: valueChanged true")
            try await Self.type("\u{1B}[B\u{1B}[C", terminal, logs: "Volume: valueChanged 0.3")
            try await Self.type("\u{1B}[B\u{1B}[D", terminal, logs: "Balance: valueChanged -1.0")
            try await Self.type("\u{1B}[B\u{1B}[C", terminal, logs: "Size: valueChanged 2")
            try await terminal.shows("the segment") { $0.contains { $0.contains("[   Large   ]") } }
        }
    }

    @Test func `a tab bar on a page follows the mouse and the keys`() async throws {
        try await Self.attached(to: "Bars") { stage, terminal in
            try await Self.click("Sent", terminal, logs: "Mailboxes: selectItem 2")
            // Nothing can get the focus beyond the disabled item.
            try await Self.type("\u{1B}[C\u{1B}[D", terminal, logs: "Mailboxes: selectItem 1")
            try await Self.type("\u{1B}[D", terminal, logs: "Mailboxes: selectItem 0")
        }
    }

    @Test func `a popover has the background of the plugin`() async throws {
        try await Self.attached(to: "Popovers", profile: "pad") { stage, terminal in
            try Self.click("[Bubble]", terminal, 2)
            try await terminal.shows("the popover") { lines in
                lines.contains { $0.contains("Arrow height: 32.0") } && lines.contains { $0.contains("╱") }
            }
            terminal.type("\u{1B}")
            try await terminal.shows("its end") { !$0.contains { $0.contains("Arrow height") } }
        }
    }

    @Test func `a name is typed into an alert, and Return chooses its preferred action`() async throws {
        try await Self.attached(to: "Alerts") { stage, terminal in
            try await Self.ask(terminal)
            try await Self.type("Ada\t\t\r", terminal, logs: "Rename: Choose Ada")
            let page = try #require(try await stage.viewControllers().first)
            #expect(try await stage.client.viewController(page).title == "Ada")
            try await Self.ask(terminal)
            try await Self.type("Bob\u{1B}", terminal, logs: "Rename: chosen Cancel")
            try await Self.ask(terminal)
            try await Self.type("Eve\r", terminal, logs: "Rename: Choose Eve")
            try await terminal.shows("the end of the alert") { !$0.contains { $0.contains("The name is") } }
        }
    }

    private static func ask(_ terminal: TerminalProcess) async throws {
        try click("[Rename", terminal, 2)
        try await terminal.shows("the alert") { lines in
            ["The name is", "[Cancel]", "[Choose]"].allSatisfy { text in lines.contains { $0.contains(text) } }
        }
    }

    @Test func `an action sheet handles clicks on its actions, and outside of it`() async throws {
        try await Self.attached(to: "Alerts") { stage, terminal in
            for answer in ["Erase", "Cancel"] {
                try Self.click("[Erase", terminal, 2)
                try await terminal.shows("the action sheet") { lines in
                    lines.contains { $0.contains("Erase the drawing?") } && lines.contains { $0.contains("Cancel") }
                }
                if answer == "Erase" {
                    let line = try #require(terminal.lines.last { $0.contains("Erase") })
                    let row = try #require(terminal.lines.lastIndex(of: line))
                    let range = try #require(line.range(of: "Erase"))
                    terminal.click(row: row, column: line.distance(from: line.startIndex, to: range.lowerBound) + 1)
                } else {
                    terminal.click(row: 6, column: 20)
                }
                try await Self.expectLog("Erase: chosen \(answer)", terminal)
                try await terminal.shows("its end") { !$0.contains { $0.contains("the drawing") } }
            }
        }
    }

    @Test func `texts are typed, pasted and committed`() async throws {
        try await Self.attached(to: "Controls") { stage, terminal in
            try Self.click("[Your name", terminal, 3)
            try await Self.type("Zoë é日本", terminal, logs: "Name: editingChanged Zoë é日本")
            try await terminal.becomes("the caret behind it") { $0.isCursorVisible && $0.cursor.column == 51 }
            // Digits are text, and so is q.
            try await Self.type("\u{1B}[D\u{7F}1q", terminal, logs: "Name: editingChanged Zoë é1q本")
            terminal.paste("two\nlines")
            try await Self.expectLog("Name: editingChanged Zoë é1qtwo lines本", terminal)
            try await Self.type("\r", terminal, logs: "Name: editingDidEnd Zoë é1qtwo lines本")
            try await terminal.becomes("no caret") { !$0.isCursorVisible }
            try Self.click("[Password", terminal, 3)
            try await Self.type("secret", terminal, logs: "Password: editingChanged 6 characters")
            #expect(terminal.lines.contains { $0.contains("[••••••") } && !terminal.lines.joined().contains("secret"))
            try await Self.type("\t", terminal, logs: "Password: editingDidEnd 6 characters")
            try Self.click("Two lines", terminal, 3)
            terminal.type("\rX")
            try await terminal.shows("three lines") {
                $0.contains { $0.contains("▏Two") } && $0.contains { $0.contains("▏X lines") }
            }
            terminal.type("\u{1B}")
            try await terminal.becomes("no caret") { !$0.isCursorVisible }
        }
    }

    @Test func `a burst of keys is typed completely`() async throws {
        try await Self.attached(to: "Controls") { stage, terminal in
            try Self.click("[Your name", terminal, 3)
            // Each character changes the text. The owner is notified of the first and the last text.
            let text = String(repeating: "0123456789", count: 30)
            try await terminal.type(text + "!", shows: "56789! ]")
            // The long word is on the second line of the log.
            try await Self.type("\r", terminal, logs: "Name: editingDidEnd")
            let page = try #require(try await stage.viewControllers().first)
            let views = try await stage.client.getView(of: page).views
            #expect(views.contains { $0.properties["Text"] == .string(text + "!") })
        }
    }

    @Test func `the mouse taps, slides and scrolls`() async throws {
        try await Self.attached(to: "Controls") { stage, terminal in
            try await Self.click("[Delete]", terminal, 2, logs: "Destructive: primaryActionTriggered Delete")
            try await Self.click("(○──)", terminal, logs: "Lamp: valueChanged true")
            try await Self.click("Large", terminal, logs: "Size: valueChanged 2")
            let row = try #require(terminal.lines.firstIndex { $0.contains("●─") })
            terminal.press(row: row, column: 1)
            try await Self.expectLog("Volume: valueChanged 0.0", terminal)
            terminal.drag(row: row, column: 39)
            try await Self.expectLog("Volume: valueChanged 1.0", terminal)
            terminal.release(row: row, column: 39)
            // A disabled button does not react.
            try Self.click("(Off)", terminal, 1)
            try await Self.click("[Plain]", terminal, 1, logs: "Plain: primaryActionTriggered Plain")
        }
    }

    @Test func `rows are chosen, deleted and moved`() async throws {
        try await Self.attached(to: "Tables") { stage, terminal in
            try await Self.click("With detail", terminal, logs: "Full: selectRow 1")
            try await Self.type("\u{1B}[1;2A", terminal, logs: "Full: moveRow 1 0")
            try await terminal.shows("the second row first") { lines in
                guard let second = lines.firstIndex(where: { $0.contains("With detail") }),
                    let first = lines.firstIndex(where: { $0.contains("Plain") })
                else { return false }
                return second < first
            }
            try await Self.type("\u{1B}[3~", terminal, logs: "Full: deleteRow 0")
            try await terminal.shows("one row less") { !$0.contains { $0.contains("With detail") } }
        }
    }

    @Test func `a scroll view follows the wheel and the arrows`() async throws {
        try await Self.attached(to: "Stacks") { stage, terminal in
            terminal.wheel(1, row: 8, column: 60)
            try await terminal.shows("the lower part") {
                $0.contains { $0.contains("0, 100") } && $0[2].contains("0, 0") == false
            }
            try Self.click("0, 100", terminal)
            try await Self.type("\u{1B}[C", terminal, logs: "Scroll: scrolled 40.0")
            try await Self.click("[Turn the row]", terminal, 2, logs: "Turn: primaryActionTriggered Turn the row")
        }
    }

    @Test func `charts and pictures are drawn, and move`() async throws {
        try await Self.attached(to: "Pictures") { stage, terminal in
            #expect(terminal.lines.contains { $0.contains("█████▌░") || $0.contains("50%") })
            #expect(
                terminal.lines.contains { $0.contains("▀▀▀▀▀▀") } && terminal.lines.contains { $0.contains("▅▅██") })
            let line = try #require(terminal.lines.firstIndex { $0.contains("▛▀") })
            let before = terminal.lines[line]
            try Self.click("[Step]", terminal, 2)
            try await terminal.shows("the next values") { $0[line] != before && $0.contains { $0.contains("63%") } }
        }
    }

    @Test func `a chart moves ten times a second while it is shown`() async throws {
        try await Self.attached(to: "Stress") { stage, terminal in
            for _ in 1...5 {
                let before = terminal.lines
                try await terminal.shows("a change") { $0 != before }
            }
            try await Self.click("[Change one]", terminal, 2, logs: "Change: primaryActionTriggered Change one")
        }
    }
}
