/// Opens whatever is there.
extension Store {
    func open() {
        do throws(StoreError) {
            try files.makeDirectory()
            files.tighten()
            guard try takeLock() else { return }
            try finishReplacing()
            try openFiles()
            failures.writing(nil)
            hasStrangers = false
        } catch {
            failures.writing(loss.map { "\($0); \(error)" } ?? error.description)
        }
    }

    /// - Returns: false when another process has the store: what is in it is that process's.
    func takeLock() throws(StoreError) -> Bool {
        guard lock == nil else { return true }
        switch StoreLock.take(at: files.lock) {
        case .taken(let lock):
            self.lock = lock
            return true
        case .busy(let holder):
            hasStrangers = true
            // Its files are in their place.
            loss = nil
            // No number may be used by both.
            if let database = (try? StoreInspection(files.database))?.database {
                salvaged.nextNumber = max(salvaged.nextNumber, SalvagedRows(database).nextNumber)
            }
            failures.writing("the state in \(files.directory) belongs to \(holder)")
            return false
        case .failed(let reason):
            // Where nothing can be written there may still be something to read.
            if !hasLoaded { adoptFiles() }
            throw StoreError(reason)
        }
    }

    /// The process was killed after the broken file was moved aside and before the new one was in its place.
    private func finishReplacing() throws(StoreError) {
        files.removeDraft()
        guard files.exists(files.replacement) else { return }
        guard loss == nil, !files.exists(files.database) else { return files.removeReplacement() }
        if files.exists(files.log) { _ = try files.setAside() }
        try files.useReplacement()
    }

    private func openFiles() throws(StoreError) {
        if let loss { return try openAnew(after: loss) }
        if let obstacle = files.obstacle { return try beginAnew("was \(obstacle)") }
        let inspection: StoreInspection
        do throws(StoreError) {
            inspection = try StoreInspection(files.database)
        } catch {
            // It may be the only one; so it stays where it is.
            hasStrangers = true
            throw error
        }
        let missing = files.missingFile
        switch inspection.verdict {
        case .sound:
            // A lock of the connection that follows would go with a file that is closed later.
            inspection.database?.close()
            try openSound(isLogSound: inspection.isLogSound, lacksLog: missing == files.log)
        case .missing:
            guard missing == nil, !files.exists(files.log) else {
                return try salvage(
                    inspection, "\(files.database) is missing, and the last process was killed", losesChanges: true)
            }
            let highest = readBackups().highest
            try replace {
                try $0.write(StoreChanges(nextNumber: highest))
            } telling: { _ in
                nil
            }
        case .empty:
            try salvage(inspection, "\(files.database) was empty", isSetAside: true, losesChanges: true)
        case .unreadable(let reason):
            let hasBackup = readBackups().path != nil
            let what = hasBackup ? "was damaged (\(reason))" : "was not the state of this program"
            try salvage(inspection, "\(files.database) \(what)", isSetAside: true, losesChanges: true)
        case .damaged(let reason):
            let log = !inspection.isLogSound ? "has no valid header" : missing == files.log ? "is missing" : nil
            let what = "the state in \(files.database) is damaged: \(reason)"
            try salvage(
                inspection, what + (log.map { ", and its write-ahead log \($0)" } ?? ""), losesChanges: log != nil)
        case .foreign:
            try beginAnew("was not the state of this program")
        case .newer(let versions):
            isNewer = true
            salvaged.nextNumber = SalvagedRows(inspection.database).nextNumber
            throw StoreError(
                "the state in \(files.database) was written by a newer version of this program"
                    + " (\(versions.joined(separator: ", "))); it is not used and not changed")
        }
    }

    private func openSound(isLogSound: Bool, lacksLog: Bool) throws(StoreError) {
        if !isLogSound {
            let name = try files.setLogAside()
            tell(
                "the write-ahead log \(files.log) has no valid header and is now \(name);"
                    + " changes that were only in it are lost")
            hasReportedMissing = true
        } else if lacksLog, !hasReportedMissing {
            // The marker stays until the next number is in the database. Until then each attempt comes here.
            tell(
                "\(files.log) is missing, and the last process was killed;"
                    + " changes that were only in it, if any, are lost")
            hasReportedMissing = true
        }
        do throws(StoreError) {
            try connect(losesChanges: !isLogSound || lacksLog)
        } catch {
            guard error.isDamage else {
                adoptFiles(losesChanges: !isLogSound || lacksLog)
                throw error
            }
            try salvage(try StoreInspection(files.database), error.description, losesChanges: lacksLog)
        }
    }

    /// - Parameter losesChanges: Whether numbers may have been given in changes that are lost. They are left out.
    func connect(losesChanges: Bool = false) throws(StoreError) {
        let connection = try StoreConnection(files.database)
        var next: UInt64 = 1
        do throws(StoreError) {
            try connection.prepare()
            known = try connection.read { try $0.readNumbers() }
            next = try connection.read { try $0.readNextNumber() }
            let marked = files.markedNumber
            if !losesChanges, next < marked {
                tell("the end of \(files.log) can't be read; changes that were only in it are lost")
            }
            next = max(next, marked)
            if losesChanges { next = SalvagedRows.skip(from: next) }
            // Shows that it can be written, and how long the log is.
            try connection.write { try $0.write(StoreChanges(nextNumber: next)) }
        } catch {
            connection.close()
            throw error
        }
        if hasStrangers, hasLoaded, !known.isDisjoint(with: pending.controllers.keys) {
            connection.close()
            throw StoreError(
                "the state in \(files.directory) has other view controllers with the same numbers; restart the daemon")
        }
        if hasStrangers, hasLoaded, !known.isEmpty {
            tell(
                "\(files.directory) has the state of another daemon, which had it at the start; its view controllers come"
                    + " back when this one is restarted")
        }
        self.connection = connection
        mark.close()
        markRestoring()
        files.mark(next)
        files.tighten()
        isCheckpointing = false
        identifyFiles()
        nextCheckpoint = Self.checkpointInterval
        thread = StoreThread(files, identity: databaseIdentity) { [failures] in failures.syncing($0) }
        // A file that is new, or was left by a process that was killed, is not on the disk yet.
        checkpoint()
        lastBackup = files.backupAge.map { .now - $0 }
        noteChange()
    }

    // MARK: Recovery

    /// The rows of the newest backup that is sound, and the highest next number in any.
    private func readBackups() -> (rows: SalvagedRows, path: String?, highest: UInt64) {
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
    private func salvage(
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
    private func beginAnew(_ what: String) throws(StoreError) {
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
    private func adoptFiles(losesChanges: Bool = false) {
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

    func tell(_ notice: String) {
        let removed = files.removeOldBroken().map {
            "there were more than \(StoreFiles.brokenLimit) broken files; \($0) was removed"
        }
        notices += [notice] + removed
        for notice in [notice] + removed { onNotice?(notice) }
    }
}
