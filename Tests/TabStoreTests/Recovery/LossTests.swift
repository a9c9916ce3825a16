import Foundation
import Synchronization
import TestSupport

/// Files that are removed or replaced while the store uses them.
@Suite struct LossTests {
    /// A change to the files by a user or a tool.
    enum Intrusion: String, CaseIterable {
        case removal, removalOfAll, moving, movingOfAll, replacement, removalOfLog

        func happen(to directory: StateDirectory) throws {
            let files = FileManager.default
            let other = directory.parent + "/other"
            switch self {
            case .removal: try files.removeItem(atPath: directory.file)
            case .removalOfAll: try files.removeItem(atPath: directory.path)
            case .moving: try files.moveItem(atPath: directory.file, toPath: other)
            case .movingOfAll: try files.moveItem(atPath: directory.path, toPath: other)
            case .removalOfLog: try files.removeItem(atPath: directory.log)
            case .replacement:
                try StateDirectory.write(try Fixture.bytes("version-3.sqlite"), to: other)
                guard rename(other, directory.file) == 0 else { throw CocoaError(.fileWriteUnknown) }
            }
        }
    }

    @Test(arguments: Intrusion.allCases, [true, false])
    func `files that are lost during use are written again`(_ intrusion: Intrusion, isFresh: Bool) throws {
        let (file, log) = try Sample.killed()
        let directory = try StateDirectory(file: file, log: log)
        let store = Store(directory: directory.path, durability: .power)
        _ = store.load()
        store.beginLoading("suspect")
        store.beginLoading("suspect")
        store.beginRestoring(5)
        store.waitForCheckpoint()
        store.commit(StoreChanges(images: ["a": [1, 2], "b": [3]]))
        store.waitForCheckpoint()
        // Either all of the log is in the database, or one commit is only in the log.
        if isFresh { store.commit(StoreChanges(removed: [7])) }
        let logged = Mutex<[String]>([])
        let losses = Mutex(0)
        store.onNotice = { notice in logged.withLock { $0.append(notice) } }
        store.onLoss = { losses.withLock { $0 += 1 } }
        #expect(logged.withLock { $0 }.isEmpty)
        try intrusion.happen(to: directory)
        let late = StoredController(number: 200, type: "sample.Late")
        store.commit(StoreChanges(controllers: [late], nextNumber: 201))
        #expect(store.condition == .saved)
        #expect(losses.withLock { $0 } == 1)
        let notices = logged.withLock { $0 }
        #expect(
            notices.count == 1 && notices.first?.contains("the state was written to a new file") == true, "\(notices)")
        let expected = Sample.controllers.filter { !isFresh || $0.number != 7 }
        let states = Sample.states.filter { !isFresh || $0.key != 7 }
        for (number, state) in states { #expect(store.state(of: number) == state, "\(number)") }
        store.checkFiles()
        #expect(losses.withLock { $0 } == 1)
        let (next, contents) = directory.reopen(store)
        #expect(contents.notices.isEmpty)
        #expect(contents.controllers == expected + [late])
        #expect(contents.nextNumber == 201)
        #expect(contents.images == ["a": [1, 2], "b": [3]])
        #expect(next.state(of: 7) == states[7])
        #expect(contents.interrupted == [5])
        #expect(next.suspectedPlugins() == ["suspect"])
    }

    @Test func `a file that replaced the database is kept aside unchanged`() throws {
        let (file, _) = try Sample.closed()
        let directory = try StateDirectory(file: file)
        let store = Store(directory: directory.path, durability: .power)
        _ = store.load()
        store.waitForCheckpoint()
        try Intrusion.replacement.happen(to: directory)
        store.checkFiles()
        #expect(store.condition == .saved)
        #expect(try StateDirectory.read(directory.file + ".broken-1") == Fixture.bytes("version-3.sqlite"))
        store.close(within: Int(TestTimeout.milliseconds))
        #expect(try StateDirectory.read(directory.file + ".broken-1") == Fixture.bytes("version-3.sqlite"))
    }

    @Test func `a failure to write new files is reported, and retried`() throws {
        let (file, log) = try Sample.killed()
        let directory = try StateDirectory(file: file, log: log)
        let store = Store(directory: directory.path, durability: .power)
        _ = store.load()
        store.waitForCheckpoint()
        try FileManager.default.removeItem(atPath: directory.path)
        // A file replaces the directory.
        try StateDirectory.write([], to: directory.path)
        store.commit(StoreChanges(removed: [1]))
        let reason = try #require(store.condition.reason)
        #expect(reason == "\(directory.file) was removed; \(directory.path) is not a directory")
        try FileManager.default.removeItem(atPath: directory.path)
        store.retry()
        #expect(store.condition == .saved)
        #expect(directory.reopen(store).contents.controllers == Array(Sample.controllers.dropFirst()))
    }

    @Test func `a store that has taken over the directory keeps it`() throws {
        let directory = try StateDirectory()
        let first = Store(directory: directory.path, durability: .power)
        first.commit(StoreChanges(controllers: [Sample.controllers[0]]))
        first.waitForCheckpoint()
        try FileManager.default.removeItem(atPath: directory.path)
        let second = Store(directory: directory.path)
        second.commit(StoreChanges(controllers: [Sample.controllers[1]]))
        first.commit(StoreChanges(controllers: [Sample.controllers[2]]))
        #expect(
            first.condition
                == .unsaved(
                    "the state in \(directory.path) is in use by process \(getpid())"))
        #expect(second.condition == .saved)
        second.commit(StoreChanges(controllers: [Sample.controllers[3]]))
        #expect(second.condition == .saved)
        first.close(within: Int(TestTimeout.milliseconds))
        #expect(directory.reopen(second).contents.controllers == [Sample.controllers[1], Sample.controllers[3]])
    }

    @Test func `without a state directory nothing is saved, with a reason`() {
        let store = Store(directory: nil)
        let reason = "no state directory: neither XDG_STATE_HOME nor HOME is an absolute path"
        #expect(store.condition == .unsaved(reason))
        store.commit(StoreChanges(controllers: Sample.controllers))
        store.retry()
        #expect(store.condition == .unsaved(reason))
        #expect(store.load().controllers == Sample.controllers)
        store.close(within: Int(TestTimeout.milliseconds))
    }

    @Test(.ownProcess) func `a lost store without space for a new one moves nothing aside`() throws {
        let directory = try StateDirectory()
        let store = Store(directory: directory.path)
        store.commit(StoreChanges(controllers: Sample.controllers))
        try Intrusion.replacement.happen(to: directory)
        FileSizeLimit.set(0)
        for _ in 0..<20 { store.retry() }
        let reason = try #require(store.condition.reason)
        #expect(reason.contains("was replaced by another file"))
        #expect(try !directory.names.contains { $0.contains("broken") })
        FileSizeLimit.lift()
        store.retry()
        #expect(store.condition == .saved)
        #expect(try StateDirectory.read(directory.file + ".broken-1") == Fixture.bytes("version-3.sqlite"))
        #expect(directory.reopen(store).contents.controllers == Sample.controllers)
    }
}
