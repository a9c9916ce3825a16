import Foundation
import TestSupport

/// The ```console blocks of a document, typed in unchanged. A block with the name of a file after its language, such as
/// ```swift Sources/Hello.swift, is written to that file.
struct ConsoleTour {
    private struct Step {
        var command: String
        var expected: [String] = []
    }

    private let steps: [Step]

    static var hasTools: Bool {
        ["busctl", "dbus-send", "gdbus"].allSatisfy { HouseCommand.isInstalled("/usr/bin/" + $0) }
    }

    /// Reads the commands of a file of the package, or of one section of it.
    ///
    /// - Parameter commands: Commands that follow and must succeed, whatever they print.
    init(of file: String, section: String? = nil, followedBy commands: [String] = []) throws {
        let text = try String(contentsOfFile: HouseCommand.package + "/" + file, encoding: .utf8)
        var steps: [Step] = []
        var isSection = section == nil
        var isConsole = false
        var isFile = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if isFile { steps[steps.count - 1].command += "\nEND OF FILE" }
                isConsole = isSection && line == "```console"
                let words = line.split(separator: " ")
                isFile = isSection && words.count == 2
                if isFile { steps.append(Step(command: "cat >'\(words[1])' <<'END OF FILE'")) }
            } else if isFile {
                steps[steps.count - 1].command += "\n" + line
            } else if line.hasPrefix("## "), !isConsole, let section {
                isSection = line == "## " + section
            } else if isConsole, line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2))))
            } else if isConsole, line == ">" || line.hasPrefix("> "), let last = steps.last, last.expected.isEmpty {
                // The shell's second prompt marks a continued command.
                steps[steps.count - 1].command += "\n" + line.dropFirst(2)
            } else if isConsole, !steps.isEmpty {
                steps[steps.count - 1].expected.append(String(line))
            }
        }
        if !commands.isEmpty { steps.append(Step(command: "set -o pipefail")) }
        self.steps = steps + commands.map { Step(command: "{ \($0); } >/dev/null && echo done", expected: ["done"]) }
    }

    /// Whether lines are as expected. `…` in a line stands for any text, and alone on a line for any lines.
    static func matches(_ lines: ArraySlice<String>, _ expected: ArraySlice<String>) -> Bool {
        guard let pattern = expected.first else { return lines.isEmpty }
        if pattern == "…" {
            return (lines.startIndex...lines.endIndex).contains { matches(lines[$0...], expected.dropFirst()) }
        }
        guard let line = lines.first, fits(line, pattern) else { return false }
        return matches(lines.dropFirst(), expected.dropFirst())
    }

    private static func fits(_ line: String, _ pattern: String) -> Bool {
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

    // MARK: Running

    private static let mark = "=== end of step ==="

    /// Waits until the daemon has its name, and fails when that does not happen. After `kill` it waits for the end of
    /// the killed process, as a reader with slow typing would.
    private static let start = """
        cd "$PACKAGE"
        tabd --plugin-path "$PLUGINS" >"$HOME/tabd.log" 2>&1 </dev/null &
        daemon=$!
        trap 'builtin kill -KILL $started 2>/dev/null; builtin kill $daemon; wait $daemon' EXIT
        kill() { builtin kill "$@" && timeout 180 tail --pid="${@: -1}" -f /dev/null; }
        gdbus wait --session --timeout 180 org.tabd.Tabs1 || { cat "$HOME/tabd.log"; exit 99; }
        """

    /// The input for a step. A command in the background gets time to print its first line.
    private static func script(_ step: Step) -> String {
        guard step.command.hasSuffix(" &"), !step.expected.isEmpty else { return step.command }
        return """
            rm -f "$HOME/step"; mkfifo "$HOME/step"; exec {output}<>"$HOME/step"
            \(step.command.dropLast(2)) >"$HOME/step" 2>&1 </dev/null &
            started+=" $!"; disown; read -r -t 180 -u $output line; printf '%s\\n' "$line"
            """
    }

    /// Limits that are long enough for a loaded machine, and less than the 25 s that the commands wait.
    private static let configuration =
        "[deadlines]\nstart = 20000\nheartbeat = 20000\naction = 20000\nupdate_content = 5000\n"

    /// Types all steps in, with a bus and a daemon of their own, and compares the output with the document.
    func run() async throws { try await onThread { try run() } }

    private func run() throws {
        let bus = try PrivateBus()
        try bus.configure(Self.configuration)
        let plugins = bus.directory + "/plugins"
        try HouseCommand.run([
            HouseCommand.package + "/scripts/stage-plugins", HouseCommand.binaries, plugins,
        ]).succeeded()
        var environment = bus.environment
        environment["PACKAGE"] = HouseCommand.package
        environment["PLUGINS"] = plugins
        environment["PATH"] = HouseCommand.binaries + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
        environment["LC_ALL"] = "C.UTF-8"
        // Also where make runs the tests, make prints what it prints for a user.
        for name in ["MAKEFLAGS", "MAKELEVEL", "MFLAGS"] { environment[name] = nil }
        environment["NO_COLOR"] = "1"
        // For pages that make a plugin in Swift. A debug build is the fastest.
        environment["CONFIGURATION"] = "debug"
        let build = URL(fileURLWithPath: HouseCommand.binaries).resolvingSymlinksInPath().path
        try HouseCommand.run([HouseCommand.package + "/scripts/stage-sdk", build + "/../../tabd-sdk"]).succeeded()
        let file = bus.directory + "/tour.bash"
        try script(after: Self.start).write(toFile: file, atomically: true, encoding: .utf8)
        let result = try HouseCommand.run(
            ["bash", "-c", "exec bash \"$1\" 2>&1 </dev/null", "tour", file], environment: environment, timeout: 1500)
        try compare(result.output)
    }

    /// Types all steps in on a system where the bus starts the installed daemon.
    func run(on system: PackageSystem) throws {
        let folder = "/home/ann/.config/tabd"
        try FileManager.default.createDirectory(
            atPath: system.root + folder, withIntermediateDirectories: true)
        try Self.configuration.write(toFile: system.root + folder + "/tabd.toml", atomically: true, encoding: .utf8)
        try script(after: "cd").write(toFile: system.root + "/home/ann/tour.bash", atomically: true, encoding: .utf8)
        let result = try system.run(
            """
            chown -R ann /home/ann
            session
            ann env NO_COLOR=1 bash /home/ann/tour.bash 2>&1 </dev/null
            """, timeout: 900)
        try compare(result.output)
    }

    /// The same shell runs all steps, so that variables persist. A separator line marks the end of each output.
    private func script(after start: String) -> String {
        start + "\necho '\(Self.mark)'\n" + steps.map { "\(Self.script($0))\necho '\(Self.mark)'\n" }.joined()
    }

    private func compare(_ output: String) throws {
        #expect(steps.count > 3)
        var outputs = output.components(separatedBy: Self.mark + "\n")
        let began = outputs.removeFirst()
        try #require(outputs.count == steps.count + 1, "the tour ended early: \(began)\(output)")
        for (step, output) in zip(steps, outputs) {
            var lines = output.components(separatedBy: "\n")
            if lines.last == "" { lines.removeLast() }
            #expect(
                Self.matches(lines[...], step.expected[...]),
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
