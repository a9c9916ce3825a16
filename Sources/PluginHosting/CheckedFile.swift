internal import Glibc

/// An open regular file of a checked folder. Code that reads or loads it through the descriptor gets the checked file,
/// even if the path names another file by now.
final class CheckedFile {
    let path: String
    let descriptor: Int32
    /// In bytes, at the time of the check.
    let size: Int
    /// Which file it is, and whether it was written since an earlier look.
    let identity: FileIdentity

    /// - Parameter descriptor: Closed with this object.
    init(path: String, descriptor: Int32, status: stat) {
        self.path = path
        self.descriptor = descriptor
        size = Int(status.st_size)
        identity = FileIdentity(status)
    }

    deinit { close(descriptor) }
}
