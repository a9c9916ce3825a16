internal import CSQLite
internal import Glibc

/// The schedule of automatic backups.
package struct BackupSchedule: Sendable {
    /// The time without changes before a backup.
    package var rest = Duration.seconds(2)
    /// The minimum time between two backups.
    package var interval = Duration.seconds(600)

    package init() {}
}

/// Maintenance when nothing has changed for a while: the log is moved into the database, so that the database alone is
/// the state, and a backup is made.
extension Store {
    /// Records a commit that neither the database nor a backup contains.
    func noteChange() {
        let isFirst = !needsCheckpoint
        lastChange = .now
        (needsCheckpoint, needsBackup) = (true, true)
        if isFirst, let wait = timeToMaintenance { onMaintenanceNeeded?(wait) }
    }

    /// Starts a checkpoint and a backup on the store's thread if they are due. Calls ``onMaintenanceNeeded`` if anything
    /// is due later.
    package func maintain() {
        guard let wait = timeToMaintenance, let connection, thread != nil else { return }
        if wait == .zero {
            let isBackupDue = timeToBackup == .zero && beginBackup()
            if needsCheckpoint { needsCheckpoint = !startCheckpoint(of: connection) }
            if isBackupDue {
                needsBackup = false
                lastBackup = .now
                thread?.backUp()
            }
            // A running checkpoint may lack the last commits.
            if needsCheckpoint { lastChange = .now }
        }
        if let wait = timeToMaintenance { onMaintenanceNeeded?(wait) }
    }

    /// Returns whether the log is empty or will be after a checkpoint that has begun.
    private func startCheckpoint(of connection: StoreConnection) -> Bool {
        guard (try? prepareLog(connection)) != nil else { return false }
        guard connection.logSize > 0 else { return true }
        return checkpoint()
    }

    /// Records in the database that a backup follows. Returns false if that fails.
    func beginBackup() -> Bool {
        guard pending.isEmpty, let connection else { return false }
        let next = generation + 1
        guard (try? connection.write { try $0.write(generation: next) }) != nil else { return false }
        generation = next
        return true
    }

    /// The time until the next maintenance; nil if none is needed.
    var timeToMaintenance: Duration? {
        guard needsCheckpoint, let lastChange else { return timeToBackup }
        return max(.zero, lastChange + backupSchedule.rest - .now)
    }

    /// The time until the next backup; nil if no backup is needed.
    var timeToBackup: Duration? {
        guard needsBackup, let lastChange else { return nil }
        let rest = lastChange + backupSchedule.rest
        let due = lastBackup.map { max(rest, $0 + backupSchedule.interval) } ?? rest
        return max(.zero, due - .now)
    }
}

extension StoreFiles {
    /// The number of pages to copy between two checks for cancellation.
    private static let pagesAtOnce: Int32 = 256

    /// Copies a database, even while other connections write to it. A sound copy becomes the newer of the two backups.
    ///
    /// - Parameter isCancelled: Checked between groups of pages.
    func makeBackup(of source: Database, unless isCancelled: () -> Bool) throws {
        unlink(backupDraft)
        defer { unlink(backupDraft) }
        let descriptor = open(backupDraft, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreError("can't create \(backupDraft)") }
        defer { Glibc.close(descriptor) }
        let copy = try Database(backupDraft)
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
        guard try StoreInspection(backupDraft).condition == .sound, fsync(descriptor) == 0 else {
            throw StoreError("the backup is damaged")
        }
        rename(backups[0], backups[1])
        rename(backupDraft, backups[0])
    }

    /// The generation of a database whose log is empty; 0 if it can't be read.
    static func generation(of path: String) -> UInt32 {
        guard let head = (try? head(of: path, count: 100)) ?? nil, head.count == 100,
            head.starts(with: Array("SQLite format 3".utf8))
        else { return 0 }
        return UInt32(clamping: Int32(bitPattern: LogHeader.word(in: head[...], at: Database.generationOffset)))
    }

    /// The highest generation of the backups.
    var backupGeneration: UInt32 { backups.map(Self.generation).max() ?? 0 }

    /// Returns whether a file was changed after another one.
    func isFile(_ path: String, newerThan other: String) -> Bool {
        var (status, otherStatus) = (stat(), stat())
        guard stat(path, &status) == 0, stat(other, &otherStatus) == 0 else { return false }
        let (time, otherTime) = (status.st_mtim, otherStatus.st_mtim)
        return (time.tv_sec, time.tv_nsec) > (otherTime.tv_sec, otherTime.tv_nsec)
    }

    /// The age of the newest backup; nil without backups.
    var backupAge: Duration? {
        var status = stat()
        guard stat(backups[0], &status) == 0 else { return nil }
        return .seconds(max(0, time(nil) - status.st_mtim.tv_sec))
    }
}
