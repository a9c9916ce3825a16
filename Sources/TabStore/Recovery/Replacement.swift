/// Recovery.
extension Store {
    /// The rows of the newest backup that is sound, and the highest next number in any.
    func readBackups() -> (rows: SalvagedRows, path: String?, highest: UInt64) {
        var backups = (rows: SalvagedRows(), path: String?.none, highest: files.markedNumber)
        for path in files.backups {
            guard let inspection = try? StoreInspection(path), let database = inspection.database else { continue }
            let rows = SalvagedRows(database)
            backups.highest = max(backups.highest, rows.nextNumber)
            if backups.path == nil, inspection.verdict == .sound { (backups.rows, backups.path) = (rows, path) }
        }
        return backups
    }

    /// Makes a new store of the rows that can be read and those of the newest backup, and sets the broken one aside.
    ///
    /// - Parameters:
    ///   - isSetAside: Whether what happened goes on with the new name of the file.
    ///   - losesChanges: Whether numbers may have been given in changes that are lost. They are left out.
    func salvage(
        _ inspection: StoreInspection, _ what: String, isSetAside: Bool = false, losesChanges: Bool
    ) throws(StoreError) {
        let backups = readBackups()
        let rows = SalvagedRows(
            inspection.database, backup: backups.rows, highest: backups.highest, losesChanges: losesChanges)
        inspection.database?.close()
        do throws(StoreError) {
            let origin = rows.origin(backups.path)
            try replace {
                try $0.write(rows)
            } telling: { name in
                if isSetAside, let name { return "\(what) and is now \(name); \(origin)" }
                return "\(what); \(origin)\(name.map { ", the broken file is now \($0)" } ?? "")\(rows.damage)"
            }
        } catch {
            adopt(rows)
            throw StoreError("\(what); \(error)")
        }
    }

    /// Sets aside what is not a store of this program.
    func beginAnew(_ what: String) throws(StoreError) {
        let highest = readBackups().highest
        try replace {
            try $0.write(StoreChanges(nextNumber: highest))
        } telling: { name in
            name.map { "\(files.database) \(what) and is now \($0); the state begins anew" }
        }
    }

    /// Makes a new store and moves what is in its place aside, in steps that may end anywhere.
    ///
    /// - Parameter telling: Returns what to tell of it. Its parameter is the new name of what was moved.
    func replace(
        _ fill: (Database) throws -> Void, telling: (String?) -> String?
    ) throws(StoreError) {
        try makeReplacement(fill)
        let name = files.exists(files.database) || files.exists(files.log) ? try files.setAside() : nil
        try files.useReplacement()
        if let notice = telling(name) { tell(notice) }
        try connect()
    }

    /// Makes a new database beside the old one, complete or not at all.
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

    /// Goes on with what can be read of files that can't be written.
    func adoptFiles(losesChanges: Bool = false) {
        guard let inspection = try? StoreInspection(files.database), inspection.isOurs else { return }
        adopt(SalvagedRows(inspection.database, highest: files.markedNumber, losesChanges: losesChanges))
    }

    /// Goes on with what was read from a file that can't be written.
    private func adopt(_ rows: SalvagedRows) {
        // Too late for those of whom nobody was told; they stay in the file.
        guard !(hasLoaded && hasStrangers) else { return }
        salvaged.loading = rows.loading
        salvaged.restoring = rows.restoring
        salvaged.nextNumber = max(salvaged.nextNumber, rows.nextNumber)
        known = Set(rows.controllers.keys).union(rows.states.keys)
        var changes = rows.changes
        changes.merge(pending, known: known)
        pending = changes
    }
}
