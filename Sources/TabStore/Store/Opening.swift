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
        switch StoreLock.acquire(at: files) {
        case .acquired(let lock):
            use(lock)
            return true
        case .busy(let holder):
            hasForeignControllers = true
            // The lost files are no longer relevant: that process has its own in their place.
            loss = nil
            unsaved.raiseNextNumber(to: foreignNextNumber)
            failures.setWriteFailure("the state in \(files.directory) is in use by \(holder)")
            return false
        case .failed(let reason):
            // If the directory is read-only, its contents may still be readable.
            if !unsaved.isLoaded { loadReadOnlyFiles() }
            throw StoreError(reason)
        }
    }

    /// The next number of the process that uses the store: the two processes must not use the same numbers.
    private var foreignNextNumber: UInt64 {
        // The database is only read if the process has no marker: it may be changing, and can't be read reliably then.
        guard !files.exists(files.marker) else { return files.markedNumber }
        return (try? StoreInspection(files.database))?.database.map { SalvagedRows($0).nextNumber } ?? 1
    }

    /// Uses a lock, and reports what was in its place.
    func use(_ lock: StoreLock) {
        self.lock = lock
        if let obstacle = lock.obstacle { noticeLog.log(obstacle) }
    }

    /// Completes a replacement that was interrupted after the broken file was moved aside.
    private func finishReplacement() throws(StoreError) {
        files.removeDraft()
        guard files.exists(files.replacement) else { return }
        guard loss == nil, !files.exists(files.database) else { return files.removeReplacement() }
        if files.exists(files.log) || files.exists(files.index) { _ = try files.moveAside() }
        try files.useReplacement()
    }

    private func openFiles() throws(StoreError) {
        if let loss { return try recreate(after: loss) }
        for message in try files.moveObstaclesAside() { noticeLog.log(message) }
        if let message = LogHeader.repair(files.log) { noticeLog.log(message) }
        if let obstacle = StoreFiles.obstacle(at: files.database) {
            return try salvage(nil, "\(files.database) was \(obstacle)", isSetAside: true, losesChanges: true)
        }
        let inspection: StoreInspection
        do throws(StoreError) {
            inspection = try StoreInspection(files.database, wasKilled: files.wasKilled)
        } catch {
            // This may be the only copy of the state, so it stays in place.
            hasForeignControllers = true
            throw error
        }
        switch inspection.condition {
        case .sound: try openSound(inspection)
        case .missing: try openMissing(inspection)
        case .empty: try salvage(inspection, "\(files.database) was empty", isSetAside: true, losesChanges: true)
        case .unreadable(let reason):
            let hasBackup = backups.read().path != nil
            let what = hasBackup ? "was damaged (\(reason))" : "was not a state of tabd"
            try salvage(inspection, "\(files.database) \(what)", isSetAside: true, losesChanges: true)
        case .damaged(let reason):
            let what = "the state in \(files.database) is damaged: \(reason)"
            guard case .incomplete(let log, _) = inspection.log else {
                return try salvage(inspection, what, losesChanges: false)
            }
            try salvage(inspection, "\(what), and its write-ahead log \(log)", losesChanges: true)
        case .foreign:
            try salvage(inspection, "\(files.database) was not a state of tabd", isSetAside: true, losesChanges: true)
        case .newer(let versions):
            isFromNewerVersion = true
            unsaved.raiseNextNumber(to: SalvagedRows(inspection.database).nextNumber)
            throw StoreError(
                "the state in \(files.database) was written by a newer version of this program"
                    + " (\(versions.joined(separator: ", "))); it is neither used nor changed")
        }
    }

    /// Opens a store without a database. It is new if nothing else is there, either.
    private func openMissing(_ inspection: StoreInspection) throws(StoreError) {
        let wasKilled = files.wasKilled || files.exists(files.log) || files.exists(files.index)
        guard wasKilled || files.backups.contains(where: files.exists) else { return try startEmpty() }
        let what = "\(files.database) is missing"
        try salvage(
            inspection, wasKilled ? "\(what), and the last process was killed" : what, losesChanges: true)
    }

    private func openSound(_ inspection: StoreInspection) throws(StoreError) {
        switch inspection.log {
        case .complete: break
        case .unneeded(let what):
            if files.exists(files.log) {
                let name = try files.moveLogAside()
                noticeLog.log(
                    "the write-ahead log \(files.log) \(what) and is now \(name); the database has all of its changes")
            }
        case .incomplete(let what, let isUsable):
            hasLostChanges = true
            guard !backups.isNewer(than: inspection) else {
                return try salvage(inspection, "the write-ahead log \(files.log) \(what)", losesChanges: true)
            }
            let name = !isUsable && files.exists(files.log) ? try files.moveLogAside() : nil
            // SQLite's tools remove both when they close the database of a killed process. Then nothing is lost.
            let ifAny = files.exists(files.log) || files.exists(files.index) || name != nil ? "" : ", if any,"
            noticeLog.reportLog(
                "the write-ahead log \(files.log) \(what)\(name.map { " and is now \($0)" } ?? "");"
                    + " the changes that were only in \(isUsable ? "its lost part" : "it")\(ifAny) are lost")
        case .unknown(let what):
            hasLostChanges = hasLostChanges || files.markedNumber == 1
            noticeLog.reportLog("the write-ahead log \(files.log) may lack changes: \(what)")
        }
        // Closed before connecting: closing a file releases the process's POSIX locks on it.
        inspection.database?.close()
        let marked = files.markedNumber
        // The next start must not take an incomplete log for a complete one.
        if !noticeLog.hasReportedLog { files.writeMarker(max(marked, unsaved.numbers.next), isOpening: true) }
        do throws(StoreError) {
            try connect(expecting: marked)
        } catch {
            guard error.isDamage || files.hasUnknownFormat else {
                loadReadOnlyFiles()
                throw error
            }
            try salvage(
                try StoreInspection(files.database), error.description, losesChanges: inspection.log.isIncomplete)
        }
    }

    /// Connects to a sound database.
    ///
    /// - Parameter marked: The next number of the previous process. The database has a lower one if changes are lost.
    func connect(expecting marked: UInt64 = 1) throws(StoreError) {
        let connection = try StoreConnection(files.database)
        var next: UInt64 = 1
        do throws(StoreError) {
            try connection.prepare()
            unsaved.numbers.setStored(try connection.read { try $0.readNumbers() })
            next = try connection.read { try $0.readNextNumber() }
            generation = try connection.read { try $0.readGeneration() }
            // Numbers that were given are reserved in both.
            if next < marked, !hasLostChanges {
                noticeLog.reportLog(
                    "the last changes of the previous process are lost: \(files.database) and its log lack them")
            }
            next = max(next, files.markedNumber)
            if hasLostChanges { next = SalvagedRows.skip(from: next) }
            // A backup of another state, for example one that was replaced by a copy, is not newer than this one.
            let (isOlder, newest) = (generation < backups.highestGeneration, backups.highestGeneration)
            // Tests that writing works, and finds the length of the log.
            try connection.write {
                try $0.write(StoreChanges(nextNumber: next))
                if isOlder { try $0.write(generation: newest) }
            }
            generation = max(generation, newest)
        } catch {
            connection.close()
            throw error
        }
        hasLostChanges = false
        if hasForeignControllers, unsaved.isLoaded,
            !unsaved.numbers.stored.isDisjoint(with: unsaved.changes.controllers.keys)
        {
            connection.close()
            throw StoreError(
                "the state in \(files.directory) has other view controllers with the same numbers; restart the daemon")
        }
        if hasForeignControllers, unsaved.isLoaded, !unsaved.numbers.stored.isEmpty {
            noticeLog.log(
                "\(files.directory) contains the state of another daemon; its view controllers are restored when this"
                    + " daemon restarts")
        }
        self.connection = connection
        unsaved.numbers.markKnown()
        markers.file.close()
        writeCrashMarker()
        files.writeMarker(next)
        files.restrictPermissions()
        isCheckpointing = false
        databaseIdentity = FileIdentity(files.database)
        logIdentity = FileIdentity(files.log)
        nextCheckpoint = Self.checkpointInterval
        thread = StoreThread(files, identity: databaseIdentity, log: connection.log) { [failures] in
            failures.setSyncFailure($0)
        }
        // A new file, or one of a killed process, is not synced to the disk yet.
        checkpoint()
        schedule.setLastBackup(backups.age.map { .now - $0 })
        noteChange()
    }
}
