/// The checkpoints of an open log, which keep it small without waiting for the disk.
final class LogCheckpoints {
    /// The pages between two checkpoints (1 MiB).
    private static let interval = 256
    /// The log size in pages (32 MiB) at which a write waits for the checkpoint, so that the log can't fill the disk.
    private static let logLimit = 8192

    private let connection: StoreConnection
    private let thread: StoreThread
    /// The log size, in pages, at which the next checkpoint is due; nil while the outcome of one is not processed.
    private var dueSize: Int? = LogCheckpoints.interval

    init(_ connection: StoreConnection, _ thread: StoreThread) {
        self.connection = connection
        self.thread = thread
    }

    /// Empties a completed log before a write. Otherwise SQLite would restart the log itself and wait for the disk.
    func prepareWrite() throws(StoreError) {
        guard dueSize == nil else { return }
        if connection.logSize >= Self.logLimit { thread.wait() }
        guard let outcome = thread.outcome else { return }
        let size = connection.logSize
        // A log that has grown or could not be moved stays in use until the next checkpoint.
        if outcome == .complete(size), !connection.emptyLog() { return }
        try connection.allowDiskWait(false)
        dueSize = connection.logSize + Self.interval
    }

    /// Starts a checkpoint. Returns false if another one has not been processed.
    @discardableResult func start() -> Bool {
        guard dueSize != nil, (try? connection.allowDiskWait(true)) != nil else { return false }
        dueSize = nil
        thread.checkpoint()
        return true
    }

    /// Starts a checkpoint if the log is large.
    func startIfDue() {
        if let dueSize, connection.logSize >= dueSize { start() }
    }

    /// Returns whether the log is empty or will be after a checkpoint that has begun.
    func beginEmptyingLog() -> Bool {
        guard (try? prepareWrite()) != nil else { return false }
        return connection.logSize == 0 || start()
    }
}
