internal import CSQLite
internal import Synchronization

/// Whether what was committed will be there after the daemon's end.
package enum StoreCondition: Hashable, Sendable {
    case saved
    /// Why it will not be, as a sentence. It is kept in memory and tried again.
    case unsaved(String)
}

/// Why what was committed is not safe, told by the store's user's thread and by the thread that waits for the disk.
final class StoreFailures: Sendable {
    private struct State {
        /// Why something is not in the file.
        var writing: String?
        /// Why the file is not on the disk.
        var syncing: String?
        var onCondition: (@Sendable (StoreCondition) -> Void)?

        var condition: StoreCondition { (writing ?? syncing).map(StoreCondition.unsaved) ?? .saved }
    }

    private let state = Mutex(State())

    var condition: StoreCondition { state.withLock(\.condition) }

    var onCondition: (@Sendable (StoreCondition) -> Void)? {
        get { state.withLock(\.onCondition) }
        set { state.withLock { $0.onCondition = newValue } }
    }

    /// - Parameter reason: nil: it is.
    func writing(_ reason: String?) { change { $0.writing = reason } }

    /// - Parameter reason: nil: it is.
    func syncing(_ reason: String?) { change { $0.syncing = reason } }

    private func change(_ body: (inout State) -> Void) {
        let (before, after, onCondition) = state.withLock { state in
            let before = state.condition
            body(&state)
            return (before, state.condition, state.onCondition)
        }
        if before != after { onCondition?(after) }
    }
}

/// Why state could not be read or written, as a sentence for people.
package struct StoreError: Error, CustomStringConvertible, Sendable {
    package let description: String
    /// It is the content that is wrong, not the place.
    let isDamage: Bool

    init(_ description: String, isDamage: Bool = false) {
        self.description = description
        self.isDamage = isDamage
    }

    /// - Parameters:
    ///   - what: what could not be done, such as "the state can't be written".
    ///   - path: the database's.
    init(_ what: String, _ error: any Error, at path: String) {
        guard let error = error as? SQLiteError else {
            self = error as? StoreError ?? StoreError("\(what): \(error)")
            return
        }
        let isFull = StoreFiles.isDiskFull(at: path)
        let reason =
            switch error.primaryCode {
            case SQLITE_FULL: "the disk is full"
            // Without room for the index of the log SQLite has an I/O error, or can't open a file.
            case SQLITE_IOERR where isFull, SQLITE_CANTOPEN where isFull: "the disk is full"
            case SQLITE_READONLY, SQLITE_PERM: "it may not be written"
            default: error.message
            }
        // What is wrong with the place may be different the next time; everything else lies in the file.
        let ofThePlace = [
            SQLITE_BUSY, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_INTERRUPT, SQLITE_IOERR, SQLITE_LOCKED, SQLITE_NOLFS,
            SQLITE_NOMEM, SQLITE_PERM, SQLITE_PROTOCOL, SQLITE_READONLY,
        ]
        self.init("\(what): \(reason)", isDamage: !ofThePlace.contains(error.primaryCode))
    }
}
