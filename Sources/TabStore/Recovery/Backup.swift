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
