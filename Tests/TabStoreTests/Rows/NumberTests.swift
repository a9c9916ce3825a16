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
}
