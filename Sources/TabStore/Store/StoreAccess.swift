/// Whose state the files at the paths of a store contain.
enum FileContents: Equatable {
    /// The state of this store, or nothing.
    case own
    /// Perhaps view controllers that were not loaded: another process uses the files, or they can't be read.
    case foreign
    /// The state of a newer version, which stays untouched.
    case newer
    /// Not the state: the open files were lost, as the message says. Ends when the state is in new files.
    case lost(String)

    /// How the files were lost; nil unless they were.
    var loss: String? { if case .lost(let what) = self { what } else { nil } }
}

/// The access to the files of a store: the lock of the directory, and the open files. It opens files in any condition.
final class StoreAccess {
    let files: StoreFiles
    let durability: StoreDurability
    let unsaved: UnsavedState
    let failures = StoreFailures()
    let notices: StoreNotices
    private var lock: StoreLock?
    /// The open files; nil while there are none.
    private(set) var openFiles: OpenFiles?
    private(set) var contents = FileContents.own
    /// Whether lost changes may have used numbers, which are skipped once the store can be written.
    private(set) var hasLostChanges = false
    /// The number of backups that were made of this state, which tells whether a backup is newer than the database.
    private(set) var generation: UInt32 = 0

    /// - Parameter lock: The lock of the directory, if it is already held.
    init(_ files: StoreFiles, durability: StoreDurability, unsaved: UnsavedState, lock: StoreLock?) {
        self.files = files
        self.durability = durability
        self.unsaved = unsaved
        notices = StoreNotices(files)
        if let lock { use(lock) }
    }

    var backups: Backups { Backups(files: files) }

    /// Whether the marker may be written: not in the directory of another process or of a newer version.
    var canWriteMarker: Bool { lock != nil && contents != .newer }

    // MARK: Opening

    /// Opens the files. Returns false if that fails, for a reason that the failures have.
    func open() -> Bool {
        do throws(StoreError) {
            try files.makeDirectory()
            files.restrictPermissions()
            guard try acquireLock() else { return false }
            try finishReplacement()
            openFiles = try openDatabase()
            contents = .own
            failures.setWriteFailure(nil)
            return true
        } catch {
            failures.setWriteFailure(contents.loss.map { "\($0); \(error)" } ?? error.description)
            return false
        }
    }

    /// Acquires the lock. Returns false if another process uses the store.
    private func acquireLock() throws(StoreError) -> Bool {
        guard lock == nil else { return true }
        switch StoreLock.acquire(at: files) {
        case .acquired(let lock):
            use(lock)
            return true
        case .busy(let holder):
            // Files that were lost are no longer relevant: that process has its own in their place.
            contents = .foreign
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
    private func use(_ lock: StoreLock) {
        self.lock = lock
        if let obstacle = lock.obstacle { notices.log(obstacle) }
    }

    /// Completes a replacement that was interrupted after the broken file was moved aside.
    private func finishReplacement() throws(StoreError) {
        files.removeDraft()
        guard files.exists(files.replacement) else { return }
        guard contents.loss == nil, !files.exists(files.database) else { return files.removeReplacement() }
        if files.exists(files.log) || files.exists(files.index) { _ = try files.moveAside() }
        try files.useReplacement()
    }

    /// Connects to a sound database.
    ///
    /// - Parameter marked: The next number of the previous process. The database has a lower one if changes are lost.
    func connect(expecting marked: UInt64 = 1) throws(StoreError) -> OpenFiles {
        let connection = try StoreConnection(files.database)
        let next: UInt64
        do throws(StoreError) {
            try connection.prepare()
            next = try readNumbers(connection, expecting: marked)
            try checkForeignRows()
        } catch {
            connection.close()
            throw error
        }
        unsaved.numbers.markKnown()
        files.writeMarker(next)
        files.restrictPermissions()
        let opened = OpenFiles(files, connection) { [failures] in failures.setSyncFailure($0) }
        // A new file, or one of a killed process, is not synced to the disk yet.
        opened.checkpoints.start()
        return opened
    }

    /// Reads the numbers in use and the generation, and writes them if they are too low. Returns the next number.
    private func readNumbers(_ connection: StoreConnection, expecting marked: UInt64) throws(StoreError) -> UInt64 {
        unsaved.numbers.setStored(try connection.read { try $0.readNumbers() })
        var next = try connection.read { try $0.readNextNumber() }
        generation = try connection.read { try $0.readGeneration() }
        // Numbers that were given are reserved in both.
        if next < marked, !hasLostChanges {
            notices.reportLog(
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
        hasLostChanges = false
        return next
    }

    /// Checks the view controllers in files that may have those of another daemon.
    private func checkForeignRows() throws(StoreError) {
        guard contents == .foreign, unsaved.isLoaded, !unsaved.numbers.stored.isEmpty else { return }
        // The view controllers that this daemon removed were its own, too.
        let own = unsaved.changes.removed.union(unsaved.changes.controllers.keys)
        guard unsaved.numbers.stored.isDisjoint(with: own) else {
            throw StoreError(
                "the state in \(files.directory) has other view controllers with the same numbers; restart the daemon")
        }
        notices.log(
            "\(files.directory) contains the state of another daemon; its view controllers are restored when this"
                + " daemon restarts")
    }

    // MARK: Losses

    /// Checks whether the database, its log and the lock are still in place, with three system calls.
    ///
    /// An unlinked file disappears when the process ends, so the state must be written to new files. The identity of the
    /// files at the paths is compared, not their contents.
    ///
    /// - Returns: False if files were lost. Then the complete state is in memory.
    func checkFiles() -> Bool {
        guard let openFiles else { return true }
        if let what = openFiles.findLoss() {
            keepEverything()
            disconnect()
            if lock?.isInPlace(at: files.lock) == false { lock = nil }
            contents = .lost(what)
            return false
        }
        guard let lock, !lock.isInPlace(at: files.lock) else { return true }
        self.lock = nil
        do throws(StoreError) {
            // If another process holds the lock now, the store must not write.
            if try !acquireLock() { disconnect() }
        } catch {
            // Another process could get the lock. Until this one does, the state is only in memory.
            keepEverything()
            disconnect()
            failures.setWriteFailure(error.description)
        }
        return true
    }

    /// Reads the complete state into memory. The open files contain all rows, even if they are unlinked.
    private func keepEverything() {
        var found = SalvagedRows()
        try? openFiles?.connection.read { found = try SalvagedRows(reading: $0) }
        found.nextNumber = max(found.nextNumber, unsaved.numbers.next)
        unsaved.keep(found)
    }

    private func disconnect() {
        close()
        unsaved.numbers.setStored([])
    }

    // MARK: Closing

    /// Closes the files at once, to open them again.
    func close() {
        openFiles?.connection.close()
        openFiles = nil
    }

    /// Closes the files after the last writes of the thread, and releases the lock.
    ///
    /// - Parameter milliseconds: The time to wait for the disk.
    func finish(within milliseconds: Int, isBackupDue: Bool) {
        let (openFiles, lock) = (openFiles, lock)
        (self.openFiles, self.lock) = (nil, nil)
        guard let openFiles else { return }
        openFiles.thread.finish(
            within: milliseconds, closing: openFiles.connection, isBackupDue: isBackupDue, isSaved: unsaved.isEmpty,
            releasing: lock)
    }

    /// Records in the database that a backup follows. Returns false if that fails.
    func beginBackup() -> Bool {
        guard unsaved.isEmpty, let openFiles else { return false }
        let next = generation + 1
        guard (try? openFiles.connection.write { try $0.write(generation: next) }) != nil else { return false }
        generation = next
        return true
    }

    // MARK: Findings

    /// Records that lost changes may have used numbers.
    func noteLostChanges() { hasLostChanges = true }

    /// Records that new files have all numbers, and the state if it was lost.
    func noteReplacement() {
        hasLostChanges = false
        if contents.loss != nil { contents = .own }
    }

    /// Records whose state was found in the files.
    func note(_ found: FileContents) { contents = found }

    /// Keeps the readable rows of files that can't be written.
    func loadReadOnly(_ rows: SalvagedRows) {
        // It is too late to restore more view controllers. They stay in the file.
        if !unsaved.isLoaded || contents != .foreign { unsaved.keepReadOnly(rows) }
    }
}
