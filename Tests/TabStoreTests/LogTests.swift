import Foundation
import TabStore
import Testing

/// The write-ahead log: after a kill it has everything, and it doesn't grow for ever.
@Suite struct LogTests {
    @Test func `what a killed process has committed is there, to the last turn`() throws {
        let (file, log) = try Sample.killed()
        let directory = try StateDirectory(file: file, log: log)
        let store = Store(directory: directory.path)
        let contents = store.load()
        #expect(contents.controllers == Sample.controllers)
        #expect(contents.nextNumber == Sample.nextNumber)
        #expect(contents.notices.isEmpty)
        for (number, state) in Sample.states { #expect(store.state(of: number) == state) }
    }

    @Test func `of a log that ends in the middle of a turn all turns before count, and nobody is alarmed`() throws {
        let (file, log) = try Sample.killed()
        let directory = try StateDirectory(file: file, log: Array(log.dropLast(1000)))
        let store = Store(directory: directory.path)
        let contents = store.load()
        #expect(contents.controllers == Sample.controllers.dropLast())
        #expect(contents.notices.isEmpty)
    }

    @Test func `a log whose database is gone still has what is in it`() throws {
        let (_, log) = try Sample.killed()
        let directory = try StateDirectory(file: [], log: log)
        let store = Store(directory: directory.path)
        let contents = store.load()
        #expect(store.condition == .saved)
        #expect(Set(Sample.controllers.suffix(5)).isSubset(of: contents.controllers))
        #expect(contents.nextNumber == Sample.nextNumber)
        #expect(contents.notices.count == 1)
        #expect(try directory.names.contains("tabd.sqlite.broken-1-wal"))
    }

    @Test func `a rescue that was killed is finished`() throws {
        let (file, _) = try Sample.closed()
        let directory = try StateDirectory(file: file)
        // The broken file is aside, its log is not yet, and the new one is ready.
        let replacement = directory.file + ".new"
        try FileManager.default.moveItem(atPath: directory.file, toPath: replacement)
        try StateDirectory.write([1, 2, 3], to: directory.file + ".broken-1")
        try StateDirectory.write([4, 5, 6], to: directory.log)
        let store = Store(directory: directory.path)
        #expect(store.load().controllers == Sample.controllers)
        store.close()
        #expect(try StateDirectory.read(directory.file + ".broken-1") == [1, 2, 3])
        #expect(try StateDirectory.read(directory.file + ".broken-2-wal") == [4, 5, 6])
        // One that had only begun is done again.
        try StateDirectory.write([7], to: replacement)
        #expect(Store(directory: directory.path).load().controllers == Sample.controllers)
        #expect(!FileManager.default.fileExists(atPath: replacement))
    }

    @Test func `the log is put into the database and emptied while the store is used`() throws {
        let directory = try StateDirectory()
        let store = Store(directory: directory.path)
        let deadline = ContinuousClock.now + .seconds(30)
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
        store.close()
        #expect(try directory.names == ["tabd.lock", "tabd.sqlite"])
        #expect(Store(directory: directory.path).state(of: 1)?.content == content)
    }

    @Test func `with durability power every turn is told when it is on the disk, in order`() async throws {
        let directory = try StateDirectory()
        let store = Store(directory: directory.path, durability: .power)
        let (turns, told) = AsyncStream.makeStream(of: UInt64.self)
        for controller in Sample.controllers {
            store.commit(StoreChanges(controllers: [controller]))
            store.whenCommitted { told.yield(controller.number) }
        }
        var seen: [UInt64] = []
        for await turn in turns.prefix(50) { seen.append(turn) }
        #expect(seen == Array(1...50))
        #expect(store.condition == .saved)
        #expect(store.load().controllers == Sample.controllers)
    }

    @Test func `with durability process nobody waits`() throws {
        let directory = try StateDirectory()
        let store = Store(directory: directory.path)
        store.commit(StoreChanges(nextNumber: 5))
        let (_, told) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        store.whenCommitted { told.finish() }
        guard case .terminated = told.yield() else {
            Issue.record("it comes later")
            return
        }
    }
}
