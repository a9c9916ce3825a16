/// One page of a tree of rows, whatever bytes it has.
struct Page {
    enum Kind {
        /// Has rows.
        case leaf
        /// Leads to other pages.
        case interior
    }

    let number: Int
    private let bytes: ArraySlice<UInt8>

    init(number: Int, bytes: ArraySlice<UInt8>) {
        self.number = number
        self.bytes = bytes
    }

    /// The first page begins with the header of the file.
    private var start: Int { number == 1 ? 100 : 0 }

    /// nil: neither; perhaps of an index.
    var kind: Kind? {
        switch byte(at: start) {
        case 13: .leaf
        case 5: .interior
        default: nil
        }
    }

    func byte(at offset: Int) -> UInt8 { bytes[bytes.startIndex + offset] }

    func integer16(at offset: Int) -> Int { Int(byte(at: offset)) << 8 | Int(byte(at: offset + 1)) }

    func integer32(at offset: Int) -> Int { integer16(at: offset) << 16 | integer16(at: offset + 2) }

    /// nil when they are not all on this page.
    func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
        return bytes[bytes.startIndex + offset..<bytes.startIndex + offset + count]
    }

    /// Where its cells say that they begin; nil for one that can't be.
    var cells: [Int?] {
        let list = start + (kind == .interior ? 12 : 8)
        let fitting = (bytes.count - list) / 2
        return (0..<min(integer16(at: start + 3), fitting)).map { index in
            // SQLite looks at these bits, too.
            let offset = integer16(at: list + 2 * index) % PageFile.pageSize
            return offset >= list && offset + 4 <= bytes.count ? offset : nil
        }
    }

    /// The pages below an interior one.
    var children: [Int] { cells.compactMap { $0.map(integer32(at:)) } + [integer32(at: start + 8)] }
}
