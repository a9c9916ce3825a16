/// The rows of a table that SQLite can read: from both ends, and around what it can't read.
struct TableScan<Row> {
    /// The rows, by rowid.
    private(set) var rows: [UInt64: Row] = [:]
    /// Where rows may be that can't be read.
    private(set) var gaps: [ClosedRange<Int64>] = []
    /// Whether there are rows of another table, or in the wrong place.
    private(set) var isMixedUp = false
    private let database: Database
    private let sql: (up: String, down: String)
    private let transform: (Statement) -> Row?

    /// The number of ranges between the ends in which readable rows are looked for.
    private static var attempts: Int { 200 }

    /// - Parameters:
    ///   - highest: No row is above it, as far as is known.
    ///   - transform: Returns nil for a row of another table.
    init(
        _ database: Database, _ table: String, _ columns: String, highest: UInt64,
        transform: @escaping (Statement) -> Row?
    ) {
        self.database = database
        self.transform = transform
        let select = "SELECT \(columns) FROM \(table) WHERE rowid"
        // Without another limit: SQLite would end at a damaged rowid beyond it.
        sql = ("\(select) >= ? ORDER BY rowid", "\(select) <= ? ORDER BY rowid DESC")
        let last = Int64(clamping: StoredController.numbers.upperBound)
        guard let rest = read(1...last, isUp: true), let middle = read(rest, isUp: false) else { return }
        let end = min(middle.upperBound, Int64(clamping: highest))
        if middle.lowerBound <= end { readBetween(middle.lowerBound...end) }
    }

    func isUnreadable(_ number: UInt64) -> Bool { gaps.contains { $0.contains(Int64(clamping: number)) } }

    /// Halves what can't be read, the widest ranges first, down to single rows.
    private mutating func readBetween(_ range: ClosedRange<Int64>) {
        var ranges = [range]
        var index = 0
        while index < ranges.count {
            let range = ranges[index]
            index += 1
            guard range.lowerBound < range.upperBound, index <= Self.attempts else {
                gaps.append(range)
                continue
            }
            let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
            if let rest = read(range.lowerBound...middle, isUp: false) { ranges.append(rest) }
            if let rest = read(middle + 1...range.upperBound, isUp: true) { ranges.append(rest) }
        }
    }

    /// Reads the rows of a range.
    ///
    /// - Returns: What is left of the range behind the first row that can't be read; nil for nothing.
    private mutating func read(_ range: ClosedRange<Int64>, isUp: Bool) -> ClosedRange<Int64>? {
        var (low, high) = (range.lowerBound, range.upperBound)
        // A row in the wrong place, or of another table, is on a page that belongs elsewhere.
        var isMisplaced = false
        do {
            _ = try database.rows(isUp ? sql.up : sql.down, .integer(isUp ? low : high)) { row in
                guard let number = row.integer(0), let key = StoredController.number(number) else { return }
                guard isUp ? number <= range.upperBound : number >= range.lowerBound else { throw EndOfRange() }
                let value = transform(row)
                if let value, rows[key] == nil { rows[key] = value }
                guard value != nil, low <= number, number <= high else {
                    (isMisplaced, isMixedUp) = (true, true)
                    return
                }
                // The rows of that page may be missing between its neighbours.
                if isMisplaced { gaps.append(isUp ? low...number : number...high) }
                isMisplaced = false
                if isUp { low = number + 1 } else { high = number - 1 }
            }
        } catch is EndOfRange {
        } catch {
            return low <= high ? low...high : nil
        }
        if isMisplaced, low <= high { gaps.append(low...high) }
        return nil
    }
}

/// Ends a scan.
private struct EndOfRange: Error {}
