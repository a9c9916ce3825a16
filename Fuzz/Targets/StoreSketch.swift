@testable import TabStore

/// The files of a store, as what is in them besides zeros: so an input is short, and its changes matter.
///
/// Pieces, each with two bytes for how many zeros are before it, one for its length and then that many bytes; a piece
/// without a length ends the file, and then comes its write-ahead log, with all its checksums made right when the one in
/// its header is zero.
struct StoreSketch {
    /// Of a file, in bytes.
    private static let limit = 64 * 4096

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
        var seed = sum(0..<24, after: nil)
        write(seed, at: 24)
        var start = 32
        while start + 24 + PageFile.pageSize <= log.count {
            seed = sum(start + 24..<start + 24 + PageFile.pageSize, after: sum(start..<start + 8, after: seed))
            // Of this log, as its header says.
            log.replaceSubrange(start + 8..<start + 16, with: Array(log[16..<24]))
            write(seed, at: start + 16)
            start += 24 + PageFile.pageSize
        }
    }

    private func sum(_ range: Range<Int>, after seed: LogChecksum?) -> LogChecksum {
        log.withUnsafeBytes { LogChecksum.native($0, range, after: seed) }
    }

    private mutating func write(_ sum: LogChecksum, at offset: Int) {
        for (index, word) in [sum.first, sum.second].enumerated() {
            for byte in 0..<4 { log[offset + 4 * index + byte] = UInt8(truncatingIfNeeded: word >> (24 - 8 * byte)) }
        }
    }

    /// Writes files as pieces.
    static func bytes(file: [UInt8], log: [UInt8]) -> [UInt8] {
        pieces(file) + [0, 0, 0] + pieces(log)
    }

    private static func pieces(_ bytes: [UInt8]) -> [UInt8] {
        var pieces: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            // A piece has a byte of its own, and be it the last zero.
            let zeros = rest.prefix(min(0xFFFF, rest.count - 1)).prefix { $0 == 0 }.count
            rest.removeFirst(zeros)
            // A few zeros are cheaper than another piece.
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
