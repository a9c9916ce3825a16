internal import CSQLite
internal import Glibc
internal import Synchronization

/// Waits for the disk, so that nobody else has to: checkpoints, and commits that are to survive a loss of power.
final class StoreThread: Sendable {
    private struct State {
        /// Of the last checkpoint; nil while it runs.
        var outcome: CheckpointOutcome?
        /// Who waits for what was committed before, in order.
        var waiting: [@Sendable () -> Void] = []
        /// The log can't be synced.
        var failure: String?
        /// New files are in it.
        var isDirectorySynced = false
        var isEnding = false
    }

    enum CheckpointOutcome: Equatable {
        /// The database has all pages of the log; the value is their number.
        case complete(Int)
        /// The database lacks pages of the log, because the disk is full or the pages are being read.
        case incomplete
    }

    private let files: StoreFiles
    private let identity: FileIdentity?
    private let jobs = JobThread()
    private let state = Mutex(State())
    /// Called when syncing begins to fail, or to work again.
    private let onFailure: @Sendable (String?) -> Void

    /// - Parameter identity: The database's. When another file is in its place, that file is left alone.
    init(_ files: StoreFiles, identity: FileIdentity?, onFailure: @escaping @Sendable (String?) -> Void) {
        self.files = files
        self.identity = identity
        self.onFailure = onFailure
    }

    // MARK: Checkpoints

    /// Moves the pages of the log into the database.
    func checkpoint() {
        state.withLock { $0.outcome = nil }
        jobs.run { [self] in
            // After an error the log has it all, and the next checkpoint is not far.
            let outcome = (try? checkpoint(connect())) ?? .incomplete
            state.withLock { $0.outcome = outcome }
        }
    }

    /// How the last checkpoint ended; nil while it runs.
    var outcome: CheckpointOutcome? { state.withLock { $0.outcome } }

    private func checkpoint(_ database: Database) throws -> CheckpointOutcome {
        syncDirectory()
        let result = try database.checkpoint(SQLITE_CHECKPOINT_PASSIVE)
        return result.log == result.moved ? .complete(result.log) : .incomplete
    }

    private func connect() throws -> Database {
        guard FileIdentity(files.database) == identity else { throw StoreError("\(files.database) was replaced") }
        let database = try Database(files.database)
        set_checkpoint_on_close(database.handle, 0)
        try database.execute("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
        // Opens the log, without which a checkpoint does nothing.
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

    /// Waits for a checkpoint that goes on.
    func wait() { jobs.wait() }

    // MARK: Commits

    /// Calls back, on any thread, when what was committed before is on the disk, or the disk has refused it.
    func sync(_ completion: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            state.waiting.append(completion)
            return state.waiting.count == 1
        }
        // One sync is enough for all that came meanwhile.
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
        let descriptor = open(files.log, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
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

    /// Without room there is none, until something changes again.
    private func backUp(_ database: Database, isLast: Bool = false) {
        try? files.makeBackup(of: database) { !isLast && state.withLock(\.isEnding) }
        state.withLock { $0.isDirectorySynced = false }
        syncDirectory()
    }

    // MARK: The end

    /// Moves the rest of the log into the database and closes the files.
    ///
    /// - Parameters:
    ///   - milliseconds: How long to wait for it. If the process ends before it is done, the log has it all, and the
    ///     next start goes on from there.
    ///   - connection: The other connection. It is not used any more.
    ///   - isBackupDue: Whether a backup follows.
    ///   - lock: Released once the files are closed.
    func finish(
        within milliseconds: Int, closing connection: StoreConnection, isBackupDue: Bool, releasing lock: StoreLock?
    ) {
        state.withLock { $0.isEnding = true }
        nonisolated(unsafe) let connection = connection
        jobs.run { [self] in
            let database = try? connect()
            _ = try? database.map(checkpoint)
            // The last connection removes the log when it closes, and has nothing to write then.
            connection.close()
            files.unmark()
            if let database { set_checkpoint_on_close(database.handle, 1) }
            database?.close()
            if isBackupDue, let database = try? StoreInspection(files.database).database {
                backUp(database, isLast: true)
                database.close()
            }
            withExtendedLifetime(lock) {}
        }
        jobs.wait(milliseconds: milliseconds)
    }
}
