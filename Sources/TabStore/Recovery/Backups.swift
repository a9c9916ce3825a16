internal import CSQLite
internal import Glibc

/// The backups in the directory of a store.
struct Backups: Sendable {
    let files: StoreFiles

    /// The number of pages to copy between two checks for cancellation.
    private static let pagesAtOnce: Int32 = 256

    /// Copies a database, even while other connections write to it. A sound copy becomes the newer of the two backups.
    ///
    /// - Parameter isCancelled: Checked between groups of pages.
    func make(of source: Database, unless isCancelled: () -> Bool) throws {
        unlink(files.backupDraft)
        defer { unlink(files.backupDraft) }
        let descriptor = Glibc.open(files.backupDraft, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreError("can't create \(files.backupDraft)") }
        defer { Glibc.close(descriptor) }
        let copy = try Database(files.backupDraft)
        defer { copy.close() }
        try copy.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        // The open transaction keeps concurrent commits from restarting the copy.
        try source.execute("BEGIN; SELECT 1 FROM sqlite_schema")
        defer { try? source.execute("COMMIT") }
        guard let backup = sqlite3_backup_init(copy.handle, "main", source.handle, "main") else { throw copy.error }
        var result = SQLITE_OK
        while result == SQLITE_OK, !isCancelled() { result = sqlite3_backup_step(backup, Self.pagesAtOnce) }
        sqlite3_backup_finish(backup)
        guard result == SQLITE_DONE else { throw copy.error }
        copy.close()
        guard try StoreInspection(files.backupDraft).condition == .sound, fsync(descriptor) == 0 else {
            throw StoreError("the backup is damaged")
        }
        rename(files.backups[0], files.backups[1])
        rename(files.backupDraft, files.backups[0])
    }

    /// The generation of a database whose log is empty; 0 if it can't be read.
    static func generation(of path: String) -> UInt32 {
        guard let head = (try? FileReader.head(of: path, count: 100)) ?? nil, head.count == 100,
            head.starts(with: Array("SQLite format 3".utf8))
        else { return 0 }
        return UInt32(clamping: Int32(bitPattern: LogHeader.word(in: head[...], at: Database.generationOffset)))
    }

    /// The highest generation of the backups.
    var highestGeneration: UInt32 { files.backups.map(Self.generation).max() ?? 0 }

    /// Returns whether a file was changed after another one.
    private func isFile(_ path: String, newerThan other: String) -> Bool {
        var (status, otherStatus) = (stat(), stat())
        guard stat(path, &status) == 0, stat(other, &otherStatus) == 0 else { return false }
        let (time, otherTime) = (status.st_mtim, otherStatus.st_mtim)
        return (time.tv_sec, time.tv_nsec) > (otherTime.tv_sec, otherTime.tv_nsec)
    }

    /// The age of the newest backup; nil without backups.
    var age: Duration? {
        var status = stat()
        guard stat(files.backups[0], &status) == 0 else { return nil }
        return .seconds(max(0, time(nil) - status.st_mtim.tv_sec))
    }

    /// Returns the rows of the newest sound backup, and the highest next number of all backups.
    func read() -> (rows: SalvagedRows, path: String?, highest: UInt64) {
        var backups = (rows: SalvagedRows(), path: String?.none, highest: files.markedNumber)
        for path in files.backups {
            guard let inspection = try? StoreInspection(path), let database = inspection.database else { continue }
            let rows = SalvagedRows(database)
            backups.highest = max(backups.highest, rows.nextNumber)
            if backups.path == nil, inspection.condition == .sound { (backups.rows, backups.path) = (rows, path) }
        }
        return backups
    }

    /// Returns whether the newest backup has changes that a database without the end of its log lacks.
    func isNewer(than inspection: StoreInspection) -> Bool {
        let backups = read()
        guard let path = backups.path, let database = inspection.database else { return false }
        let generations = (database: (try? database.readGeneration()) ?? 0, backup: Self.generation(of: path))
        // States of older versions have no generations. Until a checkpoint, the database is not changed.
        if generations == (0, 0) { return isFile(path, newerThan: files.database) }
        return generations.backup > generations.database
    }
}
