/// The state on disk: one SQLite file with a write-ahead log in the state directory.
///
/// It is used from one thread. A commit survives the death of the process at any moment. Nothing here waits for the
/// disk; a separate thread does that. Nothing here fails: unsaved changes are kept in memory and retried, and
/// ``condition`` has the reason.
package final class Store {
    package let durability: StoreDurability
    let access: StoreAccess
    let unsaved = UnsavedState()
    var markers: RestorationMarkers
    var schedule: MaintenanceSchedule
    /// Whether `keepCopy()` has made a copy.
    private var hasCopy = false
    private(set) var isClosed = false

    /// Opens or creates `tabd.sqlite` in a directory that only the user can access. Works in any condition of the files.
    ///
    /// - Parameters:
    ///   - directory: The state directory; nil if there is none, so nothing is saved.
    ///   - lock: The lock of the directory, if it is already held.
    package init(
        directory: String?, durability: StoreDurability = .process, lock: StoreLock? = nil,
        backups: BackupSchedule = BackupSchedule()
    ) {
        let files = StoreFiles(directory: directory ?? "")
        self.durability = durability
        markers = RestorationMarkers(files)
        schedule = MaintenanceSchedule(backups)
        access = StoreAccess(files, durability: durability, unsaved: unsaved, lock: lock)
        open()
    }

    deinit { close() }

    /// Whether all commits are as durable as `durability` demands.
    package var condition: StoreCondition { failures.condition }

    /// Whether ``condition`` is ``StoreCondition/saved``.
    package var isSaved: Bool { failures.isSaved }

    /// Called on any thread when the condition changes.
    package var onConditionChange: (@Sendable (StoreCondition) -> Void)? {
        get { failures.onConditionChange }
        set { failures.onConditionChange = newValue }
    }

    var files: StoreFiles { access.files }

    var failures: StoreFailures { access.failures }

    var isOpen: Bool { access.openFiles != nil }

    package var directory: String? { files.directory.isEmpty ? nil : files.directory }

    /// Called to schedule a call to ``maintain()``, with the time to wait.
    package var onMaintenanceNeeded: ((Duration) -> Void)? {
        didSet { scheduleMaintenance() }
    }

    /// Messages for the user about the files, in order.
    package var notices: [String] { access.notices.all }

    /// Called with each later notice.
    package var onNotice: (@Sendable (String) -> Void)? {
        get { access.notices.onNotice }
        set { access.notices.onNotice = newValue }
    }

    /// Called when the store may have lost rows: the daemon must commit everything again.
    package var onLoss: (@Sendable () -> Void)?

    /// Writes unsaved changes and closes the files. No commit may follow.
    ///
    /// - Parameter milliseconds: The time to wait for the disk. After it, closing continues in the background. If the
    ///   process ends first, the log stays, and the next start continues from it.
    package func close(within milliseconds: Int = 300) {
        guard !isClosed else { return }
        checkFiles()
        if !unsaved.isEmpty { retry() }
        isClosed = true
        let isBackupDue = schedule.isLastBackupDue(at: .now) && access.beginBackup()
        access.finish(within: milliseconds, isBackupDue: isBackupDue)
    }

    /// Opens the files in any condition.
    func open() {
        guard access.open() else { return }
        markers.file.close()
        writeCrashMarker()
        schedule.setLastBackup(access.backups.age.map { .now - $0 })
        _ = schedule.noteChange(at: .now)
        // Without open files, maintenance that was due has ended without another call.
        scheduleMaintenance()
    }

    /// Checks whether the files are still in place. If they were removed or replaced, writes the state to new ones.
    package func checkFiles() {
        guard !access.checkFiles() else { return }
        open()
        if isOpen { retry() }
        onLoss?()
    }

    /// Keeps a copy of the database before the daemon overwrites rows that it can't decode. Only the first call copies.
    ///
    /// - Returns: Whether a copy exists.
    package func keepCopy() -> Bool {
        guard !hasCopy else { return true }
        guard let openFiles = access.openFiles else { return false }
        let name = files.nextBroken
        do throws(StoreError) {
            try openFiles.connection.copy(to: name)
        } catch {
            access.notices.log(error.description)
            return false
        }
        hasCopy = true
        access.notices.log("the unchanged state was copied to \(name)")
        return true
    }
}

/// The guarantee of a commit.
package enum StoreDurability: String, CaseIterable, Sendable {
    /// A commit survives the death of the process at any moment.
    case process
    /// A commit also survives a loss of power, so waiting for a commit waits for the disk.
    case power
}
