internal import CSQLite

/// The condition of a store, found without changing its files.
struct StoreInspection {
    enum Condition: Equatable {
        case missing
        case empty
        case sound
        /// Has migrations that this version does not know.
        case newer([String])
        case damaged(String)
        /// Not a database, perhaps because of damage.
        case unreadable(String)
        /// A database of another program.
        case foreign
    }

    let condition: Condition
    /// The open database; nil if it contains no rows of this program.
    let database: Database?
    /// Whether the log has every commit that is not in the database.
    let log: LogCondition

    /// Inspects the store at a path.
    ///
    /// - Parameter wasKilled: Whether the last process was killed.
    /// - Throws: if the files can't be read.
    init(_ path: String, wasKilled: Bool = false) throws(StoreError) {
        let head = try FileReader.head(of: path, count: 1)
        let log = try LogCondition(of: path, wasKilled: wasKilled)
        self.log = log
        guard let head, !head.isEmpty else {
            database = nil
            condition = head == nil ? .missing : .empty
            return
        }
        let database: Database
        do {
            database = try Database(inspecting: path, hasLog: log.usesLog && FileReader.hasContent(path + "-wal"))
        } catch {
            throw StoreError("the state can't be read", error, at: path)
        }
        do {
            condition = try Self.condition(of: database)
        } catch {
            let message = (error as? SQLiteError)?.message ?? "\(error)"
            let isDatabase = (error as? SQLiteError)?.primaryCode != SQLITE_NOTADB
            condition = isDatabase ? .damaged(message) : .unreadable(message)
        }
        // SQLite refuses every read from a file that is shorter than its header says, except in this mode.
        if case .damaged = condition { try? database.execute("PRAGMA writable_schema = ON") }
        self.database = condition == .foreign ? nil : database
    }

    /// Returns the condition of a database.
    ///
    /// - Throws: if SQLite can't read it.
    private static func condition(of database: Database) throws -> Condition {
        let tables = try database.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) }.compactMap(
            \.self)
        let applicationID = try database.integer("PRAGMA application_id").map(Int.init)
        let ours = Schema.tables.filter(tables.contains)
        let known = Set(Schema.migrations.map(\.name))
        let applied: Set<String> =
            tables.contains(Schema.migrationTable)
            ? Set(
                try database.rows("SELECT identifier FROM \(Schema.migrationTable)") { $0.text(0) }.compactMap(\.self))
            : []
        let hasID = applicationID == Schema.applicationID
        guard !applied.isDisjoint(with: known) else {
            // SQLite creates the file before the first table.
            if tables.isEmpty, applicationID == 0, try database.integer("PRAGMA page_count") == 1 { return .sound }
            // Another program may have a table of the same name.
            return ours.count > 1 || hasID ? .damaged("it has no version") : .foreign
        }
        let unknown = applied.subtracting(known)
        if !unknown.isEmpty, known.isSubset(of: applied) { return .newer(unknown.sorted()) }
        guard unknown.isEmpty else { return .damaged("its version can't be read") }
        guard hasID || applicationID == 0 else { return .damaged("its header names another program") }
        return try damage(in: database, ours).map(Condition.damaged) ?? .sound
    }

    /// Returns the first damage, including rows that the daemon can't have written; nil for none.
    private static func damage(in database: Database, _ tables: [String]) throws -> String? {
        // The quick check skips indexes. The indexed tables are small, so they get the full check.
        let indexed = tables.filter { ["counter", "loading"].contains($0) } + [Schema.migrationTable]
        for pragma in ["quick_check(1)"] + indexed.map({ "integrity_check(\($0))" }) {
            let result = try database.rows("PRAGMA \(pragma)") { $0.text(0) }.first ?? nil
            guard result == "ok" else { return result ?? "no answer" }
        }
        let last = StoredController.numbers.upperBound
        let checks = [
            ("counter", "next", "typeof(next) = 'integer' AND next BETWEEN 1 AND \(last + 1)"),
            ("restorable_state", "number", "number BETWEEN 1 AND \(last)"),
            ("loading", "plugin", "typeof(attempts) = 'integer'"),
        ]
        for (table, column, check) in checks where tables.contains(table) {
            let count = try database.integer("SELECT count(*) FROM \(table) WHERE NOT (\(check))")
            guard count == 0 else { return "the table \(table) has an invalid \(column)" }
        }
        let readers: [(table: String, columns: String, isSound: (Statement) -> Bool)] = [
            ("view_controller", StoredController.columns, { StoredController(row: $0) != nil }),
            ("restorable_state", StoredState.columns, { StoredState(row: $0) != nil }),
        ]
        for (table, columns, isSound) in readers where tables.contains(table) {
            let results = try database.rows("SELECT \(columns) FROM \(table)", transform: isSound)
            guard results.allSatisfy(\.self) else { return "the table \(table) has an invalid row" }
        }
        let mixed = database.hasForeignMarks ? "restoring" : database.hasForeignImages ? "image" : nil
        return mixed.map { "the table \($0) has rows of another table" }
    }
}

extension Database {
    /// Opens a database for reading, without a lock, and without creating or changing files.
    fileprivate convenience init(inspecting path: String, hasLog: Bool) throws {
        let hexadecimal = Array("0123456789abcdef".utf8)
        let escaped = path.utf8.flatMap { byte in
            [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
        }
        // Without `immutable`, SQLite would create a missing log.
        let options = hasLog ? "vfs=unix-none" : "immutable=1"
        try self.init(
            "file:\(String(decoding: escaped, as: UTF8.self))?mode=ro&\(options)",
            flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
        // In this mode the log's index is in memory.
        try execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA trusted_schema = OFF")
    }

    /// Returns whether SQLite's quick check of a table succeeds.
    func isSound(_ table: String) -> Bool {
        let result = try? rows("PRAGMA quick_check(\(table))") { $0.text(0) }
        return result?.first == "ok"
    }

    /// Whether the table `restoring` contains rows of another table. It has a single column, so they look like its own.
    var hasForeignMarks: Bool {
        // A row of its own consists of a 2-byte header: the number is the rowid.
        let sql = "SELECT count(*) FROM dbstat WHERE name = 'restoring' AND pagetype = 'leaf' AND payload <> 2 * ncell"
        return (try? integer(sql)).map { $0 != 0 } ?? false
    }

    /// Whether the table `image` contains rows of another table, whose first columns look like its own. In the place of the
    /// data, a view controller has a text. States share their types, but each image has a name of its own.
    var hasForeignImages: Bool {
        let sql = "SELECT total(typeof(data) = 'text') > 0 OR count(*) > count(DISTINCT name) FROM image"
        return (try? integer(sql)) == 1
    }
}
