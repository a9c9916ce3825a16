/// Detection of removed and replaced files.
///
/// An unlinked file disappears when the process ends, so the state is written to new files. The store compares the
/// identity of the files at its paths, not their contents.
extension Store {
    /// Checks whether the database, its log and the lock are still in place, with three system calls.
    package func checkFiles() {
        guard connection != nil else { return }
        if let what = findLoss() { return recover(from: what) }
        guard let lock, !lock.isInPlace(at: files.lock) else { return }
        self.lock = nil
        do throws(StoreError) {
            if try acquireLock() { return }
            // Another process holds the lock now, so the store must not write.
            disconnect()
        } catch {
            // Another process could get the lock. Until this one does, the state is only in memory.
            keepEverything()
            disconnect()
            failures.setWriteFailure(error.description)
        }
    }

    /// Returns which file was removed or replaced, as the start of a message; nil for none.
    private func findLoss() -> String? {
        for (path, expected) in [(files.database, databaseIdentity), (files.log, logIdentity)] {
            guard let expected else { continue }
            guard let found = FileIdentity(path) else { return "\(path) was removed" }
            guard found == expected else { return "\(path) was replaced by another file" }
        }
        return nil
    }

    private func recover(from what: String) {
        keepEverything()
        disconnect()
        if lock?.isInPlace(at: files.lock) == false { lock = nil }
        hasForeignControllers = false
        loss = what
        open()
        if connection != nil { retry() }
        onLoss?()
    }

    /// Reads the complete state into memory. The open files contain all rows, even if they are unlinked.
    private func keepEverything() {
        var found = SalvagedRows()
        try? connection?.read { found = try SalvagedRows(reading: $0) }
        found.nextNumber = max(found.nextNumber, unsaved.numbers.next)
        unsaved.keep(found)
    }

    private func disconnect() {
        connection?.close()
        connection = nil
        thread = nil
        databaseIdentity = nil
        logIdentity = nil
        unsaved.numbers.setStored([])
    }

    /// Creates a new store from the state in memory. Once it is complete, files in its place are moved aside.
    func recreate(after what: String) throws(StoreError) {
        try replace { database in
            try unsaved.salvaged.write(to: database)
            try database.write(unsaved.changes)
        } notice: { name in
            loss = nil
            return "\(what); the state was written to a new file\(name.map { ", and the old one is now \($0)" } ?? "")"
        }
    }
}
