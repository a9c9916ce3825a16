internal import GRDB

/// Notices what somebody else does with the files while they are used, and puts the state into new ones: what is written
/// into a file that has no name any more is lost.
extension Store {
    /// Compares the files with what this process has left. Costs three calls of the system.
    package func lookAfter() {
        guard connection != nil, databaseMark != nil else { return }
        if let what = findIntrusion() { return begin(anew: what) }
        guard let lock, !lock.isInPlace(at: files.lock) else { return }
        self.lock = nil
        guard (try? takeLock()) != true else { return }
        // Somebody else has a lock there now, or nobody can: then nothing may be written.
        abandon()
    }

    func markFiles() {
        databaseMark = FileMark(files.database)
        logMark = FileMark(files.log)
    }

    /// What somebody has done, as the beginning of a sentence.
    private func findIntrusion() -> String? {
        for (path, left) in [(files.database, databaseMark), (files.log, logMark)] {
            guard let left else { continue }
            guard let found = FileMark(path) else { return "\(path) was removed" }
            guard found.isSameFile(as: left) else { return "\(path) was replaced by another file" }
        }
        // On a file system that tells sizes or times late everything would look as if somebody had written.
        guard losses < Self.lossLimit else { return nil }
        // While a checkpoint goes on the database changes.
        let database = isCheckpointing ? thread?.mark : databaseMark
        if let database, FileMark(files.database) != database {
            return "\(files.database) was written by somebody else"
        }
        return FileMark(files.log) == logMark ? nil : "\(files.log) was written by somebody else"
    }

    private func begin(anew what: String) {
        let salvaged = salvage()
        abandon()
        if lock?.isInPlace(at: files.lock) == false { lock = nil }
        remains.loading = salvaged.loading
        remains.restoring = salvaged.restoring
        var old = PendingChanges()
        var rows = salvaged.changes
        rows.nextNumber = max(rows.nextNumber ?? 1, nextNumber)
        old.merge(rows, known: [])
        old.merge(pending.changes, known: [])
        pending = old
        hasStrangers = false
        losses += 1
        loss = what
        open()
        if connection != nil { retry() }
        onLoss?()
    }

    private func abandon() {
        abandoned += [connection].compactMap(\.self)
        thread?.abandon()
        connection = nil
        thread = nil
        databaseMark = nil
        logMark = nil
        known = []
    }

    /// All rows that the open files have: also one without a name has them. Of files into which somebody has written, what
    /// is in the log.
    private func salvage() -> Remains {
        var salvaged = Remains()
        let databaseMark = isCheckpointing ? thread?.mark ?? FileMark(files.database) : databaseMark
        let isWhole = Self.isWhole(files.database, databaseMark) && Self.isWhole(files.log, logMark)
        if isWhole, let connection, (try? connection.read { salvaged = try $0.readRemains() }) != nil {
            return salvaged
        }
        guard FileMark(files.log) == logMark, let log = try? StoreFiles.read(files.log) else { return salvaged }
        salvaged = Remains(of: StoreLook(PageFile(file: [], log: log)))
        // The counter is in memory, and what was removed is none of it.
        salvaged.nextNumber = 1
        salvaged.controllers = salvaged.controllers.filter { known.contains($0.key) }
        salvaged.states = salvaged.states.filter { known.contains($0.key) }
        return salvaged
    }

    /// Whether a file that is open is as it was left: also when another one is in its place, or none.
    private static func isWhole(_ path: String, _ left: FileMark?) -> Bool {
        guard let found = FileMark(path), let left, found.isSameFile(as: left) else { return true }
        return found == left
    }

    /// Makes a new store; what is in its place goes aside.
    func openAnew(after what: String) throws(StoreError) {
        files.removeReplacement()
        let isEmpty = !files.exists(files.database) && !files.exists(files.log)
        let name = isEmpty ? nil : try files.setAside()
        try connect(isSound: false)
        loss = nil
        let marks = remains
        try? connection?.write { database in
            for number in marks.restoring { try database.mark(number) }
            for (plugin, attempts) in marks.loading { try database.begin(loading: plugin, attempts: attempts) }
        }
        logMark = FileMark(files.log)
        tell("\(what); the state was written anew\(name.map { ", and what was there is now \($0)" } ?? "")")
    }
}

extension Database {
    fileprivate func readRemains() throws -> Remains {
        var remains = Remains()
        for controller in try readControllers() { remains.controllers[controller.number] = controller }
        for number in try readNumbers() { remains.states[number] = try readState(of: number) }
        remains.nextNumber = try readNextNumber()
        remains.loading = try readLoading()
        remains.restoring = Set(try readInterrupted())
        return remains
    }
}
