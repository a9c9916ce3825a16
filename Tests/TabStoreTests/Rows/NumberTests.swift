import Foundation
import TestSupport

@testable import TabStore

/// Numbers beyond the valid range are damage. They are skipped, and the rest of the store is loaded.
@Suite struct NumberTests {
    private static let last: UInt64 = 1 << 52

    /// Opens a sample store after a change with SQL.
    private func open(after sql: String) throws -> (StateDirectory, Store) {
        let (file, _) = try Sample.closed()
        let directory = try StateDirectory(file: file)
        try Database(directory.file).execute(sql)
        return (directory, Store(directory: directory.path))
    }

    @Test(arguments: [
        "UPDATE view_controller SET number = -7 WHERE number = 7",
        "UPDATE view_controller SET number = 0 WHERE number = 7",
        "UPDATE view_controller SET number = 4503599627370497 WHERE number = 7",
        "UPDATE view_controller SET number = 9223372036854775807 WHERE number = 7",
    ]) func `a controller with an invalid number is skipped, and the others are loaded`(sql: String) throws {
        let (directory, store) = try open(after: sql)
        let contents = store.load()
        #expect(store.condition == .saved)
        #expect(contents.controllers == Sample.controllers.filter { $0.number != 7 })
        #expect(contents.nextNumber == Sample.nextNumber)
        #expect(contents.notices.count == 1)
        #expect(try directory.names.contains("tabd.sqlite.broken-1"))
    }

    @Test(
        arguments: [
            ("view_controllers = '4 4503599627370497 -3 3 x 18446744073709551616'", [4, 3], 4, 0),
            ("selected_view_controller = 9223372036854775807", [4, 3], 0, 0),
            ("selected_view_controller = -1", [4, 3], 0, 0),
            ("destroyed = 9223372036854775807", [4, 3], 4, last),
        ] as [(String, [UInt64], UInt64, UInt64)])
    func `invalid numbers in a controller are skipped, and the rest of it is loaded`(
        sql: String, list: [UInt64], selected: UInt64, destroyed: UInt64
    ) throws {
        let (directory, store) = try open(after: "UPDATE view_controller SET \(sql) WHERE number = 5")
        let contents = store.load()
        #expect(store.condition == .saved)
        #expect(contents.notices.count == 1)
        #expect(try directory.names.contains("tabd.sqlite.broken-1"))
        var expected = Sample.controllers[4]
        expected.viewControllers = list
        expected.selectedViewController = selected
        expected.destroyed = destroyed
        #expect(contents.controllers.first { $0.number == 5 } == expected)
        #expect(contents.controllers.filter { $0.number != 5 } == Sample.controllers.filter { $0.number != 5 })
    }

    @Test(arguments: ["-1", "0", "9223372036854775807", "4503599627370498", "1.5", "'many'", "x'00'"])
    func `a damaged counter continues above all numbers in use`(next: String) throws {
        let (directory, store) = try open(after: "UPDATE counter SET next = \(next)")
        let contents = store.load()
        #expect(store.condition == .saved)
        #expect(contents.controllers == Sample.controllers)
        #expect(contents.notices.count == 1)
        // Some numbers belonged to removed controllers.
        #expect((100...10_000).contains(contents.nextNumber))
        store.commit(StoreChanges(nextNumber: contents.nextNumber + 5))
        #expect(directory.reopen(store).contents.nextNumber == contents.nextNumber + 5)
    }

    @Test func `a state or a crash marker with an invalid number is skipped`() throws {
        let (directory, store) = try open(
            after: """
                UPDATE restorable_state SET number = -1 WHERE number = 1;
                INSERT INTO restoring VALUES (-3), (0), (5), (4503599627370497), (9223372036854775807);
                INSERT INTO loading VALUES ('often', 9223372036854775807);
                """)
        let contents = store.load()
        #expect(contents.controllers == Sample.controllers)
        #expect(contents.interrupted == [5])
        #expect(store.state(of: 1) == nil)
        for (number, state) in Sample.states where number != 1 { #expect(store.state(of: number) == state) }
        store.beginLoading("often")
        store.beginRestoring(6)
        #expect(store.condition == .saved)
        #expect(try directory.names.contains("tabd.sqlite.broken-1"))
    }

    @Test func `the last number is valid`() throws {
        let (directory, store) = try open(after: "UPDATE view_controller SET number = \(Self.last) WHERE number = 50")
        let contents = store.load()
        #expect(contents.notices.isEmpty)
        #expect(contents.controllers.last?.number == Self.last)
        #expect(contents.nextNumber == Self.last + 1)
        let next = directory.reopen(store).contents
        #expect(next.notices.isEmpty)
        #expect(next.nextNumber == Self.last + 1)
    }

    // MARK: Reservations

    /// The next number of a process that starts after this one is killed.
    private func numberAfterKill(of store: Store, in directory: StateDirectory) throws -> UInt64 {
        let copy = try StateDirectory()
        try FileManager.default.copyItem(atPath: directory.path, toPath: copy.path)
        return copy.open().contents.nextNumber
    }

    @Test func `reserved numbers are skipped after a kill, and released ones are not`() throws {
        let directory = try StateDirectory()
        let store = Store(directory: directory.path)
        #expect(store.load().nextNumber == 1)
        #expect(store.reserveNumbers(below: 100))
        #expect(try numberAfterKill(of: store, in: directory) == 100)
        store.releaseNumbers(upTo: 100, from: 7)
        #expect(try numberAfterKill(of: store, in: directory) == 7)
        #expect(directory.reopen(store).contents.nextNumber == 7)
    }

    @Test(.ownProcess, .serialized, arguments: ["open", "closed"])
    func `without space for the database the marker has the reservation, after a kill and after a stop`(
        _ start: String
    ) throws {
        let directory = try StateDirectory()
        directory.save(StoreChanges(controllers: [Sample.controllers[0]], nextNumber: 2))
        // The marker fits, and the log does not.
        if start == "closed" { FileSizeLimit.set(64) }
        let store = Store(directory: directory.path)
        #expect(store.load().controllers == [Sample.controllers[0]])
        FileSizeLimit.set(64)
        for end in [UInt64(100), 1000] { #expect(store.reserveNumbers(below: end)) }
        store.commit(StoreChanges(controllers: [Sample.controllers[1]]))
        #expect(store.condition != .saved)
        let copy = try StateDirectory()
        FileSizeLimit.lift()
        try FileManager.default.copyItem(atPath: directory.path, toPath: copy.path)
        FileSizeLimit.set(64)
        store.close(within: Int(TestTimeout.milliseconds))
        FileSizeLimit.lift()
        for directory in [copy, directory] {
            let contents = directory.open().contents
            #expect(contents.nextNumber == 1000)
            #expect(contents.controllers == [Sample.controllers[0]])
            #expect(contents.notices.count == 1, "\(contents.notices)")
            #expect(contents.notices.first?.contains("the last changes of the previous process are lost") == true)
        }
    }

    @Test(.ownProcess) func `without any space no number is reserved, until there is space`() throws {
        let directory = try StateDirectory()
        let store = Store(directory: directory.path)
        _ = store.load()
        FileSizeLimit.set(0)
        #expect(!store.reserveNumbers(below: 100))
        FileSizeLimit.lift()
        store.retry()
        #expect(store.reserveNumbers(below: 50))
        #expect(try numberAfterKill(of: store, in: directory) == 100)
    }

    @Test func `a process without the lock, or without the numbers of the files, reserves none`() throws {
        #expect(!Store(directory: nil).reserveNumbers(below: 100))
        let directory = try StateDirectory()
        let first = Store(directory: directory.path)
        let second = Store(directory: directory.path)
        #expect(!second.reserveNumbers(below: 100))
        #expect(first.reserveNumbers(below: 100))
        let newer = try StateDirectory(file: try Fixture.bytes("newer.sqlite"))
        #expect(!newer.open().store.reserveNumbers(below: 100))
    }
}
