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
