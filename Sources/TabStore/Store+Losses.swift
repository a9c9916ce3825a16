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
        var salvaged = Remains()
        try? connection?.read { salvaged = try $0.readRemains() }
        disconnect()
        if lock?.isInPlace(at: files.lock) == false { lock = nil }
        remains.loading = salvaged.loading
        remains.restoring = salvaged.restoring
        var old = PendingChanges()
        var rows = salvaged.changes
        rows.nextNumber = max(rows.nextNumber ?? 1, nextNumber)
        old.merge(rows, known: [])
        old.merge(pending.changes, known: [])
        pending = old
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
        let (marks, changes) = (remains, pending.changes)
        try makeReplacement { database in
            try database.write(changes)
            for number in marks.restoring { try database.mark(number) }
            for (plugin, attempts) in marks.loading { try database.begin(loading: plugin, attempts: attempts) }
        }
        let isEmpty = !files.exists(files.database) && !files.exists(files.log)
        let name = isEmpty ? nil : try files.setAside()
        try files.useReplacement()
        loss = nil
        tell("\(what); the state was written anew\(name.map { ", and what was there is now \($0)" } ?? "")")
        try connect(isSound: false)
    }
}

extension Database {
    fileprivate func readRemains() throws -> Remains {
        var remains = Remains()
        for controller in try readControllers() { remains.controllers[controller.number] = controller }
        for number in try readNumbers() { remains.states[number] = try readState(of: number) }
        remains.nextNumber = try readNextNumber()
        remains.loading = try readLoading()
        remains.restoring = Set(try readInterrupted())
        return remains
    }
}
