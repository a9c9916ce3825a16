extension TerminalScreen {
    /// Moves the cursor, as far as the screen goes.
    mutating func move(to place: Place) {
        cursor.row = min(max(place.row, 0), rows - 1)
        cursor.column = min(max(place.column, 0), columns - 1)
        isWrapPending = false
        last = nil
    }

    /// Writes at the cursor, or adds to the character before it.
    mutating func put(_ scalar: Unicode.Scalar) {
        guard !join(scalar) else { return }
        let width = Self.width(of: scalar)
        guard width > 0, width <= columns else { return }
        if isWrapPending || cursor.column + width > columns {
            if modes.contains(7) {
                lineFeed()
                cursor.column = 0
            } else {
                cursor.column = columns - width
            }
        }
        let (row, column) = (cursor.row, cursor.column)
        splitWide(row, column..<column + width)
        cells[row][column] = Cell(text: String(Character(scalar)), style: style)
        if width == 2 { cells[row][column + 1] = Cell(text: "", style: style) }
        last = cursor
        advance(width)
    }

    private mutating func advance(_ width: Int) {
        isWrapPending = cursor.column + width >= columns && modes.contains(7)
        cursor.column = min(cursor.column + width, columns - 1)
    }

    /// Adds to the character that was written last, or what has no width to the one before the cursor.
    private mutating func join(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII, let place = last ?? (Self.width(of: scalar) == 0 ? placeBefore : nil) else {
            return false
        }
        let cell = cells[place.row][place.column]
        var text = cell.text
        text.unicodeScalars.append(scalar)
        guard !cell.isRightHalf, text.count == 1 else { return false }
        cells[place.row][place.column].text = text
        if place == last, Self.isWidening(scalar, text) { widen(place) }
        return true
    }

    private mutating func widen(_ place: Place) {
        let next = place.column + 1
        // It is wide already, or there is no room.
        guard cursor.column == next, !isWrapPending else { return }
        splitWide(place.row, next..<next + 1)
        cells[place.row][next] = Cell(text: "", style: cells[place.row][place.column].style)
        advance(1)
    }

    /// The character before the cursor, or the one under it that waits for the next row.
    private var placeBefore: Place? {
        var place = cursor
        if !isWrapPending { place.column -= 1 }
        guard place.column >= 0 else { return nil }
        if cells[place.row][place.column].isRightHalf { place.column -= 1 }
        return place.column >= 0 ? place : nil
    }

    /// Half of a wide character does not stay when the other half goes.
    private mutating func splitWide(_ row: Int, _ range: Range<Int>) {
        let (start, end) = (range.lowerBound, range.upperBound)
        if start > 0, start < columns, cells[row][start].isRightHalf { cells[row][start - 1].text = " " }
        if end < columns, cells[row][end].isRightHalf { cells[row][end].text = " " }
    }

    /// What is erased has the background of what would be written.
    private var blank: Cell { Cell(text: " ", style: Style(background: style.background)) }

    mutating func erase(_ row: Int, _ range: Range<Int>) {
        splitWide(row, range)
        for column in range { cells[row][column] = blank }
        isWrapPending = false
        last = nil
    }

    mutating func eraseLine(_ part: Int) -> Bool {
        switch part {
        case 0: erase(cursor.row, cursor.column..<columns)
        case 1: erase(cursor.row, 0..<cursor.column + 1)
        case 2: erase(cursor.row, 0..<columns)
        default: return false
        }
        return true
    }

    mutating func eraseScreen(_ part: Int) -> Bool {
        guard part == 2 || eraseLine(part) else { return false }
        let others =
            switch part {
            case 0: cursor.row + 1..<rows
            case 1: 0..<cursor.row
            default: 0..<rows
            }
        for row in others { erase(row, 0..<columns) }
        return true
    }

    mutating func lineFeed() {
        isWrapPending = false
        last = nil
        if cursor.row == region.upperBound - 1 { scroll(1) } else { cursor.row = min(cursor.row + 1, rows - 1) }
    }

    mutating func reverseLineFeed() {
        isWrapPending = false
        last = nil
        if cursor.row == region.lowerBound { scroll(-1) } else { cursor.row = max(cursor.row - 1, 0) }
    }

    /// Moves the rows that scroll up, or down by less than 0.
    mutating func scroll(_ count: Int) {
        let amount = min(abs(count), region.count)
        let empty = Array(repeating: Array(repeating: blank, count: columns), count: amount)
        let old = cells[region]
        let left = count > 0 ? Array(old.suffix(region.count - amount)) : Array(old.prefix(region.count - amount))
        cells.replaceSubrange(region, with: count > 0 ? left + empty : empty + left)
        last = nil
    }
}
