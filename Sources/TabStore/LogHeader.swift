/// The header of a write-ahead log. SQLite treats a log with an invalid header as empty, and overwrites it.
///
/// See https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
enum LogHeader {
    static let size = 32

    /// Returns whether a log has a valid header. An empty log counts as valid: it is new, or was truncated.
    static func isSound(_ log: [UInt8]) -> Bool {
        guard !log.isEmpty else { return true }
        guard log.count >= size else { return false }
        let words = stride(from: 0, to: size, by: 4).map { offset in
            log[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        // The last bit is the byte order of the checksums.
        guard words[0] & ~1 == 0x377f_0682, words[1] == 3_007_000, words[2] == 4096 else {
            return false
        }
        var (first, second): (UInt32, UInt32) = (0, 0)
        for pair in stride(from: 0, to: 6, by: 2) {
            let (low, high) = (words[pair], words[pair + 1])
            first &+= (words[0] & 1 == 1 ? low : low.byteSwapped) &+ second
            second &+= (words[0] & 1 == 1 ? high : high.byteSwapped) &+ first
        }
        return words[6] == first && words[7] == second
    }
}
