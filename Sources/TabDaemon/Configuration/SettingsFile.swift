import DBusInterface
import Glibc
import TOML

/// A file of the user's that is read at the start: whatever is in its place, the start goes on.
enum SettingsFile {
    /// The text of a file; nil when there is none.
    ///
    /// - Throws: `Failed` for what is no file, can't be read, is too long, or no text in UTF-8.
    static func text(at path: String) throws(DBusError) -> String? {
        // O_NONBLOCK: a pipe under the file's name must not hold up the start.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .failed("it can't be read: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .failed("it can't be read: it is no file")
        }
        guard status.st_size <= TOMLReader.maximumSize else {
            throw .failed("it has \(status.st_size) bytes: at most \(TOMLReader.maximumSize) are allowed")
        }
        guard let text = String(validating: try bytes(in: descriptor), as: UTF8.self) else {
            throw .failed("it can't be read as a text in UTF-8")
        }
        return text
    }

    /// As much as is allowed, also of a file that grows meanwhile.
    private static func bytes(in descriptor: Int32) throws(DBusError) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65536)
        while bytes.count < TOMLReader.maximumSize {
            let count = read(descriptor, &block, min(block.count, TOMLReader.maximumSize - bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .failed("it can't be read: \(String(cString: strerror(errno)))") }
            guard count > 0 else { break }
            bytes += block.prefix(count)
        }
        return bytes
    }
}
