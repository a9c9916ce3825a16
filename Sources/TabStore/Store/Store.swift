/// The state on disk: one SQLite file with a write-ahead log in the state directory.
///
/// It is used from one thread. A commit survives the death of the process at any moment. Nothing here waits for the
/// disk; a separate thread does that. Nothing here fails: unsaved changes are kept in memory and retried, and
/// ``condition`` has the reason.
package final class Store {
    let files: StoreFiles
    var backups: Backups { Backups(files: files) }
    package let durability: StoreDurability
    var lock: StoreLock?
    var connection: StoreConnection?
    var thread: StoreThread?
    let unsaved = UnsavedState()
    var markers: RestorationMarkers
    /// Whether the file may contain view controllers that were not loaded.
    var hasForeignControllers = false
    /// Whether a newer version wrote the store, which then stays untouched.
    var isFromNewerVersion = false
    /// Whether `keepCopy()` has made a copy.
    var hasCopy = false
    var isClosed = false
    /// The log size, in pages, at which the next checkpoint is due.
    var nextCheckpoint = Store.checkpointInterval
    /// Whether lost changes may have used numbers, which are skipped once the store can be written.
    var hasLostChanges = false
    /// Whether a checkpoint was started and its outcome not processed.
    var isCheckpointing = false
    /// The identities of the open files; nil without a connection.
    var databaseIdentity: FileIdentity?
    var logIdentity: FileIdentity?
    /// How the files were lost; nil once the state is in new files. Until then, files at the paths are not the state.
    var loss: String?
    var schedule: MaintenanceSchedule
    /// The number of backups that were made of this state, which tells whether a backup is newer than the database.
    var generation: UInt32 = 0
    let failures = StoreFailures()
    let noticeLog: StoreNotices

    /// The pages between two checkpoints (1 MiB).
    static let checkpointInterval = 256
    /// The log size in pages (32 MiB) at which a write waits for the checkpoint, so that the log can't fill the disk.
    static let logLimit = 8192

    /// Opens or creates `tabd.sqlite` in a directory that only the user can access. Works in any condition of the files.
    ///
    /// - Parameters:
    ///   - directory: The state directory; nil if there is none, so nothing is saved.
    ///   - lock: The lock of the directory, if it is already held.
    package init(
        directory: String?, durability: StoreDurability = .process, lock: StoreLock? = nil,
        backups: BackupSchedule = BackupSchedule()
    ) {
        schedule = MaintenanceSchedule(backups)
        files = StoreFiles(directory: directory ?? "")
        noticeLog = StoreNotices(files)
        markers = RestorationMarkers(files)
        self.durability = durability
        if let lock { use(lock) }
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

    package var directory: String? { files.directory.isEmpty ? nil : files.directory }

    /// Called to schedule a call to ``maintain()``, with the time to wait.
    package var onMaintenanceNeeded: ((Duration) -> Void)? {
        didSet { scheduleMaintenance() }
    }

    /// Messages for the user about the files, in order.
    package var notices: [String] { noticeLog.all }

    /// Called with each later notice.
    package var onNotice: (@Sendable (String) -> Void)? {
        get { noticeLog.onNotice }
        set { noticeLog.onNotice = newValue }
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
        let isBackupDue = schedule.isLastBackupDue(at: .now) && beginBackup()
        let (connection, thread, lock) = (connection, thread, lock)
        (self.connection, self.thread, self.lock) = (nil, nil, nil)
        guard let connection, let thread else { return }
        thread.finish(
            within: milliseconds, closing: connection, isBackupDue: isBackupDue, isSaved: unsaved.isEmpty,
            releasing: lock)
    }
}

/// The guarantee of a commit.
package enum StoreDurability: String, CaseIterable, Sendable {
    /// A commit survives the death of the process at any moment.
    case process
    /// A commit also survives a loss of power, so waiting for a commit waits for the disk.
    case power
}
