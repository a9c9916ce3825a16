internal import CSQLite

/// What a store is, found out without a change to its files.
struct StoreInspection {
    enum Verdict: Equatable {
        case missing
        case empty
        case sound
        /// With the migrations that this program doesn't know.
        case newer([String])
        case damaged(String)
        /// Not a database, which damage may have made of it.
        case unreadable(String)
        /// Of another program.
        case foreign
    }

    let verdict: Verdict
    /// Open while the rows may have to be read; nil when there are none of this program.
    let database: Database?
    /// Whether the log has a valid header.
    let isLogSound: Bool

    /// Whether the files, if any, have rows of this program.
    var isOurs: Bool { database != nil }

    /// - Throws: when it can't be looked at.
    init(_ path: String) throws(StoreError) {
        let head = try StoreFiles.head(of: path, count: 1)
        let log = try StoreFiles.head(of: path + "-wal", count: LogHeader.size) ?? []
        isLogSound = LogHeader.isSound(log)
        guard let head, !head.isEmpty else {
            database = nil
            verdict = head == nil ? .missing : .empty
            return
        }
        let database: Database
        do {
            database = try Database(inspecting: path, hasLog: !log.isEmpty && isLogSound)
        } catch {
            throw StoreError("the state can't be read", error, at: path)
        }
        do {
            verdict = try database.verdict()
        } catch {
            let message = (error as? SQLiteError)?.message ?? "\(error)"
            let isDatabase = (error as? SQLiteError)?.primaryCode != SQLITE_NOTADB
            verdict = isDatabase ? .damaged(message) : .unreadable(message)
        }
        self.database = verdict == .foreign ? nil : database
    }
}

extension Database {
    /// Opens a database to read it, without a lock and without making or changing any file.
    fileprivate convenience init(inspecting path: String, hasLog: Bool) throws {
        let hexadecimal = Array("0123456789abcdef".utf8)
        let escaped = path.utf8.flatMap { byte in
            [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
        }
        // Where there is no log, SQLite would make one.
        let options = hasLog ? "vfs=unix-none" : "immutable=1"
        try self.init(
            "file:\(String(decoding: escaped, as: UTF8.self))?mode=ro&\(options)",
            flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
        // The index of the log is in memory then.
        try execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA trusted_schema = OFF")
    }

    /// - Throws: for what SQLite can't read.
    fileprivate func verdict() throws -> StoreInspection.Verdict {
        let tables = try rows("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) }.compactMap(\.self)
        let applicationID = try integer("PRAGMA application_id").map(Int.init)
        let ours = Schema.tables.filter(tables.contains)
        let known = Set(Schema.migrations.map(\.name))
        let applied: Set<String> =
            tables.contains(Schema.migrationTable)
            ? Set(try rows("SELECT identifier FROM \(Schema.migrationTable)") { $0.text(0) }.compactMap(\.self)) : []
        let hasID = applicationID == Schema.applicationID
        guard !applied.isDisjoint(with: known) else {
            // SQLite makes the file before the first table.
            if tables.isEmpty, applicationID == 0, try integer("PRAGMA page_count") == 1 { return .sound }
            // Another program may have a table of the same name.
            return ours.count > 1 || hasID ? .damaged("it has no version") : .foreign
        }
        let unknown = applied.subtracting(known)
        if !unknown.isEmpty, known.isSubset(of: applied) { return .newer(unknown.sorted()) }
        guard unknown.isEmpty else { return .damaged("its version can't be read") }
        guard hasID || applicationID == 0 else { return .damaged("its header names another program") }
        return try check(ours).map(StoreInspection.Verdict.damaged) ?? .sound
    }

    /// Returns what is wrong, also of rows that no turn can have written; nil for nothing.
    private func check(_ tables: [String]) throws -> String? {
        // The quick check leaves out what indexes have; these tables are small.
        let indexed = tables.filter { ["counter", "loading"].contains($0) } + [Schema.migrationTable]
        for pragma in ["quick_check(1)"] + indexed.map({ "integrity_check(\($0))" }) {
            let result = try rows("PRAGMA \(pragma)") { $0.text(0) }.first ?? nil
            guard result == "ok" else { return result ?? "no answer" }
        }
        let last = StoredController.numbers.upperBound
        let checks = [
            ("counter", "next", "typeof(next) = 'integer' AND next BETWEEN 1 AND \(last + 1)"),
            ("restorable_state", "number", "number BETWEEN 1 AND \(last)"),
            ("loading", "plugin", "typeof(attempts) = 'integer'"),
        ]
        for (table, column, check) in checks where tables.contains(table) {
            let count = try integer("SELECT count(*) FROM \(table) WHERE NOT (\(check))")
            guard count == 0 else { return "a \(column) in the table \(table) makes no sense" }
        }
        func areSound(_ table: String, _ columns: String, _ isSound: (Statement) -> Bool) throws -> Bool {
            guard tables.contains(table) else { return true }
            return try rows("SELECT \(columns) FROM \(table)", transform: isSound).allSatisfy(\.self)
        }
        guard try areSound("view_controller", StoredController.columns, { StoredController(row: $0) != nil }) else {
            return "a view controller makes no sense"
        }
        guard try areSound("restorable_state", StoredState.columns, { StoredState(row: $0) != nil }) else {
            return "a restorable state makes no sense"
        }
        return hasForeignMarks ? "the table restoring has rows of another one" : nil
    }

    /// Whether SQLite finds no fault with a table.
    func isSound(_ table: String) -> Bool {
        let result = try? rows("PRAGMA quick_check(\(table))") { $0.text(0) }
        return result?.first == "ok"
    }

    /// Whether rows of another table are in the one with a single column, where they look like its own.
    var hasForeignMarks: Bool {
        // The size of such a row is the size of its header.
        let sql = "SELECT count(*) FROM dbstat WHERE name = 'restoring' AND pagetype = 'leaf' AND payload <> 2 * ncell"
        return (try? integer(sql)).map { $0 != 0 } ?? false
    }
}

/// The header of a write-ahead log. SQLite treats a log with an invalid header as empty, and overwrites it.
///
/// See https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
enum LogHeader {
    static let size = 32

    /// Returns whether a log has a valid header. An empty log counts as valid: it is new, or was truncated.
    static func isSound(_ log: [UInt8]) -> Bool {
        guard !log.isEmpty else { return true }
        guard log.count >= size else { return false }
        let words = stride(from: 0, to: size, by: 4).map { offset in
            log[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        // The last bit is the byte order of the checksums.
        guard words[0] & ~1 == 0x377f_0682, words[1] == 3_007_000, words[2] == 4096 else {
            return false
        }
        var (first, second): (UInt32, UInt32) = (0, 0)
        for pair in stride(from: 0, to: 6, by: 2) {
            let (low, high) = (words[pair], words[pair + 1])
            first &+= (words[0] & 1 == 1 ? low : low.byteSwapped) &+ second
            second &+= (words[0] & 1 == 1 ? high : high.byteSwapped) &+ first
        }
        return words[6] == first && words[7] == second
    }
}
