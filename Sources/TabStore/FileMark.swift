internal import Foundation

/// Which file is at a path and when it was last written: another mark means that somebody else was there.
struct FileMark: Equatable {
    private let device: dev_t
    private let inode: ino_t
    private let size: off_t
    private let seconds: Int
    private let nanoseconds: Int

    /// nil when there is nothing.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Of an open file.
    init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
        size = status.st_size
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }

    /// The same file, whatever is in it now.
    func isSameFile(as other: FileMark?) -> Bool { device == other?.device && inode == other?.inode }
}
