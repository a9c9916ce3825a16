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

extension Store {
    /// Records a commit that no backup contains.
    func noteChange() {
        let isFirst = lastChange == nil
        lastChange = .now
        if isFirst, let wait = timeToBackup { onBackupNeeded?(wait) }
    }

    /// Starts a backup on the store's thread if one is due; otherwise calls ``onBackupNeeded`` with the time to wait.
    package func backUp() {
        guard let wait = timeToBackup, let thread else { return }
        guard wait == .zero else {
            onBackupNeeded?(wait)
            return
        }
        lastChange = nil
        lastBackup = .now
        thread.backUp()
    }

    /// The time until the next backup; nil if no backup is needed.
    var timeToBackup: Duration? {
        guard let lastChange else { return nil }
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

    /// The age of the newest backup; nil without backups.
    var backupAge: Duration? {
        var status = stat()
        guard stat(backups[0], &status) == 0 else { return nil }
        return .seconds(max(0, time(nil) - status.st_mtim.tv_sec))
    }
}
