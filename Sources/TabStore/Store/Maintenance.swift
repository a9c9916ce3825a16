/// Maintenance when nothing has changed for a while: the log is moved into the database, so that the database alone is
/// the state, and a backup is made.
extension Store {
    /// Records a commit that neither the database nor a backup contains.
    func noteChange() {
        if schedule.noteChange(at: .now) { scheduleMaintenance() }
    }

    /// Starts a checkpoint and a backup on the store's thread if they are due. Calls ``onMaintenanceNeeded`` if anything
    /// is due later.
    package func maintain() {
        guard let wait = schedule.timeToMaintenance(at: .now), let openFiles = access.openFiles else { return }
        if wait == .zero {
            let isBackupDue = schedule.timeToBackup(at: .now) == .zero && access.beginBackup()
            if schedule.needsCheckpoint, openFiles.checkpoints.beginEmptyingLog() { schedule.noteCheckpoint() }
            if isBackupDue {
                schedule.noteBackup(at: .now)
                openFiles.thread.backUp()
            }
            // A running checkpoint may lack the last commits, and a backup waits until all changes are in the file.
            schedule.postpone(at: .now)
        }
        scheduleMaintenance()
    }

    func scheduleMaintenance() {
        if let wait = schedule.timeToMaintenance(at: .now) { onMaintenanceNeeded?(wait) }
    }
}
