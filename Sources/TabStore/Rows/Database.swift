internal import CSQLite

/// A connection to a SQLite database, used from one thread at a time.
final class Database {
    /// The SQLite handle; nil after `close()`.
    private(set) var handle: OpaquePointer?
    private var statements: [String: Statement] = [:]

    /// Opens a database.
    ///
    /// - Parameter flags: The flags of `sqlite3_open_v2`.
    init(_ path: String, flags: Int32 = SQLITE_OPEN_READWRITE) throws {
        let flags = flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        guard sqlite3_open_v2(path, &handle, flags, ShortWaits.fileSystem) == SQLITE_OK else {
            defer { close() }
            throw error
        }
    }

    deinit { close() }

    func close() {
        statements = [:]
        sqlite3_close_v2(handle)
        handle = nil
    }

    /// The error of the last failed call.
    var error: SQLiteError { SQLiteError(lastOf: handle) }

    /// Runs any number of statements without parameters, and ignores their rows.
    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw error }
    }

    /// Runs a statement, which is prepared once and cached.
    func run(_ sql: String, _ values: SQLiteValue...) throws {
        try statement(sql).forEachRow(values) { _ in }
    }

    /// Returns the rows of a query, each converted by `transform`.
    func rows<Value>(_ sql: String, _ values: SQLiteValue..., transform: (Statement) throws -> Value) throws -> [Value]
    {
        var results: [Value] = []
        try statement(sql).forEachRow(values) { results.append(try transform($0)) }
        return results
    }

    /// Returns the first column of the first row; nil without rows and for a value that is not an integer.
    func integer(_ sql: String, _ values: SQLiteValue...) throws -> Int64? {
        var results: [Int64?] = []
        try statement(sql).forEachRow(values) { results.append($0.integer(0)) }
        return results.first ?? nil
    }

    private func statement(_ sql: String) throws -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try Statement(sql, handle)
        statements[sql] = statement
        return statement
    }

    /// Runs `body` in a transaction, which is rolled back if `body` throws.
    func transaction(_ body: () throws -> Void) throws {
        try run("BEGIN IMMEDIATE")
        do {
            try body()
            try run("COMMIT")
        } catch {
            // After some errors, such as a full disk, SQLite has already rolled back.
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// Moves pages of the log into the database.
    ///
    /// - Parameter mode: The mode of `sqlite3_wal_checkpoint_v2`.
    /// - Returns: The number of pages in the log, and how many of them are in the database.
    func checkpoint(_ mode: Int32) throws -> (log: Int, moved: Int) {
        var (log, moved): (Int32, Int32) = (0, 0)
        guard sqlite3_wal_checkpoint_v2(handle, nil, mode, &log, &moved) == SQLITE_OK else { throw error }
        return (Int(log), Int(moved))
    }

    /// Runs the migrations that were not applied yet, each in its own transaction.
    ///
    /// Their names are stored in the table that the first versions of the program used.
    func migrate(_ migrations: [(name: String, sql: String)]) throws {
        try execute("CREATE TABLE IF NOT EXISTS \(Schema.migrationTable) (identifier TEXT NOT NULL PRIMARY KEY)")
        let applied = Set(try rows("SELECT identifier FROM \(Schema.migrationTable)") { $0.text(0) })
        for migration in migrations where !applied.contains(migration.name) {
            try transaction {
                try execute(migration.sql)
                try run("INSERT INTO \(Schema.migrationTable) VALUES (?)", .text(migration.name))
            }
        }
    }
}

/// An error of SQLite.
struct SQLiteError: Error {
    /// The extended result code.
    var code: Int32
    var message: String

    /// The primary result code, such as `SQLITE_FULL`.
    var primaryCode: Int32 { code & 0xff }
}

extension SQLiteError {
    /// The error of the last failed call with the SQLite handle of a database.
    fileprivate init(lastOf database: OpaquePointer?) {
        self.init(code: sqlite3_extended_errcode(database), message: String(cString: sqlite3_errmsg(database)))
    }
}

/// A value to bind to a parameter of a statement.
enum SQLiteValue {
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    static func number(_ number: UInt64) -> SQLiteValue { .integer(Int64(clamping: number)) }
}

/// A prepared statement. While it runs, it reads the current row of its result.
final class Statement {
    /// The SQLite handle of the database.
    private let database: OpaquePointer?
    private var handle: OpaquePointer?

    fileprivate init(_ sql: String, _ database: OpaquePointer?) throws {
        self.database = database
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        guard sqlite3_prepare_v3(database, sql, -1, flags, &handle, nil) == SQLITE_OK else {
            throw SQLiteError(lastOf: database)
        }
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs the statement and calls `body` for each row. The statement must not be running.
    fileprivate func forEachRow(_ values: [SQLiteValue], _ body: (Statement) throws -> Void) throws {
        defer {
            sqlite3_reset(handle)
            // Frees the copied values, which may be large.
            sqlite3_clear_bindings(handle)
        }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: try body(self)
            case SQLITE_DONE: return
            default: throw SQLiteError(lastOf: database)
            }
        }
    }

    private func bind(_ value: SQLiteValue, at index: Int32) throws {
        // SQLITE_TRANSIENT: SQLite copies the bytes.
        let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        let result =
            switch value {
            case .integer(let number): sqlite3_bind_int64(handle, index, number)
            case .text(let text): sqlite3_bind_text(handle, index, text, Int32(clamping: text.utf8.count), copies)
            case .blob(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(handle, index, 0)
            case .blob(let bytes): sqlite3_bind_blob64(handle, index, bytes, UInt64(bytes.count), copies)
            }
        guard result == SQLITE_OK else { throw SQLiteError(lastOf: database) }
    }

    // MARK: Current row

    /// Returns an integer; nil for a column of another type.
    func integer(_ column: Int32) -> Int64? {
        sqlite3_column_type(handle, column) == SQLITE_INTEGER ? sqlite3_column_int64(handle, column) : nil
    }

    /// Returns an unsigned integer; nil for a negative value or a column of another type.
    func number(_ column: Int32) -> UInt64? { integer(column).flatMap { UInt64(exactly: $0) } }

    /// Returns a text; nil for invalid UTF-8, a text with NUL characters, or a column of another type.
    func text(_ column: Int32) -> String? {
        guard sqlite3_column_type(handle, column) == SQLITE_TEXT else { return nil }
        let bytes = content(sqlite3_column_text(handle, column), column)
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    /// Returns a blob; nil for a column of another type.
    func blob(_ column: Int32) -> [UInt8]? {
        guard sqlite3_column_type(handle, column) == SQLITE_BLOB else { return nil }
        return content(sqlite3_column_blob(handle, column), column)
    }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// Returns a damaged text with replacement characters; nil if it is empty.
    func repairedText(_ column: Int32) -> String? {
        let text = String(decoding: content(sqlite3_column_blob(handle, column), column), as: UTF8.self)
        return text.isEmpty ? nil : text.replacing("\0", with: "\u{fffd}")
    }

    private func content(_ start: UnsafeRawPointer?, _ column: Int32) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))))
    }
}
