/// Keeps the log small without waiting for the disk.
extension Store {
    /// Called before anything is written, so that SQLite doesn't begin the log anew by itself and wait for the disk.
    func prepareLog(_ connection: StoreConnection) throws(StoreError) {
        guard isCheckpointing, let thread else { return }
        if connection.logSize >= Self.logLimit { thread.wait() }
        guard let checkpointed = thread.checkpointed else { return }
        // More has come meanwhile: then the log goes on, and the next checkpoint is the next chance.
        if checkpointed == connection.logSize {
            guard connection.emptyLog() else { return }
            markFiles()
        } else if let mark = thread.mark {
            databaseMark = mark
        }
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
        thread.checkpoint(connection.logSize, of: databaseMark)
    }
}
