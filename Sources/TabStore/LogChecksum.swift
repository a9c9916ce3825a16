/// SQLite's running checksum of a write-ahead log.
struct LogChecksum: Equatable {
    private(set) var first: UInt32 = 0
    private(set) var second: UInt32 = 0

    private init() {}

    init(stored bytes: UnsafeRawBufferPointer, at offset: Int) {
        first = bytes.bigEndian32(at: offset)
        second = bytes.bigEndian32(at: offset + 4)
    }

    /// Of eight bytes or a multiple of them, as a machine of this byte order sums them up.
    static func native(
        _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, after seed: LogChecksum? = nil
    ) -> LogChecksum {
        var sum = seed ?? LogChecksum()
        var offset = range.lowerBound
        while offset < range.upperBound {
            sum.first &+= bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) &+ sum.second
            sum.second &+= bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self) &+ sum.first
            offset += 8
        }
        return sum
    }
}
