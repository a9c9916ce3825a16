import Foundation
import TestSupport

/// A tour in tmux, as a real terminal emulator.
@EventLoop @Suite(.bus) struct ScreenTmuxTests {
    @Test(.enabled(if: Tmux.isInstalled))
    func `a tour through tabs, texts, More and other sizes in tmux`() async throws {
        let stage = try await ScreenStage()
        try await stage.create(
            ["Labels", "Controls", "Tables", "Stacks", "Masks", "States"].map { "gallery.\($0)" },
            ["Title": .string("Tour")])
        let tmux = Tmux(bus: stage.bus)
        let processes = try await tmux.start()
        defer { Tmux.end(processes) }
        try await tmux.keys("tabctl attach; echo \"status $?\"", "Enter")
        try await tmux.shows("the first picture") { lines in
            lines.count > 23 && lines[23].contains("? keys") && lines[22].contains("More")
        }
        try await tmux.keys("M-2")
        try await tmux.shows("the controls") { $0.contains { $0.contains("[Your name") } }
        // Down to the field.
        var picture = try await tmux.picture()
        for _ in 1...10 where !picture.hasCursor {
            try await tmux.keys("Tab")
            // A key repeated before the picture has changed would go too far.
            picture = try await tmux.picture(after: picture)
        }
        _ = try await tmux("send-keys", "-t", "tour", "-l", "Zoë 日本")
        try await tmux.shows("the text") { $0.contains { $0.contains("Name: editingChanged Zoë 日本") } }
        try await tmux.keys("Escape")
        try await tmux.shows("the end of it") { $0.contains { $0.contains("Name: editingDidEnd Zoë 日本") } }
        try await tmux.keys("5")
        try await tmux.shows("More") { $0.contains { $0.contains("[Edit]") } }
        try await tmux.keys("e")
        try await tmux.shows("the session") { $0.contains { $0.contains("Configure") } }
        try await tmux.keys("BTab", "Left")
        try await tmux.keys("e")
        try await tmux.shows("the list") { $0.contains { $0.contains("[Edit]") } }
        _ = try await tmux("resize-window", "-t", "tour", "-x", "40", "-y", "12")
        try await tmux.shows("a small picture") { lines in
            lines.count > 11 && lines[11].contains("? keys") && lines[10].contains("More")
        }
        #expect(try await stage.client.window(stage.tabs).size == DBusSize(width: 320, height: 176))
        _ = try await tmux("resize-window", "-t", "tour", "-x", "80", "-y", "24")
        try await tmux.shows("the usual one") { lines in
            lines.count > 23 && lines[23].contains("? keys") && lines[22].contains("More")
        }
        try await tmux.keys("1")
        try await tmux.shows("the labels") { $0.contains { $0.contains("quick fox") } }
        // The picture as a terminal of the tests draws it.
        let golden = try stage.attach()
        try await golden.shows("the same") { $0[22].contains("More") && $0[0].contains("2 front ends") }
        try await tmux.shows("the picture of the other terminal") {
            Array($0.prefix(23)) == Array(golden.lines.prefix(23))
        }
        try await golden.quit()
        try await tmux.keys("q")
        try await tmux.shows("the shell") { $0.contains("status 0") && !$0.contains { $0.contains("quick fox") } }
    }

    /// libvterm, which checks the other screens, joins no emoji and does not know faint text. tmux 3.3a does, with
    /// limits: it keeps 21 bytes of a joined character, shows a heart with a selector and each letter of a flag in a
    /// single cell, and drops skin tones.
    @Test(.enabled(if: Tmux.isInstalled))
    func `joined characters and faint text are shown in tmux`() async throws {
        let stage = try await ScreenStage()
        let page = try await stage.client.register(["Title": .string("Joined")])
        try await stage.create([], ["Title": .string("Joined")])
        try await stage.client.setTabs([page], of: stage.tabs)
        let texts = ["👩‍👧 two", "🇩🇪 flag", "❤️ heart", "e\u{301} accent"]
        // A line at column 20 that must not move.
        let views = texts.enumerated().flatMap { index, text in
            [(0, text, 16.0), (1, "|", 160.0)].map { part, text, x in
                ViewEntry(
                    id: UInt32(2 + 2 * index + part), parent: 1, className: "Label",
                    frame: DBusRect(x: x, y: Double(index + 2) * 16, width: part == 0 ? 144 : 16, height: 16),
                    properties: ["Text": .string(text)])
            }
        }
        try await stage.client.viewController(page).loadViewIfNeeded()
        try await stage.client.updateView(of: page, views)
        let tmux = Tmux(bus: stage.bus)
        let processes = try await tmux.start()
        defer { Tmux.end(processes) }
        try await tmux.keys("tabctl attach; echo \"status $?\"", "Enter")
        let lines = [
            "  👩‍👧 two            |", "  🇩🇪 flag           |", "  ❤️  heart          |", "  e\u{301} accent          |",
        ]
        try await tmux.shows("all of each character, and the wall") { Array($0.dropFirst(2).prefix(4)) == lines }
        let picture = try await tmux.picture()
        // The style is reset before, or was faint already.
        #expect(picture.text.contains(/\u{1B}\[(0;)?2m[^\n]*\? keys/), "\(picture.text.debugDescription)")
        try await tmux.keys("q")
        try await tmux.shows("the shell") { $0.contains("status 0") }
    }
}
