internal import CSQLite
internal import Glibc

/// The connection for all reads and writes, which never waits for the disk.
///
/// SQLite would wait for the disk when it restarts the log. So this class empties the log once all of it is in the
/// database. While a checkpoint runs, SQLite could restart the log first; for that time it is allowed to wait, because
/// restarting without a sync could corrupt the database.
final class StoreConnection {
    private let path: String
    private let database: Database

    /// The log, which a checkpoint on another thread empties.
    let log = LogAccess()
    /// The number of pages in the log after the last write of this connection.
    private var writtenPages = 0

    /// The number of pages in the log.
    var logSize: Int { log.size }

    /// Opens or creates a database.
    init(_ path: String) throws(StoreError) {
        self.path = path
        database = try Self.run("the state can't be opened", at: path) {
            // SQLite creates the log with the permissions of the database.
            Self.makeFile(path)
            let database = try Database(path)
            // A checkpoint on close would not wait for the disk, and would remove the log of a store that can't be opened.
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

    /// Runs SQL; prefixes an error with the failed operation.
    private static func run<Value>(
        _ what: String, at path: String, _ body: () throws -> Value
    ) throws(StoreError) -> Value {
        do {
            return try body()
        } catch {
            throw StoreError(what, error, at: path)
        }
    }

    /// Creates an empty file that only the user can access, unless it exists.
    private static func makeFile(_ path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Migrates the tables, and tests every kind of write in a dry run.
    func prepare() throws(StoreError) {
        try Self.run("the state can't be opened", at: path) {
            try database.migrate(Schema.migrations)
            sqlite3_wal_hook(
                database.handle,
                { context, _, _, count in
                    guard let context else { return SQLITE_OK }
                    Unmanaged<StoreConnection>.fromOpaque(context).takeUnretainedValue().writtenPages = Int(count)
                    return SQLITE_OK
                }, Unmanaged.passUnretained(self).toOpaque())
            try dryRun()
        }
    }

    /// Tests every kind of write and rolls it back, so that a damaged table is found now and not during a turn.
    private func dryRun() throws {
        struct RolledBack: Error {}
        let number = UInt64(Int64.max)
        let controller = StoredController(number: number, type: "")
        let state = StoredState(type: "", content: [])
        do {
            try database.transaction {
                try database.write(
                    StoreChanges(
                        controllers: [controller], states: [number: state], nextNumber: number, images: ["": []]))
                try database.markInterrupted(number)
                _ = try database.readState(of: number)
                try database.clearInterrupted(number)
                try database.begin(loading: "")
                try database.end(loading: "")
                try database.write(StoreChanges(removed: [number], images: ["": nil]))
                throw RolledBack()
            }
        } catch is RolledBack {
        }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        try Self.run("the state can't be read", at: path) { try body(database) }
    }

    func write(_ body: (Database) throws -> Void) throws(StoreError) {
        try log.exclusively { (pages) throws(StoreError) in
            // Without a change of a page, SQLite does not say how long the log is.
            writtenPages = pages
            try Self.run("the state can't be written", at: path) {
                try database.transaction { try body(database) }
            }
            pages = writtenPages
        }
    }

    /// Sets whether SQLite may wait for the disk when it restarts the log.
    func allowDiskWait(_ isAllowed: Bool) throws(StoreError) {
        try Self.run("the state can't be written", at: path) {
            try database.execute("PRAGMA synchronous = \(isAllowed ? "NORMAL" : "OFF")")
        }
    }

    /// Truncates the write-ahead log. Its pages must be in the database and synced. Returns false while it is being read.
    func emptyLog() -> Bool {
        log.exclusively { pages in
            guard (try? database.checkpoint(SQLITE_CHECKPOINT_TRUNCATE)) != nil else { return false }
            pages = 0
            return true
        }
    }

    /// Moves the complete log into the database, so that the store is a single file.
    ///
    /// - Parameter waitsForDisk: Whether the file must survive a loss of power.
    func flush(waitsForDisk: Bool) throws(StoreError) {
        try allowDiskWait(waitsForDisk)
        try Self.run("the state can't be written", at: path) {
            _ = try database.checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
        }
    }

    /// Copies the database into a new file that only the user can access.
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

    /// Closes the database. The connection must not be used afterwards.
    func close() { database.close() }
}
