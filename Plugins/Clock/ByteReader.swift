/// Reads big-endian numbers from bytes that may end early.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }

    /// A signed number of 1, 4 or 8 bytes; nil at the end.
    mutating func integer(_ size: Int) -> Int64? {
        guard rest.count >= size else { return nil }
        let bits = rest.prefix(size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(size)
        let unused = 64 - size * 8
        return Int64(bitPattern: bits << UInt64(unused)) >> Int64(unused)
    }

    /// The text between two line feeds.
    mutating func line() -> String {
        let text = rest.dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        return String(decoding: text, as: UTF8.self)
    }
}
