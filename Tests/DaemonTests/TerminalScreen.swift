/// What a terminal shows of what is sent to it, after xterm: the judge of what a full-screen program draws.
///
/// It shares no code with the programs that it judges. What it does not know is in `unknown`, and else ignored. As in
/// the terminals that know grapheme clusters, a character of several scalars stands in one place: a second regional
/// indicator, an emoji's variation selector and what is joined make it two cells wide, unless it stands in the last
/// column.
struct TerminalScreen {
    /// A row and a column, from 0 at the top left.
    struct Place: Hashable, CustomStringConvertible {
        var row = 0
        var column = 0

        var description: String { "\(row),\(column)" }
    }

    struct Cell: Hashable {
        /// One character; none in the right half of a wide one.
        var text: String
        var style: Style

        var isRightHalf: Bool { text.isEmpty }
    }

    /// What `ESC 7` keeps.
    struct Saved: Hashable {
        var cursor = Place()
        var isWrapPending = false
        var style = Style()
    }

    /// Rows of as many cells each as there are columns.
    var cells: [[Cell]]
    /// Those of the main screen while the alternate one is shown.
    var kept: [[Cell]]?
    /// On a cell, also when the next character goes to the next row.
    var cursor = Place()
    var isWrapPending = false
    var style = Style()
    /// Of the main and of the alternate screen.
    var saved = (main: Saved(), alternate: Saved())
    /// The rows that scroll.
    var region: Range<Int>
    /// The private modes (`CSI ? n h`) that are set.
    var modes: Set<Int> = [7, 25]
    var isBidiImplicit = true
    /// Where the last character was written, if nothing has moved since.
    var last: Place?
    var state = ParserState.text
    /// Sequences, controls and bytes that are not supported, readable.
    var unknown: [String] = []

    init(columns: Int, rows: Int) {
        let (columns, rows) = (max(1, columns), max(1, rows))
        cells = Array(
            repeating: Array(repeating: Cell(text: " ", style: Style()), count: columns), count: rows)
        region = 0..<rows
    }

    var rows: Int { cells.count }
    var columns: Int { cells.first?.count ?? 0 }

    /// Without the spaces at the ends.
    var lines: [String] {
        cells.map { row in
            let end = row.lastIndex { $0.text != " " }.map { $0 + 1 } ?? 0
            return row[..<end].map(\.text).joined()
        }
    }

    var isCursorVisible: Bool { modes.contains(25) }
    var isAlternate: Bool { kept != nil }
    /// The most talkative of 1000 (buttons), 1002 (drags too) and 1003 (everything); nil for no mouse.
    var mouseMode: Int? { [1003, 1002, 1000].first { modes.contains($0) } }
    var isPasteBracketed: Bool { modes.contains(2004) }
    /// Between the begin and the end of a synchronized update: a terminal shows what was there before.
    var isUpdating: Bool { modes.contains(2026) }

    /// The terminal is as a shell wants it back.
    var isSane: Bool { insanities.isEmpty }

    /// What keeps the terminal from being as a shell wants it back.
    var insanities: [String] {
        var found: [String] = []
        if isAlternate { found.append("the alternate screen is shown") }
        if !isCursorVisible { found.append("the cursor is hidden") }
        if !modes.contains(7) { found.append("text does not wrap") }
        found += modes.subtracting([7, 25]).sorted().map { "mode \($0) is set" }
        if style != Style() { found.append("text is \(style)") }
        if region != 0..<rows { found.append("rows \(region) scroll") }
        if !isBidiImplicit { found.append("bidi is explicit") }
        if state != .text { found.append("a sequence has no end") }
        return found
    }

    /// Crops or widens at the right, and so at the bottom; the main screen's top goes so that its cursor stays.
    mutating func resize(columns: Int, rows: Int) {
        let (columns, rows) = (max(1, columns), max(1, rows))
        let place = isAlternate ? saved.main.cursor : cursor
        let gone = max(0, place.row - (rows - 1))
        if let main = kept {
            kept = Self.fit(Array(main.dropFirst(gone)), columns, rows)
            cells = Self.fit(cells, columns, rows)
            saved.main.cursor.row -= gone
        } else {
            cells = Self.fit(Array(cells.dropFirst(gone)), columns, rows)
            cursor.row -= gone
        }
        region = 0..<rows
        isWrapPending = false
        last = nil
        move(to: cursor)
    }

    private static func fit(_ cells: [[Cell]], _ columns: Int, _ rows: Int) -> [[Cell]] {
        let blank = Cell(text: " ", style: Style())
        return (0..<rows).map { row in
            let old = cells.indices.contains(row) ? cells[row] : []
            var new = Array(old.prefix(columns))
            // Half a character is none.
            if old.count > columns, old[columns].isRightHalf { new[columns - 1].text = " " }
            return new + Array(repeating: blank, count: columns - new.count)
        }
    }
}
