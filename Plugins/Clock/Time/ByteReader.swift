import Glibc

/// A reader of big-endian numbers. The bytes may end early.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }

    /// Reads a signed number of 1, 4 or 8 bytes. Returns nil at the end.
    mutating func integer(_ size: Int) -> Int64? {
        guard rest.count >= size else { return nil }
        let bits = rest.prefix(size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(size)
        let unused = 64 - size * 8
        return Int64(bitPattern: bits << UInt64(unused)) >> Int64(unused)
    }

    /// Reads a text between two line feeds.
    mutating func line() -> String {
        let text = rest.dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Returns the content of a regular file; nil if it does not exist or has more than `limit` bytes.
func readFile(_ path: String, limit: Int) -> [UInt8]? {
    // Opening a named pipe must not block.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    // Files in /proc have the size 0, so read until the end.
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
