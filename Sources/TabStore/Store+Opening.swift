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
            let remains = try? Remains(of: look())
            self.remains.nextNumber = max(self.remains.nextNumber, remains?.safeNextNumber ?? 1)
            failures.writing("the state in \(files.directory) belongs to \(holder)")
            return false
        case .failed(let reason):
            // Where nothing can be written there may still be something to read.
            if !hasLoaded, let look = try? look(), look.isOurs { adopt(Remains(of: look)) }
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

    private func look() throws(StoreError) -> StoreLook {
        let file = try StoreFiles.read(files.database) ?? []
        return StoreLook(PageFile(file: file, log: try StoreFiles.read(files.log) ?? []))
    }

    private func openFiles() throws(StoreError) {
        if let loss { return try openAnew(after: loss) }
        if let obstacle = files.obstacle {
            let name = try files.setAside()
            tell("\(files.database) was \(obstacle) and is now \(name); the state begins anew")
        }
        let look: StoreLook
        do throws(StoreError) {
            look = try self.look()
        } catch {
            // It may be the only one; so it stays where it is.
            hasStrangers = true
            throw error
        }
        switch look.verdict {
        case .nothing, .sound:
            let isIncomplete = try findMissing(look)
            do throws(StoreError) {
                try connect(isSound: look.verdict == .sound, skipsNumbers: isIncomplete)
            } catch {
                guard error.isDamage else {
                    var remains = Remains(of: look)
                    if isIncomplete { remains.skipNumbers() }
                    adopt(remains)
                    throw error
                }
                try rescue(look, error.description, skipsNumbers: isIncomplete)
            }
        case .damaged(let reason):
            let lacksLog = files.missingFile == files.log
            try rescue(
                look,
                "the state in \(files.database) is damaged: \(reason)"
                    + (lacksLog ? ", and its write-ahead log is missing" : ""), skipsNumbers: lacksLog)
        case .foreign:
            let name = try files.setAside()
            tell("\(files.database) was not the state of this program and is now \(name); the state begins anew")
            try connect(isSound: false)
        case .newer(let versions):
            isNewer = true
            remains.nextNumber = Remains(of: look).safeNextNumber
            throw StoreError(
                "the state in \(files.database) was written by a newer version of this program"
                    + " (\(versions.joined(separator: ", "))); it is not used and not changed")
        }
    }

    /// Reports files that are missing or empty, and returns whether changes are lost with them.
    private func findMissing(_ look: StoreLook) throws(StoreError) -> Bool {
        if look.pages.isFileEmpty, files.exists(files.database) {
            let name = try files.setAside()
            tell("\(files.database) was empty and is now \(name); the state begins anew")
        } else if let missing = files.missingFile {
            // The marker stays until the next number is in the database. Until then each attempt comes here.
            guard !hasReportedMissing else { return true }
            hasReportedMissing = true
            let isLog = missing == files.log
            tell(
                "\(missing) is missing, and the last process was killed; "
                    + (isLog ? "changes that were only in it, if any, are lost" : "the state begins anew"))
        } else {
            return false
        }
        return true
    }

    /// - Parameters:
    ///   - isSound: Whether the database has content, all of which is checked.
    ///   - skipsNumbers: Whether numbers may have been given in changes that are lost. They are left out.
    func connect(isSound: Bool, skipsNumbers: Bool = false) throws(StoreError) {
        // A database that is made in its place would be an empty file after a kill.
        if !files.exists(files.database) {
            try makeReplacement { try $0.writeNextNumber(skippingSome: skipsNumbers) }
            try files.useReplacement()
        }
        let connection = try StoreConnection(files.database)
        do throws(StoreError) {
            try connection.prepare()
            if isSound { try connection.check() }
            known = try connection.read { try $0.readNumbers() }
            // Shows that it can be written, and how long the log is.
            try connection.write { try $0.writeNextNumber(skippingSome: skipsNumbers) }
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
        files.mark()
        files.tighten()
        isCheckpointing = false
        identifyFiles()
        nextCheckpoint = Self.checkpointInterval
        thread = StoreThread(files, identity: databaseIdentity) { [failures] in failures.syncing($0) }
        // A file that is new, or was left by a process that was killed, is not on the disk yet.
        checkpoint()
    }

    /// Carries over what can be read into a new file and moves the broken one aside, in steps that may end anywhere.
    ///
    /// - Parameter skipsNumbers: Whether numbers may have been given in changes that are lost. They are left out.
    private func rescue(_ look: StoreLook, _ reason: String, skipsNumbers: Bool) throws(StoreError) {
        var salvaged = Remains(of: look)
        if skipsNumbers { salvaged.skipNumbers() }
        let remains = salvaged
        do throws(StoreError) {
            try makeReplacement { try $0.write(remains) }
            let name = try files.setAside()
            try files.useReplacement()
            tell(
                "\(reason); \(remains.controllers.count) view controllers and \(remains.states.count) states could be"
                    + " read, the broken file is now \(name)\(remains.damage)")
            try connect(isSound: false)
        } catch {
            adopt(remains)
            throw StoreError("\(reason); \(error)")
        }
    }

    /// Makes a new database beside the old one, complete or not at all.
    func makeReplacement(_ fill: (Database) throws -> Void) throws(StoreError) {
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

    /// Goes on with what was read from a file that can't be written.
    private func adopt(_ remains: Remains) {
        // Too late for those of whom nobody was told; they stay in the file.
        guard !(hasLoaded && hasStrangers) else { return }
        let later = pending
        self.remains.loading = remains.loading
        self.remains.restoring = remains.restoring
        self.remains.nextNumber = max(self.remains.nextNumber, remains.safeNextNumber)
        known = Set(remains.controllers.keys).union(remains.states.keys)
        pending = PendingChanges()
        pending.merge(remains.changes, known: known)
        pending.merge(later.changes, known: known)
    }

    func tell(_ notice: String) {
        let removed = files.removeOldBroken().map {
            "there were more than \(StoreFiles.brokenLimit) broken files; \($0) was removed"
        }
        notices += [notice] + removed
        for notice in [notice] + removed { onNotice?(notice) }
    }
}

extension Database {
    /// Writes the next number again.
    ///
    /// - Parameter isSkipping: Whether to leave out numbers that may have been given in changes that are lost.
    fileprivate func writeNextNumber(skippingSome isSkipping: Bool) throws {
        var remains = Remains()
        remains.nextNumber = try readNextNumber()
        if isSkipping { remains.skipNumbers() }
        try write(StoreChanges(nextNumber: remains.nextNumber))
    }
}
