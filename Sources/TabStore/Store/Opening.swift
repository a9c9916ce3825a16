/// Opening of a store in any condition.
extension Store {
    func open() {
        do throws(StoreError) {
            try files.makeDirectory()
            files.restrictPermissions()
            guard try acquireLock() else { return }
            try finishReplacement()
            try openFiles()
            failures.setWriteFailure(nil)
            hasForeignControllers = false
        } catch {
            failures.setWriteFailure(loss.map { "\($0); \(error)" } ?? error.description)
        }
    }

    /// Acquires the lock. Returns false if another process uses the store.
    func acquireLock() throws(StoreError) -> Bool {
        guard lock == nil else { return true }
        switch StoreLock.acquire(at: files.lock) {
        case .acquired(let lock):
            self.lock = lock
            return true
        case .busy(let holder):
            hasForeignControllers = true
            // The lost files are no longer relevant: that process has its own in their place.
            loss = nil
            // The two processes must not use the same numbers.
            if let database = (try? StoreInspection(files.database))?.database {
                salvaged.nextNumber = max(salvaged.nextNumber, SalvagedRows(database).nextNumber)
            }
            failures.setWriteFailure("the state in \(files.directory) is in use by \(holder)")
            return false
        case .failed(let reason):
            // If the directory is read-only, its contents may still be readable.
            if !hasLoaded { loadReadOnlyFiles() }
            throw StoreError(reason)
        }
    }

    /// Completes a replacement that was interrupted after the broken file was moved aside.
    private func finishReplacement() throws(StoreError) {
        files.removeDraft()
        guard files.exists(files.replacement) else { return }
        guard loss == nil, !files.exists(files.database) else { return files.removeReplacement() }
        if files.exists(files.log) { _ = try files.moveAside() }
        try files.useReplacement()
    }

    private func openFiles() throws(StoreError) {
        if let loss { return try recreate(after: loss) }
        if let obstacle = files.obstacle { return try startEmpty("was \(obstacle)") }
        let inspection: StoreInspection
        do throws(StoreError) {
            inspection = try StoreInspection(files.database)
        } catch {
            // This may be the only copy of the state, so it stays in place.
            hasForeignControllers = true
            throw error
        }
        let missing = files.missingFile
        switch inspection.condition {
        case .sound:
            // Closed before connecting: closing a file releases the process's POSIX locks on it.
            inspection.database?.close()
            try openSound(isLogSound: inspection.isLogSound, lacksLog: missing == files.log)
        case .missing:
            guard missing == nil, !files.exists(files.log) else {
                return try salvage(
                    inspection, "\(files.database) is missing, and the last process was killed", losesChanges: true)
            }
            try startEmpty("was missing")
        case .empty:
            try salvage(inspection, "\(files.database) was empty", isSetAside: true, losesChanges: true)
        case .unreadable(let reason):
            let hasBackup = readBackups().path != nil
            let what = hasBackup ? "was damaged (\(reason))" : "was not a state of tabd"
            try salvage(inspection, "\(files.database) \(what)", isSetAside: true, losesChanges: true)
        case .damaged(let reason):
            let log = !inspection.isLogSound ? "has no valid header" : missing == files.log ? "is missing" : nil
            let what = "the state in \(files.database) is damaged: \(reason)"
            try salvage(
                inspection, what + (log.map { ", and its write-ahead log \($0)" } ?? ""), losesChanges: log != nil)
        case .foreign:
            try startEmpty("was not a state of tabd")
        case .newer(let versions):
            isFromNewerVersion = true
            salvaged.nextNumber = SalvagedRows(inspection.database).nextNumber
            throw StoreError(
                "the state in \(files.database) was written by a newer version of this program"
                    + " (\(versions.joined(separator: ", "))); it is neither used nor changed")
        }
    }

    private func openSound(isLogSound: Bool, lacksLog: Bool) throws(StoreError) {
        if !isLogSound {
            let name = try files.moveLogAside()
            log(
                "the write-ahead log \(files.log) has no valid header and is now \(name);"
                    + " changes that were only in it are lost")
            hasReportedMissing = true
        } else if lacksLog, !hasReportedMissing {
            // The marker stays until the next number is in the database, so every attempt until then gets here.
            log(
                "\(files.log) is missing, and the last process was killed;"
                    + " changes that were only in it, if any, are lost")
            hasReportedMissing = true
        }
        do throws(StoreError) {
            try connect(losesChanges: !isLogSound || lacksLog)
        } catch {
            guard error.isDamage else {
                loadReadOnlyFiles(losesChanges: !isLogSound || lacksLog)
                throw error
            }
            try salvage(try StoreInspection(files.database), error.description, losesChanges: lacksLog)
        }
    }

    /// Connects to a sound database.
    ///
    /// - Parameter losesChanges: Whether lost changes may have used numbers, which are then skipped.
    func connect(losesChanges: Bool = false) throws(StoreError) {
        let connection = try StoreConnection(files.database)
        var next: UInt64 = 1
        do throws(StoreError) {
            try connection.prepare()
            storedNumbers = try connection.read { try $0.readNumbers() }
            next = try connection.read { try $0.readNextNumber() }
            let marked = files.markedNumber
            if !losesChanges, next < marked {
                log("the end of \(files.log) can't be read; changes that were only in it are lost")
            }
            next = max(next, marked)
            if losesChanges { next = SalvagedRows.skip(from: next) }
            // Tests that writing works, and finds the length of the log.
            try connection.write { try $0.write(StoreChanges(nextNumber: next)) }
        } catch {
            connection.close()
            throw error
        }
        if hasForeignControllers, hasLoaded, !storedNumbers.isDisjoint(with: pending.controllers.keys) {
            connection.close()
            throw StoreError(
                "the state in \(files.directory) has other view controllers with the same numbers; restart the daemon")
        }
        if hasForeignControllers, hasLoaded, !storedNumbers.isEmpty {
            log(
                "\(files.directory) contains the state of another daemon; its view controllers are restored when this"
                    + " daemon restarts")
        }
        self.connection = connection
        crashMarker.close()
        writeCrashMarker()
        files.writeMarker(next)
        files.restrictPermissions()
        isCheckpointing = false
        databaseIdentity = FileIdentity(files.database)
        logIdentity = FileIdentity(files.log)
        nextCheckpoint = Self.checkpointInterval
        thread = StoreThread(files, identity: databaseIdentity) { [failures] in failures.setSyncFailure($0) }
        // A new file, or one of a killed process, is not synced to the disk yet.
        checkpoint()
        lastBackup = files.backupAge.map { .now - $0 }
        noteChange()
    }

    /// Adds a message for the user, and removes the oldest broken files.
    func log(_ notice: String) {
        let removed = files.removeOldBroken().map {
            "removed \($0); at most \(StoreFiles.brokenLimit) broken files are kept"
        }
        notices += [notice] + removed
        for notice in [notice] + removed { onNotice?(notice) }
    }
}
