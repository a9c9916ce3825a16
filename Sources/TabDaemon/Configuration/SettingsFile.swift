import DBusInterface
import Glibc
import Processes
import TOML

/// A file of the user. Errors in it never keep the daemon from starting.
enum SettingsFile {
    /// Returns the text of a file; nil if it doesn't exist.
    ///
    /// - Throws: `Failed` unless it is a readable regular file of valid UTF-8 within the size limit.
    static func text(at path: String) throws(DBusError) -> String? {
        guard let bytes = try bytes(at: path, limit: TOMLReader.maximumSize) else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .failed("not valid UTF-8") }
        return text
    }

    /// Returns the bytes of a file; nil if it doesn't exist.
    ///
    /// - Throws: `Failed` unless it is a readable regular file within the size limit.
    static func bytes(at path: String, limit: Int) throws(DBusError) -> [UInt8]? {
        // O_NONBLOCK: a pipe with the name of the file must not block the start.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .failed("cannot read the file: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .failed("not a regular file")
        }
        guard status.st_size <= limit else {
            throw .failed("the file has \(status.st_size) bytes: at most \(limit) are allowed")
        }
        return try bytes(in: descriptor, limit: limit)
    }

    /// Replaces a file atomically, or creates it. A symbolic link stays, and its target is replaced.
    ///
    /// - Throws: `Failed`. The file is unchanged then.
    static func replace(_ path: String, with text: String) throws(DBusError) {
        let target = realPath(path)
        makeFolder(ProgramFolder.parent(of: target) ?? "/")
        var status = stat()
        let mode = stat(target, &status) == 0 ? status.st_mode & 0o777 : 0o644
        let draft = "\(target).\(getpid()).new"
        var isDone = false
        defer { if !isDone { unlink(draft) } }
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw cannotWrite() }
        let isWritten = write(text, to: descriptor) && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(draft, target) == 0 else { throw cannotWrite() }
        isDone = true
    }

    private static func realPath(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func makeFolder(_ path: String) {
        guard access(path, F_OK) != 0 else { return }
        if let folder = ProgramFolder.parent(of: path), folder != path { makeFolder(folder) }
        // The mode that the XDG Base Directory Specification requires. An error shows when the file is created.
        mkdir(path, 0o700)
    }

    private static func cannotWrite() -> DBusError {
        .failed("cannot write the file: \(String(cString: strerror(errno)))")
    }

    /// Reads up to the size limit, even if the file grows meanwhile.
    private static func bytes(in descriptor: Int32, limit: Int) throws(DBusError) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65536)
        while bytes.count < limit {
            let count = read(descriptor, &block, min(block.count, limit - bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .failed("cannot read the file: \(String(cString: strerror(errno)))") }
            guard count > 0 else { break }
            bytes += block.prefix(count)
        }
        return bytes
    }
}
