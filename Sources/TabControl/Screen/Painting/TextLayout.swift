internal import TerminalUI

/// A text in lines of so many columns, broken between words where that is possible, so that every character has its
/// place.
struct TextLayout {
    private(set) var lines: [String] = []
    /// Where each character is, and the end.
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
            // After a line break the end is on a line of its own.
            if characters.last?.isNewline == true {
                lines.append("")
                column = 0
            }
            places.append(CellPlace(row: lines.count - 1, column: column))
        } while start < characters.count
    }

    /// How long the lines of a text view are, between its edge and its scroll bar.
    static func columns(in cells: CellRect) -> Int { max(cells.columns - 2, 1) }

    func place(of index: Int) -> CellPlace {
        places[min(max(index, 0), places.count - 1)]
    }

    /// The character nearest to a place, on a line in the order in which it is written.
    func index(row: Int, column: Int) -> Int {
        let onRow = characters(onRow: row)
        return onRow.last { places[$0].column <= max(column, 0) } ?? onRow.lowerBound
    }

    /// Where the caret is before a character, as the lines are shown: from right to left they are at the right.
    func caret(_ index: Int, columns: Int) -> CellPlace {
        let place = place(of: index)
        let line = CaretLine(lines[place.row])
        let column = line.column(of: index - characters(onRow: place.row).lowerBound)
        return CellPlace(
            row: place.row, column: min(max((line.isRightToLeft ? columns - line.width : 0) + column, 0), columns))
    }

    /// The character nearest to a place, as the lines are shown.
    func index(row: Int, shownColumn column: Int, columns: Int) -> Int {
        let onRow = characters(onRow: row)
        let line = CaretLine(lines[min(max(row, 0), lines.count - 1)])
        let index = line.index(at: column - (line.isRightToLeft ? columns - line.width : 0))
        // Behind a line that is broken between words comes the next one.
        return min(onRow.lowerBound + index, max(onRow.upperBound - 1, onRow.lowerBound))
    }

    /// With the line break at its end, or the end of the text.
    private func characters(onRow row: Int) -> Range<Int> {
        let row = min(max(row, 0), lines.count - 1)
        let start = places.firstIndex { $0.row == row } ?? 0
        return start..<(places[start...].firstIndex { $0.row != row } ?? places.count)
    }

    /// Behind the last character of a line, its line break or the space at which it is broken among them.
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

    /// How many columns a character has as it is shown; a line break has none.
    static func width(_ character: Character) -> Int {
        if let ascii = character.asciiValue, ascii >= 0x20 { return 1 }
        return character.isNewline ? 0 : CharacterWidth.width(of: CharacterWidth.printable(String(character)))
    }
}

/// One line of a text that is typed, as it is shown: which column is which character, in both writing directions.
struct CaretLine {
    let isRightToLeft: Bool
    /// How many columns the line has.
    private(set) var width = 0
    /// The characters from left to right: each one's place in the text, its first column and its width.
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

    /// Where the caret is before a character: on it, or behind the end of the line, which from right to left is -1.
    func column(of index: Int) -> Int {
        cells.first { $0.index == index }?.column ?? (isRightToLeft ? -1 : width)
    }

    /// The character that is in a column, or the end of the line.
    func index(at column: Int) -> Int {
        if let cell = cells.first(where: { $0.column <= column && column < $0.column + $0.width }) { return cell.index }
        return (column < 0) == isRightToLeft ? cells.count : 0
    }
}

/// What a field of one line shows of its text: as much as there is room for, with the caret in it.
struct FieldLine {
    /// What is seen.
    let text: String
    /// How many characters before it are not.
    private let first: Int
    /// Where it begins, in columns from the left: at the side from which it is written.
    let column: Int
    private let line: CaretLine

    init(_ text: String, caret: Int, columns: Int) {
        let characters = text.map { $0.isNewline ? " " : $0 }
        let widths = characters.map(TextLayout.width)
        let before = widths.prefix(caret).reduce(0, +)
        // The caret needs a column as well.
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

    /// The column of the caret before a character of the whole text.
    func column(of caret: Int) -> Int { max(column + line.column(of: caret - first), 0) }

    /// The character of the whole text that is in a column.
    func index(at column: Int) -> Int { first + line.index(at: column - self.column) }
}
