internal import DBusInterface
internal import Glibc
internal import TabInterface

/// An open folder that belongs to the user or to root, and that no other user may write.
///
/// Files are opened through it, so that the checked file is the file that is read.
final class CheckedFolder {
    /// The reason why a folder or file is not trusted or can't be read.
    struct Refusal: Error, Equatable {
        let path: String
        let reason: String
        /// Whether no file has this name.
        var isMissing = false
        /// Whether the system lacks descriptors or memory at the moment. That says nothing about the folder.
        var isTransient = false

        var message: String { "\(path) \(reason)" }
    }

    let path: String
    private let descriptor: Int32
    /// Whether the folder belongs to the user. Then its files must as well, unless they are known to be root's.
    private var isOwn = false

    /// Opens a folder of the search path. This folder may be a symbolic link.
    init(path: String) throws(Refusal) {
        self.path = path
        descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
        isOwn = try Self.check(descriptor, path, inOwn: false).st_uid == geteuid()
    }

    /// Opens a folder inside. A symbolic link is refused.
    init(_ name: String, in parent: CheckedFolder) throws(Refusal) {
        path = parent.path + "/" + name
        descriptor = openat(parent.descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
        isOwn = try Self.check(descriptor, path, inOwn: parent.isOwn).st_uid == geteuid()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The names inside, sorted; empty when the folder can't be read.
    func names() -> [String] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let stream = fdopendir(copy) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Opens a plugin's library at `PARENT/ID/FILE`. Only `PARENT`, a folder of the search path, may be a symbolic link.
    ///
    /// - Throws: `PluginFailed` with what is wrong with the file or one of the folders.
    static func openLibrary(at path: String) throws(DBusError) -> CheckedFile {
        var parts = path.split(separator: "/").map(String.init)
        guard let file = parts.popLast(), let id = parts.popLast() else {
            throw .pluginFailed("'\(path)' is not the path of a library in a plugin's folder")
        }
        let parent = (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
        do throws(Refusal) {
            return try CheckedFolder(id, in: CheckedFolder(path: parent.isEmpty ? "." : parent)).open(file)
        } catch {
            throw .pluginFailed(error.message)
        }
    }

    /// Opens a plugin's folder at `PARENT/ID`. Only `PARENT` may be a symbolic link.
    static func ofPlugin(at path: String) throws(Refusal) -> CheckedFolder {
        guard let slash = path.lastIndex(of: "/") else { throw Refusal(path: path, reason: "is not a plugin's folder") }
        let parent = try CheckedFolder(path: slash == path.startIndex ? "/" : String(path[..<slash]))
        return try CheckedFolder(String(path[path.index(after: slash)...]), in: parent)
    }

    /// Returns the content of a checked file, truncated one byte after the limit.
    func read(_ name: String, limit: Int) throws(Refusal) -> [UInt8] {
        try open(name).read(limit: limit)
    }

    /// Opens a file in this folder or one below it. No part of the path may be a symbolic link.
    ///
    /// - Parameter parts: The names of the folders and of the file, without `.` and `..`.
    func open(_ parts: some BidirectionalCollection<String>) throws(Refusal) -> CheckedFile {
        guard let name = parts.last else { throw Refusal(path: path, reason: "is not a regular file") }
        var folder = self
        for part in parts.dropLast() { folder = try CheckedFolder(part, in: folder) }
        return try folder.open(name)
    }

    /// Opens a regular file and checks it. A symbolic link is refused.
    func open(_ name: String) throws(Refusal) -> CheckedFile {
        let path = path + "/" + name
        // With O_NONBLOCK, a pipe with the file's name can't block the loop.
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw Self.failure(path) }
        do throws(Refusal) {
            let status = try Self.check(file, path, inOwn: isOwn)
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw Refusal(path: path, reason: "is not a regular file")
            }
            return CheckedFile(path: path, descriptor: file, status: status)
        } catch {
            close(file)
            throw error
        }
    }

    private static func check(_ descriptor: Int32, _ path: String, inOwn: Bool) throws(Refusal) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path) }
        guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
            throw Refusal(path: path, reason: "can be written by other users")
        }
        let isWritable = access("/proc/self/fd/\(descriptor)", W_OK) == 0
        guard isTrusted(owner: status.st_uid, isWritable: isWritable, inOwn: inOwn) else {
            let owner = status.st_uid == OverflowUser.id ? "another user" : "user \(status.st_uid)"
            throw Refusal(path: path, reason: "belongs to \(owner); expected you or root")
        }
        return status
    }

    /// Whether a file belongs to the user or root. With `PrivateUsers=yes` root's files show the overflow user, like
    /// those of all other users. Such a file is trusted if this process can't write it and it is not in a folder of the
    /// user.
    static func isTrusted(
        owner: uid_t, isWritable: Bool, inOwn: Bool, user: uid_t = geteuid(), overflow: uid_t? = OverflowUser.id
    ) -> Bool {
        owner == user || owner == 0 || (owner == overflow && !isWritable && !inOwn)
    }

    fileprivate static func failure(_ path: String) -> Refusal {
        let reason = errno
        return switch reason {
        case ENOENT: Refusal(path: path, reason: "does not exist", isMissing: true)
        case ELOOP: Refusal(path: path, reason: "is a symbolic link")
        case ENOTDIR: Refusal(path: path, reason: "is not a folder, or is a symbolic link to one")
        default:
            Refusal(
                path: path, reason: "can't be read: \(String(cString: strerror(reason)))",
                isTransient: [EMFILE, ENFILE, ENOMEM, EINTR].contains(reason))
        }
    }
}

/// An open regular file in a checked folder. Code that reads or loads it through the descriptor gets the checked file,
/// even if the path names another file by now.
final class CheckedFile {
    let path: String
    let descriptor: Int32
    /// In bytes, at the time of the check.
    let size: Int
    /// Identifies the file and its content, to detect later writes.
    let identity: FileVersion

    /// - Parameter descriptor: Closed with this object.
    init(path: String, descriptor: Int32, status: stat) {
        self.path = path
        self.descriptor = descriptor
        size = Int(status.st_size)
        identity = FileVersion(status)
    }

    deinit { close(descriptor) }

    /// Returns the content, truncated one byte after the limit.
    func read(limit: Int) throws(CheckedFolder.Refusal) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: min(size, limit + 1))
        var count = 0
        while count < bytes.count {
            let wanted = bytes.count - count
            let result = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), wanted)
            }
            guard result >= 0 || errno == EINTR else { throw CheckedFolder.failure(path) }
            if result == 0 { break }
            count += max(result, 0)
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}

/// Identifies a file and its content at one moment.
package struct FileVersion: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    private let seconds: Int
    private let nanoseconds: Int

    /// Returns nil when the file does not exist.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}

/// The user that owns the files of all users that a user namespace lacks.
enum OverflowUser {
    /// nil where all users are mapped. Then this user is like any other.
    static let id: uid_t? = {
        let number = text("/proc/sys/kernel/overflowuid").split(whereSeparator: \.isWhitespace).first
        let user = number.flatMap { uid_t($0) } ?? 65534
        return isMapped(user, in: text("/proc/self/uid_map")) ? nil : user
    }()

    /// Returns whether one of the lines, `first inside, first outside, count`, contains a user.
    static func isMapped(_ user: uid_t, in map: String) -> Bool {
        let lines = map.split(separator: "\n")
        return lines.isEmpty
            || lines.contains { line in
                let numbers = line.split(separator: " ").compactMap { UInt64($0) }
                // An unknown format does not mean a namespace.
                guard numbers.count == 3 else { return true }
                return (numbers[0]..<numbers[0] + numbers[2]).contains(UInt64(user))
            }
    }

    private static func text(_ path: String) -> String { ProcessUsage.read(path) ?? "" }
}
