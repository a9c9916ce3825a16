import TestSupport

@testable import TabStore

/// A damaged column loses only that column.
@Suite struct DamagedRowTests {
    private let directory: StateDirectory

    init() throws { directory = try StateDirectory() }

    private static let desk = StoredController(
        number: 5, type: "TabBarController", restorationIdentifier: "desk", viewControllers: [2, 3],
        selectedViewController: 3, arguments: [1], properties: [2, 3], destroyed: 4)

    /// The change to the row, the name of the column, and the expected result.
    private static let damage: [(sql: String, column: String, change: @Sendable (inout StoredController) -> Void)] = [
        ("type = CAST(X'546162FF' AS TEXT)", "type", { $0.type = "Tab\u{fffd}" }),
        ("type = CAST(X'54006162' AS TEXT)", "type", { $0.type = "T\u{fffd}ab" }),
        ("type = X'372E41'", "type", { $0.type = "7.A" }),
        (
            "restoration_identifier = X'6465FF6B'", "restoration identifier",
            { $0.restorationIdentifier = "de\u{fffd}k" }
        ),
        (
            "restoration_identifier = CAST(X'640065' AS TEXT)", "restoration identifier",
            { $0.restorationIdentifier = "d\u{fffd}e" }
        ),
        ("restoration_identifier = X''", "restoration identifier", { $0.restorationIdentifier = "view-controller-5" }),
        ("view_controllers = '2 x 3 '", "view controllers", { _ in }),
        ("view_controllers = X'32'", "view controllers", { $0.viewControllers = [2] }),
        ("view_controllers = '2 -3 99999999999999999999'", "view controllers", { $0.viewControllers = [2] }),
        ("selected_view_controller = 'three'", "selected view controller", { $0.selectedViewController = 0 }),
        ("selected_view_controller = -3", "selected view controller", { $0.selectedViewController = 0 }),
        ("arguments = 'text'", "arguments", { $0.arguments = [] }),
        ("properties = 1.5", "properties", { $0.properties = [] }),
        ("destroyed = X'00'", "order of destruction", { $0.destroyed = 0 }),
    ]

    @Test(arguments: damage.indices) func `a damaged column is replaced by a default, and the rest of the row is kept`(
        _ index: Int
    ) throws {
        let (sql, column, change) = Self.damage[index]
        let others = [
            StoredController(number: 2, type: "clock.Alarm"), StoredController(number: 9, type: "clock.Timer"),
        ]
        let state = StoredState(type: "TabBarController", content: [1, 2, 3])
        directory.save(StoreChanges(controllers: [Self.desk] + others, states: [5: state], nextNumber: 20))
        try Database(directory.file).execute("UPDATE view_controller SET \(sql) WHERE number = 5")
        let store = Store(directory: directory.path)
        #expect(store.condition == .saved)
        let contents = store.load()
        var left = Self.desk
        change(&left)
        #expect(contents.controllers == [others[0], left, others[1]])
        #expect(store.state(of: 5) == state)
        #expect(contents.notices.count == 1)
        let notice = contents.notices.first ?? ""
        #expect(notice.contains("broken-1; damaged: the \(column) of view controller 5"), "\(notice)")
        let again = directory.reopen(store).contents
        #expect(again.notices.isEmpty && again.controllers == contents.controllers)
    }

    @Test(arguments: ["type = X'00'", "content = 'text'", "content = 5"], [true, false])
    func `a damaged restorable state comes from the backup or is named`(_ sql: String, hasBackup: Bool) throws {
        let states = [UInt64(5): StoredState(type: "a.B", content: [1]), 6: StoredState(type: "a.B", content: [2])]
        directory.save(StoreChanges(controllers: [Self.desk], states: states.mapValues { $0 }))
        try Database(directory.file).execute("UPDATE restorable_state SET \(sql) WHERE number = 5")
        if !hasBackup { unlink(directory.file + ".backup-1") }
        let store = Store(directory: directory.path)
        #expect(store.load().controllers == [Self.desk])
        #expect(store.state(of: 5) == (hasBackup ? states[5] : nil) && store.state(of: 6) == states[6])
        let isNamed = store.notices.first?.hasSuffix("the restorable state of view controller 5")
        #expect(isNamed == !hasBackup, "\(store.notices)")
    }

    @Test func `a copy of the database is kept once, accessible only to the user`() throws {
        let store = Store(directory: directory.path)
        store.commit(StoreChanges(controllers: [Self.desk], nextNumber: 6))
        #expect(store.keepCopy())
        store.commit(StoreChanges(removed: [5]))
        #expect(store.keepCopy())
        #expect(store.notices == ["the unchanged state was copied to \(directory.file).broken-1"])
        store.close(within: Int(TestTimeout.milliseconds))
        #expect(try directory.names == ["tabd.lock", "tabd.sqlite", "tabd.sqlite.broken-1"])
        #expect(try directory.mode(directory.file + ".broken-1") == 0o600)
        let copy = try StateDirectory(file: try StateDirectory.read(directory.file + ".broken-1"))
        #expect(Store(directory: copy.path).load().controllers == [Self.desk])
    }

    @Test func `a database whose header names an unknown format is replaced, and keeps all rows`() throws {
        directory.save(StoreChanges(controllers: [Self.desk], nextNumber: 10))
        var file = try StateDirectory.read(directory.file)
        file[18] ^= 4
        try StateDirectory.write(file, to: directory.file)
        let (store, contents) = directory.open()
        #expect(store.condition == .saved)
        #expect(contents.controllers == [Self.desk] && contents.notices.count == 1, "\(contents.notices)")
        #expect(try StateDirectory.read(directory.file + ".broken-1") == file)
        #expect(directory.reopen(store).contents.notices.isEmpty)
    }

    @Test func `the next number of another daemon is its own`() throws {
        let first = Store(directory: directory.path)
        first.commit(StoreChanges(controllers: [Self.desk], nextNumber: 10))
        // A database that changes meanwhile can be read as if it was damaged.
        try StateDirectory.write([1, 2, 3], to: directory.file)
        #expect(Store(directory: directory.path).load().nextNumber == 10)
    }

    @Test func `a daemon that gets the store of another one later reports its content`() throws {
        let first = Store(directory: directory.path)
        first.commit(StoreChanges(controllers: [Self.desk], nextNumber: 10))
        let second = Store(directory: directory.path)
        _ = second.load()
        second.commit(StoreChanges(controllers: [StoredController(number: 12, type: "sample.Mine")], nextNumber: 13))
        first.releaseNumbers(upTo: 10, from: 6)
        first.close(within: Int(TestTimeout.milliseconds))
        second.retry()
        #expect(second.condition == .saved)
        #expect(second.notices.count == 1, "\(second.notices)")
        #expect(second.notices.first?.contains("are restored when this daemon restarts") == true)
        let (third, contents) = directory.reopen(second)
        #expect(contents.controllers.map(\.number) == [5, 12] && third.notices.isEmpty)
    }

    @Test(.rules("S-198")) func `images are recovered from a damaged file, and a damaged one from the backup`() throws {
        directory.save(StoreChanges(controllers: [Self.desk], images: ["a": [1, 2], "b": [3], "c": [4]]))
        try Database(directory.file).execute(
            "UPDATE view_controller SET destroyed = X'00'; UPDATE image SET data = 5 WHERE name = 'b'")
        let (store, contents) = directory.open()
        #expect(store.condition == .saved)
        #expect(contents.notices.count == 1)
        #expect(contents.images == ["a": [1, 2], "b": [3], "c": [4]])
        #expect(directory.reopen(store).contents.images == contents.images)
    }

    @Test(arguments: ["view_controller", "restorable_state"], [true, false])
    func `a table whose page is in the place of that of the images comes from the backup`(
        _ table: String, hasBackup: Bool
    ) throws {
        let controllers = [StoredController(number: 2, type: "clock.Alarm"), Self.desk]
        let state = StoredState(type: "clock.Alarm", content: [1, 2, 3])
        directory.save(StoreChanges(controllers: controllers, states: [2: state, 5: state], nextNumber: 20))
        let database = try Database(directory.file)
        func page(_ table: String) throws -> Range<Int> {
            let number = try database.integer("SELECT rootpage FROM sqlite_schema WHERE name = ?", .text(table))
            let start = (Int(try #require(number)) - 1) * 4096
            return start..<start + 4096
        }
        let (one, other) = (try page(table), try page("image"))
        database.close()
        let file = try StateDirectory.read(directory.file)
        var changed = file
        changed.replaceSubrange(one, with: file[other])
        changed.replaceSubrange(other, with: file[one])
        try StateDirectory.write(changed, to: directory.file)
        if !hasBackup { unlink(directory.file + ".backup-1") }
        let (store, contents) = directory.open()
        #expect(contents.controllers == (hasBackup || table == "restorable_state" ? controllers : []))
        #expect(store.state(of: 5) == (hasBackup || table == "view_controller" ? state : nil))
        #expect(contents.notices.count == 1)
        #expect(contents.notices.first?.contains("the table image has rows of another table") == true)
    }
}
