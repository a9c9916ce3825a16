internal import Glibc

/// How many cells a terminal has.
package struct TerminalSize: Hashable, Sendable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// What a picture is made for when no terminal tells.
    package static let standard = TerminalSize(columns: 80, rows: 24)

    /// The size of the terminal behind a descriptor; nil when it is none, or does not know.
    package init?(of descriptor: Int32) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
