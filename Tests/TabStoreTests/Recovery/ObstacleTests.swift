import Foundation
import TestSupport

@testable import TabStore

/// Directories and links in the places of the store's files are moved aside.
@Suite struct ObstacleTests {
    private let directory: StateDirectory

    init() throws { directory = try StateDirectory() }

    private static let temporary = ["tabd.sqlite.draft", "tabd.sqlite.new", "tabd.sqlite.backup"]

    private enum Kind: String, CaseIterable {
        case directory, link

        func place(at path: String) throws {
            let files = FileManager.default
            try? files.removeItem(atPath: path)
            switch self {
            case .directory: try files.createDirectory(atPath: path + "/inside", withIntermediateDirectories: true)
            case .link: try files.createSymbolicLink(atPath: path, withDestinationPath: "/nonexistent/target")
            }
        }
    }

    @Test(arguments: [
        "tabd.sqlite-wal", "tabd.sqlite-shm", "tabd.sqlite-journal", "tabd.open", "tabd.lock", "restoring",
        "tabd.sqlite.draft", "tabd.sqlite.new", "tabd.sqlite.backup", "tabd.sqlite.backup-1", "tabd.sqlite.backup-2",
    ]) func `an obstacle in the place of any file is moved aside at the start`(name: String) throws {
        for kind in Kind.allCases {
            directory.save(StoreChanges(controllers: Sample.controllers))
            try kind.place(at: directory.path + "/" + name)
            let (store, contents) = directory.open()
            #expect(store.condition == .saved, "\(kind)")
            #expect(contents.controllers == Sample.controllers, "\(kind)")
            // The start removes links in the places of its temporary files.
            let isRemoved = kind == .link && Self.temporary.contains(name)
            #expect(contents.notices.count == (isRemoved ? 0 : 1), "\(kind): \(contents.notices)")
            #expect(contents.notices.allSatisfy { $0.contains("\(name) was a ") }, "\(kind): \(contents.notices)")
            store.commit(StoreChanges(removed: [7]))
            let next = directory.reopen(store)
            #expect(next.contents.notices.isEmpty, "\(kind): \(next.contents.notices)")
            #expect(next.contents.controllers.count == 49, "\(kind)")
            next.store.close(within: Int(TestTimeout.milliseconds))
        }
    }

    @Test func `an obstacle in the place of a killed process's log is reported as the loss of the log`() throws {
        let killed = Store(directory: directory.path, durability: .power)
        killed.waitForCheckpoint()
        killed.commit(StoreChanges(controllers: Sample.controllers))
        let copy = try StateDirectory()
        try FileManager.default.copyItem(atPath: directory.path, toPath: copy.path)
        try Kind.directory.place(at: copy.log)
        let contents = copy.open().contents
        #expect(contents.notices.count == 2)
        #expect(contents.notices.last?.contains("is missing, and the last process was killed") == true)
    }

    @Test(arguments: ["directory", "link"])
    func `a lock that is replaced during use is moved aside, and saving continues`(_ name: String) throws {
        let store = Store(directory: directory.path)
        store.commit(StoreChanges(controllers: [Sample.controllers[0]]))
        try (Kind(rawValue: name) ?? .directory).place(at: directory.path + "/tabd.lock")
        store.commit(StoreChanges(controllers: [Sample.controllers[1]]))
        #expect(store.condition == .saved)
        #expect(store.notices.count == 1)
        #expect(store.notices.first?.contains("tabd.lock was a ") == true)
        // As after a kill.
        let copy = try StateDirectory(try directory.image)
        #expect(copy.open().contents.controllers == Array(Sample.controllers.prefix(2)))
        // Another process is kept out.
        #expect(Store(directory: directory.path).condition.reason?.contains("is in use by process") == true)
    }

    @Test func `a lock that can't be acquired during use makes the next commit unsaved`() throws {
        let store = Store(directory: directory.path)
        store.commit(StoreChanges(controllers: [Sample.controllers[0]]))
        let state = StoredState(type: "sample.Class", content: [1])
        store.commit(StoreChanges(states: [1: state]))
        // Not even root can open a running program for writing.
        let lock = directory.path + "/tabd.lock"
        try FileManager.default.removeItem(atPath: lock)
        try FileManager.default.copyItem(atPath: "/bin/sleep", toPath: lock)
        let program = try ChildProcess(lock, ["600"])
        store.commit(StoreChanges(controllers: [Sample.controllers[1]]))
        #expect(store.condition.reason == "can't open \(lock): Text file busy")
        // The state is in memory.
        #expect(store.state(of: 1) == state)
        program.send(SIGKILL)
        _ = program.wait()
        store.retry()
        #expect(store.condition == .saved)
        let (next, contents) = directory.reopen(store)
        #expect(contents.controllers == Array(Sample.controllers.prefix(2)))
        #expect(next.state(of: 1) == state)
    }
}
