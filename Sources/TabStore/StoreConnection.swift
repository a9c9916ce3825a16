internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// The connection on which everything is read and written, at once and without ever waiting for the disk.
///
/// SQLite would wait for it in one case: when it begins the log anew. So the log is emptied here, when all of it is in
/// the database; and in the moments in which SQLite could come to it first, it may wait, for it must not be wrong.
final class StoreConnection {
    private let path: String
    private let database: DatabaseQueue
    private let frames = FrameCount()

    /// How many pages the log has.
    var logSize: Int { frames.count }

    /// Opens a database, or makes one.
    init(_ path: String) throws(StoreError) {
        self.path = path
        do {
            // SQLite gives the log the mode of the database.
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            if descriptor >= 0 { Glibc.close(descriptor) }
            database = try DatabaseQueue(path: path, configuration: Self.configuration)
        } catch {
            throw StoreError("the state can't be opened", error, at: path)
        }
    }

    /// Brings the tables up to date and tries out everything that will be done with them.
    func prepare() throws(StoreError) {
        do {
            try Schema.migrator.migrate(database)
            try database.inDatabase { database in
                sqlite3_wal_hook(
                    database.sqliteConnection,
                    { context, _, _, count in
                        context.map { Unmanaged<FrameCount>.fromOpaque($0).takeUnretainedValue().count = Int(count) }
                        return SQLITE_OK
                    }, Unmanaged.passUnretained(frames).toOpaque())
                try Self.rehearse(database)
            }
        } catch {
            throw StoreError("the state can't be opened", error, at: path)
        }
    }

    private final class FrameCount {
        var count = 0
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "tabd store"
        configuration.busyMode = .immediateError
        configuration.prepareDatabase { database in
            try database.checkpointsOnClose(false)
            try database.execute(sql: "PRAGMA synchronous = OFF")
            guard try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") == "wal" else {
                throw DatabaseError(resultCode: .SQLITE_READONLY)
            }
            try database.execute(
                sql: """
                    PRAGMA wal_autocheckpoint = 0;
                    PRAGMA cache_size = -256;
                    PRAGMA cell_size_check = ON;
                    PRAGMA trusted_schema = OFF;
                    """)
        }
        return configuration
    }

    /// Does once what will be done, and takes it back: a damaged table is found now and not in the middle of a turn.
    private static func rehearse(_ database: Database) throws {
        let number = UInt64(Int64.max)
        let controller = StoredController(number: number, type: "")
        let state = StoredState(type: "", content: [])
        try database.inTransaction {
            try database.write(
                StoreChanges(controllers: [controller], states: [number: state], nextNumber: number))
            try database.mark(number)
            _ = try database.readState(of: number)
            try database.unmark(number)
            try database.begin(loading: "")
            try database.end(loading: "")
            try database.write(StoreChanges(removed: [number]))
            return .rollback
        }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try database.read(body)
        } catch {
            throw StoreError("the state can't be read", error, at: path)
        }
    }

    func write(_ body: (Database) throws -> Void) throws(StoreError) {
        do {
            try database.write(body)
        } catch {
            throw StoreError("the state can't be written", error, at: path)
        }
    }

    /// Whether SQLite may wait for the disk when it begins the log anew.
    func mayWait(_ mayWait: Bool) throws(StoreError) {
        do {
            try database.inDatabase { try $0.execute(sql: "PRAGMA synchronous = \(mayWait ? "NORMAL" : "OFF")") }
        } catch {
            throw StoreError("the state can't be written", error, at: path)
        }
    }

    /// Empties a log all of which is in the database, and synced there.
    ///
    /// - Returns: false when somebody is reading it.
    func emptyLog() -> Bool {
        guard (try? database.inDatabase { try $0.checkpoint(.truncate) }) != nil else { return false }
        frames.count = 0
        return true
    }

    /// Moves all of the log into the database, so that it is one file.
    ///
    /// - Parameter waitsForDisk: Whether the file must survive a loss of power.
    func flush(waitsForDisk: Bool) throws(StoreError) {
        try mayWait(waitsForDisk)
        do {
            _ = try database.inDatabase { try $0.checkpoint(.truncate) }
        } catch {
            throw StoreError("the state can't be written", error, at: path)
        }
    }

    /// Looks for damage everywhere. Also counts as damage what no turn has ever written.
    func check() throws(StoreError) {
        do {
            try database.read { database in
                let result = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
                guard result == "ok" else {
                    throw StoreError("the state can't be read: \(result ?? "no answer")", isDamage: true)
                }
                try database.checkRows()
            }
        } catch {
            throw StoreError("the state can't be read", error, at: path)
        }
    }

    /// Writes all that there is into a new file, for the user alone.
    func copy(to path: String) throws(StoreError) {
        do {
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            if descriptor >= 0 { Glibc.close(descriptor) }
            try database.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
        } catch {
            unlink(path)
            throw StoreError("the state can't be copied", error, at: path)
        }
    }

    /// May be called once; nothing else may follow.
    func close() { try? database.close() }
}
