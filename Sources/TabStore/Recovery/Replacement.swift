/// Recovery: a new store that replaces a missing or damaged one.
extension Store {
    /// Returns the rows of the newest sound backup, and the highest next number of all backups.
    func readBackups() -> (rows: SalvagedRows, path: String?, highest: UInt64) {
        var backups = (rows: SalvagedRows(), path: String?.none, highest: files.markedNumber)
        for path in files.backups {
            guard let inspection = try? StoreInspection(path), let database = inspection.database else { continue }
            let rows = SalvagedRows(database)
            backups.highest = max(backups.highest, rows.nextNumber)
            if backups.path == nil, inspection.condition == .sound { (backups.rows, backups.path) = (rows, path) }
        }
        return backups
    }

    /// Creates a new store from the readable rows and those of the newest backup, and moves the broken store aside.
    ///
    /// - Parameters:
    ///   - isSetAside: Whether the message states the new name of the file first.
    ///   - losesChanges: Whether lost changes may have used numbers, which are then skipped.
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
            } notice: { name in
                if isSetAside, let name { return "\(what) and is now \(name); \(origin)" }
                return "\(what); \(origin)\(name.map { ", the broken file is now \($0)" } ?? "")\(rows.damage)"
            }
        } catch {
            loadReadOnly(rows)
            throw StoreError("\(what); \(error)")
        }
    }

    /// Starts with an empty store, and moves a file aside that is not a store of this program.
    ///
    /// - Parameter what: What is wrong with the file, for the message; unused without a file.
    func startEmpty(_ what: String) throws(StoreError) {
        let highest = readBackups().highest
        try replace {
            try $0.write(StoreChanges(nextNumber: highest))
        } notice: { name in
            name.map { "\(files.database) \(what) and is now \($0); starting with an empty state" }
        }
    }

    /// Creates a new store and moves the old one aside. The process may be killed between any two steps.
    ///
    /// - Parameter notice: Returns the message to log; nil for none. Its parameter is the new name of the old store.
    func replace(
        _ fill: (Database) throws -> Void, notice: (String?) -> String?
    ) throws(StoreError) {
        try makeReplacement(fill)
        let name = files.exists(files.database) || files.exists(files.log) ? try files.moveAside() : nil
        try files.useReplacement()
        if let message = notice(name) { log(message) }
        try connect()
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
    func loadReadOnlyFiles(losesChanges: Bool = false) {
        guard let database = (try? StoreInspection(files.database))?.database else { return }
        loadReadOnly(SalvagedRows(database, highest: files.markedNumber, losesChanges: losesChanges))
    }

    /// Keeps the rows of a file that can't be written in memory, as unsaved changes.
    private func loadReadOnly(_ rows: SalvagedRows) {
        // It is too late to restore more view controllers. They stay in the file.
        guard !(hasLoaded && hasForeignControllers) else { return }
        salvaged.nextNumber = max(salvaged.nextNumber, rows.nextNumber)
        storedNumbers = Set(rows.controllers.keys).union(rows.states.keys)
        keepUnsaved(rows)
    }

    /// Keeps rows in memory, as changes that are older than the unsaved ones.
    func keepUnsaved(_ rows: SalvagedRows) {
        salvaged.loading = rows.loading
        salvaged.restoring = rows.restoring
        var changes = rows.changes
        changes.merge(pending, known: storedNumbers)
        pending = changes
    }
}
