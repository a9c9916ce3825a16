/// The state on disk: one SQLite file (WAL) in the state directory. The only type that talks to the database.
///
/// It is used from one thread. A commit survives the death of the process at any moment; nothing here waits for the
/// disk, which is what a thread of its own is for. Nothing here fails: what can't be written is kept in memory, is tried
/// again, and ``condition`` says why.
package final class Store {
    let files: StoreFiles
    package let durability: StoreDurability
    let backupSchedule: BackupSchedule
    var lock: StoreLock?
    var connection: StoreConnection?
    var thread: StoreThread?
    /// What could not be written yet. Without a connection that is everything.
    var pending = StoreChanges()
    /// The numbers in the file that can be removed.
    var known: Set<UInt64> = []
    /// What else was found in a store that can't be written.
    var salvaged = SalvagedRows()
    /// The controller that is being restored.
    package internal(set) var restoring: UInt64?
    var mark: RestorationMark
    /// The controllers that the file has as interrupted.
    var interrupted: Set<UInt64> = []
    /// The file has view controllers that nobody has been told of.
    var hasStrangers = false
    /// A newer version's store is none of ours.
    var isNewer = false
    var hasLoaded = false
    /// What was damaged in it is beside it.
    var hasCopy = false
    var isClosed = false
    var lastAttempt = ContinuousClock.now
    /// The size of the log, in pages, at which the next checkpoint is due.
    var nextCheckpoint = Store.checkpointInterval
    /// Whether a missing file was reported.
    var hasReportedMissing = false
    /// A checkpoint was begun and its end not seen.
    var isCheckpointing = false
    /// The open files; nil while there are none.
    var databaseIdentity: FileIdentity?
    var logIdentity: FileIdentity?
    /// How the files were lost, until the state is in new files. Until then the files in their place are not the state.
    var loss: String?
    /// The highest that was committed.
    var nextNumber: UInt64 = 1
    /// The last commit that no backup has; nil for none.
    var lastChange: ContinuousClock.Instant?
    /// nil: there is none.
    var lastBackup: ContinuousClock.Instant?
    let failures = StoreFailures()
    /// What a person should know about the files, as sentences: first of the opening, then of what happened later.
    package internal(set) var notices: [String] = []

    /// 1 MiB.
    static let checkpointInterval = 256
    /// 32 MiB: better wait once than fill the disk.
    static let logLimit = 8192

    /// Opens, or makes, `tabd.sqlite` in a directory that only the user may enter, whatever is there.
    ///
    /// - Parameters:
    ///   - directory: nil: there is no place for it, so nothing is saved.
    ///   - lock: The directory's, when it was taken before.
    package init(
        directory: String?, durability: StoreDurability = .process, lock: StoreLock? = nil,
        backups: BackupSchedule = BackupSchedule()
    ) {
        backupSchedule = backups
        files = StoreFiles(directory: directory ?? "")
        mark = RestorationMark(directory: directory ?? "")
        self.durability = durability
        self.lock = lock
        open()
    }

    deinit { close() }

    /// Whether everything that was committed is safe, as the durability says.
    package var condition: StoreCondition { failures.condition }

    /// Called when the condition has become another one, on any thread.
    package var onCondition: (@Sendable (StoreCondition) -> Void)? {
        get { failures.onCondition }
        set { failures.onCondition = newValue }
    }

    package var directory: String? { files.directory.isEmpty ? nil : files.directory }

    /// Called when ``backUp()`` is to be called, with the time until then.
    package var onBackupNeeded: ((Duration) -> Void)? {
        didSet { if let wait = timeToBackup { onBackupNeeded?(wait) } }
    }

    /// Called with each of the notices that come later.
    package var onNotice: (@Sendable (String) -> Void)?
    /// Called when the store may have lost rows: everything is to be committed again.
    package var onLoss: (@Sendable () -> Void)?

    /// Writes what is left and closes the files. Nothing may be committed afterwards.
    ///
    /// - Parameter milliseconds: How long to wait for the disk. If it takes longer, the files are closed and the lock is
    ///   released later. A log that is not in the database when the process ends stays, and the next start goes on from
    ///   there.
    package func close(within milliseconds: Int = 300) {
        guard !isClosed else { return }
        checkFiles()
        if !pending.isEmpty { retry() }
        isClosed = true
        let isBackupDue = timeToBackup.map { $0 <= backupSchedule.rest } ?? false
        let (connection, thread, lock) = (connection, thread, lock)
        (self.connection, self.thread, self.lock) = (nil, nil, nil)
        guard let connection, let thread else { return }
        thread.finish(within: milliseconds, closing: connection, isBackupDue: isBackupDue, releasing: lock)
    }
}

/// What a commit survives.
package enum StoreDurability: String, CaseIterable, Sendable {
    /// The death of the process at any moment.
    case process
    /// Also a loss of power: who waits for a commit waits for the disk.
    case power
}
