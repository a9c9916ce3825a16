import Foundation
import TestSupport

@testable import TabStore

/// Backups, and the rows that are recovered from them.
@Suite struct BackupTests {
    private let directory: StateDirectory

    init() throws { directory = try StateDirectory() }

    private var newest: String { directory.file + ".backup-1" }
    private var older: String { directory.file + ".backup-2" }

    private func open(rest: Duration = .milliseconds(10), interval: Duration = .zero) -> Store {
        var schedule = BackupSchedule()
        schedule.rest = rest
        schedule.interval = interval
        return Store(directory: directory.path, backups: schedule)
    }

    private func numbers(in backup: String) -> [UInt64]? {
        guard let database = try? StoreInspection(backup).database else { return nil }
        return try? database.readControllers().map(\.number)
    }

    private func wait(for numbers: [UInt64], in backup: String, of store: Store) async throws {
        let deadline = TestTimeout.deadline
        while self.numbers(in: backup) != numbers, ContinuousClock.now < deadline {
            store.maintain()
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(self.numbers(in: backup) == numbers)
    }

    @Test func `a store without changes for a while is backed up, and the previous backup is kept`() async throws {
        let store = open()
        var waits: [Duration] = []
        store.onMaintenanceNeeded = { waits.append($0) }
        #expect(waits.count == 1)
        store.commit(StoreChanges(controllers: [Sample.controllers[0]]))
        try await wait(for: [1], in: newest, of: store)
        store.commit(StoreChanges(controllers: [Sample.controllers[1]]))
        try await wait(for: [1, 2], in: newest, of: store)
        try await wait(for: [1], in: older, of: store)
        #expect(try directory.mode(newest) == 0o600)
        store.close(within: Int(TestTimeout.milliseconds))
        #expect(try !FileManager.default.contentsOfDirectory(atPath: directory.path).contains("tabd.sqlite.backup"))
    }

    @Test func `maintenance goes on after a time without files`() throws {
        let store = open(rest: .milliseconds(1))
        var waits = 0
        store.onMaintenanceNeeded = { _ in waits += 1 }
        store.commit(StoreChanges(controllers: [Sample.controllers[0]]))
        try FileManager.default.removeItem(atPath: directory.path)
        try StateDirectory.write([], to: directory.path)
        store.commit(StoreChanges(controllers: [Sample.controllers[1]]))
        store.maintain()
        let before = waits
        try FileManager.default.removeItem(atPath: directory.path)
        store.retry()
        #expect(store.condition == .saved)
        #expect(waits > before)
    }

    @Test func `a closed store is backed up, but not again within the interval`() throws {
        let store = open(rest: .seconds(600), interval: .seconds(600))
        store.commit(StoreChanges(controllers: [Sample.controllers[0]]))
        #expect(numbers(in: newest) == nil)
        store.close(within: Int(TestTimeout.milliseconds))
        #expect(numbers(in: newest) == [1])
        let next = open(rest: .zero, interval: .seconds(600))
        next.commit(StoreChanges(controllers: [Sample.controllers[1]]))
        next.close(within: Int(TestTimeout.milliseconds))
        #expect(numbers(in: newest) == [1])
        #expect(numbers(in: older) == nil)
    }

    @Test func `a backup that the end of the store interrupts is made at the end`() throws {
        let store = open(rest: .zero, interval: .seconds(600))
        store.commit(StoreChanges(controllers: [Sample.controllers[0]]))
        store.maintain()
        // The thread has not begun with the backup, or is about to copy the first pages.
        store.close(within: Int(TestTimeout.milliseconds))
        #expect(numbers(in: newest) == [1])
    }

    /// A store without the view controllers 3 and 45, and a backup with them.
    private func prepare() throws -> [UInt8] {
        let (file, _) = try Sample.closed()
        let other = try StateDirectory(file: file)
        other.save(StoreChanges(removed: [3, 45]))
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        try StateDirectory.write(file, to: newest)
        return try StateDirectory.read(other.file)
    }

    /// The offset of the page that has a text.
    private func page(with text: String, in file: [UInt8]) throws -> Int {
        let range = try #require(Data(file).range(of: Data(text.utf8)))
        return range.lowerBound / 4096 * 4096
    }

    @Test func `only rows of an unreadable page come from the backup`() throws {
        var file = try prepare()
        let page = try page(with: "controller 1 ", in: file)
        file.replaceSubrange(page..<page + 4096, with: repeatElement(0, count: 4096))
        try StateDirectory.write(file, to: directory.file)
        let (store, contents) = directory.open()
        #expect(store.condition == .saved)
        // 3 was on that page, 45 was not.
        #expect(contents.controllers == Sample.controllers.filter { $0.number != 45 })
        for (number, state) in Sample.states { #expect(store.state(of: number) == state, "\(number)") }
        #expect(contents.notices.count == 1)
        let notice = contents.notices.first ?? ""
        #expect(notice.contains("; recovered ") && notice.contains(" states from \(newest)"), "\(notice)")
        #expect(notice.contains("the broken file is now \(directory.file).broken-1"), "\(notice)")
    }

    @Test(arguments: [0, 7 * 4096])
    func `without a header or a root page the table comes from the backup`(offset: Int)
        throws
    {
        var file = try prepare()
        file.replaceSubrange(offset..<offset + 4096, with: repeatElement(0, count: 4096))
        try StateDirectory.write(file, to: directory.file)
        let contents = Store(directory: directory.path).load()
        #expect(contents.controllers == Sample.controllers)
        #expect(contents.nextNumber >= Sample.nextNumber)
        #expect(contents.notices.count == 1)
        #expect(contents.notices.first?.contains(" states from \(newest)") == true, "\(contents.notices)")
    }

    @Test func `the newest sound backup is used, with the highest number of both`() throws {
        var file = try prepare()
        try FileManager.default.moveItem(atPath: newest, toPath: older)
        try StateDirectory.write(Array(file.prefix(30_000)), to: newest)
        file.replaceSubrange(0..<4096, with: repeatElement(0, count: 4096))
        try StateDirectory.write(file, to: directory.file)
        let contents = Store(directory: directory.path).load()
        #expect(contents.controllers == Sample.controllers)
        #expect(contents.nextNumber >= Sample.nextNumber)
        #expect(contents.notices.first?.contains(" states from \(older)") == true, "\(contents.notices)")
    }

    @Test func `a database that was removed after a stop comes from the backup, with a notice and new numbers`() throws
    {
        _ = try prepare()
        let contents = Store(directory: directory.path).load()
        #expect(contents.controllers == Sample.controllers)
        #expect(contents.nextNumber > Sample.nextNumber)
        #expect(contents.notices.count == 1)
        let notice = contents.notices.first ?? ""
        #expect(notice.contains("\(directory.file) is missing; recovered 50 view controllers"), "\(notice)")
        #expect(notice.contains(" states from \(newest)"), "\(notice)")
    }

    @Test func `without a sound backup a removed database is reported`() throws {
        _ = try prepare()
        try StateDirectory.write([1, 2, 3], to: newest)
        let contents = Store(directory: directory.path).load()
        #expect(contents.controllers.isEmpty)
        #expect(contents.notices == ["\(directory.file) is missing; starting with an empty state"])
    }

    @Test(arguments: ["directory", "link", "foreign file"])
    func `another file in the place of the database is moved aside, and the state comes from the backup`(
        _ kind: String
    ) throws {
        _ = try prepare()
        switch kind {
        case "directory":
            try FileManager.default.createDirectory(atPath: directory.file, withIntermediateDirectories: true)
        case "link":
            try FileManager.default.createSymbolicLink(atPath: directory.file, withDestinationPath: "/dev/null")
        default: try StateDirectory.write(try Fixture.bytes("other.sqlite"), to: directory.file)
        }
        let contents = Store(directory: directory.path).load()
        #expect(contents.controllers == Sample.controllers)
        #expect(contents.notices.count == 1)
        let notice = contents.notices.first ?? ""
        #expect(notice.contains("is now \(directory.file).broken-1; recovered 50 view controllers"), "\(notice)")
    }
}
