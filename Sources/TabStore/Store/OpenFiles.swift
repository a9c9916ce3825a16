/// The files of a store while they are open: the connection, the thread that waits for the disk, and the checkpoints.
final class OpenFiles {
    let connection: StoreConnection
    let thread: StoreThread
    let checkpoints: LogCheckpoints
    /// The paths of the database and the log, with the identities of the open files.
    private let identities: [(path: String, identity: FileIdentity)]

    /// - Parameter onSyncFailure: Called when syncing starts to fail (with the reason) and when it works again (with nil).
    init(
        _ files: StoreFiles, _ connection: StoreConnection, onSyncFailure: @escaping @Sendable (String?) -> Void
    ) {
        self.connection = connection
        identities = [files.database, files.log].compactMap { path in FileIdentity(path).map { (path, $0) } }
        thread = StoreThread(
            files, identity: FileIdentity(files.database), log: connection.log, onFailure: onSyncFailure)
        checkpoints = LogCheckpoints(connection, thread)
    }

    /// Returns which file was removed or replaced, as the start of a message; nil for none.
    func findLoss() -> String? {
        for (path, expected) in identities {
            guard let found = FileIdentity(path) else { return "\(path) was removed" }
            guard found == expected else { return "\(path) was replaced by another file" }
        }
        return nil
    }

    /// Runs `body` in a transaction.
    func write(_ body: (Database) throws -> Void) throws(StoreError) {
        try checkpoints.prepareWrite()
        try connection.write(body)
    }
}
