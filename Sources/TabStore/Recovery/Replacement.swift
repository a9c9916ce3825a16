/// Recovery: a new store that replaces a missing or damaged one.
extension StoreAccess {
    /// Creates a new store from the readable rows and those of the newest backup, and moves the broken store aside.
    ///
    /// - Parameters:
    ///   - inspection: nil without a database.
    ///   - isSetAside: Whether the message states the new name of the file first.
    ///   - losesChanges: Whether lost changes may have used numbers, which are then skipped.
    func salvage(
        _ inspection: StoreInspection?, _ what: String, isSetAside: Bool = false, losesChanges: Bool
    ) throws(StoreError) -> OpenFiles {
        let saved = backups.read()
        let losesChanges = losesChanges || hasLostChanges
        // If the log is lost, the backup may be the newer state as a whole.
        let isBackupNewer = inspection.map { $0.log.isIncomplete && backups.isNewer(than: $0) } ?? false
        let rows = SalvagedRows(
            inspection?.database, backup: saved.rows, isBackupNewer: isBackupNewer, highest: saved.highest,
            losesChanges: losesChanges)
        inspection?.database?.close()
        do throws(StoreError) {
            let origin = rows.origin(saved.path)
            return try replace {
                try rows.write(to: $0)
            } notice: { name in
                if isSetAside, let name { return "\(what) and is now \(name); \(origin)" }
                return "\(what); \(origin)\(name.map { ", the broken file is now \($0)" } ?? "")\(rows.damage)"
            }
        } catch {
            loadReadOnly(rows)
            throw StoreError("\(what); \(error)")
        }
    }

    /// Starts with an empty store.
    func startEmpty() throws(StoreError) -> OpenFiles {
        let highest = backups.read().highest
        return try replace {
            try $0.write(StoreChanges(nextNumber: highest))
        } notice: { _ in
            nil
        }
    }

    /// Creates a new store from the state in memory. Once it is complete, files in its place are moved aside.
    func recreate(after what: String) throws(StoreError) -> OpenFiles {
        try replace { database in
            try unsaved.salvaged.write(to: database)
            try database.write(unsaved.changes)
        } notice: { name in
            "\(what); the state was written to a new file\(name.map { ", and the old one is now \($0)" } ?? "")"
        }
    }

    /// Creates a new store and moves the old one aside. The process may be killed between any two steps.
    ///
    /// - Parameter notice: Returns the message to log; nil for none. Its parameter is the new name of the old store.
    private func replace(
        _ fill: (Database) throws -> Void, notice: (String?) -> String?
    ) throws(StoreError) -> OpenFiles {
        // The backups are older than the new state.
        let generation = max(generation, backups.highestGeneration, Backups.generation(of: files.database)) + 1
        try makeReplacement {
            try fill($0)
            try $0.write(generation: generation)
        }
        let name = files.exists(files.database) || files.exists(files.log) ? try files.moveAside() : nil
        try files.useReplacement()
        if let message = notice(name) { notices.log(message) }
        noteReplacement()
        return try connect()
    }

    /// Creates a complete new database beside the old one; on failure it leaves no file.
    private func makeReplacement(_ fill: (Database) throws -> Void) throws(StoreError) {
        files.removeDraft()
        do throws(StoreError) {
            let draft = try StoreConnection(files.draft)
            defer { draft.close() }
            try draft.prepare()
            try draft.write(fill)
            try draft.flush(waitsForDisk: durability == .power)
        } catch {
            files.removeDraft()
            throw error
        }
        try files.completeDraft()
    }

    /// Loads the readable rows of files that can't be written.
    func loadReadOnlyFiles() {
        let inspection = try? StoreInspection(files.database, wasKilled: files.wasKilled)
        guard let inspection, let database = inspection.database else { return }
        let losesChanges = hasLostChanges || inspection.log.isIncomplete
        loadReadOnly(SalvagedRows(database, highest: files.markedNumber, losesChanges: losesChanges))
    }
}
