/// The readable rows of a table: looked up one by one, and scanned from both ends.
struct TableScan<Row> {
    /// The rows by rowid.
    private(set) var rows: [UInt64: Row] = [:]
    /// Ranges, and single rowids, that may contain unreadable rows.
    private var gaps: [ClosedRange<Int64>] = []
    private var unreadable: Set<Int64> = []
    /// Whether the table contains misplaced rows or rows of another table.
    private(set) var hasMisplacedRows = false
    private let database: Database
    private let select: String
    private let transform: (Statement) -> Row?

    /// The number of single lookups at each end of the range of rowids.
    private static var attempts: Int64 { 50_000 }

    /// Reads a table.
    ///
    /// - Parameters:
    ///   - highest: The highest expected rowid.
    ///   - transform: Returns nil for a row of another table.
    init(
        _ database: Database, _ table: String, _ columns: String, highest: UInt64,
        transform: @escaping (Statement) -> Row?
    ) {
        self.database = database
        self.transform = transform
        select = "SELECT \(columns) FROM \(table) WHERE rowid"
        // Single lookups come first: a misplaced page hides rows from a scan without an error, and a damaged rowid may
        // equal that of another row, which the scan reaches later.
        let last = Int64(clamping: highest)
        let middle = Self.attempts + 1...max(Self.attempts + 1, last - Self.attempts)
        lookUp(1...min(last, middle.lowerBound - 1))
        if middle.upperBound <= last { lookUp(middle.upperBound...last) }
        var damage = read(1...Int64(clamping: StoredController.numbers.upperBound), isUp: true)
        if let rest = damage { damage = read(rest, isUp: false) }
        if let damage, damage.overlaps(middle) { gaps.append(damage.clamped(to: middle)) }
    }

    /// Whether the table may contain unreadable rows.
    var hasGaps: Bool { !gaps.isEmpty || !unreadable.isEmpty }

    func isUnreadable(_ number: UInt64) -> Bool {
        let number = Int64(clamping: number)
        return unreadable.contains(number) || gaps.contains { $0.contains(number) }
    }

    private mutating func lookUp(_ range: ClosedRange<Int64>) {
        for number in range {
            do {
                let found = try database.rows("\(select) = ?", .integer(number), transform: transform)
                if let row = found.first, let row { rows[UInt64(number)] = row }
            } catch {
                unreadable.insert(number)
            }
        }
    }

    /// Reads the rows of a range, up to the first unreadable row.
    ///
    /// - Returns: The unread rest of the range; nil if it is empty.
    private mutating func read(_ range: ClosedRange<Int64>, isUp: Bool) -> ClosedRange<Int64>? {
        var (low, high) = (range.lowerBound, range.upperBound)
        // A misplaced row, or one of another table, is on a page that belongs elsewhere. But perhaps the row before it is
        // the one whose number is damaged.
        var isMisplaced = false
        var (lowBefore, highBefore) = (low, high)
        do {
            // The query has no second limit: SQLite would stop at a damaged rowid beyond it.
            let order = isUp ? ">= ? ORDER BY rowid" : "<= ? ORDER BY rowid DESC"
            _ = try database.rows("\(select) \(order)", .integer(isUp ? low : high)) { row in
                guard let number = row.integer(0), let key = StoredController.number(number) else {
                    isMisplaced = true
                    return
                }
                guard isUp ? number <= range.upperBound : number >= range.lowerBound else { throw EndOfRange() }
                let value = transform(row)
                if let value, rows[key] == nil { rows[key] = value }
                guard value != nil, low <= number, number <= high else {
                    (isMisplaced, hasMisplacedRows) = (true, true)
                    return
                }
                // Rows between the neighbours of the misplaced page may be missing.
                if isMisplaced { gaps.append(isUp ? lowBefore...number : number...highBefore) }
                isMisplaced = false
                (lowBefore, highBefore) = (low, high)
                if isUp { low = number + 1 } else { high = number - 1 }
            }
        } catch is EndOfRange {
        } catch {
            return low <= high ? low...high : nil
        }
        if isMisplaced { gaps.append(lowBefore...highBefore) }
        return nil
    }
}

/// An error that ends a scan early.
private struct EndOfRange: Error {}
