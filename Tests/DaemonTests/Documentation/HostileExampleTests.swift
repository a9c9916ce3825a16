import Foundation
import TestSupport

/// The examples of `docs` with titles and badges that are the texts of the table.
@EventLoop @Suite(.bus) struct HostileExampleTests {
    private static let examples = HouseCommand.package + "/docs/examples/"
    private static let texts = HostileText.all.map(\.text)
    nonisolated private static let withoutPango: Comment = "python3-gi or gir1.2-pango-1.0 is not installed"
    nonisolated private static let hasPango = HouseCommand.succeeds([
        "/usr/bin/python3", "-c", "import gi; gi.require_version('Pango', '1.0'); from gi.repository import Pango",
    ])

    /// Runs the definitions of an example and then more lines, which find the texts in `texts`.
    private static func python(_ example: String, until end: String, _ lines: String) async throws -> [String] {
        let folder = try TemporaryFolder()
        try JSONEncoder().encode(texts).write(to: URL(fileURLWithPath: folder.path + "/texts"))
        let program = """
            import json
            texts = json.load(open("\(folder.path)/texts"))
            exec(open("\(examples)\(example)").read().split("\\n\(end)")[0])
            \(lines)
            """
        let result = try await HouseCommand.runOnThread(
            ["/usr/bin/python3", "-c", program], environment: try PrivateBus.current.environment)
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        return result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    @Test(.enabled(if: hasPango, withoutPango)) func `the module of waybar shows titles as they are`() async throws {
        let lines = try await Self.python(
            "waybar_tabs.py", until: "signal.signal",
            """
            import gi
            gi.require_version("Pango", "1.0")
            from gi.repository import Pango
            for text in texts:
                item = {TABS + ".TabBarItem": {"DisplayTitle": text, "BadgeValue": text},
                        TABS + ".ViewController": {"RestorationIdentifier": text}}
                bar = {TABS + ".TabBar": {"Items": ["/1"], "SelectedItem": "/1"}}
                state = json.loads(json.dumps(Bar("/x", {"/1": item, "/x/tab_bar": bar}).module(), ensure_ascii=False))
                for part in state["text"], state["tooltip"]:
                    shown = Pango.parse_markup(part, -1, "\\0")[2]
                    print(json.dumps([part, shown]))
            """)
        #expect(lines.count == 2 * Self.texts.count)
        for (index, line) in lines.enumerated() {
            let parts = try JSONDecoder().decode([String].self, from: Data(line.utf8))
            #expect(HostileText.controls(in: parts[0], hasEscapes: false) == [] && !parts[0].contains("\n"), "\(line)")
            // Only the tags of the script.
            #expect(parts[0].count { $0 == "<" } == (index % 2 == 0 ? 4 : 0), "\(line)")
            let text = Self.texts[index / 2]
            let plain = String(
                String.UnicodeScalarView(
                    text.unicodeScalars.map {
                        $0.isControlOrDirection && ![0x61C, 0x200E, 0x200F].contains($0.value) ? " " : $0
                    }))
            #expect(parts[1] == (index % 2 == 0 ? "\(plain) \(plain)" : "● \(plain): \(plain)"), "\(line)")
        }
    }

    @Test(.enabled(if: PythonExampleTests.hasPython)) func `the front end in Python prints text`() async throws {
        let lines = try await Self.python(
            "front_end.py", until: "session = ",
            """
            for text in texts:
                front_end = FrontEnd.__new__(FrontEnd)
                front_end.path, front_end.lines = "/x", []
                front_end.objects = {"/x/tab_bar": {"Items": ["/1"], "SelectedItem": "/1"},
                                     "/1": {"DisplayTitle": text, "BadgeValue": text}}
                front_end.views = {"/1": (1, {2: {"Text": text, "Rows": [(text, "", "", "none", True)]}})}
                front_end.show()
            """)
        #expect(lines.count == 3 * Self.texts.count)
        for line in lines {
            #expect(HostileText.controls(in: line, hasEscapes: true) == [], "\(line.debugDescription)")
        }
    }

    @Test(.enabled(if: HouseCommand.isInstalled("/usr/bin/jq"), "jq is not installed"))
    func `the list for fzf has a line of text for each tab`() async throws {
        let stage = try await CommandStage()
        let desk = try await stage.client.manager.createTabBarController(["Title": .string("Desk")])
        var tabs: [ObjectPath] = []
        for text in Self.texts { tabs.append(try await stage.client.register(["Title": .string(text)])) }
        try await stage.client.setTabs(tabs, of: desk)
        let folder = try PrivateBus.current.directory
        try FileManager.default.createDirectory(atPath: folder + "/bin", withIntermediateDirectories: true)
        // The last tab is chosen.
        try "#!/bin/sh\ntee \(folder)/lines | tail -n 1\n".write(
            toFile: folder + "/bin/fzf", atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder + "/bin/fzf")
        let path = "\(folder)/bin:\(BuiltProducts.directory):/usr/bin:/bin"
        let script = try await HouseCommand.runOnThread(
            ["/bin/sh", Self.examples + "tab_switcher.sh"],
            environment: try PrivateBus.current.environment.merging(["PATH": path]) { $1 })
        #expect(script.status == 0, "\(script.errors)")
        let lines = try String(contentsOfFile: folder + "/lines", encoding: .utf8).split(separator: "\n")
        #expect(lines.count == tabs.count)
        for (line, tab) in zip(lines, tabs) {
            #expect(HostileText.controls(in: line).filter { $0 != "\t" } == [], "\(line.debugDescription)")
            #expect(line.split(separator: "\t").count == 4)
            #expect(line.contains("\t\(tab)\tDesk:"))
        }
        #expect(
            try await stage.client.tabBarController(desk).selectedViewController == tabs.last,
            "\(script.output)\(script.errors)")
    }
}
