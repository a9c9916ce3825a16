/// The files of a store in a compact encoding without zeros, so that inputs are short and most mutations matter.
///
/// A file is a sequence of pieces. Each piece has two bytes for the number of zeros before it, one for its length, and
/// that many bytes. A piece of length 0 ends the file; the write-ahead log follows. If the checksum in the log's header
/// is zero, all its checksums are computed.
struct StoreSketch {
    /// The maximum size of a file in bytes.
    private static let limit = 64 * pageSize
    private static let pageSize = 4096

    private(set) var file: [UInt8] = []
    private(set) var log: [UInt8] = []

    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        var isLog = false
        while rest.count >= 3 {
            let head = Array(rest.prefix(3))
            rest.removeFirst(3)
            let content = rest.prefix(Int(head[2]))
            rest.removeFirst(content.count)
            let piece = [UInt8](repeating: 0, count: Int(head[0]) << 8 | Int(head[1])) + content
            if isLog {
                log += piece.prefix(Self.limit - log.count)
            } else {
                file += piece.prefix(Self.limit - file.count)
            }
            if head[2] == 0 { isLog = true }
        }
        if log.count >= 32, log[24..<32].allSatisfy({ $0 == 0 }) { sumUp() }
    }

    private mutating func sumUp() {
        var sum = (first: UInt32(0), second: UInt32(0))
        add(0..<24, to: &sum)
        write(sum, at: 24)
        var start = 32
        while start + 24 + Self.pageSize <= log.count {
            add(start..<start + 8, to: &sum)
            add(start + 24..<start + 24 + Self.pageSize, to: &sum)
            // Pages of this log, according to its header.
            log.replaceSubrange(start + 8..<start + 16, with: Array(log[16..<24]))
            write(sum, at: start + 16)
            start += 24 + Self.pageSize
        }
    }

    /// Continues SQLite's checksum, in the byte order of the header.
    private func add(_ range: Range<Int>, to sum: inout (first: UInt32, second: UInt32)) {
        let isBigEndian = log[3] & 1 == 1
        func word(_ offset: Int) -> UInt32 {
            let word = log[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return isBigEndian ? word : word.byteSwapped
        }
        for offset in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
            sum.first &+= word(offset) &+ sum.second
            sum.second &+= word(offset + 4) &+ sum.first
        }
    }

    private mutating func write(_ sum: (first: UInt32, second: UInt32), at offset: Int) {
        for (index, word) in [sum.first, sum.second].enumerated() {
            for byte in 0..<4 { log[offset + 4 * index + byte] = UInt8(truncatingIfNeeded: word >> (24 - 8 * byte)) }
        }
    }

    /// Encodes files as pieces.
    static func bytes(file: [UInt8], log: [UInt8]) -> [UInt8] {
        pieces(file) + [0, 0, 0] + pieces(log)
    }

    private static func pieces(_ bytes: [UInt8]) -> [UInt8] {
        var pieces: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            // A piece has at least one byte, even if that is the last zero.
            let zeros = rest.prefix(min(0xFFFF, rest.count - 1)).prefix { $0 == 0 }.count
            rest.removeFirst(zeros)
            // A few zeros take less space than another piece.
            var count = 1
            while count < min(255, rest.count), rest.dropFirst(count).prefix(4).contains(where: { $0 != 0 }) {
                count += 1
            }
            pieces += [UInt8(zeros >> 8), UInt8(zeros & 255), UInt8(count)] + rest.prefix(count)
            rest.removeFirst(count)
        }
        return pieces
    }
}
