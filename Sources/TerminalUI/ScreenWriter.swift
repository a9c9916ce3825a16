/// Writes cells, and moves and changes the style only where it must.
struct ScreenWriter {
    private let depth: ColorDepth
    private(set) var output = ""
    /// nil when the terminal may have it elsewhere than we think.
    private var place: CellPlace?
    /// As it was wanted, and as the terminal has it.
    private var style = Style.plain
    private var limited = Style.plain

    init(depth: ColorDepth) { self.depth = depth }

    /// Makes everything blank, whatever was there.
    mutating func clear() { output += "\u{1B}[0m\u{1B}[2J" }

    mutating func hideCursor() { output += "\u{1B}[?25l" }

    mutating func showCursor() { output += "\u{1B}[?25h" }

    mutating func setStyle(_ style: Style) {
        guard style != self.style else { return }
        self.style = style
        let limited = style.limited(to: depth)
        guard limited != self.limited else { return }
        self.limited = limited
        output += limited.sequence(depth)
    }

    mutating func move(to target: CellPlace) {
        guard place != target else { return }
        place = target
        output += Self.move(to: target)
    }

    /// The same within a row of cells that the screen shows already: over a small gap the cells themselves are shorter.
    mutating func move(to target: CellPlace, in row: ArraySlice<Cell>) {
        if let place, place.row == target.row, place.column < target.column {
            let gap = row[(row.startIndex + place.column)..<(row.startIndex + target.column)]
            var rest = Self.move(to: target).utf8.count
            let isBridged = gap.allSatisfy { cell in
                rest -= cell.character?.utf8.count ?? 0
                return rest >= 0 && cell.style == style && !cell.isDoubtful
            }
            if isBridged {
                for case let character? in gap.map(\.character) { output.append(character) }
                self.place = target
            }
        }
        move(to: target)
    }

    /// Writes a cell at the place, which moves on.
    mutating func put(_ cell: Cell, width: Int) {
        guard let character = cell.character, let start = place else { return }
        setStyle(cell.style)
        let isDoubtful = cell.isDoubtful
        if isDoubtful, width == 2 {
            // What was there stays beside it when the terminal has it narrower.
            output += "  "
            place = nil
            move(to: start)
        }
        output.append(character)
        place = isDoubtful ? nil : CellPlace(row: start.row, column: start.column + width)
    }

    /// Behind the last column terminals differ in where they are.
    mutating func endRow() { place = nil }

    private static func move(to place: CellPlace) -> String {
        switch (place.row, place.column) {
        case (0, 0): "\u{1B}[H"
        case (let row, 0): "\u{1B}[\(row + 1)H"
        case (let row, let column): "\u{1B}[\(row + 1);\(column + 1)H"
        }
    }
}
