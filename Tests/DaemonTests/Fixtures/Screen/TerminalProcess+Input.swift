import TestSupport

/// Keys, the mouse and the clipboard. Rows and columns are counted from 0.
extension TerminalProcess {
    func press(row: Int, column: Int) { mouse(0, row, column) }

    /// Moves with the button held.
    func drag(row: Int, column: Int) { mouse(32, row, column) }

    func release(row: Int, column: Int) { mouse(0, row, column, end: "m") }

    func click(row: Int, column: Int) {
        press(row: row, column: column)
        release(row: row, column: column)
    }

    /// Turns the wheel by a number of notches. Negative values scroll up.
    func wheel(_ notches: Int, row: Int, column: Int) {
        for _ in 0..<abs(notches) { mouse(notches < 0 ? 64 : 65, row, column) }
    }

    /// Types keys, and waits until the screen has a text.
    func type(_ keys: String, shows text: String) async throws {
        type(keys)
        try await shows("'\(text)'") { $0.contains { $0.contains(text) } }
    }

    /// Pastes a text, with the brackets of bracketed paste mode if the program has enabled it.
    func paste(_ text: String) {
        type(screen.isPasteBracketed ? "\u{1B}[200~\(text)\u{1B}[201~" : text)
    }

    /// Sends a mouse event in mode 1006, which counts from 1.
    private func mouse(_ button: Int, _ row: Int, _ column: Int, end: String = "M") {
        type("\u{1B}[<\(button);\(column + 1);\(row + 1)\(end)")
    }
}
