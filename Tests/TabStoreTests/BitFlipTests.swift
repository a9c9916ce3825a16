import TestSupport
import Testing

@testable import TabStore

/// One flipped bit costs nothing that a backup has, wherever it is.
@Suite struct BitFlipTests {
    @Test(arguments: ["closed", "killed"]) func `one bit`(_ end: String) throws {
        let (file, log) = end == "closed" ? try Sample.closed() : try Sample.killed()
        let backup = try Sample.closed().file
        for seed in Stress.seeds(100, long: 10_000) {
            var numbers = Numbers(state: seed)
            var (file, log) = (file, log)
            let bit = Int.random(in: 0..<(file.count + log.count) * 8, using: &numbers)
            if bit / 8 < file.count {
                file[bit / 8] ^= 1 << (bit % 8)
            } else {
                log[bit / 8 - file.count] ^= 1 << (bit % 8)
            }
            let directory = try StateDirectory(file: file, log: log)
            try StateDirectory.write(backup, to: directory.file + ".backup-1")
            // As the process that was killed has left it.
            if !log.isEmpty { try StateDirectory.write(Array("100\n".utf8), to: directory.path + "/tabd.open") }
            let store = Store(directory: directory.path)
            let contents = store.load()
            #expect(store.condition == .saved, "seed \(seed)")
            #expect(contents.nextNumber >= 100, "seed \(seed)")
            // A flipped bit in the log ends it, and one in the content of a row is not seen.
            guard bit / 8 < file.count, !contents.notices.isEmpty else { continue }
            let missing = Sample.missing(in: contents)
            #expect(missing.count <= 1, "seed \(seed): \(missing) \(contents.notices)")
        }
    }
}
