/// Keeps the log small without waiting for the disk.
extension Store {
    /// Called before anything is written, so that SQLite doesn't begin the log anew by itself and wait for the disk.
    func prepareLog(_ connection: StoreConnection) throws(StoreError) {
        guard isCheckpointing, let thread else { return }
        if connection.logSize >= Self.logLimit { thread.wait() }
        guard let outcome = thread.outcome else { return }
        // A log that grew meanwhile, or could not be moved, stays in use until the next checkpoint.
        if outcome == .complete(connection.logSize), !connection.emptyLog() { return }
        try connection.mayWait(false)
        isCheckpointing = false
        nextCheckpoint = connection.logSize + Self.checkpointInterval
    }

    func checkpointWhenDue() {
        guard let connection, connection.logSize >= nextCheckpoint else { return }
        checkpoint()
    }

    func checkpoint() {
        guard !isCheckpointing, let connection, let thread else { return }
        guard (try? connection.mayWait(true)) != nil else { return }
        isCheckpointing = true
        thread.checkpoint()
    }
}
