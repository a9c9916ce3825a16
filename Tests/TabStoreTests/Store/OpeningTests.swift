import Foundation
import TestSupport

/// Opening with anything in the place of the store: the old file is kept, and there is a new store.
@Suite struct OpeningTests {
    private let directory: StateDirectory

    init() throws { directory = try StateDirectory() }

    private func makeDirectory() throws {
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
    }

    /// Opens an empty store, uses it, and checks it after a restart.
    private func expectNew(_ notice: String?, sourceLocation: SourceLocation = #_sourceLocation) {
        let (store, contents) = directory.open()
        #expect(store.condition == .saved, sourceLocation: sourceLocation)
        #expect(contents.controllers.isEmpty, sourceLocation: sourceLocation)
        #expect(contents.notices.count == (notice == nil ? 0 : 1), sourceLocation: sourceLocation)
        if let notice { #expect(contents.notices.first?.contains(notice) == true, sourceLocation: sourceLocation) }
        store.commit(StoreChanges(controllers: Sample.controllers))
        let found = directory.reopen(store).contents
        #expect(found.controllers == Sample.controllers, sourceLocation: sourceLocation)
        #expect(found.notices.isEmpty, sourceLocation: sourceLocation)
    }

    @Test func `only the user can read the files, and looser permissions are tightened`() throws {
        let store = Store(directory: directory.path)
        store.commit(StoreChanges(controllers: Sample.controllers))
        #expect(try directory.mode(directory.path) == 0o700)
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            #expect(try directory.mode(directory.path + "/" + name) == 0o600, "\(name)")
        }
        store.close(within: Int(TestTimeout.milliseconds))
        for (path, mode) in [(directory.path, 0o755), (directory.file, 0o664)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        let again = Store(directory: directory.path)
        #expect(try directory.mode(directory.path) == 0o700)
        #expect(try directory.mode(directory.file) == 0o600)
        again.commit(StoreChanges(nextNumber: 5))
        #expect(try directory.mode(directory.log) == 0o600)
    }

    @Test func `a closed store is one file`() throws {
        directory.save(StoreChanges(controllers: Sample.controllers))
        #expect(try directory.names == ["tabd.lock", "tabd.sqlite"])
    }

    @Test func `a symbolic link is not followed`() throws {
        try makeDirectory()
        let target = directory.parent + "/target"
        try StateDirectory.write([1, 2, 3], to: target)
        try FileManager.default.createSymbolicLink(atPath: directory.file, withDestinationPath: target)
        expectNew("a symbolic link and is now \(directory.file).broken-1")
        #expect(try StateDirectory.read(target) == [1, 2, 3])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: directory.file + ".broken-1") == target)
    }

    @Test func `a directory in the place of the database is moved aside`() throws {
        try FileManager.default.createDirectory(atPath: directory.file + "/inside", withIntermediateDirectories: true)
        expectNew("a directory and is now \(directory.file).broken-1")
        #expect(FileManager.default.fileExists(atPath: directory.file + ".broken-1/inside"))
    }

    @Test func `the first start is not reported, nor is a kill right after it`() throws {
        let store = Store(directory: directory.path)
        #expect(store.notices.isEmpty)
        let copy = try StateDirectory()
        try FileManager.default.copyItem(atPath: directory.path, toPath: copy.path)
        let next = Store(directory: copy.path)
        #expect(next.load().notices.isEmpty)
        #expect(next.load().nextNumber == 1)
        next.close(within: Int(TestTimeout.milliseconds))
        #expect(try copy.names == ["tabd.lock", "tabd.sqlite"])
        withExtendedLifetime(store) {}
    }

    @Test(
        arguments: [
            ([], "was empty"),
            (Array("Dear diary, ".utf8) + [UInt8](repeating: 0x20, count: 10_000), "was not a state of tabd"),
            (try? Fixture.bytes("other.sqlite"), "was not a state of tabd"),
        ] as [([UInt8]?, String)])
    func `a file that is not a state of tabd is moved aside unchanged`(file: [UInt8]?, reason: String) throws {
        try makeDirectory()
        let file = try #require(file)
        try StateDirectory.write(file, to: directory.file)
        expectNew("\(directory.file) \(reason) and is now \(directory.file).broken-1")
        #expect(try StateDirectory.read(directory.file + ".broken-1") == file)
    }

    @Test func `broken files get new names, and beyond the limit the oldest is removed with a notice`() throws {
        for number in 1...12 {
            try? FileManager.default.removeItem(atPath: directory.file)
            try makeDirectory()
            try StateDirectory.write(Array("number \(number)".utf8), to: directory.file)
            let store = Store(directory: directory.path)
            #expect(store.notices.count == (number > 10 ? 2 : 1))
            if number > 10 {
                #expect(
                    store.notices[1].contains("tabd.sqlite.broken-\(number - 10); at most 10 broken files are kept"))
            }
            store.close(within: Int(TestTimeout.milliseconds))
        }
        let broken = try directory.names.filter { $0.contains("broken") }
        #expect(Set(broken) == Set((3...12).map { "tabd.sqlite.broken-\($0)" }))
        #expect(try StateDirectory.read(directory.file + ".broken-3") == Array("number 3".utf8))
    }

    @Test func `a second store in the directory is unsaved and names the process that uses it`() throws {
        let first = Store(directory: directory.path)
        first.commit(StoreChanges(controllers: [Sample.controllers[0]], nextNumber: 100))
        let second = Store(directory: directory.path)
        let reason = "the state in \(directory.path) is in use by process \(getpid())"
        #expect(second.condition == .unsaved(reason))
        let contents = second.load()
        #expect(contents.controllers.isEmpty)
        // The numbers of the first store are left out.
        #expect(contents.nextNumber >= 100)
        let late = StoredController(number: 100, type: "sample.Late")
        second.commit(StoreChanges(controllers: [late], nextNumber: 101))
        first.close(within: Int(TestTimeout.milliseconds))
        second.retry()
        #expect(second.condition == .saved)
        #expect(directory.reopen(second).contents.controllers == [Sample.controllers[0], late])
    }

    @Test func `a store that gets the directory too late does not overwrite the state of the other`() throws {
        let first = Store(directory: directory.path)
        first.commit(StoreChanges(controllers: [Sample.controllers[0]]))
        let second = Store(directory: directory.path)
        _ = second.load()
        second.commit(StoreChanges(controllers: [StoredController(number: 3, type: "sample.Mine")]))
        let theirs = StoredController(number: 3, type: "sample.Theirs")
        first.commit(StoreChanges(controllers: [theirs]))
        first.close(within: Int(TestTimeout.milliseconds))
        second.retry()
        #expect(try #require(second.condition.reason).contains("restart the daemon"))
        // The removal of its own view controller is not one of the other's.
        second.commit(StoreChanges(removed: [3]))
        second.retry()
        #expect(try #require(second.condition.reason).contains("restart the daemon"))
        #expect(directory.reopen(second).contents.controllers == [Sample.controllers[0], theirs])
    }

    @Test func `a store of a newer version is not changed, and nothing is saved`() throws {
        let newer = try Fixture.bytes("newer.sqlite")
        try makeDirectory()
        try StateDirectory.write(newer, to: directory.file)
        let before = try directory.names
        let (store, contents) = directory.open()
        let reason = try #require(store.condition.reason)
        #expect(reason.contains("a newer version of this program (5 colours)"))
        #expect(contents.controllers.isEmpty)
        #expect(contents.nextNumber == 9)
        store.commit(StoreChanges(controllers: Sample.controllers, nextNumber: 200))
        store.retry()
        #expect(store.condition == .unsaved(reason))
        store.close(within: Int(TestTimeout.milliseconds))
        #expect(try StateDirectory.read(directory.file) == newer)
        #expect(try directory.names == (before + ["tabd.lock"]).sorted())
    }
}
