import DBusInterface
import Glibc
import TOML

/// A file of the user that is read at the start. Errors never keep the daemon from starting.
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
