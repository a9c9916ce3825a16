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

    func tell(_ notice: String) {
        let removed = files.removeOldBroken().map {
            "there were more than \(StoreFiles.brokenLimit) broken files; \($0) was removed"
        }
        notices += [notice] + removed
        for notice in [notice] + removed { onNotice?(notice) }
    }
}
