internal import Glibc

/// A file that a user names as an image.
struct ImageFile {
    let path: String

    /// The largest file that is read, in bytes. The daemon accepts 4 MiB by default.
    private static let maximumSize = 16 << 20

    /// Returns nil for the name of an icon, which has no slash, and for a URI.
    init?(argument: String) {
        guard argument.contains("/"), !argument.hasPrefix("file:") else { return nil }
        path = argument
    }

    func read() throws(ControlError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure }
        defer { close(descriptor) }
        var data: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while data.count <= Self.maximumSize {
            let count = Glibc.read(descriptor, &piece, piece.count)
            guard count >= 0 || errno == EINTR else { throw failure }
            if count == 0 { return data }
            data += piece.prefix(max(count, 0))
        }
        throw ControlError(message: "\(path) is larger than \(Self.maximumSize) bytes")
    }

    private var failure: ControlError {
        ControlError(message: "can't read \(path): \(String(cString: strerror(errno)))")
    }
}
