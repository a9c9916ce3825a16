/// A database file under its log, page by page and without SQLite: so that nothing of it changes, and damage is
/// no reason to stop.
struct PageFile {
    /// SQLite's default, which every store has.
    static let pageSize = 4096

    private let file: [UInt8]
    let log: [UInt8]
    private let frames: WriteAheadLog

    init(file: [UInt8], log: [UInt8]) {
        self.file = file
        self.log = log
        frames = WriteAheadLog(log, pageSize: Self.pageSize)
    }

    /// SQLite would lose committed changes of the log without a word.
    var isLogDamaged: Bool { frames.isDamaged }

    /// SQLite throws the log of an empty file away.
    var isFileWhole: Bool { !file.isEmpty && file.count.isMultiple(of: Self.pageSize) }

    var isFileEmpty: Bool { file.isEmpty }

    /// Whether there is nothing at all.
    var isEmpty: Bool { file.isEmpty && frames.pages.isEmpty }

    /// The highest number of a page. Between the end of the file and what the log has there may be none for long.
    var pageCount: Int { max(filePages, frames.pages.keys.max() ?? 0) }

    private var filePages: Int { (file.count + Self.pageSize - 1) / Self.pageSize }

    /// The numbers of the pages that there are, ascending.
    var numbers: [Int] {
        let own = filePages
        return Array(1..<own + 1) + frames.pages.keys.filter { $0 > own }.sorted()
    }

    /// What all pages hold, in bytes.
    var capacity: Int { (filePages + frames.pages.count) * Self.pageSize }

    /// nil behind the end. A page that the end of the file cuts off is filled up with zeros.
    func page(_ number: Int) -> Page? {
        guard number > 0 else { return nil }
        if let start = frames.pages[number] { return Page(number: number, bytes: log[start..<start + Self.pageSize]) }
        let start = (number - 1) * Self.pageSize
        guard start < file.count else { return nil }
        let bytes = file[start..<min(start + Self.pageSize, file.count)]
        guard bytes.count < Self.pageSize else { return Page(number: number, bytes: bytes) }
        return Page(number: number, bytes: (bytes + [UInt8](repeating: 0, count: Self.pageSize - bytes.count))[...])
    }

    /// Pages that are in no tree: what is on them is old. As far as the list can be read.
    var freePages: Set<Int> {
        var free: Set<Int> = []
        var next = page(1)?.integer32(at: 32) ?? 0
        while next > 0, free.insert(next).inserted, let trunk = page(next) {
            let count = trunk.integer32(at: 4)
            guard count <= Self.pageSize / 4 - 2 else { break }
            for index in 0..<count { free.insert(trunk.integer32(at: 8 + 4 * index)) }
            next = trunk.integer32(at: 0)
        }
        return free
    }
}
