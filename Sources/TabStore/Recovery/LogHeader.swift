internal import Glibc

/// The checksum of a log and of its index, which is continued from frame to frame.
struct LogChecksum {
    private(set) var first: UInt32 = 0
    private(set) var second: UInt32 = 0
    private let isSwapped: Bool

    init(isBigEndian: Bool) { isSwapped = isBigEndian != (UInt32(1).bigEndian == 1) }

    /// Adds bytes, whose number must be a multiple of eight.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        var (first, second) = (first, second)
        let isSwapped = isSwapped
        bytes.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
                let low = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                let high = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                first &+= (isSwapped ? low.byteSwapped : low) &+ second
                second &+= (isSwapped ? high.byteSwapped : high) &+ first
            }
        }
        (self.first, self.second) = (first, second)
    }

    /// The checksum before bytes were added, whose checksum is given. Each step can be reversed.
    init(first: UInt32, second: UInt32, removing bytes: ArraySlice<UInt8>) {
        var (first, second) = (first, second)
        bytes.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count - 7, by: 8).reversed() {
                second &-= bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self) &+ first
                first &-= bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) &+ second
            }
        }
        (self.first, self.second) = (first, second)
        isSwapped = false
    }
}

/// Validation of a write-ahead log's header. SQLite treats a log with an invalid header as empty and overwrites it.
enum LogHeader {
    static let size = 32
    static let frameHeaderSize = 24
    static let frameSize = frameHeaderSize + 4096

    /// Returns whether a log has a valid header.
    static func isSound(_ log: [UInt8]) -> Bool {
        guard log.count >= size else { return false }
        // The last bit of the magic number is the byte order of the checksums.
        guard word(in: log[...], at: 0) & ~1 == 0x377f_0682, word(in: log[...], at: 4) == 3_007_000,
            word(in: log[...], at: 8) == 4096
        else { return false }
        var checksum = LogChecksum(isBigEndian: log[3] & 1 == 1)
        checksum.add(log[..<24])
        return word(in: log[...], at: 24) == checksum.first && word(in: log[...], at: 28) == checksum.second
    }

    /// Computes a damaged header from the first frame of the log, which repeats two of its fields. The others are the same
    /// in every log, except for one, which follows from the checksums. Returns nil if the frame is damaged, too.
    static func computed(fromFirst frame: [UInt8]) -> [UInt8]? {
        guard frame.count == Self.frameSize else { return nil }
        let content = Array(frame[..<8] + frame[Self.frameHeaderSize...])
        let sum = LogChecksum(
            first: word(in: frame[...], at: 16), second: word(in: frame[...], at: 20), removing: content[...])
        let salts = frame[8..<16]
        let beforeSalts = LogChecksum(first: sum.first, second: sum.second, removing: salts)
        // SQLite writes logs in the byte order of the machine.
        let isBigEndian = UInt32(1).bigEndian == 1
        var header = [0x37, 0x7f, 0x06, isBigEndian ? 0x83 : 0x82] + bytes(3_007_000) + bytes(4096)
        var checksum = LogChecksum(isBigEndian: isBigEndian)
        checksum.add(header[..<8])
        let counter = beforeSalts.second &- checksum.second &- beforeSalts.first
        header += withUnsafeBytes(of: counter) { Array($0) } + salts + bytes(sum.first) + bytes(sum.second)
        return isSound(header) ? header : nil
    }

    private static func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

    /// Returns a big-endian number at an offset from the start of a slice.
    static func word(in bytes: ArraySlice<UInt8>, at offset: Int) -> UInt32 {
        bytes[(bytes.startIndex + offset)...].prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Writes a damaged header of a log again, if the rest of the log is sound. Returns a message; nil without a change.
    static func repair(_ log: String) -> String? {
        guard let head = (try? FileReader.head(of: log, count: size + frameSize)) ?? nil,
            !isSound(head),
            let header = computed(fromFirst: Array(head.dropFirst(size)))
        else { return nil }
        let descriptor = open(log, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard pwrite(descriptor, header, header.count, 0) == header.count else { return nil }
        return "the damaged header of the write-ahead log \(log) was written again; its changes are kept"
    }
}
