internal import ArgumentParser
internal import DBusInterface
internal import TabClient
internal import TabInterface
internal import TerminalUI

struct LayoutCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Print every mistake in the layout file, and change nothing.",
        discussion: """
            Each line of the output has the file, the line in it and the mistake. The exit status is 0 for a valid file \
            and 2 for an invalid one.
            """)

    @OptionGroup var format: FormatOptions

    @Argument(help: LayoutPath.help)
    var file: LayoutPath?

    func run() throws {
        let file = file ?? .standard
        let text = try Session.require { () throws(ControlError) in try file.read(invalid: ExitStatus.trouble) }
        try Session.run(format) { [format] service in
            let problems = try await service.manager.checkLayout(text).filter(\.isProblem)
            if format.json {
                format.print(["findings": LayoutFindingText.json(problems)])
            } else {
                Output.write(problems.map { LayoutFindingText.line($0, in: file) + "\n" }.joined())
            }
            if !problems.isEmpty { throw ExitCode(ExitStatus.trouble) }
        }
    }
}

/// Findings about a layout as output.
enum LayoutFindingText {
    /// Returns a line in the form of compilers, which editors understand: `layout.toml:3: unknown key 'tile'`.
    static func line(_ finding: LayoutFinding, in file: LayoutPath) -> String {
        let place = finding.line == 0 ? file.text : "\(file.text):\(finding.line)"
        return CharacterWidth.printable("\(place): \(finding.text)")
    }

    /// Returns an array of objects. Line and key are null when there is none.
    static func json(_ findings: [LayoutFinding]) -> JSON {
        .array(
            findings.map { finding in
                [
                    "code": .string(finding.code), "line": finding.line == 0 ? .null : .integer(finding.line),
                    "key": finding.key.isEmpty ? .null : .string(finding.key), "value": .string(finding.value),
                    "text": .string(finding.text),
                ]
            })
    }
}
