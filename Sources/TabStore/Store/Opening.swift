/// Opening of a database in any condition.
extension StoreAccess {
    func openDatabase() throws(StoreError) -> OpenFiles {
        if let loss = contents.loss { return try recreate(after: loss) }
        for message in try files.moveObstaclesAside() { notices.log(message) }
        if let message = LogHeader.repair(files.log) { notices.log(message) }
        if let obstacle = StoreFiles.obstacle(at: files.database) {
            return try salvage(nil, "\(files.database) was \(obstacle)", isSetAside: true, losesChanges: true)
        }
        let inspection: StoreInspection
        do throws(StoreError) {
            inspection = try StoreInspection(files.database, wasKilled: files.wasKilled)
        } catch {
            // This may be the only copy of the state, so it stays in place.
            if !unsaved.isLoaded { note(.foreign) }
            throw error
        }
        switch inspection.condition {
        case .sound: return try openSound(inspection)
        case .missing: return try openMissing(inspection)
        case .empty:
            return try salvage(inspection, "\(files.database) was empty", isSetAside: true, losesChanges: true)
        case .unreadable(let reason):
            let hasBackup = backups.read().path != nil
            let what = hasBackup ? "was damaged (\(reason))" : "was not a state of tabd"
            return try salvage(inspection, "\(files.database) \(what)", isSetAside: true, losesChanges: true)
        case .damaged(let reason):
            let what = "the state in \(files.database) is damaged: \(reason)"
            guard case .incomplete(let log, _) = inspection.log else {
                return try salvage(inspection, what, losesChanges: false)
            }
            return try salvage(inspection, "\(what), and its write-ahead log \(log)", losesChanges: true)
        case .foreign:
            return try salvage(
                inspection, "\(files.database) was not a state of tabd", isSetAside: true, losesChanges: true)
        case .newer(let versions):
            note(.newer)
            unsaved.raiseNextNumber(to: SalvagedRows(inspection.database).nextNumber)
            throw StoreError(
                "the state in \(files.database) was written by a newer version of this program"
                    + " (\(versions.joined(separator: ", "))); it is neither used nor changed")
        }
    }

    /// Opens a store without a database. It is new if nothing else is there, either.
    private func openMissing(_ inspection: StoreInspection) throws(StoreError) -> OpenFiles {
        let wasKilled = files.wasKilled || files.exists(files.log) || files.exists(files.index)
        guard wasKilled || files.backups.contains(where: files.exists) else { return try startEmpty() }
        let what = "\(files.database) is missing"
        return try salvage(
            inspection, wasKilled ? "\(what), and the last process was killed" : what, losesChanges: true)
    }

    private func openSound(_ inspection: StoreInspection) throws(StoreError) -> OpenFiles {
        switch inspection.log {
        case .complete: break
        case .unneeded(let what):
            if files.exists(files.log) {
                let name = try files.moveLogAside()
                notices.log(
                    "the write-ahead log \(files.log) \(what) and is now \(name); the database has all of its changes")
            }
        case .incomplete(let what, let isUsable):
            noteLostChanges()
            guard !backups.isNewer(than: inspection) else {
                return try salvage(inspection, "the write-ahead log \(files.log) \(what)", losesChanges: true)
            }
            let name = !isUsable && files.exists(files.log) ? try files.moveLogAside() : nil
            // SQLite's tools remove both when they close the database of a killed process. Then nothing is lost.
            let ifAny = files.exists(files.log) || files.exists(files.index) || name != nil ? "" : ", if any,"
            notices.reportLog(
                "the write-ahead log \(files.log) \(what)\(name.map { " and is now \($0)" } ?? "");"
                    + " the changes that were only in \(isUsable ? "its lost part" : "it")\(ifAny) are lost")
        case .unknown(let what):
            if files.markedNumber == 1 { noteLostChanges() }
            notices.reportLog("the write-ahead log \(files.log) may lack changes: \(what)")
        }
        // Closed before connecting: closing a file releases the process's POSIX locks on it.
        inspection.database?.close()
        let marked = files.markedNumber
        // The next start must not take an incomplete log for a complete one.
        if !notices.hasReportedLog { files.writeMarker(max(marked, unsaved.numbers.next), isOpening: true) }
        do throws(StoreError) {
            return try connect(expecting: marked)
        } catch {
            guard error.isDamage || files.hasUnknownFormat else {
                loadReadOnlyFiles()
                throw error
            }
            return try salvage(
                try StoreInspection(files.database), error.description, losesChanges: inspection.log.isIncomplete)
        }
    }
}
