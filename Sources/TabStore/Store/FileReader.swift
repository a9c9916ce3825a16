internal import Glibc

/// Reads of regular files that never block, and never follow a symbolic link.
enum FileReader {
    /// Returns the first bytes of a file; nil if the file does not exist.
    ///
    /// - Throws: if the path is not a regular file or can't be read.
    static func head(of path: String, count: Int) throws(StoreError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw StoreError("can't read \(path): \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError("can't read \(path): it is not a regular file")
        }
        var bytes = [UInt8](repeating: 0, count: min(count, Int(status.st_size)))
        // Bytes that can't be read stay zero.
        pread(descriptor, &bytes, bytes.count, 0)
        return bytes
    }

    /// Reads a file in chunks until its end or until `body` returns false. The last chunk may be shorter.
    static func readChunks(of path: String, from offset: Int, size: Int, _ body: (ArraySlice<UInt8>) -> Bool) {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: size)
        var offset = offset
        while true {
            let count = pread(descriptor, &bytes, size, off_t(offset))
            guard count > 0, body(bytes[..<count]), count == size else { return }
            offset += count
        }
    }

    /// Returns whether a path is a regular file that is not empty.
    static func hasContent(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
    }
}
