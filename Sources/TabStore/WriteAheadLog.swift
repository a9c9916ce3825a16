/// The log beside a database file, read without SQLite, which stops at the first frame that is damaged and forgets
/// what is behind it. Only what SQLite has committed counts here, too.
struct WriteAheadLog {
    private static let headerSize = 32
    private static let frameHeaderSize = 24

    /// Where the newest committed content of a page begins in the bytes.
    private(set) var pages: [Int: Int] = [:]
    /// Something before the last commit is damaged; a torn end is none.
    private(set) var isDamaged = false

    /// - Parameter bytes: the whole file; may be anything.
    init(_ bytes: [UInt8], pageSize: Int) {
        guard bytes.count >= Self.headerSize + Self.frameHeaderSize else { return }
        bytes.withUnsafeBytes { read($0, pageSize) }
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer, _ pageSize: Int) {
        let header = LogChecksum.native(bytes, 0..<24)
        let isHeaderSound = header == LogChecksum(stored: bytes, at: 24)
        // A damaged header may have lost them; the first frame has them, too.
        let salts = bytes.word(at: isHeaderSound ? 16 : Self.headerSize + 8)
        var isSound = isHeaderSound
        var seed = LogChecksum(stored: bytes, at: 24)
        var uncommitted: [Int: Int] = [:]
        var start = Self.headerSize
        while start + Self.frameHeaderSize + pageSize <= bytes.count {
            defer { start += Self.frameHeaderSize + pageSize }
            let content = start + Self.frameHeaderSize
            let stored = LogChecksum(stored: bytes, at: start + 16)
            let isOfThisLog = bytes.word(at: start + 8) == salts
            let checksum = LogChecksum.native(
                bytes, content..<content + pageSize, after: .native(bytes, start..<start + 8, after: seed))
            // Each checksum goes on from the one before, as it is stored: so one bad frame is one bad frame.
            seed = stored
            guard isOfThisLog, checksum == stored else {
                isSound = false
                continue
            }
            uncommitted[Int(bytes.bigEndian32(at: start))] = content
            guard bytes.bigEndian32(at: start + 4) != 0 else { continue }
            pages.merge(uncommitted) { _, newer in newer }
            uncommitted = [:]
            if !isSound { isDamaged = true }
        }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func word(at offset: Int) -> UInt64 { loadUnaligned(fromByteOffset: offset, as: UInt64.self) }

    func bigEndian32(at offset: Int) -> UInt32 {
        UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}
