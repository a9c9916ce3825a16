import Foundation
import TabStore
import TestSupport

/// Damaged rows of the store: only their content is lost, the rest is restored, and the loss is reported.
@EventLoop @Suite(.bus) struct DamagedStoreTests {
    private static let junk: [UInt8] = [0x6c, 1, 2, 3]

    /// A tab bar controller `desk` with two stopwatches, `one` and `two`, the second selected, and a destroyed one.
    @EventLoop private final class Stage {
        let bus: PrivateBus
        var daemon: DaemonProcess
        var client: BusClient
        let desk: ObjectPath
        let tabs: [ObjectPath]
        let destroyed: ObjectPath
        var log: String { (try? String(contentsOfFile: bus.directory + "/log", encoding: .utf8)) ?? "" }
        var file: String { bus.directory + "/state/tabd/tabd.sqlite" }

        init() async throws {
            bus = try PrivateBus.current
            daemon = try await DaemonProcess.start(log: bus.directory + "/log")
            client = try BusClient()
            desk = try await client.manager.createTabBarController(["RestorationIdentifier": .string("desk")])
            var tabs: [ObjectPath] = []
            for name in ["one", "two"] {
                tabs.append(try await client.createViewController("clock.Stopwatch", identifiedBy: name))
            }
            self.tabs = tabs
            try await client.setTabs(tabs, of: desk)
            try await client.select(1, in: desk)
            destroyed = try await client.manager.createTabBarController(["RestorationIdentifier": .string("gone")])
            for tab in tabs {
                try await client.viewController(tab).loadViewIfNeeded()
                try await client.sendAction(
                    "primaryActionTriggered", .bool(true), to: 0, of: tab, ["Identifier": .string("StartStop")])
            }
            try await client.manager.destroy(destroyed)
        }

        static func number(_ path: ObjectPath) -> UInt64 { TabNames.number(of: path) ?? 0 }

        /// Stops the daemon, changes its store, and starts the next daemon.
        func damage(_ change: (inout [StoredController]) -> Void, states: [UInt64: StoredState?] = [:]) async throws {
            #expect(await daemon.stop() == 0)
            let store = Store(directory: bus.directory + "/state/tabd")
            var controllers = store.load().controllers
            change(&controllers)
            store.commit(StoreChanges(controllers: controllers, states: states))
            #expect(store.condition == .saved)
            store.close(within: Int(TestTimeout.milliseconds))
            try await start()
        }

        func start() async throws {
            daemon = try await DaemonProcess.start(log: bus.directory + "/log")
            client = try BusClient()
        }

        func reason() async throws(DBusError) -> String {
            try await client.manager.storeReason
        }

        func list(_ path: ObjectPath) async throws(DBusError) -> [ObjectPath] {
            try await client.tabBarController(path).viewControllers
        }

        func identifier(_ path: ObjectPath) async throws(DBusError) -> String {
            try await client.viewController(path).restorationIdentifier
        }

        /// Whether a stopwatch was running.
        func isRunning(_ tab: ObjectPath) async throws -> Bool {
            try await client.viewController(tab).loadViewIfNeeded()
            return try await client.getView(of: tab).views.contains { $0.properties["Title"] == .string("Stop") }
        }

        /// Expects undamaged rows to be restored, and each damage to be reported once.
        func expectRest(_ reported: String, tabs: [ObjectPath], index: Int64) async throws {
            let reason = try await reason()
            #expect(reason.contains(reported) && log.contains(reported), "\(reason)")
            #expect(FileManager.default.fileExists(atPath: file + ".broken-1"))
            #expect(try await list(desk) == tabs)
            #expect(try await client.tabBarController(desk).selectedIndex == index)
            for tab in tabs { #expect(try await client.viewController(tab).state == "ready") }
            let objects = try await client.managedObjects()
            #expect(Set(objects.keys).isSuperset(of: tabs + [desk]))
            #expect(await daemon.stop() == 0)
            try await start()
            #expect(try await self.reason() == "")
            #expect(!FileManager.default.fileExists(atPath: file + ".broken-2"))
            #expect(try await list(desk) == tabs)
        }
    }

    @Test func `damaged properties, of a tab bar controller and of a tab, are dropped`() async throws {
        let stage = try await Stage()
        try await stage.damage { rows in for index in rows.indices { rows[index].properties = Self.junk } }
        for tab in stage.tabs { #expect(try await stage.isRunning(tab)) }
        // More has another number, and works.
        let more = try await stage.client.tabBarController(stage.desk).moreNavigationController
        #expect(Stage.number(more) > Stage.number(stage.destroyed))
        try await stage.expectRest("the properties of \(stage.desk) are damaged", tabs: stage.tabs, index: 1)
        #expect(try await stage.client.reopen() == stage.destroyed)
        #expect(try await stage.identifier(stage.destroyed) == "gone")
    }

    @Test func `damaged arguments, and a damaged restorable state, are dropped`() async throws {
        let stage = try await Stage()
        let first = Stage.number(stage.tabs[0])
        try await stage.damage(
            { rows in
                for index in rows.indices where rows[index].number == first { rows[index].arguments = Self.junk }
            }, states: [first: StoredState(type: "clock.Stopwatch", content: Self.junk)])
        #expect(try await !stage.isRunning(stage.tabs[0]))
        #expect(try await stage.isRunning(stage.tabs[1]))
        #expect(try await stage.reason().contains("the arguments of \(stage.tabs[0]) are damaged"))
        try await stage.expectRest("the restorable state of \(stage.tabs[0]) is damaged", tabs: stage.tabs, index: 1)
    }

    @Test(.rules("R8")) func `a state of another class is not decoded, and does not count as damage`() async throws {
        let stage = try await Stage()
        let first = Stage.number(stage.tabs[0])
        let state = StoredState(type: "clock.Alarm", content: try MarshalledValues.bytes(of: ["A": .bool(true)]))
        try await stage.damage({ _ in }, states: [first: state])
        #expect(try await stage.client.viewController(stage.tabs[0]).state == "ready")
        #expect(try await !stage.isRunning(stage.tabs[0]))
        #expect(try await stage.isRunning(stage.tabs[1]))
        #expect(try await stage.reason() == "")
    }

    @Test func `damaged lists, identifiers and numbers of More are repaired`() async throws {
        let stage = try await Stage()
        let other = try await stage.client.manager.createTabBarController(["RestorationIdentifier": .string("other")])
        let third = try await stage.client.createViewController("clock.Stopwatch", identifiedBy: "three")
        try await stage.client.setTabs([third], of: other)
        let (desk, list) = (Stage.number(stage.desk), stage.tabs.map(Stage.number))
        let number = Stage.number(other)
        try await stage.damage { rows in
            guard let index = rows.firstIndex(where: { $0.number == desk }) else { return }
            rows[index].viewControllers = [9999, list[0], list[0], desk, list[1], number]
            // Each More gets the number of the other tab bar controller's More.
            rows[index].properties = (try? Self.more(of: rows[index].properties, as: number)) ?? []
            for index in rows.indices where rows[index].number == number { rows[index].restorationIdentifier = "desk" }
        }
        #expect(try await stage.list(other) == [third])
        #expect(try await stage.identifier(stage.desk) == "desk")
        #expect(try await stage.identifier(other) == "desk-2")
        #expect(try await stage.reason().contains("has a new number"))
        try await stage.expectRest("gets 'desk-2'", tabs: stage.tabs, index: 1)
        #expect(try await stage.identifier(other) == "desk-2")
    }

    private static func more(of properties: [UInt8], as number: UInt64) throws -> [UInt8] {
        var values = try #require(MarshalledValues.values(in: properties))
        var tabs: [String: Variant] = try #require(values["TabBarController"]?.get())
        tabs["More"] = .uint64(number)
        values["TabBarController"] = tabs.variant
        return try MarshalledValues.bytes(of: values)
    }
}
