internal import TabInterface

/// The headers and footers of a table's sections, one line each, by the row that they precede.
struct SectionTexts {
    /// The texts before a row; those at the number of rows are after the last one.
    private var texts: [Int: [String]] = [:]

    init(_ sections: [TableSection] = []) {
        var row = 0
        for section in sections {
            if !section.header.isEmpty { texts[row, default: []].append(section.header) }
            row += Int(section.rows)
            if !section.footer.isEmpty { texts[row, default: []].append(section.footer) }
        }
    }

    var isEmpty: Bool { texts.isEmpty }
    var count: Int { texts.values.reduce(0) { $0 + $1.count } }

    /// Returns the last texts before a row that fit into some lines.
    func texts(before row: Int, lines: Int) -> ArraySlice<String> { (texts[row] ?? []).suffix(max(lines, 0)) }

    /// Returns the number of rows that fit into some lines, with their texts. A row is more important than its texts.
    func visible(from first: Int, count: Int, lines: Int) -> Int {
        var (row, used) = (first, 0)
        while row < count {
            let needed = (texts[row]?.count ?? 0) + 1
            guard used + needed <= lines || row == first && lines > 0 else { break }
            used += needed
            row += 1
        }
        return row - first
    }

    /// Returns the first visible row, limited so that no line stays empty at the end.
    ///
    /// - Parameter shown: A row that must be visible.
    func first(_ wanted: Int, count: Int, lines: Int, showing shown: Int?) -> Int {
        guard !isEmpty else { return min(wanted, max(count - lines, 0)) }
        var (last, free) = (count, lines - (texts[count]?.count ?? 0))
        while last > 0, free >= 1 + (texts[last - 1]?.count ?? 0) {
            last -= 1
            free -= 1 + (texts[last]?.count ?? 0)
        }
        var first = max(min(wanted, last, max(count - 1, 0)), 0)
        while let shown, shown < count, first < shown,
            first + visible(from: first, count: count, lines: lines) <= shown
        { first += 1 }
        return first
    }
}
