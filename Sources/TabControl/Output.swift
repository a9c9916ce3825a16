internal import Glibc
internal import TerminalUI

/// The standard streams, written line by line at once.
enum Output {
    static func print(_ text: String) { DescriptorOutput.write(text + "\n", to: 1) }

    /// Text that has its line breaks.
    static func write(_ text: String) { DescriptorOutput.write(text, to: 1) }

    /// Of a command that goes on until it is told to end: which it must be while nobody reads, too.
    ///
    /// - Returns: false when nobody reads any more, or a signal that ends it waits to be handled.
    static func follow(_ text: String) -> Bool {
        DescriptorOutput.write(text, to: 1) {
            var pending = sigset_t()
            sigpending(&pending)
            return sigismember(&pending, SIGINT) != 1 && sigismember(&pending, SIGTERM) != 1
        }
    }

    static func complain(_ message: String) {
        DescriptorOutput.write("tabctl: " + CharacterWidth.printable(message) + "\n", to: 2)
    }

    static func note(_ message: String) {
        DescriptorOutput.write("# " + CharacterWidth.printable(message) + "\n", to: 2)
    }

    /// Rows below their legend, the titles of the columns; without rows nothing.
    static func table(_ rows: [[String]], under legend: [String]) -> String {
        rows.isEmpty ? "" : table((legend.isEmpty ? [] : [legend]) + rows)
    }

    /// Rows as columns of equal width, the last one open.
    static func table(_ rows: [[String]]) -> String {
        let rows = rows.map { $0.map(CharacterWidth.printable) }
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? CharacterWidth.width(of: $0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (text, width) in zip(row, widths) {
                line += text + String(repeating: " ", count: width - CharacterWidth.width(of: text) + 2)
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
