/// Removed and replaced files.
///
/// A file without a name is lost at the end of the process, so the state goes into new files. The store compares which
/// files are at its paths, not what is in them.
extension Store {
    /// Checks whether the database, its log and the lock are still in place. Costs three system calls.
    package func checkFiles() {
        guard connection != nil else { return }
        if let what = findLoss() { return recover(from: what) }
        guard let lock, !lock.isInPlace(at: files.lock) else { return }
        self.lock = nil
        guard (try? takeLock()) != true else { return }
        // Another process has a lock there now, or none can be taken: nothing may be written.
        disconnect()
    }

    /// Notes which files are open.
    func identifyFiles() {
        databaseIdentity = FileIdentity(files.database)
        logIdentity = FileIdentity(files.log)
    }

    /// Describes which file was removed or replaced, as the beginning of a sentence; nil for none.
    private func findLoss() -> String? {
        for (path, expected) in [(files.database, databaseIdentity), (files.log, logIdentity)] {
            guard let expected else { continue }
            guard let found = FileIdentity(path) else { return "\(path) was removed" }
            guard found == expected else { return "\(path) was replaced by another file" }
        }
        return nil
    }

    private func recover(from what: String) {
        // The open files still have all rows, also without names.
        var found = SalvagedRows()
        try? connection?.read { found = try $0.readEverything() }
        disconnect()
        if lock?.isInPlace(at: files.lock) == false { lock = nil }
        salvaged.loading = found.loading
        salvaged.restoring = found.restoring
        var rows = found.changes
        rows.nextNumber = max(rows.nextNumber ?? 1, nextNumber)
        rows.merge(pending, known: [])
        pending = rows
        hasStrangers = false
        loss = what
        open()
        if connection != nil { retry() }
        onLoss?()
    }

    private func disconnect() {
        connection?.close()
        connection = nil
        thread = nil
        databaseIdentity = nil
        logIdentity = nil
        known = []
    }

    /// Makes a new store from the state in memory. Files in its place are set aside once the new store is complete.
    func openAnew(after what: String) throws(StoreError) {
        let (marks, changes) = (salvaged, pending)
        try replace { database in
            try database.write(marks)
            try database.write(changes)
        } telling: { name in
            loss = nil
            return "\(what); the state was written anew\(name.map { ", and what was there is now \($0)" } ?? "")"
        }
    }
}

extension Database {
    fileprivate func readEverything() throws -> SalvagedRows {
        var rows = SalvagedRows()
        for controller in try readControllers() { rows.controllers[controller.number] = controller }
        for number in try readNumbers() { rows.states[number] = try readState(of: number) }
        rows.nextNumber = try readNextNumber()
        rows.loading = try readLoading()
        rows.restoring = Set(try readInterrupted())
        return rows
    }
}
