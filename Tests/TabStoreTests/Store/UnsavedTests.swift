import Foundation
import TestSupport

/// Unsaved changes stay in memory, are reported, and are written later.
@Suite struct UnsavedTests {
    private let directory: StateDirectory

    init() throws { directory = try StateDirectory() }

    @Test func `a store without a directory keeps commits, and writes them once there is one`() throws {
        // Not even root can create a directory below a file.
        try StateDirectory.write([], to: directory.path)
        let store = Store(directory: directory.path)
        #expect(store.condition.reason == "\(directory.path) is not a directory")
        let conditions = Conditions(of: store)
        #expect(store.load().controllers.isEmpty)
        let state = StoredState(type: "sample.Class", content: [1])
        store.commit(StoreChanges(controllers: Sample.controllers, states: [3: state], nextNumber: 51))
        store.commit(StoreChanges(removed: [7], states: [4: state]))
        store.commit(StoreChanges(states: [4: nil]))
        var changed = Sample.controllers[0]
        changed.properties = [42]
        store.commit(StoreChanges(controllers: [changed]))
        #expect(store.state(of: 3) == state)
        #expect(store.state(of: 4) == nil)
        store.retry()
        #expect(conditions.all.isEmpty)
        try FileManager.default.removeItem(atPath: directory.path)
        store.retry()
        #expect(conditions.all == [.saved])
        let (again, contents) = directory.reopen(store)
        #expect(contents.controllers == [changed] + Sample.controllers.dropFirst().filter { $0.number != 7 })
        #expect(contents.nextNumber == 51)
        #expect(again.state(of: 3) == state)
        #expect(again.state(of: 4) == nil)
    }

    @Test
    func `a directory with a path that is too long for SQLite is reported with its length, and the longest works`()
        throws
    {
        func path(ofLength length: Int) -> String {
            var path = directory.parent
            while path.utf8.count < length {
                path += "/" + String(repeating: "x", count: min(100, max(1, length - path.utf8.count - 1)))
                // A path does not end with a slash.
                if path.utf8.count == length - 1 { path += "x" }
            }
            return path
        }
        let longest = path(ofLength: 480)
        #expect(longest.utf8.count == 480)
        let store = Store(directory: longest)
        store.commit(StoreChanges(controllers: Sample.controllers))
        #expect(store.condition == .saved)
        #expect(store.keepCopy())
        store.close(within: Int(TestTimeout.milliseconds))
        #expect(FileManager.default.fileExists(atPath: longest + "/tabd.sqlite.backup-1"))
        let long = path(ofLength: 481)
        #expect(
            Store(directory: long).condition.reason
                == "the path of the state directory has 481 bytes, and at most 480 are possible; set XDG_STATE_HOME to a shorter path"
        )
        #expect(!FileManager.default.fileExists(atPath: long))
    }

    @Test func `without a lock the store is read, and written later`() throws {
        let (file, log) = try Sample.killed()
        let directory = try StateDirectory(file: file, log: log)
        // Not even root can open a running program for writing.
        let lock = directory.path + "/tabd.lock"
        try FileManager.default.copyItem(atPath: "/bin/sleep", toPath: lock)
        let program = try ChildProcess(lock, ["600"])
        let store = Store(directory: directory.path)
        #expect(store.condition.reason == "can't open \(lock): Text file busy")
        let contents = store.load()
        #expect(contents.controllers == Sample.controllers)
        #expect(contents.nextNumber == Sample.nextNumber)
        for (number, state) in Sample.states { #expect(store.state(of: number) == state) }
        store.commit(StoreChanges(removed: [1]))
        #expect(store.state(of: 1) == nil)
        #expect(!store.reserveNumbers(below: 200))
        store.retry()
        #expect(try StateDirectory.read(directory.file) == file)
        #expect(try StateDirectory.read(directory.log) == log)
        program.send(SIGKILL)
        _ = program.wait()
        store.retry()
        #expect(store.condition == .saved)
        let next = directory.reopen(store).contents
        #expect(next.controllers == Array(Sample.controllers.dropFirst()))
        #expect(next.nextNumber == 200)
    }

    @Test(.ownProcess) func `a full disk is reported, and commits are written once there is space again`() throws {
        let directory = try StateDirectory()
        let store = Store(directory: directory.path)
        store.commit(StoreChanges(controllers: Array(Sample.controllers.prefix(10)), nextNumber: 51))
        #expect(store.condition == .saved)
        FileSizeLimit.set(100_000)
        let large = StoredState(type: "sample.Class", content: [UInt8](repeating: 7, count: 300_000))
        for controller in Sample.controllers {
            store.commit(StoreChanges(controllers: [controller], states: [controller.number: large]))
        }
        store.commit(StoreChanges(removed: [9, 10]))
        let reason = try #require(store.condition.reason)
        #expect(reason.contains("the state can't be written: "))
        #expect(store.state(of: 50) == large)
        FileSizeLimit.lift()
        store.retry()
        #expect(store.condition == .saved)
        let (again, contents) = directory.reopen(store)
        #expect(contents.controllers == Sample.controllers.filter { ![9, 10].contains($0.number) })
        #expect(again.state(of: 50) == large)
    }

    @Test(.ownProcess) func `a start on a full disk loads the state`() throws {
        let (file, log) = try Sample.killed()
        let directory = try StateDirectory(file: file, log: log)
        FileSizeLimit.set(0)
        let store = Store(directory: directory.path)
        #expect(store.condition != .saved)
        #expect(store.load().controllers == Sample.controllers)
        store.commit(StoreChanges(removed: [1]))
        FileSizeLimit.lift()
        store.retry()
        #expect(store.condition == .saved)
        #expect(directory.reopen(store).contents.controllers == Array(Sample.controllers.dropFirst()))
    }

    @Test(.ownProcess) func `a damaged store on a full disk stays in place until there is space for a new one`() throws
    {
        var (file, _) = try Sample.killed()
        let backup = file
        // The header.
        file.replaceSubrange(0..<100, with: repeatElement(0, count: 100))
        let directory = try StateDirectory(file: file)
        try StateDirectory.write(backup, to: directory.file + ".backup-1")
        FileSizeLimit.set(0)
        let store = Store(directory: directory.path)
        let reason = try #require(store.condition.reason)
        #expect(reason.contains("file is not a database"))
        #expect(store.load().controllers == Array(Sample.controllers.prefix(25)))
        #expect(try StateDirectory.read(directory.file) == file)
        FileSizeLimit.lift()
        store.retry()
        #expect(store.condition == .saved)
        #expect(store.notices.count == 1)
        #expect(try StateDirectory.read(directory.file + ".broken-1") == file)
        #expect(directory.reopen(store).contents.controllers == Array(Sample.controllers.prefix(25)))
    }
}
