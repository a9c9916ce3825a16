import DBusConnection
import DBusInterface
import Foundation
import Glibc
import TabInterface
import TestSupport
import Testing

/// A tour in tmux, which is a real terminal emulator.
@Suite struct ScreenTmuxTests {
    private static let tmux = "/usr/bin/tmux"

    /// A tmux server of the test's own with one window.
    @EventLoop
    private struct Tmux {
        let bus: PrivateBus

        func callAsFunction(_ arguments: String...) async throws -> String {
            let words = [ScreenTmuxTests.tmux, "-f", "/dev/null", "-S", bus.directory + "/tmux"] + arguments
            let result = try await HouseCommand.runAside(words, environment: bus.environment)
            guard result.status == 0 else {
                throw NothingHappened(description: "tmux \(arguments): \(result.errors)")
            }
            return result.output
        }

        func lines() async throws -> [String] {
            try await self("capture-pane", "-p", "-t", "tour").components(separatedBy: "\n")
        }

        /// What is shown, with its colours, and whether there is a cursor.
        struct Picture: Equatable {
            let text: String
            let hasCursor: Bool
        }

        /// The picture when it rests, and has changed since an earlier one; after a while also when it has not.
        func picture(after old: Picture? = nil) async throws -> Picture {
            func look() async throws -> Picture {
                let text = try await self("capture-pane", "-p", "-e", "-t", "tour")
                let flag = try await self("display-message", "-p", "-t", "tour", "#{cursor_flag}")
                return Picture(text: text, hasCursor: flag.hasPrefix("1"))
            }
            let end = ContinuousClock.now + .seconds(30)
            var (last, next) = (try await look(), try await look())
            while next != last || next == old, .now < end { (last, next) = (next, try await look()) }
            return next
        }

        func keys(_ keys: String...) async throws {
            for key in keys { _ = try await self("send-keys", "-t", "tour", key) }
        }

        /// Looks again and again.
        func shows(_ what: String, _ fits: ([String]) -> Bool) async throws {
            let deadline = Patience.end
            var lines = try await lines()
            while !fits(lines) {
                guard ContinuousClock().now < deadline else {
                    throw NothingHappened(description: "\(what) was not shown:\n\(lines.joined(separator: "\n"))")
                }
                lines = try await self.lines()
            }
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: tmux)))
    func `a tour through tabs, texts, More and other sizes in tmux`() async throws {
        try await Self.tour(try PrivateBus())
    }

    private static func end(_ process: Substring) {
        if let process = pid_t(process), process > 1 { kill(process, SIGKILL) }
    }

    @EventLoop private static func tour(_ bus: PrivateBus) async throws {
        let stage = try await ScreenStage(bus)
        try await stage.create(
            ["Labels", "Controls", "Tables", "Stacks", "Masks", "States"].map { "gallery.\($0)" },
            ["Title": .string("Tour")])
        let tmux = Tmux(bus: bus)
        let tabctl = "PATH=\(BuiltProducts.directory):$PATH exec sh"
        _ = try await tmux("new-session", "-d", "-s", "tour", "-x", "80", "-y", "24", tabctl)
        let processes = try await tmux("display-message", "-p", "-t", "tour", "#{pid} #{pane_pid}")
        // The server has signals blocked that whoever starts it has, SIGCHLD among them, and can't end by itself.
        defer { for process in processes.split(whereSeparator: \.isWhitespace) { Self.end(process) } }
        _ = try await tmux("set-option", "-g", "status", "off")
        _ = try await tmux("resize-window", "-t", "tour", "-x", "80", "-y", "24")
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
            // One more key while this one is on its way would go too far.
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
        #expect(
            try await stage.client.window(WindowInterface.size, of: stage.tabs) == DBusSize(width: 320, height: 176))
        _ = try await tmux("resize-window", "-t", "tour", "-x", "80", "-y", "24")
        try await tmux.shows("the usual one") { lines in
            lines.count > 23 && lines[23].contains("? keys") && lines[22].contains("More")
        }
        try await tmux.keys("1")
        try await tmux.shows("the labels") { $0.contains { $0.contains("quick fox") } }
        // As if drawn anew by a terminal of the tests.
        let golden = try stage.attach()
        try await golden.shows("the same") { $0[22].contains("More") && $0[0].contains("2 front ends") }
        try await tmux.shows("what another terminal shows") { Array($0.prefix(23)) == Array(golden.lines.prefix(23)) }
        golden.type("q")
        #expect(try await golden.exitStatus() == 0)
        try await tmux.keys("q")
        try await tmux.shows("the shell") { $0.contains("status 0") && !$0.contains { $0.contains("quick fox") } }
        #expect(await stage.daemon.stop() == 0)
    }
}
