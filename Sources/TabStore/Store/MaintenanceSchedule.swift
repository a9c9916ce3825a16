/// The schedule of automatic backups.
package struct BackupSchedule: Sendable {
    /// The time without changes before a backup.
    package var rest = Duration.seconds(2)
    /// The minimum time between two backups.
    package var interval = Duration.seconds(600)

    package init() {}
}

/// The times of the next maintenance: moving the log into the database, and a backup.
struct MaintenanceSchedule {
    typealias Instant = ContinuousClock.Instant

    private let backups: BackupSchedule
    /// The time of the last change, if the log may have pages; otherwise nil.
    private var loggedChange: Instant?
    /// The time of the last change, if the last backup lacks changes; otherwise nil.
    private var changeSinceBackup: Instant?
    private var lastBackup: Instant?

    init(_ backups: BackupSchedule) { self.backups = backups }

    var needsCheckpoint: Bool { loggedChange != nil }

    /// Records a commit that neither the database nor a backup contains. Returns whether it is the first in the log.
    mutating func noteChange(at now: Instant) -> Bool {
        defer { (loggedChange, changeSinceBackup) = (now, now) }
        return loggedChange == nil
    }

    /// Records that the log has begun to move into the database.
    mutating func noteCheckpoint() { loggedChange = nil }

    /// Records a backup that has begun.
    mutating func noteBackup(at now: Instant) { (changeSinceBackup, lastBackup) = (nil, now) }

    /// Sets the time of the last backup that the directory has; nil for none.
    mutating func setLastBackup(_ time: Instant?) { lastBackup = time }

    /// Lets what is left to do wait again, as after a change.
    mutating func postpone(at now: Instant) {
        if loggedChange != nil { loggedChange = now }
        if changeSinceBackup != nil { changeSinceBackup = now }
    }

    /// Returns the time until the next maintenance; nil if none is needed.
    func timeToMaintenance(at now: Instant) -> Duration? {
        loggedChange.map { max(.zero, $0 + backups.rest - now) } ?? timeToBackup(at: now)
    }

    /// Returns the time until the next backup; nil if no backup is needed.
    func timeToBackup(at now: Instant) -> Duration? {
        guard let rest = changeSinceBackup.map({ $0 + backups.rest }) else { return nil }
        return max(.zero, max(rest, lastBackup.map { $0 + backups.interval } ?? rest) - now)
    }

    /// Returns whether a store that is closed needs a backup, which does not wait for a rest.
    func isLastBackupDue(at now: Instant) -> Bool { timeToBackup(at: now).map { $0 <= backups.rest } ?? false }
}
