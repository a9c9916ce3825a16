/// SQLite's numbers of one to nine bytes, one after the other.
struct VarintReader {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int
    var end: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
        end = bytes.endIndex
    }

    var isAtEnd: Bool { position >= end }

    /// nil when the bytes end before the number does.
    mutating func next() -> UInt64? {
        var value: UInt64 = 0
        for index in 0..<9 {
            guard position < end else { return nil }
            let byte = bytes[position]
            position += 1
            if index == 8 { return value << 8 | UInt64(byte) }
            value = value << 7 | UInt64(byte & 0x7f)
            if byte & 0x80 == 0 { break }
        }
        return value
    }
}
