internal import CSQLite
internal import Glibc

/// The connection on which everything is read and written, at once and without ever waiting for the disk.
///
/// SQLite would wait for it in one case: when it begins the log anew. So the log is emptied here, when all of it is in
/// the database; and in the moments in which SQLite could come to it first, it may wait, for it must not be wrong.
final class StoreConnection {
    private let path: String
    private let database: Database

    /// How many pages the log has.
    private(set) var logSize = 0

    /// Opens a database, or makes one.
    init(_ path: String) throws(StoreError) {
        self.path = path
        database = try Self.run("the state can't be opened", at: path) {
            // SQLite gives the log the mode of the database.
            Self.makeFile(path)
            let database = try Database(path)
            // Else a store that can't be opened would lose its log, and closing would not wait for the disk.
            set_checkpoint_on_close(database.handle, 0)
            try database.execute("PRAGMA synchronous = OFF")
            guard try database.rows("PRAGMA journal_mode = WAL", transform: { $0.text(0) }) == ["wal"] else {
                throw SQLiteError(code: SQLITE_READONLY, message: "")
            }
            try database.execute(
                """
                PRAGMA wal_autocheckpoint = 0;
                PRAGMA cache_size = -256;
                PRAGMA cell_size_check = ON;
                PRAGMA trusted_schema = OFF;
                """)
            return database
        }
    }

    /// Runs SQL and says what could not be done when it fails.
    private static func run<Value>(
        _ what: String, at path: String, _ body: () throws -> Value
    ) throws(StoreError) -> Value {
        do {
            return try body()
        } catch {
            throw StoreError(what, error, at: path)
        }
    }

    /// Makes an empty file, for the user alone, if there is none.
    private static func makeFile(_ path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Brings the tables up to date and tries out everything that will be done with them.
    func prepare() throws(StoreError) {
        try Self.run("the state can't be opened", at: path) {
            try database.migrate(Schema.migrations)
            sqlite3_wal_hook(
                database.handle,
                { context, _, _, count in
                    guard let context else { return SQLITE_OK }
                    Unmanaged<StoreConnection>.fromOpaque(context).takeUnretainedValue().logSize = Int(count)
                    return SQLITE_OK
                }, Unmanaged.passUnretained(self).toOpaque())
            try rehearse()
        }
    }

    /// Does once what will be done, and takes it back: a damaged table is found now and not in the middle of a turn.
    private func rehearse() throws {
        struct RolledBack: Error {}
        let number = UInt64(Int64.max)
        let controller = StoredController(number: number, type: "")
        let state = StoredState(type: "", content: [])
        do {
            try database.transaction {
                try database.write(
                    StoreChanges(controllers: [controller], states: [number: state], nextNumber: number))
                try database.mark(number)
                _ = try database.readState(of: number)
                try database.unmark(number)
                try database.begin(loading: "")
                try database.end(loading: "")
                try database.write(StoreChanges(removed: [number]))
                throw RolledBack()
            }
        } catch is RolledBack {
        }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        try Self.run("the state can't be read", at: path) { try body(database) }
    }

    func write(_ body: (Database) throws -> Void) throws(StoreError) {
        try Self.run("the state can't be written", at: path) {
            try database.transaction { try body(database) }
        }
    }

    /// Whether SQLite may wait for the disk when it begins the log anew.
    func mayWait(_ mayWait: Bool) throws(StoreError) {
        try Self.run("the state can't be written", at: path) {
            try database.execute("PRAGMA synchronous = \(mayWait ? "NORMAL" : "OFF")")
        }
    }

    /// Empties a log all of which is in the database, and synced there.
    ///
    /// - Returns: false when somebody is reading it.
    func emptyLog() -> Bool {
        guard (try? database.checkpoint(SQLITE_CHECKPOINT_TRUNCATE)) != nil else { return false }
        logSize = 0
        return true
    }

    /// Moves all of the log into the database, so that it is one file.
    ///
    /// - Parameter waitsForDisk: Whether the file must survive a loss of power.
    func flush(waitsForDisk: Bool) throws(StoreError) {
        try mayWait(waitsForDisk)
        try Self.run("the state can't be written", at: path) {
            _ = try database.checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
        }
    }

    /// Writes all that there is into a new file, for the user alone.
    func copy(to path: String) throws(StoreError) {
        do throws(StoreError) {
            try Self.run("the state can't be copied", at: self.path) {
                Self.makeFile(path)
                try database.run("VACUUM INTO ?", .text(path))
            }
        } catch {
            unlink(path)
            throw error
        }
    }

    /// May be called once; nothing else may follow.
    func close() { database.close() }
}
