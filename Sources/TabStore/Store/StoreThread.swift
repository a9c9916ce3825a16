internal import CSQLite
internal import Glibc
internal import Synchronization

/// The thread that waits for the disk, for checkpoints and for commits that must survive a loss of power.
final class StoreThread: Sendable {
    private struct State {
        /// The outcome of the last checkpoint; nil while it runs.
        var outcome: CheckpointOutcome?
        /// The completions that wait for earlier commits, in order.
        var waiting: [@Sendable () -> Void] = []
        /// The reason why the log can't be synced; nil for none.
        var failure: String?
        /// Whether the directory's entries for new files are on the disk.
        var isDirectorySynced = false
        /// Whether the last backup was cancelled or has failed.
        var lacksBackup = false
        var isEnding = false
    }

    enum CheckpointOutcome: Equatable {
        /// The database contains all pages of the log, which is empty now.
        case emptied
        /// The database contains the given number of pages of the log, which has got more since or is being read.
        case complete(Int)
        /// The database lacks pages of the log, because the disk is full or the pages are being read.
        case incomplete
    }

    private let files: StoreFiles
    private let identity: FileIdentity?
    private let log: LogAccess
    private let jobs = JobThread()
    private let state = Mutex(State())
    /// Called when syncing starts to fail (with the reason) and when it works again (with nil).
    private let onFailure: @Sendable (String?) -> Void

    /// - Parameter identity: The identity of the database. A different file at its path is not touched.
    init(
        _ files: StoreFiles, identity: FileIdentity?, log: LogAccess, onFailure: @escaping @Sendable (String?) -> Void
    ) {
        self.files = files
        self.identity = identity
        self.log = log
        self.onFailure = onFailure
    }

    // MARK: Checkpoints

    /// Moves the pages of the log into the database, and empties the log.
    func checkpoint() {
        state.withLock { $0.outcome = nil }
        jobs.run { [self] in
            // After an error the log is still complete, and the next checkpoint follows soon.
            let outcome = (try? checkpoint(connect())) ?? .incomplete
            state.withLock { $0.outcome = outcome }
        }
    }

    /// The outcome of the last checkpoint; nil while it runs.
    var outcome: CheckpointOutcome? { state.withLock { $0.outcome } }

    private func checkpoint(_ database: Database) throws -> CheckpointOutcome {
        syncDirectory()
        let result = try database.checkpoint(SQLITE_CHECKPOINT_PASSIVE)
        guard result.log == result.moved else { return .incomplete }
        // Nothing is left to move, so this does not wait for the disk while it keeps the store from writing.
        let isEmptied = log.exclusively { size in
            guard size == result.log, (try? database.checkpoint(SQLITE_CHECKPOINT_TRUNCATE)) != nil else {
                return false
            }
            size = 0
            return true
        }
        return isEmptied ? .emptied : .complete(result.log)
    }

    private func connect() throws -> Database {
        guard FileIdentity(files.database) == identity else { throw StoreError("\(files.database) was replaced") }
        let database = try Database(files.database)
        set_checkpoint_on_close(database.handle, 0)
        try database.execute("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
        // Opens the log; otherwise a checkpoint has no effect.
        _ = try database.integer("SELECT count(*) FROM sqlite_master")
        return database
    }

    private func syncDirectory() {
        guard !state.withLock(\.isDirectorySynced) else { return }
        let descriptor = open(files.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        let isSynced = fsync(descriptor) == 0
        close(descriptor)
        state.withLock { $0.isDirectorySynced = isSynced }
    }

    /// Waits for a running checkpoint.
    func wait() { jobs.wait() }

    // MARK: Commits

    /// Calls `completion` on any thread once earlier commits are on the disk, or syncing has failed.
    func sync(_ completion: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            state.waiting.append(completion)
            return state.waiting.count == 1
        }
        // One sync serves all waiting completions.
        if isFirst { jobs.run { [self] in runSync() } }
    }

    private func runSync() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        syncDirectory()
        let failure = syncLog() ? nil : "the state can't be synced: \(String(cString: strerror(errno)))"
        let isNews = state.withLock { state in
            defer { state.failure = failure }
            return state.failure != failure
        }
        if isNews { onFailure(failure) }
        for completion in waiting { completion() }
    }

    private func syncLog() -> Bool {
        // O_NONBLOCK: a pipe with the name of the log must not block the thread.
        let descriptor = open(files.log, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fdatasync(descriptor) == 0
    }

    // MARK: Backups

    func backUp() {
        jobs.run { [self] in
            guard let database = try? connect() else { return }
            backUp(database)
            database.close()
        }
    }

    /// Makes a backup. If that fails, for example on a full disk, the next change schedules another one.
    private func backUp(_ database: Database, isLast: Bool = false) {
        let isMade = (try? Backups(files: files).make(of: database) { !isLast && state.withLock(\.isEnding) }) != nil
        state.withLock { ($0.lacksBackup, $0.isDirectorySynced) = (!isMade, false) }
        syncDirectory()
    }

    // MARK: Closing

    /// Moves the rest of the log into the database and closes the files.
    ///
    /// - Parameters:
    ///   - milliseconds: The time to wait. If the process ends earlier, the log is complete, and the next start continues
    ///     from it.
    ///   - connection: The store's connection, which must not be used afterwards.
    ///   - isBackupDue: Whether to make a backup afterwards, whatever became of the one before.
    ///   - isSaved: Whether all changes are in the files. Otherwise the marker stays, with the numbers that are in use.
    ///   - lock: The lock to release after the files are closed.
    func finish(
        within milliseconds: Int, closing connection: StoreConnection, isBackupDue: Bool, isSaved: Bool,
        releasing lock: StoreLock?
    ) {
        state.withLock { $0.isEnding = true }
        nonisolated(unsafe) let connection = connection
        jobs.run { [self] in
            let database = try? connect()
            _ = try? database.map(checkpoint)
            // The last connection to close removes the log. At that point nothing is left to write.
            connection.close()
            if isSaved { files.removeMarker() }
            if isSaved, let database { set_checkpoint_on_close(database.handle, 1) }
            database?.close()
            if isBackupDue || state.withLock(\.lacksBackup),
                let database = try? StoreInspection(files.database).database
            {
                backUp(database, isLast: true)
                database.close()
            }
            withExtendedLifetime(lock) {}
        }
        jobs.wait(milliseconds: milliseconds)
    }
}
