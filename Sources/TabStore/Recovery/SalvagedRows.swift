/// The encoded data of an image.
struct StoredImage {
    var name: String
    var data: [UInt8]
}

/// The rows that can be read from a store, even from a damaged one.
struct SalvagedRows {
    var controllers: [UInt64: StoredController] = [:]
    var states: [UInt64: StoredState] = [:]
    /// Names and data by row. The daemon recognizes damaged data by its name.
    var images: [UInt64: StoredImage] = [:]
    var nextNumber: UInt64 = 1
    /// The number of times that the process died while loading each plugin.
    var loading: [String: UInt64] = [:]
    /// View controllers during whose restoration the process died.
    var restoring: Set<UInt64> = []
    /// The number of view controllers and states from the backup.
    private var restored = (controllers: 0, states: 0)
    /// The names of the damaged columns of view controllers.
    private var damaged: [UInt64: [String]] = [:]
    /// The numbers of states that can't be read.
    private var damagedStates: Set<UInt64> = []
    private var attempts: [UInt64: (plugin: String, count: UInt64)] = [:]

    private var isFromFile = false

    init() {}

    /// Reads all rows of an open database.
    init(reading database: Database) throws {
        for controller in try database.readControllers() { controllers[controller.number] = controller }
        for number in try database.readNumbers() { states[number] = try database.readState(of: number) }
        for (index, (name, data)) in try database.readImages().enumerated() {
            images[UInt64(index)] = StoredImage(name: name, data: data)
        }
        nextNumber = try database.readNextNumber()
        loading = try database.readLoading()
        restoring = Set(try database.readInterrupted())
    }

    /// Reads every row that SQLite can read.
    ///
    /// - Parameters:
    ///   - database: nil without a database.
    ///   - backup: Supplies rows for the unreadable parts.
    ///   - isBackupNewer: Whether all rows come from the backup, because the database has an older state.
    ///   - highest: The highest known next number.
    ///   - losesChanges: Whether lost changes may have used numbers, which are then skipped.
    init(
        _ database: Database?, backup: SalvagedRows = SalvagedRows(), isBackupNewer: Bool = false, highest: UInt64 = 1,
        losesChanges: Bool = false
    ) {
        let used = isBackupNewer ? database.flatMap { try? $0.readNextNumber() } : nil
        let database = isBackupNewer ? nil : database
        isFromFile = database != nil
        var highest = max(highest, backup.safeNextNumber, used ?? 1)
        var hasMisplacedRows = database.map { $0.hasForeignMarks || $0.hasForeignImages } ?? false
        func read<Row>(
            _ table: String, _ columns: String, else saved: [UInt64: Row], transform: @escaping (Statement) -> Row?
        ) -> (rows: [UInt64: Row], restored: Int) {
            guard let database else { return (saved, saved.count) }
            // If the highest number is unknown, the first 1,000 numbers are the most likely.
            let scan = TableScan(database, table, columns, highest: max(highest, 1000), transform: transform)
            hasMisplacedRows = hasMisplacedRows || scan.hasMisplacedRows
            // If the table is empty, another table may contain its rows. And a damaged row count of a page hides rows
            // without an error, anywhere in the table.
            let isLost = scan.rows.isEmpty && hasMisplacedRows || !scan.hasGaps && !database.isSound(table)
            let rows = scan.rows.merging(saved.filter { isLost || scan.isUnreadable($0.key) }) { row, _ in row }
            return (rows, rows.count - scan.rows.count)
        }
        let marks = Dictionary(backup.restoring.map { ($0, $0) }) { mark, _ in mark }
        restoring = Set(
            (!hasMisplacedRows ? read("restoring", "number", else: marks) { $0.number(0) }.rows : marks).keys)
        attempts =
            read("loading", "rowid, plugin, attempts", else: backup.attempts) { row in
                row.text(1).flatMap { plugin in row.number(2).map { (plugin, $0) } }
            }.rows
        loading = Dictionary(attempts.values.map { ($0.plugin, $0.count) }) { max($0, $1) }
        let counters = read("counter", "rowid, next", else: [:]) { row in
            row.number(1).flatMap { 1...StoredController.numbers.upperBound + 1 ~= $0 ? $0 : nil }
        }
        nextNumber = counters.rows.values.max() ?? 1
        highest = max(highest, nextNumber)
        var damaged: [UInt64: [String]] = [:]
        (controllers, restored.controllers) = read(
            "view_controller", StoredController.columns, else: backup.controllers
        ) { row in
            var columns: [String] = []
            let controller = StoredController(row: row, damaged: &columns)
            if let controller, !columns.isEmpty { damaged[controller.number] = columns }
            return controller
        }
        self.damaged = damaged
        var damagedStates: Set<UInt64> = []
        let savedStates = backup.states.filter { controllers[$0.key] != nil }
        (states, restored.states) = read("restorable_state", StoredState.columns, else: savedStates) { row in
            let state = StoredState(row: row)
            if state == nil, let number = row.number(0) { damagedStates.insert(number) }
            return state
        }
        self.damagedStates = damagedStates.subtracting(states.keys)
        images =
            read("image", "number, name, data", else: backup.images) { row in
                row.text(1).flatMap { name in row.blob(2).map { StoredImage(name: name, data: $0) } }
            }.rows
        let isCounterLost = counters.rows.isEmpty
        nextNumber = max(safeNextNumber, highest)
        if losesChanges || isCounterLost { nextNumber = Self.skip(from: nextNumber) }
    }

    /// Skips the numbers that may have been given in changes that are lost, so that no number is reused.
    static func skip(from number: UInt64) -> UInt64 { min(number + 1000, StoredController.numbers.upperBound) }

    /// The first number above all numbers of these rows.
    var safeNextNumber: UInt64 {
        max(nextNumber, (controllers.keys.max() ?? 0) + 1, (states.keys.max() ?? 0) + 1, (restoring.max() ?? 0) + 1)
    }

    func write(to database: Database) throws {
        try database.write(changes)
        for number in restoring { try database.markInterrupted(number) }
        for (plugin, attempts) in loading { try database.begin(loading: plugin, attempts: attempts) }
    }

    var changes: StoreChanges {
        StoreChanges(
            controllers: Array(controllers.values), states: states.mapValues { $0 }, nextNumber: safeNextNumber,
            images: Dictionary(images.values.map { ($0.name, $0.data) }) { first, _ in first })
    }

    /// Returns the number of rows from the file and from the backup, as part of a message.
    ///
    /// - Parameter backup: The path of the backup.
    func origin(_ backup: String?) -> String {
        func count(_ controllers: Int, _ states: Int) -> String {
            "\(controllers) view controllers and \(states) states"
        }
        let read = count(controllers.count - restored.controllers, states.count - restored.states)
        guard let backup, restored != (0, 0) else {
            return isFromFile ? "recovered \(read)" : "starting with an empty state"
        }
        let saved = "\(count(restored.controllers, restored.states)) from \(backup)"
        return "recovered " + (isFromFile ? "\(read) from the file, \(saved)" : saved)
    }

    /// The damaged parts of single rows, as the end of a message; empty for none.
    var damage: String {
        let rows = damaged.sorted { $0.key < $1.key }.map { number, columns in
            "the \(columns.joined(separator: ", ")) of view controller \(number)"
        }
        let all = rows + damagedStates.sorted().map { "the restorable state of view controller \($0)" }
        guard !all.isEmpty else { return "" }
        let more = all.count > 10 ? ", and \(all.count - 10) more" : ""
        return "; damaged: \(all.prefix(10).joined(separator: "; "))\(more)"
    }
}
