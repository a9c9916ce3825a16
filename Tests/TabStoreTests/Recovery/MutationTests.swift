import TestSupport

@testable import TabStore

/// For any change of the bytes, the store opens and has all readable rows.
@Suite struct MutationTests {
    @Test func `a damaged store has every row that SQLite can read, after a close and after a kill`() throws {
        let stores = [try Sample.closed(), try Sample.killed()].map { StoreImage(file: $0.file, log: $0.log) }
        for seed in Stress.rounds(100, long: 20_000) {
            var numbers = Numbers(state: seed)
            var image = stores[Int(seed % 2)]
            let mutation = Mutation(of: &image, &numbers)
            try check(image.file, image.log, "seed \(seed): \(mutation)")
        }
    }

    private func check(_ file: [UInt8], _ log: [UInt8], _ what: String) throws {
        let readable = try ReadableRows(StoreImage(file: file, log: log), like: Sample.controllers, Sample.states)
        let directory = try StateDirectory(file: file, log: log)
        let (store, contents) = directory.open()
        #expect(store.condition == .saved, "\(what)")
        // If a flipped bit gives two rows the same number, either of them may be found.
        let numbers = Set(contents.controllers.map(\.number))
        let lost = readable.controllers.intersection(Sample.missing(in: contents))
        #expect(lost.count <= 1 && numbers.isSuperset(of: lost), "\(what): \(lost)")
        for number in readable.states {
            #expect(store.state(of: number) == Sample.states[number], "\(what): state \(number)")
        }
        let highest = contents.controllers.map(\.number).max() ?? 0
        #expect(contents.nextNumber > highest, "\(what)")
        // The files were moved aside unchanged.
        if try directory.names.contains("tabd.sqlite.broken-1") {
            #expect(try StateDirectory.read(directory.file + ".broken-1") == file, "\(what)")
            #expect(contents.notices.count == 1, "\(what)")
        }
        let late = StoredController(number: contents.nextNumber, type: "sample.Late")
        store.commit(StoreChanges(controllers: [late], nextNumber: late.number + 1))
        let (again, next) = directory.reopen(store)
        #expect(again.condition == .saved, "\(what)")
        #expect(next.notices.isEmpty, "\(what)")
        #expect(next.controllers == contents.controllers + [late], "\(what)")
    }
}

/// A single flipped bit loses nothing that is in the backup.
@Suite struct BitFlipTests {
    @Test(arguments: ["closed", "killed"]) func `a flipped bit loses nothing that the backup has`(_ end: String) throws
    {
        let files = end == "closed" ? try Sample.closed() : try Sample.killed()
        let backup = try Sample.closed().file
        for seed in Stress.rounds(50, long: 10_000) { try check(files, backup, seed) }
    }

    /// The number of a row became that of the next one.
    @Test func `a damaged number loses only one of the two rows`() throws {
        let files = try Sample.closed()
        try check(files, files.file, 1_040_830_513)
    }

    private func check(_ files: (file: [UInt8], log: [UInt8]), _ backup: [UInt8], _ seed: UInt64) throws {
        var numbers = Numbers(state: seed)
        var (file, log) = files
        let bit = Int.random(in: 0..<(file.count + log.count) * 8, using: &numbers)
        if bit / 8 < file.count {
            file[bit / 8] ^= 1 << (bit % 8)
        } else {
            log[bit / 8 - file.count] ^= 1 << (bit % 8)
        }
        let directory = try StateDirectory(file: file, log: log)
        try StateDirectory.write(backup, to: directory.file + ".backup-1")
        // The marker of the killed process.
        if !log.isEmpty { try StateDirectory.write(Array("100\n".utf8), to: directory.path + "/tabd.open") }
        let (store, contents) = directory.open()
        #expect(store.condition == .saved, "seed \(seed)")
        #expect(contents.nextNumber >= 100, "seed \(seed)")
        // A flipped bit in the log ends it; one in the content of a row is not detected.
        guard bit / 8 < file.count, !contents.notices.isEmpty else { return }
        let missing = Sample.missing(in: contents)
        #expect(missing.count <= 1, "seed \(seed): \(missing) \(contents.notices)")
    }
}
