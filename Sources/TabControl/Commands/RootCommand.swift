internal import ArgumentParser
internal import TabInterface

struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tabctl", abstract: "List, show and control the tab bar controllers of tabd.",
        discussion: """
            A CONTROLLER is the number of a view controller, its restoration identifier, its title, or its object path \
            such as /org/tabd/Tabs1/view_controllers/1. A TAB is a position, counted from 1, or such a name.
            """,
        version: TabVersion.current,
        groupedSubcommands: [
            CommandGroup(
                name: "Inspection",
                subcommands: [ListCommand.self, ShowCommand.self, ViewCommand.self, AttachCommand.self]),
            CommandGroup(
                name: "Editing",
                subcommands: [
                    CreateCommand.self, RenameCommand.self, BadgeCommand.self, IconCommand.self, SelectCommand.self,
                    SetTabsCommand.self,
                    InsertTabCommand.self, MoveTabCommand.self, RemoveTabCommand.self, HideTabCommand.self,
                    ResetTabsCommand.self, FocusCommand.self, DestroyCommand.self, ReopenCommand.self,
                ]),
            CommandGroup(
                name: "Gesture",
                subcommands: [
                    TapCommand.self, CloseCommand.self, ReorderCommand.self, HideCommand.self, RowCommand.self,
                    CustomizeCommand.self, BackCommand.self, ButtonCommand.self,
                    ActionCommand.self, TouchCommand.self, PressCommand.self, RotateCommand.self,
                ]),
            CommandGroup(name: "Presentation", subcommands: [AlertCommand.self, DismissCommand.self]),
            CommandGroup(name: "Scripting", subcommands: [WaitCommand.self, MonitorCommand.self]),
            CommandGroup(
                name: "Administration", subcommands: [LayoutCommand.self, PluginRootCommand.self, RestartCommand.self]),
        ])

    /// All commands get the same values, because they have the same group.
    @OptionGroup var remote: HostOptions
}

/// A word where a command is expected that does not name a command.
///
/// The argument parser suggests options, but reports a wrong command only as an unexpected argument.
struct UnknownCommand: Hashable, Sendable {
    /// The word with the commands before it: `plugin lod`.
    let name: String
    /// The most similar command, written likewise; nil if none is similar.
    let suggestion: String?

    /// Returns nil if the arguments begin with a command or an option.
    init?(in arguments: [String], of root: any ParsableCommand.Type) {
        var commands = [root]
        var words: [String] = []
        var rest = arguments.dropFirst(HostOptions.prefix(of: arguments).count)
        if rest.first == "help" { words.append(rest.removeFirst()) }
        while let command = commands.last, !command.configuration.subcommands.isEmpty {
            guard let word = rest.popFirst(), !word.hasPrefix("-") else { return nil }
            guard let next = command.configuration.subcommands.first(where: { Self.names(of: $0).contains(word) })
            else {
                name = (words + [word]).joined(separator: " ")
                let names = command.configuration.subcommands.flatMap(Self.names)
                suggestion = Self.mostSimilar(to: word, among: names).map { (words + [$0]).joined(separator: " ") }
                return
            }
            commands.append(next)
            words.append(word)
        }
        return nil
    }

    var message: String {
        "'\(name)' is not a command; "
            + (suggestion.map { "did you mean '\($0)'?" } ?? "'tabctl --help' lists the commands")
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [command.configuration.commandName ?? ""] + command.configuration.aliases
    }

    // MARK: Similarity

    /// Returns the name that begins with the word, else the name with the fewest edits.
    static func mostSimilar(to word: String, among names: [String]) -> String? {
        if word.count > 1, let longer = names.first(where: { $0.hasPrefix(word) }) { return longer }
        let distances = names.map { (name: $0, distance: distance(Array(word), Array($0))) }
        return distances.filter { $0.distance <= min(2, $0.name.count / 2) }.min { $0.distance < $1.distance }?.name
    }

    /// Returns the number of characters to insert, remove, replace or swap with their neighbour.
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
