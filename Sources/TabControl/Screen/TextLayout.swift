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

    /// The character nearest to a place.
    func index(row: Int, column: Int) -> Int {
        let row = min(max(row, 0), lines.count - 1)
        let onRow = places.indices.filter { places[$0].row == row }
        return onRow.last { places[$0].column <= max(column, 0) } ?? onRow.first ?? 0
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

    private static func width(_ character: Character) -> Int {
        character == "\t" ? 1 : character.isNewline ? 0 : CharacterWidth.width(of: character)
    }
}
