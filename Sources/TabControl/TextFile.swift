internal import Glibc

/// A text in UTF-8 that is read as a whole.
enum TextFile {
    static func read(_ path: String) throws(ControlError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        return try read(descriptor, named: path)
    }

    /// - Parameters:
    ///   - descriptor: A negative one is the failed `open` of the file, with its `errno`.
    ///   - hint: What the user can do when the file does not exist.
    static func read(_ descriptor: Int32, named path: String, hint: String = "") throws(ControlError) -> String {
        guard descriptor >= 0, let bytes = bytes(of: descriptor) else {
            let reason = String(cString: strerror(errno)) + (errno == ENOENT ? hint : "")
            throw ControlError(message: "'\(path)' can't be read: \(reason)", status: ExitStatus.noInput)
        }
        guard let content = String(validating: bytes, as: UTF8.self), !content.utf8.contains(0) else {
            throw ControlError(message: "'\(path)' is not text in UTF-8", status: ExitStatus.noInput)
        }
        return content
    }

    /// nil when it can't be read, with `errno`.
    private static func bytes(of descriptor: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count > 0 {
                bytes += buffer.prefix(count)
            } else if count == 0 {
                return bytes
            } else if errno != EINTR {
                return nil
            }
        }
    }
}
