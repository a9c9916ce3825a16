import Foundation
import TestSupport
import Testing

/// The tour of README.md, typed in as it stands there.
@Suite struct TourTests {
    private struct Step {
        let command: String
        var expected: [String] = []
    }

    /// The commands of the ```console blocks of the section.
    private func steps(of readme: String) -> [Step] {
        var steps: [Step] = []
        var isTour = false
        var isConsole = false
        for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isConsole = isTour && line == "```console"
            } else if line.hasPrefix("## "), !isConsole {
                isTour = line == "## A tour"
            } else if isConsole, line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2))))
            } else if isConsole, !steps.isEmpty {
                steps[steps.count - 1].expected.append(String(line))
            }
        }
        return steps
    }

    /// Whether lines are as expected: `…` stands for anything on a line, a line of it alone for any lines.
    private func matches(_ lines: ArraySlice<String>, _ expected: ArraySlice<String>) -> Bool {
        guard let pattern = expected.first else { return lines.isEmpty }
        if pattern == "…" {
            return (lines.startIndex...lines.endIndex).contains { matches(lines[$0...], expected.dropFirst()) }
        }
        guard let line = lines.first, fits(line, pattern) else { return false }
        return matches(lines.dropFirst(), expected.dropFirst())
    }

    private func fits(_ line: String, _ pattern: String) -> Bool {
        let parts = pattern.components(separatedBy: "…")
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return line == pattern }
        guard line.count >= first.count + last.count, line.hasPrefix(first), line.hasSuffix(last) else { return false }
        var rest = line.dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.range(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    @Test func `a pattern of the tour matches what it says`() {
        #expect(matches(["a", "b", "c"], ["…", "c"]))
        #expect(matches(["c"], ["…", "c"]))
        #expect(matches(["a x b"], ["a…b"]))
        #expect(matches(["one two three"], ["…two…"]))
        #expect(!matches(["a"], []))
        #expect(!matches([], ["a"]))
        #expect(!matches(["ab"], ["ab…b"]))
        #expect(!matches(["one three two"], ["…two…three…"]))
    }

    /// The Clock plugin in a folder, as the daemon wants it.
    private func stagePlugins(into folder: String) throws {
        let staged = try HouseCommand.run([
            HouseCommand.package + "/scripts/stage-plugins", HouseCommand.binaries, folder,
        ])
        #expect(staged.status == 0, "\(staged.errors)")
    }

    /// Waits until the daemon has its name; ends with an error when it does not come.
    private static let start = """
        tabd --plugin-path "$PLUGINS" >"$HOME/tabd.log" 2>&1 </dev/null &
        daemon=$!
        trap 'kill -TERM $daemon 2>/dev/null; wait $daemon' EXIT
        gdbus wait --session --timeout 30 org.tabd.Tabs1 || { cat "$HOME/tabd.log"; exit 99; }
        """

    static var hasTools: Bool {
        ["busctl", "dbus-send", "gdbus"].allSatisfy { HouseCommand.isInstalled("/usr/bin/" + $0) }
    }

    @Test(.enabled(if: TourTests.hasTools, "busctl, dbus-send or gdbus is not installed"))
    func `the tour of the README happens as it is told`() throws {
        let readme = try String(contentsOfFile: HouseCommand.package + "/README.md", encoding: .utf8)
        let steps = steps(of: readme)
        #expect(steps.count > 3)
        let bus = try PrivateBus()
        let plugins = bus.directory + "/plugins"
        try stagePlugins(into: plugins)
        var environment = bus.environment
        environment["PLUGINS"] = plugins
        environment["PATH"] = HouseCommand.binaries + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
        environment["LC_ALL"] = "C.UTF-8"
        environment["NO_COLOR"] = "1"
        // One shell for all, so that variables last; a line of its own tells where each output ends.
        let mark = "=== end of step ==="
        let script = Self.start + "\necho '\(mark)'\n" + steps.map { "\($0.command)\necho '\(mark)'\n" }.joined()
        let file = bus.directory + "/tour.bash"
        try script.write(toFile: file, atomically: true, encoding: .utf8)
        let result = try HouseCommand.run(
            ["bash", "-c", "exec bash \"$1\" 2>&1 </dev/null", "tour", file], environment: environment, timeout: 120)
        var outputs = result.output.components(separatedBy: mark + "\n")
        let began = outputs.removeFirst()
        try #require(outputs.count == steps.count + 1, "the tour ended early: \(began)\(result.output)")
        for (step, output) in zip(steps, outputs) {
            var lines = output.components(separatedBy: "\n")
            if lines.last == "" { lines.removeLast() }
            #expect(
                matches(lines[...], step.expected[...]),
                """
                $ \(step.command)
                was to print:
                \(step.expected.joined(separator: "\n"))
                and printed:
                \(lines.joined(separator: "\n"))
                """)
        }
    }
}
