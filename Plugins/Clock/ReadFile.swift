import Glibc

/// The content of a regular file; nil when there is none, or it is longer than `limit` bytes.
func readFile(_ path: String, limit: Int) -> [UInt8]? {
    // What is a pipe by accident must not block.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    // Files of /proc say that they have no size.
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var count = 0
    while count < bytes.count {
        let part = bytes.withUnsafeMutableBytes { buffer in
            read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
        }
        guard part >= 0 else { return nil }
        guard part > 0 else { return Array(bytes.prefix(count)) }
        count += part
    }
    return nil
}
