internal import Glibc

/// The content of a regular file on a disk, for a front end that is told its path.
///
/// Other programs may choose the path. So nothing else is opened: a pipe waits for a writer, and a device never ends or does
/// something. Files of the kernel, as in /proc and /sys, may wait too. They have no size, or another one than they declare.
package enum RegularFile {
    /// The reason why a file is not read.
    package struct Refusal: Error, Equatable {
        package let path: String
        package let reason: String

        package var message: String { "can't read \(path): \(reason)" }
    }

    /// Reads a file. It may wait for the disk, or for a server.
    ///
    /// - Parameter limit: The largest size of the file, in bytes.
    package static func read(_ path: String, limit: Int) throws(Refusal) -> [UInt8] {
        var status = stat()
        // Opening a device may already have an effect. Another file may come in its place: opening that does not wait.
        guard stat(path, &status) == 0 else { throw failure(path) }
        try check(status, path, limit)
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        guard fstat(file, &status) == 0 else { throw failure(path) }
        try check(status, path, limit)
        let size = Int(status.st_size)
        var count = 0
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
            while count < size {
                result = Glibc.read(file, buffer.baseAddress?.advanced(by: count), size - count)
                if result < 0, errno == EINTR { continue }
                guard result > 0 else { break }
                count += result
            }
            initialized = count
        }
        guard result >= 0 else { throw failure(path) }
        guard count == size else {
            throw Refusal(path: path, reason: "it has \(count) bytes instead of the \(size) that it declares")
        }
        return bytes
    }

    private static func check(_ status: stat, _ path: String, _ limit: Int) throws(Refusal) {
        guard status.st_mode & S_IFMT == S_IFREG else { throw Refusal(path: path, reason: "it is not a regular file") }
        guard status.st_size > 0 else { throw Refusal(path: path, reason: "it is empty") }
        guard status.st_size <= limit else {
            throw Refusal(path: path, reason: "it has \(status.st_size) bytes; the limit is \(limit)")
        }
    }

    private static func failure(_ path: String) -> Refusal {
        Refusal(path: path, reason: String(cString: strerror(errno)))
    }
}
