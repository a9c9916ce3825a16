/// Reads the rows of the tables' trees, then those of pages that no tree leads to any more.
extension Remains {
    private typealias Row = (number: Int64, record: Record)

    /// The number of skipped numbers when the newest value of the counter is lost, so that no number is reused.
    private static let gap: UInt64 = 1000

    /// Skips the numbers that a lost log may have assigned.
    mutating func skipNumbers() { nextNumber = min(safeNextNumber + Self.gap, StoredController.numbers.upperBound) }

    init(of look: StoreLook) {
        self.init()
        let pages = look.pages
        var visited: Set<Int> = [1]
        var doubtful: [(Row, table: String?)] = []
        for table in Schema.tables {
            guard let root = look.roots[table] else { continue }
            let tree = pages.leaves(below: root)
            visited.formUnion(tree.visited)
            var rows = tree.leaves.flatMap { pages.rows(on: $0).rows }
            doubtful += Self.removeDoubtful(from: &rows).map { ($0, table) }
            take(rows, of: table)
        }
        // Where nothing is damaged every page with rows is in a tree, or free.
        visited.formUnion(pages.freePages)
        for number in pages.numbers where !visited.contains(number) {
            guard let page = pages.page(number) else { continue }
            var rows = pages.rows(on: page).rows
            doubtful += Self.removeDoubtful(from: &rows).map { ($0, nil) }
            take(rows, of: nil)
        }
        for (row, table) in doubtful { take([row], of: table) }
        // A whole row of the same number counts for more.
        damaged = damaged.filter { controllers[$0.key] == nil }
        controllers.merge(damaged.mapValues(\.controller)) { whole, _ in whole }
        damagedStates.subtract(states.keys)
        if nextNumber == 1, lastNumber > 0 {
            nextNumber = min(lastNumber + Self.gap, StoredController.numbers.upperBound)
        }
        if look.hasLostLog { skipNumbers() }
    }

    /// Rows are in the order of their numbers. The few that are not may have got the number of another one, which comes
    /// first then.
    private static func removeDoubtful(from rows: inout [Row]) -> [Row] {
        // The ends of ascending runs, by length, each as low as can be; and what is before each row in its run.
        var ends: [Int] = []
        var before: [Int?] = []
        for (index, row) in rows.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if rows[ends[middle]].number < row.number { low = middle + 1 } else { high = middle }
            }
            before.append(low > 0 ? ends[low - 1] : nil)
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var longest: Set<Int> = []
        var next = ends.last
        while let index = next {
            longest.insert(index)
            next = before[index]
        }
        let doubtful = rows.indices.filter { !longest.contains($0) }.map { rows[$0] }
        rows = rows.indices.filter(longest.contains).map { rows[$0] }
        return doubtful
    }

    /// Most rows say themselves what they are.
    ///
    /// - Parameter table: The one whose tree they are in.
    private mutating func take(_ rows: [(number: Int64, record: Record)], of table: String?) {
        for (number, record) in rows {
            if let controller = StoredController(number: number, record: record) {
                // What a tree leads to comes first and is newer.
                if controllers[controller.number] == nil { controllers[controller.number] = controller }
            } else if let state = StoredState(record: record), let number = StoredController.number(number) {
                if states[number] == nil { states[number] = state }
            } else if table == "counter" || record.text(0) == "view_controller", record.count == 2,
                let next = record.number(1)
            {
                if StoredController.numbers.contains(next) { nextNumber = max(nextNumber, next) }
            } else if table == "loading", record.count == 2, let plugin = record.text(0),
                let attempts = record.number(1)
            {
                loading[plugin] = attempts
            } else if table == "restoring", record.count == 1, let number = StoredController.number(number) {
                restoring.insert(number)
            } else if table == "view_controller" {
                takeDamaged(number, record)
            } else if table == "restorable_state", let number = StoredController.number(number) {
                damagedStates.insert(number)
            }
        }
    }

    private mutating func takeDamaged(_ number: Int64, _ record: Record) {
        var columns: [String] = []
        guard let controller = StoredController(number: number, remainsOf: record, damaged: &columns),
            !columns.isEmpty, damaged[controller.number] == nil
        else { return }
        damaged[controller.number] = (controller, columns)
    }
}

extension StoredState {
    /// nil for a row of another table, also one that is damaged, or none.
    fileprivate init?(record: Record) {
        guard 3..<StoredController.columnCount ~= record.count, record.isNull(0), let type = record.text(1),
            let content = record.blob(2)
        else {
            return nil
        }
        self.init(type: type, content: content)
    }
}
