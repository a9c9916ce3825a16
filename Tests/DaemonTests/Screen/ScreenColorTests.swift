import Foundation
import TestSupport

/// The terminal's colours as the environment describes them, and wide or right-to-left text.
@EventLoop @Suite(.bus) struct ScreenColorTests {
    enum Terminal: String, CaseIterable {
        case none, noColor, indexed, trueColor, linux

        var environment: [String: String] {
            switch self {
            case .none: ["TERM": "vt220", "NO_COLOR": "1"]
            case .noColor: ["NO_COLOR": "1", "COLORTERM": "truecolor"]
            case .indexed: [:]
            case .trueColor: ["COLORTERM": "truecolor"]
            case .linux: ["TERM": "linux"]
            }
        }

        /// Whether the terminal may use a colour.
        func has(_ color: TerminalScreen.Color) -> Bool {
            switch (self, color) {
            case (.none, _), (.noColor, _): false
            case (.indexed, .palette), (.trueColor, _): true
            case (.linux, .palette(let number)): number < 16
            default: false
            }
        }
    }

    @Test(arguments: Terminal.allCases) func `the colours are those of the terminal`(kind: Terminal) async throws {
        let stage = try await ScreenStage()
        try await stage.create(["gallery.Controls", "gallery.Pictures", "gallery.Labels"])
        try await stage.item(TabBarItemInterface.badgeValue, of: 1, to: "3")
        try await stage.item(TabBarItemInterface.badgeColor, of: 1, to: "systemGreen")
        let terminal = try await stage.attach(environment: kind.environment).withPicture()
        terminal.type("\t\t")
        var colors = try await Self.colors(terminal, "(3)")
        try await terminal.type("\u{1B}2", shows: "[Step]")
        colors.formUnion(try await Self.colors(terminal, "Step"))
        #expect(colors.allSatisfy(kind.has), "\(colors)")
        switch kind {
        case .none, .noColor:
            // Focus and selection are visible without colours.
            #expect(terminal.screen.styled.contains { $0.contains("bold") })
        case .indexed: #expect(colors.contains { if case .palette(let number) = $0 { number > 15 } else { false } })
        case .trueColor: #expect(colors.contains { if case .rgb = $0 { true } else { false } })
        case .linux: #expect(!colors.isEmpty)
        }
        try await stage.end(terminal)
    }

    /// The colours of all cells, once a text is shown.
    private static func colors(_ terminal: TerminalProcess, _ text: String) async throws -> Set<TerminalScreen.Color> {
        try await terminal.rests("'\(text)'", for: 200) { $0.lines.contains { $0.contains(text) } }
        let styles = terminal.screen.cells.flatMap { $0.map(\.style) }
        return Set(styles.flatMap { [$0.foreground, $0.background].compactMap(\.self) })
    }

    @Test(arguments: [true, false]) func `without a screen lines are printed`(isPlain: Bool) async throws {
        let stage = try await ScreenStage()
        try await stage.create(["gallery.Labels", "gallery.Stacks"], ["Title": .string("Desk")])
        let terminal =
            isPlain
            ? try stage.attach("--plain", rows: 200) : try stage.attach(rows: 200, environment: ["TERM": "dumb"])
        try await terminal.shows("the tree") { $0.contains { $0.contains("attached to ") } }
        #expect(!terminal.screen.isAlternate && !terminal.isRaw)
        try await stage.client.select(1, in: stage.tabs)
        try await terminal.shows("the change") { $0.contains { $0.hasPrefix("selected: ") } }
        #expect(terminal.screen.styled.isEmpty && terminal.screen.isSane)
        terminal.type("\u{3}")
        #expect(try await terminal.exitStatus() == 0)
        #expect(terminal.screen.isSane && !terminal.isRaw)
    }

    // MARK: Scripts

    @Test func `wide and right-to-left text stays in its columns`() async throws {
        let stage = try await ScreenStage()
        let page = try await stage.client.register(["Title": .string("日本語 שלום")])
        try await stage.create([], ["Title": .string("Scripts")])
        try await stage.client.setTabs([page], of: stage.tabs)
        let texts = [
            "plain", "日本語のテキスト", "שלום עולם", "مرحبا", "e\u{301}a\u{308}", "👩‍👩‍👧‍👦 family", "🇩🇪🇫🇷", "日本語日本語日本語日本語日本語",
            "a\u{1B}[31mb\tc\u{7}",
        ]
        // A line at column 20 that must not move.
        let views = texts.enumerated().flatMap { index, text in
            let y = Double(index + 2) * 16
            return [
                ViewEntry(
                    id: UInt32(2 + 2 * index), parent: 1, className: "Label",
                    frame: DBusRect(x: 16, y: y, width: 144, height: 16), properties: ["Text": .string(text)]),
                ViewEntry(
                    id: UInt32(3 + 2 * index), parent: 1, className: "Label",
                    frame: DBusRect(x: 160, y: y, width: 16, height: 16), properties: ["Text": .string("|")]),
            ]
        }
        try await stage.client.viewController(page).loadViewIfNeeded()
        try await stage.client.updateView(of: page, views)
        let terminal = try stage.attach()
        try await terminal.shows("the picture") { $0[23].contains("? keys") && $0.contains { $0.contains("plain") } }
        for index in texts.indices {
            let cells = terminal.screen.cells[index + 2]
            #expect(cells[20].text == "|" && !cells[20].isRightHalf, "\(texts[index]): \(terminal.lines[index + 2])")
            #expect(cells[21...].allSatisfy { $0.text == " " })
        }
        #expect(terminal.lines[4].contains("םלוע םולש"))
        #expect(terminal.screen.unknown.isEmpty)
        // The same cells change repeatedly.
        for _ in 1...3 {
            try await stage.client.updateView(
                of: page,
                views.filter { $0.id % 2 == 0 }.map { view in
                    var view = view
                    view.properties["Text"] = .string("x")
                    return view
                })
            try await terminal.shows("short texts") { lines in lines[2...10].allSatisfy { $0.hasPrefix("  x") } }
            #expect(terminal.screen.cells[2...10].allSatisfy { $0[20].text == "|" })
            try await stage.client.updateView(of: page, views)
            try await terminal.shows("the texts") { $0[3].contains("日本語") }
            #expect(terminal.screen.cells[2...10].allSatisfy { $0[20].text == "|" })
        }
        try await stage.end(terminal)
    }
}
