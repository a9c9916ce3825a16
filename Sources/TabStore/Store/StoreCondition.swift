internal import CSQLite
internal import Glibc
internal import Synchronization

/// Whether all commits survive the end of the daemon.
package enum StoreCondition: Hashable, Sendable {
    case saved
    /// Some commits are only in memory and are retried, for this reason.
    case unsaved(String)
}

/// The current failures to write and to sync. The two can come from different threads.
final class StoreFailures: Sendable {
    private struct State {
        /// The reason why changes are not in the file; nil if all are.
        var writing: String?
        /// The reason why the file is not on the disk; nil if it is.
        var syncing: String?
        var onConditionChange: (@Sendable (StoreCondition) -> Void)?

        var condition: StoreCondition { (writing ?? syncing).map(StoreCondition.unsaved) ?? .saved }
    }

    private let state = Mutex(State())

    var condition: StoreCondition { state.withLock(\.condition) }

    var isSaved: Bool { state.withLock { $0.writing == nil && $0.syncing == nil } }

    var onConditionChange: (@Sendable (StoreCondition) -> Void)? {
        get { state.withLock(\.onConditionChange) }
        set { state.withLock { $0.onConditionChange = newValue } }
    }

    /// Sets the reason why changes can't be written; nil for none.
    func setWriteFailure(_ reason: String?) { change { $0.writing = reason } }

    /// Sets a reason why changes can't be written, unless there is one.
    func requireWriteFailure(_ reason: @autoclosure () -> String) {
        if state.withLock({ $0.writing == nil }) { setWriteFailure(reason()) }
    }

    /// Sets the reason why the file can't be synced; nil for none.
    func setSyncFailure(_ reason: String?) { change { $0.syncing = reason } }

    private func change(_ body: (inout State) -> Void) {
        let (before, after, onConditionChange) = state.withLock { state in
            let before = state.condition
            body(&state)
            return (before, state.condition, state.onConditionChange)
        }
        if before != after { onConditionChange?(after) }
    }
}

/// An error in reading or writing the state.
package struct StoreError: Error, CustomStringConvertible, Sendable {
    package let description: String
    /// Whether the file's content is damaged, as opposed to a problem with the disk or the directory.
    let isDamage: Bool

    init(_ description: String, isDamage: Bool = false) {
        self.description = description
        self.isDamage = isDamage
    }

    /// Wraps an error of SQLite.
    ///
    /// - Parameters:
    ///   - what: The failed operation, for example "the state can't be written".
    ///   - path: The path of the database.
    init(_ what: String, _ error: any Error, at path: String) {
        guard let error = error as? SQLiteError else {
            self = error as? StoreError ?? StoreError("\(what): \(error)")
            return
        }
        let isFull = Self.isDiskFull(at: path)
        let reason =
            switch error.primaryCode {
            case SQLITE_FULL: "the disk is full"
            // Without space for the log's index, SQLite reports an I/O error or that it can't open a file.
            case SQLITE_IOERR where isFull, SQLITE_CANTOPEN where isFull: "the disk is full"
            case SQLITE_READONLY, SQLITE_PERM: "it is read-only"
            default: error.message
            }
        // These errors of the disk or the directory can go away. All others mean a damaged file.
        let temporary = [
            SQLITE_BUSY, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_INTERRUPT, SQLITE_IOERR, SQLITE_LOCKED, SQLITE_NOLFS,
            SQLITE_NOMEM, SQLITE_PERM, SQLITE_PROTOCOL, SQLITE_READONLY,
        ]
        self.init("\(what): \(reason)", isDamage: !temporary.contains(error.primaryCode))
    }

    /// Returns whether a file system has too little space to open a database.
    private static func isDiskFull(at path: String) -> Bool {
        var status = statvfs()
        let directory = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
        guard statvfs(String(directory), &status) == 0 else { return false }
        let hasNoFiles = status.f_files > 0 && status.f_favail == 0
        return hasNoFiles || status.f_bavail * status.f_frsize < 64 << 10
    }
}
