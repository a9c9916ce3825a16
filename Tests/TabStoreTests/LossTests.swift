import Dispatch
import Foundation
import Synchronization
import TabStore
import Testing

/// What somebody does with the files while they are used is noticed, and the state goes into new ones.
@Suite struct LossTests {
    /// What a user, or a tool, does.
    enum Intrusion: String, CaseIterable {
        case removal, removalOfAll, moving, movingOfAll, replacement, overwriting, overwritingOfLog, removalOfLog

        /// Whether what was in the file can't be read any more.
        var isDestructive: Bool { self == .overwriting || self == .overwritingOfLog }

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
            case .overwriting, .overwritingOfLog:
                let path = self == .overwriting ? directory.file : directory.log
                let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                try handle.truncate(atOffset: 0)
                try handle.write(contentsOf: Data(try Fixture.bytes("version-3.sqlite")))
                try handle.close()
            }
        }
    }

    /// What is written while a checkpoint goes on may be the checkpoint's; the first one is over after this.
    private func settle(_ store: Store) {
        let isSettled = DispatchSemaphore(value: 0)
        store.whenCommitted { isSettled.signal() }
        isSettled.wait()
    }

    @Test(arguments: Intrusion.allCases, [true, false])
    func `what is lost under the store's hands is written anew`(_ intrusion: Intrusion, isFresh: Bool) throws {
        let (file, log) = try Sample.killed()
        let directory = try StateDirectory(file: file, log: log)
        let store = Store(directory: directory.path, durability: .power)
        _ = store.load()
        store.beginLoading("suspect")
        store.beginLoading("suspect")
        store.beginRestoring(5)
        settle(store)
        // All of the log is in the database, or something is in the log alone.
        if isFresh { store.commit(StoreChanges(removed: [7])) }
        let told = Mutex<[String]>([])
        let losses = Mutex(0)
        store.onNotice = { notice in told.withLock { $0.append(notice) } }
        store.onLoss = { losses.withLock { $0 += 1 } }
        #expect(told.withLock { $0 }.isEmpty)
        try intrusion.happen(to: directory)
        let late = StoredController(number: 200, type: "sample.Late")
        store.commit(StoreChanges(controllers: [late], nextNumber: 201))
        #expect(store.condition == .saved)
        #expect(losses.withLock { $0 } == 1)
        let notices = told.withLock { $0 }
        #expect(notices.count == 1 && notices.first?.contains("the state was written anew") == true, "\(notices)")
        let expected = Sample.controllers.filter { !isFresh || $0.number != 7 }
        // What is in memory alone.
        if intrusion.isDestructive { store.commit(StoreChanges(controllers: expected)) }
        let states = Sample.states.filter { !isFresh || $0.key != 7 }
        if !intrusion.isDestructive {
            for (number, state) in states { #expect(store.state(of: number) == state, "\(number)") }
        }
        store.lookAfter()
        #expect(losses.withLock { $0 } == 1)
        store.close()
        let next = Store(directory: directory.path)
        let contents = next.load()
        #expect(contents.notices.isEmpty)
        #expect(contents.controllers == expected + [late])
        #expect(contents.nextNumber == 201)
        #expect(next.state(of: 7) == (isFresh || intrusion.isDestructive && next.state(of: 7) == nil ? nil : states[7]))
        if !intrusion.isDestructive {
            #expect(contents.interrupted == [5])
            #expect(next.suspects() == ["suspect"])
        }
    }

    @Test func `what was copied over it is kept aside as it was`() throws {
        let (file, _) = try Sample.closed()
        let directory = try StateDirectory(file: file)
        let store = Store(directory: directory.path, durability: .power)
        _ = store.load()
        settle(store)
        try Intrusion.overwriting.happen(to: directory)
        store.lookAfter()
        #expect(store.condition == .saved)
        #expect(try StateDirectory.read(directory.file + ".broken-1") == Fixture.bytes("version-3.sqlite"))
        store.close()
        #expect(try StateDirectory.read(directory.file + ".broken-1") == Fixture.bytes("version-3.sqlite"))
    }

    @Test func `where nothing new can be made it is told, and made later`() throws {
        let (file, log) = try Sample.killed()
        let directory = try StateDirectory(file: file, log: log)
        let store = Store(directory: directory.path, durability: .power)
        _ = store.load()
        settle(store)
        try FileManager.default.removeItem(atPath: directory.path)
        // A file in its place.
        try StateDirectory.write([], to: directory.path)
        store.commit(StoreChanges(removed: [1]))
        guard case .unsaved(let reason) = store.condition else {
            Issue.record("it is saved")
            return
        }
        #expect(reason == "\(directory.file) was removed; \(directory.path) is no directory")
        try FileManager.default.removeItem(atPath: directory.path)
        store.retry()
        #expect(store.condition == .saved)
        store.close()
        #expect(Store(directory: directory.path).load().controllers == Array(Sample.controllers.dropFirst()))
    }

    @Test func `who has taken the directory over meanwhile keeps it`() throws {
        let directory = try StateDirectory()
        let first = Store(directory: directory.path, durability: .power)
        first.commit(StoreChanges(controllers: [Sample.controllers[0]]))
        settle(first)
        try FileManager.default.removeItem(atPath: directory.path)
        let second = Store(directory: directory.path)
        second.commit(StoreChanges(controllers: [Sample.controllers[1]]))
        first.commit(StoreChanges(controllers: [Sample.controllers[2]]))
        #expect(
            first.condition
                == .unsaved(
                    "the state in \(directory.path) belongs to the process \(getpid())"))
        #expect(second.condition == .saved)
        second.commit(StoreChanges(controllers: [Sample.controllers[3]]))
        #expect(second.condition == .saved)
        first.close()
        second.close()
        #expect(Store(directory: directory.path).load().controllers == [Sample.controllers[1], Sample.controllers[3]])
    }

    @Test func `without a place nothing is saved, and it is told`() {
        let store = Store(directory: nil)
        let reason = "neither XDG_STATE_HOME nor HOME is an absolute path, so the state has no place"
        #expect(store.condition == .unsaved(reason))
        store.commit(StoreChanges(controllers: Sample.controllers))
        store.retry()
        #expect(store.condition == .unsaved(reason))
        #expect(store.load().controllers == Sample.controllers)
        store.close()
    }

    @Test func `what the store itself does is nobody's intrusion`() throws {
        let directory = try StateDirectory()
        let store = Store(directory: directory.path)
        let losses = Mutex(0)
        store.onLoss = { losses.withLock { $0 += 1 } }
        for turn in 1...2000 {
            let state = StoredState(type: "sample.Class", content: [UInt8](repeating: UInt8(turn % 256), count: 5000))
            store.commit(StoreChanges(controllers: [Sample.controllers[turn % 50]], states: [1: state]))
            store.lookAfter()
        }
        #expect(losses.withLock { $0 } == 0)
        #expect(store.condition == .saved)
    }
}
