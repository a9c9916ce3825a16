internal import TerminalUI

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
