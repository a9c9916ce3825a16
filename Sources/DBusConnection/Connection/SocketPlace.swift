internal import DBusInterface
internal import Glibc

/// The path under which processes of this user reach a socket.
///
/// The address of a Unix socket has at most 107 bytes. A socket with a longer path is reached through a descriptor of its
/// folder in `/proc`, which works while this process runs and this object exists.
final class SocketPlace {
    /// The maximum length of a path in the address of a socket, in bytes.
    static let maximumLength = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    let path: String
    /// The folder; -1 if the path is short enough.
    private let folder: Int32

    /// - Throws: `Failed` when a folder with a long path can't be opened.
    init(_ name: String, in directory: String) throws(DBusError) {
        let path = "\(directory)/\(name)"
        guard path.utf8.count > Self.maximumLength else {
            self.path = path
            folder = -1
            return
        }
        folder = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        self.path = "/proc/\(getpid())/fd/\(folder)/\(name)"
        guard folder >= 0 else {
            throw .failed("\(directory) can't be opened: \(String(cString: strerror(errno)))")
        }
    }

    deinit { if folder >= 0 { close(folder) } }
}
