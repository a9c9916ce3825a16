/// The files of a store, as what is in them besides zeros: so an input is short, and its changes matter.
///
/// Pieces, each with two bytes for how many zeros are before it, one for its length and then that many bytes; a piece
/// without a length ends the file, and then comes its write-ahead log.
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
