internal import Glibc

/// The identity of the file at a path, regardless of its content.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// Returns nil when nothing is at the path.
    ///
    /// - Parameter followsLink: Whether the target of a symbolic link is meant, and not the link.
    init?(_ path: String, followsLink: Bool = false) {
        var status = stat()
        guard fstatat(AT_FDCWD, path, &status, followsLink ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        self.init(status)
    }

    /// The identity of an open file.
    init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }
}
