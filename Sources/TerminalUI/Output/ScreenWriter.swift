/// A writer of cells, which moves the cursor and changes the style only if needed.
struct ScreenWriter {
    private let depth: ColorDepth
    /// The URIs of the hyperlinks, by their number minus 1.
    private let links: [String]
    private(set) var output = ""
    /// The place of the cursor; nil if it is uncertain.
    private var place: CellPlace?
    /// The current style, and the same style with the colours of the terminal.
    private var style = Style.plain
    private var limited = Style.plain

    init(depth: ColorDepth, links: [String] = []) {
        self.depth = depth
        self.links = links
    }

    /// Clears the screen.
    mutating func clear() { output += "\u{1B}[0m\u{1B}[2J" }

    mutating func hideCursor() { output += "\u{1B}[?25l" }

    mutating func showCursor() { output += "\u{1B}[?25h" }

    mutating func setStyle(_ style: Style) {
        guard style != self.style else { return }
        if style.link != self.style.link { setLink(style.link) }
        self.style = style
        var limited = style.limited(to: depth)
        limited.link = 0
        guard limited != self.limited else { return }
        self.limited = limited
        output += limited.sequence(depth)
    }

    /// Sets the hyperlink of the following cells (`OSC 8`). The cells of one hyperlink have the same id, so that terminals
    /// join its lines. A terminal without colours gets none.
    private mutating func setLink(_ number: UInt16) {
        guard depth > .none else { return }
        let index = Int(number) - 1
        output += links.indices.contains(index) ? "\u{1B}]8;id=\(number);\(links[index])\u{1B}\\" : Self.endOfLink
    }

    /// The sequence that ends a hyperlink.
    static let endOfLink = "\u{1B}]8;;\u{1B}\\"

    /// Ends a hyperlink that output which was dropped may have begun.
    mutating func endLink() { output += Self.endOfLink }

    mutating func move(to target: CellPlace) {
        guard place != target else { return }
        place = target
        output += Self.move(to: target)
    }

    /// Moves the cursor within a row that the screen already shows. A small gap is crossed by writing its cells again,
    /// which is shorter.
    mutating func move(to target: CellPlace, in row: ArraySlice<Cell>) {
        if let place, place.row == target.row, place.column < target.column {
            let gap = row[(row.startIndex + place.column)..<(row.startIndex + target.column)]
            var rest = Self.move(to: target).utf8.count
            let isBridged = gap.allSatisfy { cell in
                rest -= cell.character?.utf8.count ?? 0
                return rest >= 0 && cell.style == style && !cell.hasUncertainWidth
            }
            if isBridged {
                for case let character? in gap.map(\.character) { output.append(character) }
                self.place = target
            }
        }
        move(to: target)
    }

    /// Writes a cell at the current place, and advances it.
    mutating func put(_ cell: Cell, width: Int) {
        guard let character = cell.character, let start = place else { return }
        setStyle(cell.style)
        let isUncertain = cell.hasUncertainWidth
        if isUncertain, width == 2 {
            // Erases both cells first, because a terminal that draws the character narrower would keep the old content
            // beside it.
            output += "  "
            place = nil
            move(to: start)
        }
        output.append(character)
        place = isUncertain ? nil : CellPlace(row: start.row, column: start.column + width)
    }

    /// Marks the place as unknown: terminals differ in the position after the last column.
    mutating func endRow() { place = nil }

    private static func move(to place: CellPlace) -> String {
        switch (place.row, place.column) {
        case (0, 0): "\u{1B}[H"
        case (let row, 0): "\u{1B}[\(row + 1)H"
        case (let row, let column): "\u{1B}[\(row + 1);\(column + 1)H"
        }
    }
}

/// The cells of a row that must be sent to turn it into another row.
struct RowDamage {
    private(set) var isDamaged: [Bool]

    init(from old: ArraySlice<Cell>, to new: ArraySlice<Cell>) {
        isDamaged = zip(old, new).map { $0 != $1 }
        for column in isDamaged.indices.dropLast() where new[new.startIndex + column + 1].character == nil {
            joinHalves(column)
        }
        let uncertain = Self.uncertainCells(old) + Self.uncertainCells(new)
        guard !uncertain.isEmpty else { return }
        let halves = isDamaged.indices.dropLast().filter { new[new.startIndex + $0 + 1].character == nil }
        // Sending a cell again may require its neighbours on both sides.
        var count = -1
        while count != isDamaged.lazy.filter(\.self).count {
            count = isDamaged.lazy.filter(\.self).count
            for cell in uncertain { spread(cell) }
            for cell in uncertain.reversed() { spread(cell) }
            for column in halves { joinHalves(column) }
        }
    }

    /// Both halves of a wide character are always sent together.
    private mutating func joinHalves(_ column: Int) {
        guard isDamaged[column] != isDamaged[column + 1] else { return }
        isDamaged[column] = true
        isDamaged[column + 1] = true
    }

    /// A character whose width in a terminal may differ from ours.
    private struct UncertainCell {
        /// The character and its neighbours.
        var vicinity: Range<Int>
        /// The vicinity, and all cells that the character may cover.
        var reach: Range<Int>
    }

    private static func uncertainCells(_ row: ArraySlice<Cell>) -> [UncertainCell] {
        row.indices.compactMap { index in
            guard row[index].hasUncertainWidth, let character = row[index].character else { return nil }
            let column = index - row.startIndex
            let isWide = index + 1 < row.endIndex && row[index + 1].character == nil
            let start = max(column - 1, 0)
            let end = column + (isWide ? 3 : 2)
            // Scalars that the terminal does not join have up to two cells each.
            let far = max(end, column + 2 * character.unicodeScalars.count)
            return UncertainCell(vicinity: start..<min(end, row.count), reach: start..<min(far, row.count))
        }
    }

    private mutating func spread(_ cell: UncertainCell) {
        guard isDamaged[cell.vicinity].contains(true) else { return }
        for column in cell.reach { isDamaged[column] = true }
    }
}
