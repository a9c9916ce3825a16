import CVTerm

/// A terminal of libvterm, and the screen that results from the received bytes.
///
/// libvterm 0.1.4 has these limits:
/// - It does not know faint text (SGR 2). A second libvterm parser reads the bytes, and faint text is shown as blinking
///   text, which our programs never send.
/// - It does not join emoji, nor the letters of a flag, and drops all scalars of a character but the first six. Such
///   characters are tested in tmux.
/// - It ignores unknown private modes. The parser collects all modes, and unsupported input in `unknown`.
package final class TerminalScreen {
    /// A row and a column, from 0 at the top left.
    package struct Place: Hashable, CustomStringConvertible {
        package var row = 0
        package var column = 0

        package init(row: Int = 0, column: Int = 0) { (self.row, self.column) = (row, column) }

        package var description: String { "\(row),\(column)" }
    }

    package struct Cell: Hashable {
        /// A character. Empty in the right half of a wide one.
        package let text: String
        package let style: Style

        package var isRightHalf: Bool { text.isEmpty }
    }

    private let terminal: OpaquePointer
    private let screen: OpaquePointer
    private let parser = TerminalParser()
    private var knownCells: [[Cell]]?

    package init(columns: Int, rows: Int) {
        terminal = vterm_new(CInt(max(rows, 1)), CInt(max(columns, 1)))
        vterm_set_utf8(terminal, 1)
        screen = vterm_obtain_screen(terminal)
        vterm_screen_enable_altscreen(screen, 1)
        vterm_screen_reset(screen, 1)
    }

    deinit { vterm_free(terminal) }

    package func receive(_ bytes: some Sequence<UInt8>) {
        knownCells = nil
        var waiting: [UInt8] = []
        for byte in bytes {
            waiting.append(byte)
            parser.receive(byte)
            guard let isFaint = parser.nextFaintChange() else { continue }
            write(waiting)
            write(Array((isFaint ? "\u{1B}[5m" : "\u{1B}[25m").utf8))
            waiting = []
        }
        write(waiting)
    }

    private func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
            vterm_input_write(terminal, start, buffer.count)
        }
    }

    package func resize(columns: Int, rows: Int) {
        knownCells = nil
        vterm_set_size(terminal, CInt(max(rows, 1)), CInt(max(columns, 1)))
    }

    // MARK: Picture

    package var rows: Int { size.row }
    package var columns: Int { size.column }

    private var size: Place {
        var (rows, columns) = (CInt(0), CInt(0))
        vterm_get_size(terminal, &rows, &columns)
        return Place(row: Int(rows), column: Int(columns))
    }

    package var cursor: Place {
        var position = VTermPos()
        vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
        return Place(row: Int(position.row), column: Int(position.col))
    }

    /// The rows, each with as many cells as there are columns.
    package var cells: [[Cell]] {
        if let knownCells { return knownCells }
        let columns = columns
        let cells = (0..<rows).map { row in
            var cells: [Cell] = []
            // The right half of a wide character has the style of its left half.
            for column in 0..<columns { cells.append(cell(row: row, column: column, after: cells.last)) }
            return cells
        }
        knownCells = cells
        return cells
    }

    private func cell(row: Int, column: Int, after last: Cell?) -> Cell {
        var cell = VTermScreenCell()
        vterm_screen_get_cell(screen, VTermPos(row: CInt(row), col: CInt(column)), &cell)
        switch (cell.chars.0, cell.chars.1) {
        // A cell without content.
        case (0, _): return Cell(text: " ", style: Style(cell))
        case (.max, _): return Cell(text: "", style: last?.style ?? Style())
        case (let scalar, 0): return Cell(text: Unicode.Scalar(scalar).map { String($0) } ?? "", style: Style(cell))
        default:
            let scalars = withUnsafeBytes(of: cell.chars) { Array($0.bindMemory(to: UInt32.self)) }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars.prefix { $0 != 0 }.compactMap(Unicode.Scalar.init))
            return Cell(text: String(text), style: Style(cell))
        }
    }

    /// The rows without trailing spaces.
    package var lines: [String] {
        cells.map { row in
            let end = row.lastIndex { $0.text != " " }.map { $0 + 1 } ?? 0
            return row[..<end].map(\.text).joined()
        }
    }

    /// The styled runs of cells, a line for each, such as `3: 10-14 reverse bold fg=#007AFF "[Tap]"`: row, first and
    /// last column, from 0.
    package var styled: [String] {
        cells.enumerated().flatMap { row, cells in
            var runs: [String] = []
            var start = 0
            while start < cells.count {
                let style = cells[start].style
                let end = cells[start...].firstIndex { $0.style != style } ?? cells.count
                if style != Style() {
                    let text = cells[start..<end].map(\.text).joined()
                    runs.append("\(row): \(start)-\(end - 1) \(style) \"\(text)\"")
                }
                start = end
            }
            return runs
        }
    }

    // MARK: Modes

    /// The unsupported sequences, controls and bytes, in readable form.
    package var unknown: [String] { parser.unknown }
    package var isCursorVisible: Bool { parser.modes.contains(25) }
    package var isAlternate: Bool { parser.modes.contains(1049) }
    package var isPasteBracketed: Bool { parser.modes.contains(2004) }
    /// Whether a synchronized update is in progress, during which a terminal shows the previous content.
    package var isUpdating: Bool { parser.modes.contains(2026) }

    /// Whether the terminal is in the state that a shell expects.
    package var isSane: Bool { insanities.isEmpty }

    /// The deviations from the state that a shell expects.
    package var insanities: [String] {
        var found: [String] = []
        if isAlternate { found.append("the alternate screen is shown") }
        if !isCursorVisible { found.append("the cursor is hidden") }
        if !parser.modes.contains(7) { found.append("text does not wrap") }
        found += parser.modes.subtracting([7, 25, 1049]).sorted().map { "mode \($0) is set" }
        let style = Style(pen: vterm_obtain_state(terminal), isDim: parser.isFaint)
        if style != Style() { found.append("text is \(style)") }
        if parser.hasRegion { found.append("a part of the rows scrolls") }
        if !parser.isBidiImplicit { found.append("bidi is explicit") }
        if parser.isInSequence { found.append("a sequence has no end") }
        return found
    }
}
