import TestSupport
import Testing

@testable import TabStore

/// One flipped bit costs the rows of one page at most, wherever it is.
@Suite struct BitFlipTests {
    @Test(arguments: ["closed", "killed"]) func `one bit`(_ end: String) throws {
        let (file, log) = end == "closed" ? try Sample.closed() : try Sample.killed()
        let together = Self.numbersByPage(file, log)
        #expect(together.reduce(into: Set()) { $0.formUnion($1) } == Set(1...50))
        for seed in Stress.seeds(150, long: 20_000) {
            var numbers = Numbers(state: seed)
            var (file, log) = (file, log)
            let bit = Int.random(in: 0..<(file.count + log.count) * 8, using: &numbers)
            if bit / 8 < file.count {
                file[bit / 8] ^= 1 << (bit % 8)
            } else {
                log[bit / 8 - file.count] ^= 1 << (bit % 8)
            }
            let directory = try StateDirectory(file: file, log: log)
            let store = Store(directory: directory.path)
            let contents = store.load()
            #expect(store.condition == .saved, "seed \(seed)")
            let missing = Sample.missing(in: contents)
            #expect(missing.isEmpty || together.contains { missing.isSubset(of: $0) }, "seed \(seed): \(missing)")
            #expect(contents.nextNumber >= 51, "seed \(seed)")
        }
    }

    /// The numbers of the controllers on each page, in the file and in each version in the log.
    private static func numbersByPage(_ file: [UInt8], _ log: [UInt8]) -> [Set<UInt64>] {
        var pages = [PageFile(file: file, log: [])]
        for end in stride(from: 32, through: log.count, by: 24 + PageFile.pageSize) {
            pages.append(PageFile(file: file, log: Array(log[..<end])))
        }
        return pages.flatMap { pages in
            (1...max(1, pages.pageCount)).compactMap { number in
                pages.page(number).map { page in
                    Set(
                        pages.rows(on: page).rows.compactMap { row in
                            StoredController(number: row.number, record: row.record)?.number
                        })
                }
            }
        }
    }
}
