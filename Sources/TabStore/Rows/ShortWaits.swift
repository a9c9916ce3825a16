internal import CSQLite
internal import Glibc

/// SQLite's own file system, with short waits for locks.
///
/// Any process of the user can lock parts of the database's index (`tabd.sqlite-shm`). SQLite then tries a hundred times and
/// sleeps longer each time, 10 s in all, on the thread of the loop. With short waits it gives up after at most 20 ms, and the
/// change is written later.
enum ShortWaits {
    /// In microseconds. Another thread of this process holds such a lock for a few microseconds.
    private static let longest: Int32 = 200

    /// The name for `sqlite3_open_v2`; nil, for the default file system, if SQLite has no memory.
    static let fileSystem: String? = {
        guard let original = sqlite3_vfs_find(nil) else { return nil }
        // SQLite keeps both for the life of the process.
        let copy = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        copy.initialize(to: original.pointee)
        copy.pointee.zName = UnsafePointer(strdup("tabd"))
        copy.pointee.pNext = nil
        copy.pointee.xSleep = { _, microseconds in
            let time = min(microseconds, ShortWaits.longest)
            usleep(useconds_t(max(0, time)))
            return time
        }
        return sqlite3_vfs_register(copy, 0) == SQLITE_OK ? "tabd" : nil
    }()
}
