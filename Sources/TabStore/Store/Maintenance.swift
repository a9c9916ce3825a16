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
        guard let wait = schedule.timeToMaintenance(at: .now), let connection, let thread else { return }
        if wait == .zero {
            let isBackupDue = schedule.timeToBackup(at: .now) == .zero && beginBackup()
            if schedule.needsCheckpoint, startCheckpoint(of: connection) { schedule.noteCheckpoint() }
            if isBackupDue {
                schedule.noteBackup(at: .now)
                thread.backUp()
            }
            // A running checkpoint may lack the last commits.
            if schedule.needsCheckpoint { schedule.postpone(at: .now) }
        }
        scheduleMaintenance()
    }

    func scheduleMaintenance() {
        if let wait = schedule.timeToMaintenance(at: .now) { onMaintenanceNeeded?(wait) }
    }

    /// Returns whether the log is empty or will be after a checkpoint that has begun.
    private func startCheckpoint(of connection: StoreConnection) -> Bool {
        guard (try? prepareLog(connection)) != nil else { return false }
        guard connection.logSize > 0 else { return true }
        return checkpoint()
    }

    /// Records in the database that a backup follows. Returns false if that fails.
    func beginBackup() -> Bool {
        guard unsaved.isEmpty, let connection else { return false }
        let next = generation + 1
        guard (try? connection.write { try $0.write(generation: next) }) != nil else { return false }
        generation = next
        return true
    }
}
