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

/// Which cells of a row must be sent to make it another one.
struct RowDamage {
    private(set) var isDamaged: [Bool]

    init(from old: ArraySlice<Cell>, to new: ArraySlice<Cell>) {
        isDamaged = zip(old, new).map { $0 != $1 }
        for column in isDamaged.indices.dropLast() where new[new.startIndex + column + 1].character == nil {
            joinHalves(column)
        }
        let doubts = Self.doubts(old) + Self.doubts(new)
        guard !doubts.isEmpty else { return }
        let halves = isDamaged.indices.dropLast().filter { new[new.startIndex + $0 + 1].character == nil }
        // Each that is sent again may bring the ones beside it, to both sides.
        var count = -1
        while count != isDamaged.lazy.filter(\.self).count {
            count = isDamaged.lazy.filter(\.self).count
            for doubt in doubts { spread(doubt) }
            for doubt in doubts.reversed() { spread(doubt) }
            for column in halves { joinHalves(column) }
        }
    }

    /// The right half of a wide character is drawn with its left one, and the left one is not drawn alone.
    private mutating func joinHalves(_ column: Int) {
        guard isDamaged[column] != isDamaged[column + 1] else { return }
        isDamaged[column] = true
        isDamaged[column + 1] = true
    }

    /// A character that terminals may have wider or narrower than we do.
    private struct Doubt {
        /// It and its neighbours.
        var vicinity: Range<Int>
        /// The same, and all over which it may be drawn.
        var reach: Range<Int>
    }

    private static func doubts(_ row: ArraySlice<Cell>) -> [Doubt] {
        row.indices.compactMap { index in
            guard row[index].isDoubtful, let character = row[index].character else { return nil }
            let column = index - row.startIndex
            let isWide = index + 1 < row.endIndex && row[index + 1].character == nil
            let start = max(column - 1, 0)
            let end = column + (isWide ? 3 : 2)
            // Scalars that are not joined take two cells each.
            let far = max(end, column + 2 * character.unicodeScalars.count)
            return Doubt(vicinity: start..<min(end, row.count), reach: start..<min(far, row.count))
        }
    }

    private mutating func spread(_ doubt: Doubt) {
        guard isDamaged[doubt.vicinity].contains(true) else { return }
        for column in doubt.reach { isDamaged[column] = true }
    }
}
