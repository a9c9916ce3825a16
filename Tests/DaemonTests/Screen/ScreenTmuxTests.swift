import Foundation
import TestSupport

/// A tour in tmux, as a real terminal emulator.
@EventLoop @Suite(.bus) struct ScreenTmuxTests {
    private nonisolated static let tmux = "/usr/bin/tmux"

    /// The test's own tmux server with a single window.
    @EventLoop private struct Tmux {
        let bus: PrivateBus

        func callAsFunction(_ arguments: String...) async throws -> String {
            let words = [ScreenTmuxTests.tmux, "-f", "/dev/null", "-S", bus.directory + "/tmux"] + arguments
            let result = try await HouseCommand.runOnThread(words, environment: bus.environment)
            guard result.status == 0 else {
                throw TestTimeoutError(description: "tmux \(arguments): \(result.errors)")
            }
            return result.output
        }

        /// Starts a shell in a window of 80 x 24.
        ///
        /// - Returns: The process IDs of the server and of the shell.
        func start() async throws -> [Substring] {
            let shell = "PATH=\(BuiltProducts.directory):$PATH exec sh"
            _ = try await self("new-session", "-d", "-s", "tour", "-x", "80", "-y", "24", shell)
            let processes = try await self("display-message", "-p", "-t", "tour", "#{pid} #{pane_pid}")
            _ = try await self("set-option", "-g", "status", "off")
            _ = try await self("resize-window", "-t", "tour", "-x", "80", "-y", "24")
            return processes.split(whereSeparator: \.isWhitespace)
        }

        func lines() async throws -> [String] {
            try await self("capture-pane", "-p", "-t", "tour").components(separatedBy: "\n")
        }

        /// The text with its colours, and whether the cursor is visible.
        struct Picture: Equatable {
            let text: String
            let hasCursor: Bool
        }

        /// The picture once it is stable and differs from an earlier one, or after a timeout also when it does not.
        func picture(after old: Picture? = nil) async throws -> Picture {
            func capture() async throws -> Picture {
                let text = try await self("capture-pane", "-p", "-e", "-t", "tour")
                let flag = try await self("display-message", "-p", "-t", "tour", "#{cursor_flag}")
                return Picture(text: text, hasCursor: flag.hasPrefix("1"))
            }
            let end = ContinuousClock.now + .seconds(30)
            var (last, next) = (try await capture(), try await capture())
            while next != last || next == old, .now < end { (last, next) = (next, try await capture()) }
            return next
        }

        func keys(_ keys: String...) async throws {
            for key in keys { _ = try await self("send-keys", "-t", "tour", key) }
        }

        /// Waits until the text satisfies the condition.
        func shows(_ event: String, _ fits: ([String]) -> Bool) async throws {
            let deadline = TestTimeout.deadline
            var lines = try await lines()
            while !fits(lines) {
                guard ContinuousClock().now < deadline else {
                    throw TestTimeoutError(description: "\(event) was not shown:\n\(lines.joined(separator: "\n"))")
                }
                lines = try await self.lines()
            }
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: tmux)))
    func `a tour through tabs, texts, More and other sizes in tmux`() async throws {
        let stage = try await ScreenStage()
        try await stage.create(
            ["Labels", "Controls", "Tables", "Stacks", "Masks", "States"].map { "gallery.\($0)" },
            ["Title": .string("Tour")])
        let tmux = Tmux(bus: stage.bus)
        let processes = try await tmux.start()
        // The server inherits the blocked signals of its parent, SIGCHLD among them, and can't end by itself.
        defer { for process in processes { Self.end(process) } }
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

    private static func end(_ process: Substring) {
        if let process = pid_t(process), process > 1 { kill(process, SIGKILL) }
    }

    /// libvterm, which checks the other screens, joins no emoji and does not know faint text. tmux 3.3a does, with
    /// limits: it keeps 21 bytes of a joined character, shows a heart with a selector and each letter of a flag in a
    /// single cell, and drops skin tones.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: tmux)))
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
        defer { for process in processes { Self.end(process) } }
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
