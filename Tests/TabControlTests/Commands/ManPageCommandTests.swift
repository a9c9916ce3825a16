import ArgumentParser
import Foundation
import TestSupport

@testable import TabControl

/// The commands and options in `man/tabctl.1`.
@Suite struct ManPageCommandTests {
    private static let page =
        (try? String(contentsOfFile: BuiltProducts.package + "/man/tabctl.1", encoding: .utf8)) ?? ""

    /// A command with its name as users type it, such as `plugin list`.
    private struct Entry {
        let name: String
        let command: any ParsableCommand.Type
    }

    private static func entries(below command: any ParsableCommand.Type, _ words: [String] = []) -> [Entry] {
        command.configuration.subcommands.flatMap { subcommand -> [Entry] in
            let words = words + [subcommand.configuration.commandName ?? ""]
            guard subcommand.configuration.subcommands.isEmpty else { return entries(below: subcommand, words) }
            return [Entry(name: words.joined(separator: " "), command: subcommand)]
        }
    }

    @Test func `the man page has an entry for every command`() {
        let entries = Self.entries(below: RootCommand.self)
        #expect(entries.count > 20)
        for entry in entries { #expect(Self.page.contains("\n.It Cm \(entry.name)"), "\(entry.name)") }
    }

    @Test func `the man page has every option of every command`() {
        for entry in Self.entries(below: RootCommand.self) {
            let help = RootCommand.helpMessage(for: entry.command)
            for option in help.matches(of: /--([a-z][a-z-]+)/).map(\.output.1)
            where !["help", "version"].contains(option) {
                #expect(Self.page.contains("Fl -\(option)"), "\(entry.name) --\(option)")
            }
        }
    }
}
