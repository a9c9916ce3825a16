extension TerminalScreen {
    /// A control character.
    mutating func execute(_ byte: UInt8) {
        switch byte {
        case 0x00: break
        case 0x08: move(to: Place(row: cursor.row, column: cursor.column - 1))
        case 0x09:
            // As in xterm, a character that waits for the next row goes on waiting.
            cursor.column = min((cursor.column / 8 + 1) * 8, columns - 1)
            last = nil
        case 0x0A, 0x0B, 0x0C: lineFeed()
        case 0x0D: move(to: Place(row: cursor.row, column: 0))
        case 0x1B: state = .escape([])
        default: note([byte])
        }
    }

    /// `ESC` and a final byte; false when it is not supported.
    mutating func perform(escape final: UInt8, _ between: [UInt8]) -> Bool {
        guard between.isEmpty else { return false }
        switch Character(Unicode.Scalar(final)) {
        case "7": save()
        case "8": restore()
        case "D": lineFeed()
        case "E":
            lineFeed()
            cursor.column = 0
        case "M": reverseLineFeed()
        // What the keypad sends.
        case "=", ">": break
        default: return false
        }
        return true
    }

    /// `ESC [`, parameters and a final byte; false when it is not supported.
    mutating func perform(control final: UInt8, _ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        let final = Character(Unicode.Scalar(final))
        if text.hasPrefix("?"), let numbers = Self.numbers(text.dropFirst()) {
            guard final == "h" || final == "l" else { return false }
            return numbers.reduce(true) { set(mode: $1, final == "h") && $0 }
        }
        guard let numbers = Self.numbers(text[...]) else { return false }
        let first = numbers.first ?? 0
        // What is missing counts as 1, and so does 0.
        let count = max(1, first)
        let second = max(1, numbers.dropFirst().first ?? 1)
        let (row, column) = (cursor.row, cursor.column)
        switch final {
        case "H", "f": move(to: Place(row: count - 1, column: second - 1))
        case "A":
            move(to: Place(row: max(row - count, row >= region.lowerBound ? region.lowerBound : 0), column: column))
        case "B":
            let end = row < region.upperBound ? region.upperBound : rows
            move(to: Place(row: min(row + count, end - 1), column: column))
        case "C": move(to: Place(row: row, column: column + count))
        case "D": move(to: Place(row: row, column: column - count))
        case "G": move(to: Place(row: row, column: count - 1))
        case "d": move(to: Place(row: count - 1, column: column))
        case "J": return eraseScreen(first)
        case "K": return eraseLine(first)
        case "X": erase(row, column..<min(column + count, columns))
        case "S": scroll(count)
        case "T" where numbers.count < 2: scroll(-count)
        case "m": return setStyle(numbers)
        case "r": setRegion(count - 1, numbers.dropFirst().first ?? 0)
        case "s" where numbers.isEmpty: save()
        case "u" where numbers.isEmpty: restore()
        case "h" where numbers == [8]: isBidiImplicit = true
        case "l" where numbers == [8]: isBidiImplicit = false
        default: return false
        }
        return true
    }

    /// 0 for what is left out; nil when it is not a list of numbers.
    private static func numbers(_ text: Substring) -> [Int]? {
        guard !text.isEmpty else { return [] }
        guard text.utf8.allSatisfy({ (0x30..<0x3A).contains($0) || $0 == 0x3B }) else { return nil }
        return text.split(separator: ";", omittingEmptySubsequences: false).map { min(Int($0) ?? 0, 9999) }
    }

    private mutating func set(mode: Int, _ isSet: Bool) -> Bool {
        switch mode {
        // What keys send, which the tests type themselves.
        case 1: break
        case 7, 25, 1000, 1002, 1003, 1006, 2004, 2026:
            if isSet { modes.insert(mode) } else { modes.remove(mode) }
        case 1049: if isSet { enterAlternate() } else { leaveAlternate() }
        default: return false
        }
        return true
    }

    private mutating func enterAlternate() {
        save()
        if kept == nil { kept = cells }
        _ = eraseScreen(2)
    }

    private mutating func leaveAlternate() {
        if let main = kept { cells = main }
        kept = nil
        restore()
    }

    private mutating func save() {
        let state = Saved(cursor: cursor, isWrapPending: isWrapPending, style: style)
        if isAlternate { saved.alternate = state } else { saved.main = state }
    }

    private mutating func restore() {
        let state = isAlternate ? saved.alternate : saved.main
        move(to: state.cursor)
        (isWrapPending, style) = (state.isWrapPending && cursor.column == columns - 1, state.style)
    }

    private mutating func setRegion(_ top: Int, _ bottom: Int) {
        let end = bottom == 0 ? rows : min(bottom, rows)
        // A region has two rows at least.
        guard top + 1 < end else { return }
        region = top..<end
        move(to: Place())
    }
}
