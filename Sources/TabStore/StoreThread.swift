internal import CSQLite
internal import Foundation
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
    }

    private struct Resources {
        var database: Database?
        var log: Int32 = -1
        var isDirectorySynced = false
    }

    enum CheckpointOutcome: Equatable {
        /// The database has all pages of the log; the value is their number.
        case complete(Int)
        /// The database lacks pages of the log, because the disk is full or the pages are being read.
        case incomplete
    }

    private let files: StoreFiles
    private let queue = DispatchQueue(label: "tabd store disk", qos: .utility)
    private let state = Mutex(State())
    /// Used on the queue.
    private let resources = Mutex(Resources())
    /// Called when syncing begins to fail, or to work again.
    private let onFailure: @Sendable (String?) -> Void

    init(_ files: StoreFiles, onFailure: @escaping @Sendable (String?) -> Void) {
        self.files = files
        self.onFailure = onFailure
    }

    // MARK: Checkpoints

    /// Moves the pages of the log into the database.
    ///
    /// - Parameter database: The database. When another file is in its place, nothing is moved.
    func checkpoint(of database: FileIdentity?) {
        state.withLock { $0.outcome = nil }
        queue.async { [self] in
            let outcome = FileIdentity(files.database) == database ? runCheckpoint() : .incomplete
            state.withLock { $0.outcome = outcome }
        }
    }

    /// How the last checkpoint ended; nil while it runs.
    var outcome: CheckpointOutcome? { state.withLock { $0.outcome } }

    private func runCheckpoint() -> CheckpointOutcome {
        resources.withLock { resources in
            syncDirectory(&resources)
            do {
                let database = try resources.database ?? connect()
                resources.database = database
                let result = try database.checkpoint(SQLITE_CHECKPOINT_PASSIVE)
                return result.log == result.moved ? .complete(result.log) : .incomplete
            } catch {
                // The log has it all, and the next checkpoint is not far.
                return .incomplete
            }
        }
    }

    private func connect() throws -> Database {
        let database = try Database(files.database)
        try database.checkpointsOnClose(false)
        try database.execute("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
        // Opens the log, without which a checkpoint does nothing.
        _ = try database.integer("SELECT count(*) FROM sqlite_master")
        return database
    }

    /// New files are in it.
    private func syncDirectory(_ resources: inout Resources) {
        guard !resources.isDirectorySynced else { return }
        let descriptor = open(files.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        resources.isDirectorySynced = fsync(descriptor) == 0
        Glibc.close(descriptor)
    }

    /// Closes files that are no longer the state, and leaves them as they are.
    func abandon() {
        queue.async { [self] in release(removingLog: false) }
    }

    private func release(removingLog: Bool) {
        resources.withLock { resources in
            if removingLog { try? resources.database?.checkpointsOnClose(true) }
            resources.database?.close()
            resources.database = nil
            if resources.log >= 0 { Glibc.close(resources.log) }
            resources.log = -1
        }
    }

    /// Waits for a checkpoint that goes on.
    func wait() { queue.sync {} }

    // MARK: Commits

    /// Calls back, on any thread, when what was committed before is on the disk, or the disk has refused it.
    func sync(_ completion: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            state.waiting.append(completion)
            return state.waiting.count == 1
        }
        // One sync is enough for all that came meanwhile.
        if isFirst { queue.async { [self] in runSync() } }
    }

    private func runSync() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        let failure = resources.withLock { resources -> String? in
            syncDirectory(&resources)
            if resources.log < 0 { resources.log = open(files.log, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }
            guard resources.log >= 0, fdatasync(resources.log) == 0 else {
                return "the state can't be synced: \(String(cString: strerror(errno)))"
            }
            return nil
        }
        let isNews = state.withLock { state in
            defer { state.failure = failure }
            return state.failure != failure
        }
        if isNews { onFailure(failure) }
        for completion in waiting { completion() }
    }

    // MARK: The end

    /// Moves the rest of the log into the database and closes the files, when the disk is fast enough.
    ///
    /// - Parameter close: closes the other connection, so that this one is the last and there is nothing to write.
    /// - Returns: false when it takes longer; the log has it all, and the next start goes on from there.
    func finish(within milliseconds: Int, close: () -> Void) -> Bool {
        let done = DispatchSemaphore(value: 0)
        queue.async { [self] in
            _ = runCheckpoint()
            done.signal()
        }
        guard done.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return false }
        close()
        queue.async { [self] in
            release(removingLog: true)
            done.signal()
        }
        return done.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
    }
}
