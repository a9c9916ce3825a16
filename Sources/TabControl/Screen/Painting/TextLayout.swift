internal import TerminalUI

/// The layout of an editable text in lines of a given width, broken between words if possible. Every character has a
/// place.
struct TextLayout {
    private(set) var lines: [String] = []
    /// The place of each character and of the end.
    private var places: [CellPlace] = []

    init(_ text: String, columns: Int) {
        let characters = Array(text)
        let limit = max(columns, 1)
        var start = 0
        repeat {
            let end = Self.lineEnd(characters, from: start, limit)
            var column = 0
            for character in characters[start..<end] {
                places.append(CellPlace(row: lines.count, column: column))
                column += Self.width(character)
            }
            let isEnd = end == characters.count
            lines.append(String(characters[start..<end].filter { !$0.isNewline }))
            start = end
            guard isEnd else { continue }
            // After a final line break, the end is on a new line.
            if characters.last?.isNewline == true {
                lines.append("")
                column = 0
            }
            places.append(CellPlace(row: lines.count - 1, column: column))
        } while start < characters.count
    }

    /// Returns the line width of a text view, between its edge and its scroll bar.
    static func columns(in cells: CellRect) -> Int { max(cells.columns - 2, 1) }

    func place(of index: Int) -> CellPlace {
        places[min(max(index, 0), places.count - 1)]
    }

    /// Returns the character nearest to a place, on a line in logical order.
    func index(row: Int, column: Int) -> Int {
        let onRow = characters(onRow: row)
        return onRow.last { places[$0].column <= max(column, 0) } ?? onRow.lowerBound
    }

    /// Returns the displayed place of the caret before a character. Right-to-left lines are aligned right.
    func caret(_ index: Int, columns: Int) -> CellPlace {
        let place = place(of: index)
        let line = CaretLine(lines[place.row])
        let column = line.column(of: index - characters(onRow: place.row).lowerBound)
        return CellPlace(
            row: place.row, column: min(max((line.isRightToLeft ? columns - line.width : 0) + column, 0), columns))
    }

    /// Returns the character nearest to a place on the displayed lines.
    func index(row: Int, shownColumn column: Int, columns: Int) -> Int {
        let onRow = characters(onRow: row)
        let line = CaretLine(lines[min(max(row, 0), lines.count - 1)])
        let index = line.index(at: column - (line.isRightToLeft ? columns - line.width : 0))
        // The end of a line that wraps belongs to the next line.
        return min(onRow.lowerBound + index, max(onRow.upperBound - 1, onRow.lowerBound))
    }

    /// Returns the characters of a line, including its line break or the end of the text.
    private func characters(onRow row: Int) -> Range<Int> {
        let row = min(max(row, 0), lines.count - 1)
        let start = places.firstIndex { $0.row == row } ?? 0
        return start..<(places[start...].firstIndex { $0.row != row } ?? places.count)
    }

    /// Returns the index after a line, including its line break or the space where it wraps.
    private static func lineEnd(_ characters: [Character], from start: Int, _ limit: Int) -> Int {
        var column = 0
        var end = start
        var afterSpace: Int?
        while end < characters.count {
            let character = characters[end]
            if character.isNewline { return end + 1 }
            column += width(character)
            if column > limit, end > start { return afterSpace ?? end }
            end += 1
            if character == " " { afterSpace = end }
        }
        return end
    }

    /// Returns the displayed width of a character; 0 for a line break.
    static func width(_ character: Character) -> Int {
        if let ascii = character.asciiValue, ascii >= 0x20 { return 1 }
        return character.isNewline ? 0 : CharacterWidth.width(of: CharacterWidth.printable(String(character)))
    }
}

/// One displayed line of an edited text, which maps columns to characters in both writing directions.
struct CaretLine {
    let isRightToLeft: Bool
    /// The width of the line in columns.
    private(set) var width = 0
    /// The characters from left to right: the index in the text, the first column and the width of each.
    private var cells: [(index: Int, column: Int, width: Int)] = []

    init(_ characters: some Sequence<Character>) {
        let characters = Array(characters)
        isRightToLeft = BidirectionalText.isRightToLeft(String(characters))
        for index in BidirectionalText.visualIndices(of: characters) {
            let columns = TextLayout.width(characters[index])
            cells.append((index, width, columns))
            width += columns
        }
    }

    /// Returns the column of the caret before a character. At the end of the line it is the width, or -1 in a
    /// right-to-left line.
    func column(of index: Int) -> Int {
        cells.first { $0.index == index }?.column ?? (isRightToLeft ? -1 : width)
    }

    /// Returns the character in a column, or the end of the line.
    func index(at column: Int) -> Int {
        if let cell = cells.first(where: { $0.column <= column && column < $0.column + $0.width }) { return cell.index }
        return (column < 0) == isRightToLeft ? cells.count : 0
    }
}

/// The visible part of the text in a single-line field, which contains the caret.
struct FieldLine {
    /// The visible text.
    let text: String
    /// The number of hidden characters before the visible text.
    private let first: Int
    /// The first column of the text. A right-to-left text is aligned right.
    let column: Int
    private let line: CaretLine

    init(_ text: String, caret: Int, columns: Int) {
        let characters = text.map { $0.isNewline ? " " : $0 }
        let widths = characters.map(TextLayout.width)
        let before = widths.prefix(caret).reduce(0, +)
        // The caret needs a column too.
        let skipped = max(before - columns + 1, 0)
        var (first, cut) = (0, 0)
        while first < characters.count, cut < skipped {
            cut += widths[first]
            first += 1
        }
        var (end, width) = (first, 0)
        while end < characters.count, width + widths[end] <= columns {
            width += widths[end]
            end += 1
        }
        self.first = first
        self.text = String(characters[first..<end])
        line = CaretLine(characters[first..<end])
        column = line.isRightToLeft ? columns - line.width : 0
    }

    /// Returns the column of the caret before a character of the whole text.
    func column(of caret: Int) -> Int { max(column + line.column(of: caret - first), 0) }

    /// Returns the index in the whole text of the character in a column.
    func index(at column: Int) -> Int { first + line.index(at: column - self.column) }
}
