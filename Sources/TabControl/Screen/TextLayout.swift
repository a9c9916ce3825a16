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
