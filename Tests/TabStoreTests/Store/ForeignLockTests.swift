import Foundation
import TestSupport

@testable import TabStore

/// FIFOs and locks of another process, for which the store does not wait.
@Suite struct ForeignLockTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// SQLite itself waits ten seconds.
    @Test func `a lock on the index of the database delays no change, which is written later`() throws {
        let directory = try StateDirectory()
        let (store, _) = directory.open()
        store.commit(StoreChanges(controllers: [Sample.controllers[0]]))
        #expect(store.condition == .saved)
        let index = open(directory.file + "-shm", O_RDWR | O_CLOEXEC)
        try #require(index >= 0)
        // A lock of the open file, F_OFD_SETLKW, because a process does not lock out itself with others. It waits for the
        // store's threads, which may have a lock for a moment.
        var lock = flock()
        (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        (lock.l_start, lock.l_len) = (120, 8)
        try #require(fcntl(index, 38, &lock) == 0)
        let time = ContinuousClock().measure {
            store.commit(StoreChanges(controllers: [Sample.controllers[1]]))
        }
        #expect(time < .seconds(5))
        #expect(store.condition.reason?.contains("locking protocol") == true)
        close(index)
        store.retry()
        #expect(store.condition == .saved)
        #expect(directory.reopen(store).contents.controllers == Array(Sample.controllers.prefix(2)))
    }

    @Test func `a FIFO as the crash marker is not written, and not waited for`() throws {
        try #require(mkfifo(folder.path + "/restoring", 0o600) == 0)
        var marker = CrashMarker(folder.path + "/restoring")
        let isWritten = marker.write(7)
        #expect(!isWritten)
        #expect(marker.read() == nil)
    }

    @Test func `a FIFO as the lock is held by no process`() throws {
        try #require(mkfifo(folder.path + "/tabd.lock", 0o600) == 0)
        #expect(!StoreLock.isHeld(in: folder.path, by: getpid()))
    }

    @Test func `a FIFO as the log is not synced, and commits do not wait for it`() async throws {
        try #require(mkfifo(folder.path + "/tabd.sqlite-wal", 0o600) == 0)
        let reason: String = await withCheckedContinuation { waiting in
            let thread = StoreThread(StoreFiles(directory: folder.path), identity: nil, log: LogAccess()) {
                waiting.resume(returning: $0 ?? "none")
            }
            thread.sync {}
            thread.wait()
        }
        #expect(reason.hasPrefix("the state can't be synced: "))
    }
}
