import Foundation
import LayoutFile
import TestSupport

/// What commands print about controllers whose titles, identifiers and badges are the texts of the table.
@EventLoop @Suite(.bus) struct HostileOutputTests {
    private static let texts = HostileText.all.map(\.text)

    /// A tab bar controller with a tab for each text, whose title and badge are the text.
    private static func stage() async throws -> (stage: CommandStage, number: String, tabs: [ObjectPath]) {
        let stage = try await CommandStage()
        let desk = try await stage.client.manager.createTabBarController(["Title": .string(texts[0])])
        var tabs: [ObjectPath] = []
        for text in texts {
            let tab = try await stage.client.register(["Title": .string(text)])
            try await stage.client.tabBarItem(tab).set(\.badgeValue, to: text)
            tabs.append(tab)
        }
        try await stage.client.setTabs(tabs, of: desk)
        return (stage, try stage.number(desk), tabs)
    }

    private static func expectText(_ lines: [String], of command: [String]) {
        #expect(!lines.isEmpty, "\(command)")
        for line in lines { #expect(HostileText.controls(in: line) == [], "\(command): \(line.debugDescription)") }
    }

    /// Returns the values of lines of JSON.
    private static func json(_ lines: [String], of command: [String]) throws -> [Any] {
        try lines.map { line in
            #expect(HostileText.controls(in: line, hasEscapes: true) == [], "\(command): \(line.debugDescription)")
            return try JSONSerialization.jsonObject(with: Data(line.utf8))
        }
    }

    private struct Controller: Decodable {
        struct Tab: Decodable { let title, badge: String }
        let tabs: [Tab]
    }

    /// Runs a command to its end, which may be a refusal.
    private static func output(_ arguments: [String], input: String = "") async throws -> [String] {
        let pipe = Pipe()
        let process = try TabctlProcess(arguments, input: pipe)
        try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try pipe.fileHandleForWriting.close()
        _ = try await process.exitStatus()
        expectText(process.notes + ["-"], of: arguments)
        return process.lines
    }

    @Test func `lists, pages and errors are text, and JSON has all titles`() async throws {
        let (stage, desk, tabs) = try await Self.stage()
        let commands = [["list"], ["list", "--all"], ["show", desk], ["view", try stage.number(tabs[1])]]
        for command in commands { Self.expectText(try await Self.output(command), of: command) }
        // Errors that name controllers.
        for command in [["tap", desk, "999"], ["select", desk, "\u{1B}[2J"], ["tap", "\u{9B}31m", "1"]] {
            _ = try await Self.output(command)
        }
        for command in [["list", "--all", "--json"], ["show", desk, "--json"]] {
            #expect(try Self.json(try await Self.output(command), of: command).count == 1)
        }
        let list = try await Self.output(["list", "--json"])
        _ = try Self.json(list, of: ["list", "--json"])
        // JSONSerialization drops U+FEFF.
        let controllers = try JSONDecoder().decode([Controller].self, from: Data(list.joined().utf8))
        #expect(controllers.first?.tabs.map(\.title) == Self.texts)
        #expect(controllers.first?.tabs.map(\.badge) == Self.texts)
    }

    @Test func `a wrong command line is repeated as text`() async throws {
        for text in ["\u{1B}[2J", "a\u{9B}31m\u{202E}b", "x\ry"] {
            for arguments in [
                ["touch", text], ["list", text], [text], ["--host", text, "list"], ["list", "--x" + text],
            ] {
                let process = try TabctlProcess(arguments)
                #expect(try await process.exitStatus() == 64)
                Self.expectText(process.notes, of: arguments)
            }
        }
    }

    @Test func `changes are followed as text, a line each`() async throws {
        let (stage, desk, tabs) = try await Self.stage()
        let followers = try [
            ["attach", "--plain", desk], ["attach", "--plain", "--json", desk], ["monitor"], ["monitor", "--json"],
        ].map { ($0, try TabctlProcess($0)) }
        for (command, follower) in followers {
            try await follower.note(command[0] == "attach" ? "attached to" : "monitoring")
        }
        for text in Self.texts { try await stage.client.viewController(tabs[0]).set(\.title, to: text) }
        try await stage.client.viewController(tabs[0]).set(\.title, to: "the last title")
        for (command, follower) in followers {
            try await follower.line("of the last change") { $0.contains("the last title") }
            follower.send(SIGINT)
            #expect(try await follower.exitStatus() == 0)
            if command.contains("--json") {
                _ = try Self.json(follower.lines, of: command)
            } else {
                Self.expectText(follower.lines, of: command)
            }
            Self.expectText(follower.notes, of: command)
        }
    }

    @Test func `the screen of a terminal has the titles, and nothing that controls it`() async throws {
        let (stage, desk, _) = try await Self.stage()
        defer { withExtendedLifetime(stage) {} }
        let terminal = try TerminalProcess(["attach", desk], columns: 100, rows: 30)
        try await terminal.shows("the bar") { $0.contains { $0.contains("More") } }
        #expect(terminal.screen.unknown == [])
        terminal.type("q")
        #expect(try await terminal.exitStatus() == 0)
        #expect(terminal.screen.unknown == [])
    }

    @Test func `a saved layout has all titles, with escapes, and is read again`() async throws {
        let stage = try await CommandStage()
        for (index, text) in Self.texts.enumerated() {
            _ = try await stage.client.manager.createTabBarController([
                "Title": .string(text), "RestorationIdentifier": .string("c\(index)"),
            ])
        }
        let lines = try await Self.output(["layout", "save", "-"])
        for line in lines {
            #expect(HostileText.controls(in: line, hasEscapes: true) == [], "\(line.debugDescription)")
        }
        let document = LayoutDocument(lines.joined(separator: "\n") + "\n")
        #expect(document.errors.isEmpty, "\(document.errors.map(\.description))")
        #expect(document.controllers.map(\.identifier) == Self.texts.indices.map { "c\($0)" })
        #expect(document.controllers.map(\.title) == Self.texts)
        // The same file again, with other titles: each change quotes both.
        let changed = lines.map { line in
            guard line.utf8.starts(with: "title = \"".utf8) else { return line }
            return "title = \"\\u001b[2J" + String(decoding: line.utf8.dropFirst(9), as: UTF8.self)
        }
        let file = changed.joined(separator: "\n") + "\n"
        let diff = try await Self.output(["layout", "diff", "-"], input: file)
        #expect(diff.count == Self.texts.count)
        Self.expectText(diff, of: ["layout", "diff"])
        for finding in try await stage.client.manager.checkLayout(file) {
            #expect(HostileText.controls(in: finding.text, hasEscapes: true) == [], "\(finding.text.debugDescription)")
            #expect(!finding.text.contains("\n"))
        }
    }

    @Test func `each finding about a layout is a line of text`() async throws {
        let stage = try await CommandStage()
        let lines = Self.texts.map { text in
            let name = LayoutWriter.text(of: [Self.entry(title: text)]).split(separator: "\n").first {
                $0.hasPrefix("title = ")
            }
            return "[[controller]]\n\(name?.dropFirst("title = ".count) ?? "x") = 1\n"
        }
        let text = lines.joined(separator: "\n")
        let findings = try await stage.client.manager.checkLayout(text)
        #expect(findings.filter { $0.code == "unknown-key" }.map(\.key).count >= Self.texts.count - 5)
        for finding in findings {
            #expect(HostileText.controls(in: finding.text, hasEscapes: true) == [], "\(finding.text.debugDescription)")
            #expect(!finding.text.contains("\n"))
        }
        Self.expectText(try await Self.output(["layout", "check", "-"], input: text), of: ["layout", "check"])
    }

    private static func entry(title: String) -> LayoutEntry {
        var entry = LayoutEntry(kind: .tabBar)
        (entry.identifier, entry.isNamed, entry.title) = ("x", true, title)
        return entry
    }

    @Test func `another machine's messages are text`() async throws {
        let folder = try PrivateBus.current.directory
        let script =
            "#!/bin/sh\nprintf 'a\\033[2J\\302\\23331m\\r\\nlast \\033]0;x\\007\\342\\200\\256 line\\n' >&2\nexit 255\n"
        try script.write(toFile: folder + "/ssh", atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder + "/ssh")
        let process = try TabctlProcess(["--host", "desk", "list"], environment: ["TABD_SSH": folder + "/ssh"])
        #expect(try await process.exitStatus() == 69)
        Self.expectText(process.notes, of: ["--host"])
        try await process.note("last ")
    }
}
