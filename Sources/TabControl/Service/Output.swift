internal import Glibc
internal import TerminalUI

/// The standard streams, written without buffering. Everything that a command prints goes through here, except the screen
/// of `attach` and `plugin top`.
///
/// Titles, types and messages come from other programs, with `--host` from another machine, and the reader is a terminal
/// sooner or later, even of a file. So control characters are replaced here, whatever the caller has done. Formats with
/// escapes, JSON and TOML, have no such characters when they arrive, and keep their values.
enum Output {
    static func print(_ text: String) { write(text + "\n") }

    /// Writes text that contains its own line breaks.
    static func write(_ text: String) { DescriptorOutput.write(CharacterWidth.withoutControls(text), to: 1) }

    /// Writes text of a command that runs until a signal ends it. The signal works even while the reader of a pipe
    /// does not read.
    ///
    /// - Returns: false if the reader has closed the pipe, or if a signal that ends the command is pending.
    static func follow(_ text: String) -> Bool {
        DescriptorOutput.write(CharacterWidth.withoutControls(text), to: 1) {
            var pending = sigset_t()
            sigpending(&pending)
            return sigismember(&pending, SIGINT) != 1 && sigismember(&pending, SIGTERM) != 1
        }
    }

    /// Writes what is wrong with a command line.
    static func writeUsageError(_ text: String) { DescriptorOutput.write(CharacterWidth.withoutControls(text), to: 2) }

    static func printError(_ message: String) {
        DescriptorOutput.write("tabctl: " + CharacterWidth.printable(message) + "\n", to: 2)
    }

    static func note(_ message: String) {
        DescriptorOutput.write("# " + CharacterWidth.printable(message) + "\n", to: 2)
    }

    /// Returns a table with its legend, the column titles; empty if there are no rows.
    static func table(_ rows: [[String]], under legend: [String]) -> String {
        rows.isEmpty ? "" : table((legend.isEmpty ? [] : [legend]) + rows)
    }

    /// Returns a table whose columns have a fixed width, except the last one.
    static func table(_ rows: [[String]]) -> String { lines(of: rows).map { $0 + "\n" }.joined() }

    /// Returns the lines of a table.
    ///
    /// - Parameter numbers: The columns with numbers, which are right-aligned.
    static func lines(of rows: [[String]], numbers: Set<Int> = []) -> [String] {
        let rows = rows.map { $0.map(CharacterWidth.printable) }
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? CharacterWidth.width(of: $0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (column, text) in row.enumerated() {
                let space = String(repeating: " ", count: widths[column] - CharacterWidth.width(of: text))
                let isNumber = numbers.contains(column)
                // With one space before numbers, all numbers of 'plugin top' fit into 80 columns.
                line += column == 0 ? "" : isNumber ? " " : "  "
                line += isNumber ? space + text : text + space
            }
            return CharacterWidth.trimmed(line)
        }
    }
}
