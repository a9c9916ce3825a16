import Foundation
import TestSupport

/// The write-ahead log: it has all commits after a kill, and does not grow without limit.
@Suite struct LogTests {
    @Test func `all commits of a killed process are loaded, up to the last turn`() throws {
        let (file, log) = try Sample.killed()
        let directory = try StateDirectory(file: file, log: log)
        let (store, contents) = directory.open()
        #expect(contents.controllers == Sample.controllers)
        #expect(contents.nextNumber == Sample.nextNumber)
        #expect(contents.notices.isEmpty)
        for (number, state) in Sample.states { #expect(store.state(of: number) == state) }
    }

    @Test func `a log that ends within a turn keeps all earlier turns, without a notice`() throws {
        let (file, log) = try Sample.killed()
        let directory = try StateDirectory(file: file, log: Array(log.dropLast(1000)))
        let contents = directory.open().contents
        #expect(contents.controllers == Sample.controllers.dropLast())
        #expect(contents.notices.isEmpty)
    }

    @Test(arguments: [
        (0, [UInt8](repeating: 0, count: 32)), (8, [0, 0, 32, 0]), (0, Array("This is something else. ".utf8)),
        (3, [0]), (12, [1, 2, 3, 4]), (16, [9]), (24, [1, 2, 3, 4, 5, 6, 7, 8]),
    ]) func `a damaged header of the log is computed from the first frame`(offset: Int, bytes: [UInt8]) throws {
        var (file, log) = try Sample.killed()
        // A byte that is right by chance would be no damage.
        log.replaceSubrange(offset..<offset + bytes.count, with: zip(bytes, log[offset...]).map { $0 == $1 ? ~$0 : $0 })
        let directory = try StateDirectory(file: file, log: log)
        let (store, contents) = directory.open()
        #expect(contents.controllers == Sample.controllers)
        #expect(contents.notices.count == 1)
        #expect(contents.notices.first?.contains("the damaged header of the write-ahead log") == true)
        #expect(contents.nextNumber == Sample.nextNumber)
        #expect(directory.reopen(store).contents.notices.isEmpty)
    }

    @Test func `a log without a header and a first frame is reported and kept aside`() throws {
        var (file, log) = try Sample.killed()
        log.replaceSubrange(0..<4096, with: repeatElement(0, count: 4096))
        try expectKept(file, log)
        (file, log) = try Sample.killed()
        log[24] ^= 1
        log[1000] ^= 1
        try expectKept(file, log)
    }

    @Test func `a log of random bytes is reported and kept aside`() throws {
        let (file, _) = try Sample.killed()
        var numbers = Numbers(state: 1)
        for count in [7, 32, 4096, 50_000] {
            try expectKept(file, (0..<count).map { _ in .random(in: 0...255, using: &numbers) })
        }
    }

    /// Opens a store whose log can't be read.
    private func expectKept(_ file: [UInt8], _ log: [UInt8]) throws {
        let directory = try StateDirectory(file: file, log: log)
        let (store, contents) = directory.open()
        #expect(store.condition == .saved)
        #expect(Array(contents.controllers.prefix(25)) == Array(Sample.controllers.prefix(25)))
        #expect(contents.notices.count == 1)
        #expect(contents.notices.first?.contains("log") == true, "\(contents.notices)")
        #expect(try StateDirectory.read(directory.file + ".broken-1-wal") == log)
        // The log used numbers up to 100.
        #expect(contents.nextNumber > 1000)
        store.commit(StoreChanges(nextNumber: contents.nextNumber))
        let next = directory.reopen(store).contents
        #expect(next.notices.isEmpty)
        #expect(next.nextNumber == contents.nextNumber)
    }

    @Test(arguments: [("tabd.sqlite-wal", 25), ("tabd.sqlite", 0), ("both", 0)])
    func `missing files of a killed process are reported`(missing: String, count: Int) throws {
        let directory = try StateDirectory()
        let (file, _) = try Sample.killed()
        let isThere = { (name: String) in missing != name && missing != "both" }
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        if isThere("tabd.sqlite") { try StateDirectory.write(file, to: directory.file) }
        try StateDirectory.write([], to: directory.path + "/tabd.open")
        if isThere("tabd.sqlite-wal") { try StateDirectory.write([], to: directory.log) }
        let (store, contents) = directory.open()
        #expect(contents.controllers == Array(Sample.controllers.prefix(count)))
        #expect(contents.notices.count == 1)
        #expect(contents.notices.first?.contains("is missing, and the last process was killed") == true)
        #expect(contents.nextNumber > 1000)
        store.commit(StoreChanges(controllers: [Sample.controllers[49]], nextNumber: contents.nextNumber + 1))
        let next = directory.reopen(store).contents
        #expect(next.notices.isEmpty)
        #expect(next.nextNumber == contents.nextNumber + 1)
    }

    @Test(arguments: [true, false])
    func `a log without a database is kept aside, and the rows come from the backup`(hasBackup: Bool) throws {
        let (file, log) = try Sample.killed()
        let directory = try StateDirectory(file: [], log: log)
        if hasBackup { try StateDirectory.write(file, to: directory.file + ".backup-1") }
        let (store, contents) = directory.open()
        #expect(store.condition == .saved)
        #expect(contents.controllers == Array(Sample.controllers.prefix(hasBackup ? 25 : 0)))
        #expect(contents.nextNumber > 1000)
        #expect(contents.notices.count == 1)
        #expect(contents.notices.first?.contains("tabd.sqlite was empty and is now") == true)
        #expect(try directory.names.contains("tabd.sqlite.broken-1-wal"))
    }

    @Test func `the marker has the next number that a truncated log has lost`() throws {
        let (file, log) = try Sample.killed()
        let directory = try StateDirectory(file: file, log: Array(log.prefix(20_000)))
        try StateDirectory.write(Array("4711\n".utf8), to: directory.path + "/tabd.open")
        let contents = directory.open().contents
        #expect(contents.nextNumber == 4711)
        #expect(contents.notices.count == 1)
        #expect(contents.notices.first?.contains("\(directory.log) may lack changes") == true)
    }

    @Test func `an interrupted recovery is completed`() throws {
        let (file, _) = try Sample.closed()
        let directory = try StateDirectory(file: file)
        // The broken file is moved aside, its log is not, and the new file is complete.
        let replacement = directory.file + ".new"
        try FileManager.default.moveItem(atPath: directory.file, toPath: replacement)
        try StateDirectory.write([1, 2, 3], to: directory.file + ".broken-1")
        try StateDirectory.write([4, 5, 6], to: directory.log)
        let store = Store(directory: directory.path)
        #expect(store.load().controllers == Sample.controllers)
        store.close(within: Int(TestTimeout.milliseconds))
        #expect(try StateDirectory.read(directory.file + ".broken-1") == [1, 2, 3])
        #expect(try StateDirectory.read(directory.file + ".broken-2-wal") == [4, 5, 6])
        // A recovery that had only started is repeated.
        try StateDirectory.write([7], to: replacement)
        #expect(Store(directory: directory.path).load().controllers == Sample.controllers)
        #expect(!FileManager.default.fileExists(atPath: replacement))
    }

    @Test func `the log is moved into the database and emptied during use`() throws {
        let directory = try StateDirectory()
        let store = Store(directory: directory.path)
        let deadline = TestTimeout.deadline
        var turns = 0
        var largest = 0
        var hasShrunk = false
        while !hasShrunk, ContinuousClock.now < deadline {
            turns += 1
            let state = StoredState(
                type: "sample.Class", content: [UInt8](repeating: UInt8(turns % 256), count: 20_000))
            store.commit(StoreChanges(controllers: [Sample.controllers[turns % 50]], states: [1: state]))
            let size = try #require(
                FileManager.default.attributesOfItem(atPath: directory.log)[.size] as? NSNumber
            ).intValue
            hasShrunk = largest > 1 << 20 && size < largest / 2
            largest = max(largest, size)
        }
        #expect(hasShrunk, "\(turns) turns, \(largest) bytes")
        #expect(store.condition == .saved)
        let content = [UInt8](repeating: UInt8(turns % 256), count: 20_000)
        #expect(store.state(of: 1)?.content == content)
        store.close(within: Int(TestTimeout.milliseconds))
        #expect(try directory.names == ["tabd.lock", "tabd.sqlite"])
        #expect(Store(directory: directory.path).state(of: 1)?.content == content)
    }

    @Test func `with durability power the completions follow the disk, in order`() async throws {
        let directory = try StateDirectory()
        let store = Store(directory: directory.path, durability: .power)
        let (turns, completions) = AsyncStream.makeStream(of: UInt64.self)
        for controller in Sample.controllers {
            store.commit(StoreChanges(controllers: [controller]))
            store.whenCommitted { completions.yield(controller.number) }
        }
        var seen: [UInt64] = []
        for await turn in turns.prefix(50) { seen.append(turn) }
        #expect(seen == Array(1...50))
        #expect(store.condition == .saved)
        #expect(store.load().controllers == Sample.controllers)
    }

    @Test func `with durability process completions are called at once`() throws {
        let directory = try StateDirectory()
        let store = Store(directory: directory.path)
        store.commit(StoreChanges(nextNumber: 5))
        let (_, completions) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        store.whenCommitted { completions.finish() }
        guard case .terminated = completions.yield() else {
            Issue.record("it comes later")
            return
        }
    }
}
