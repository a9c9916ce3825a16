import Foundation
import TestSupport

@testable import TabStore

/// Logs that are lost in whole or in part after a kill: every loss is reported.
@Suite struct LostLogTests {
    /// The files of a process that was killed without a pause: half of the rows are only in the log.
    private let killed: StateDirectory
    private let store: Store

    init() throws {
        killed = try StateDirectory()
        let half = Array(Sample.controllers.prefix(25))
        killed.save(StoreChanges(controllers: half))
        store = Store(directory: killed.path, durability: .power)
        store.waitForCheckpoint()
        store.commit(StoreChanges(nextNumber: Sample.nextNumber))
        for controller in Sample.controllers.dropFirst(25) { store.commit(StoreChanges(controllers: [controller])) }
    }

    /// The files as a kill leaves them.
    private func copy() throws -> StateDirectory {
        let directory = try StateDirectory()
        try FileManager.default.copyItem(atPath: killed.path, toPath: directory.path)
        return directory
    }

    private func cut(_ path: String, by count: Int) throws {
        try StateDirectory.write(try StateDirectory.read(path).dropLast(count), to: path)
    }

    @Test func `without damage nothing is reported`() throws {
        let contents = try copy().open().contents
        #expect(contents.controllers == Sample.controllers && contents.notices.isEmpty)
    }

    @Test(arguments: [1, 4120, 8240, 50_000]) func `a log that is cut at its end is reported`(count: Int) throws {
        let directory = try copy()
        try cut(directory.log, by: count)
        let (next, contents) = directory.open()
        let missing = Sample.missing(in: contents)
        #expect(!missing.isEmpty && missing.isDisjoint(with: 1...25))
        #expect(contents.notices.count == 1)
        #expect(
            contents.notices.first?.contains(
                "ends early or is damaged; the changes that were only in its lost part are lost") == true)
        #expect(contents.nextNumber >= Sample.nextNumber)
        #expect(directory.reopen(next).contents.notices.isEmpty)
    }

    @Test func `a wrong bit in the middle of the log is reported`() throws {
        let directory = try copy()
        var log = try StateDirectory.read(directory.log)
        log[log.count / 2] ^= 4
        try StateDirectory.write(log, to: directory.log)
        let contents = directory.open().contents
        #expect(!Sample.missing(in: contents).isEmpty)
        #expect(contents.notices.count == 1)
    }

    @Test func `an empty log is reported unless it was empty at the kill`() throws {
        let directory = try copy()
        try StateDirectory.write([], to: directory.log)
        let contents = directory.open().contents
        #expect(contents.controllers == Array(Sample.controllers.prefix(25)))
        #expect(contents.notices.first?.contains("was emptied after the last process was killed") == true)
    }

    @Test(arguments: ["missing", "damaged"])
    func `without its index the end of a log can't be checked, which is reported`(_ index: String) throws {
        let directory = try copy()
        if index == "missing" {
            try FileManager.default.removeItem(atPath: directory.file + "-shm")
        } else {
            try StateDirectory.write([UInt8](repeating: 0, count: 32768), to: directory.file + "-shm")
        }
        try cut(directory.log, by: 4120)
        let contents = directory.open().contents
        #expect(!Sample.missing(in: contents).isEmpty)
        #expect(contents.notices.count == 1)
        #expect(contents.notices.first?.contains("may lack changes: its index is missing or damaged") == true)
    }

    @Test func `one damaged copy of the index's header is enough`() throws {
        let directory = try copy()
        var index = try StateDirectory.read(directory.file + "-shm")
        index[17] ^= 1
        try StateDirectory.write(index, to: directory.file + "-shm")
        let contents = directory.open().contents
        #expect(contents.notices.isEmpty, "\(contents.notices)")
    }

    @Test func `a start that was killed before it opened the files reports nothing`() throws {
        let directory = try copy()
        try FileManager.default.removeItem(atPath: directory.file + "-shm")
        let marker = directory.path + "/tabd.open"
        #expect(OpenMarker(nextNumber: 100, isOpening: true).write(to: marker))
        let (next, contents) = directory.open()
        #expect(contents.controllers == Sample.controllers && contents.notices.isEmpty)
        #expect(OpenMarker(marker)?.isOpening == false)
        withExtendedLifetime(next) {}
    }

    // MARK: Rest

    /// Waits until the log of a store is empty, as it is a while after the last change.
    private func rest(_ store: Store, _ directory: StateDirectory) async throws {
        let deadline = TestTimeout.deadline
        while try !StateDirectory.read(directory.log).isEmpty, ContinuousClock.now < deadline {
            store.maintain()
            try await Task.sleep(for: .milliseconds(10))
        }
        // A backup may follow.
        store.access.openFiles?.thread.wait()
        #expect(try StateDirectory.read(directory.log).isEmpty)
    }

    private func resting(interval: Duration = .seconds(600)) async throws -> (Store, StateDirectory) {
        var schedule = BackupSchedule()
        schedule.rest = .milliseconds(10)
        schedule.interval = interval
        let directory = try StateDirectory()
        let store = Store(directory: directory.path, backups: schedule)
        for controller in Sample.controllers { store.commit(StoreChanges(controllers: [controller], nextNumber: 100)) }
        try await rest(store, directory)
        return (store, directory)
    }

    @Test(arguments: ["missing", "empty", "random"])
    func `after a rest the database alone has everything, and nothing is reported`(_ log: String) async throws {
        let (store, directory) = try await resting()
        let copy = try StateDirectory()
        try FileManager.default.copyItem(atPath: directory.path, toPath: copy.path)
        switch log {
        case "missing": try FileManager.default.removeItem(atPath: copy.log)
        case "empty": try StateDirectory.write([], to: copy.log)
        default: try StateDirectory.write([UInt8](repeating: 5, count: 5000), to: copy.log)
        }
        let contents = copy.open().contents
        #expect(contents.controllers == Sample.controllers)
        #expect(contents.notices.isEmpty == (log != "random"), "\(contents.notices)")
        #expect(contents.notices.allSatisfy { $0.contains("the database has all of its changes") })
        // The database alone, as a user copies it.
        let alone = try StateDirectory(file: try StateDirectory.read(directory.file))
        #expect(alone.open().contents.controllers == Sample.controllers)
        withExtendedLifetime(store) {}
    }

    @Test func `a commit after a rest is in the emptied log, and rests again`() async throws {
        let (store, directory) = try await resting()
        store.commit(StoreChanges(removed: [1]))
        #expect(store.condition == .saved)
        #expect(try !StateDirectory.read(directory.log).isEmpty)
        let copy = try StateDirectory(try directory.image)
        #expect(copy.open().contents.controllers == Array(Sample.controllers.dropFirst()))
        try await rest(store, directory)
        #expect(directory.reopen(store).contents.controllers == Array(Sample.controllers.dropFirst()))
    }

    @Test func `a store at rest needs maintenance once, until the next backup`() async throws {
        let (store, directory) = try await resting()
        let deadline = TestTimeout.deadline
        while !FileManager.default.fileExists(atPath: directory.file + ".backup-1"), ContinuousClock.now < deadline {
            store.commit(StoreChanges(removed: [1]))
            store.maintain()
            try await Task.sleep(for: .milliseconds(20))
        }
        var waits: [Duration] = []
        store.onMaintenanceNeeded = { waits.append($0) }
        store.commit(StoreChanges(removed: [2]))
        // On a busy machine the first deadline may be over.
        let end = TestTimeout.deadline
        while waits.last.map({ $0 < .seconds(60) }) == true, store.schedule.timeToMaintenance(at: .now) != nil,
            ContinuousClock.now < end
        {
            try await Task.sleep(for: waits.last ?? .zero)
            store.maintain()
        }
        let isOver = store.schedule.timeToMaintenance(at: .now).map { $0 > .seconds(60) } ?? true
        #expect(waits.count <= 4 && isOver, "\(waits)")
    }

    // MARK: Backups

    /// A database whose log is lost, beside a backup. The rows 1 to 25 are in the database, all in the log.
    private func lostLog(backup: [UInt8], generation: UInt32) throws -> StoreContents {
        let directory = try copy()
        try StateDirectory.write(backup, to: directory.file + ".backup-1")
        let database = try Database(directory.file + ".backup-1")
        try database.execute("PRAGMA journal_mode = DELETE")
        try database.write(generation: generation)
        database.close()
        try FileManager.default.removeItem(atPath: directory.log)
        return directory.open().contents
    }

    @Test func `a backup that is newer than the database replaces it when the log is lost`() throws {
        let (all, _) = try Sample.closed()
        let contents = try lostLog(backup: all, generation: 1000)
        #expect(contents.controllers == Sample.controllers)
        #expect(contents.notices.count == 1)
        let notice = contents.notices.first ?? ""
        #expect(notice.contains("is missing") && notice.contains("recovered 50 view controllers"), "\(notice)")
    }

    @Test func `an older backup brings nothing back when the log is lost`() throws {
        let (all, _) = try Sample.closed()
        let contents = try lostLog(backup: all, generation: 1)
        #expect(contents.controllers == Array(Sample.controllers.prefix(25)))
        #expect(contents.notices.first?.contains("the changes that were only in it are lost") == true)
    }

    @Test func `a database that was replaced by an older copy is newer than its backups`() throws {
        let directory = try StateDirectory()
        directory.save(StoreChanges(controllers: [Sample.controllers[0]]))
        let old = try StateDirectory.read(directory.file)
        for number in 1...3 {
            var schedule = BackupSchedule()
            schedule.interval = .zero
            let store = Store(directory: directory.path, backups: schedule)
            store.commit(StoreChanges(controllers: [Sample.controllers[number]]))
            store.close(within: Int(TestTimeout.milliseconds))
        }
        let backup = directory.file + ".backup-1"
        #expect(Backups.generation(of: backup) > Backups.generation(of: directory.file) - 1)
        try StateDirectory.write(old, to: directory.file)
        let store = Store(directory: directory.path, durability: .power)
        store.waitForCheckpoint()
        #expect(store.load().controllers == [Sample.controllers[0]])
        let copy = try StateDirectory()
        try FileManager.default.copyItem(atPath: directory.path, toPath: copy.path)
        try FileManager.default.removeItem(atPath: copy.log)
        #expect(copy.open().contents.controllers == [Sample.controllers[0]])
    }
}
