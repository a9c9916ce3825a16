import Foundation
import TestSupport

@testable import TabStore

/// Rows that no daemon has written: the next one starts, and all its objects can be read.
@EventLoop @Suite(.bus) struct InvalidRowTests {
    /// Stops a daemon with two tab bar controllers of three tabs each, a presented tab, and a destroyed tab of each.
    private static func prepare() async throws {
        let (daemon, client) = try await DaemonProcess.startWithClient()
        for name in ["a", "b"] {
            let tabs = try await client.manager.createTabBarController(["RestorationIdentifier": .string(name)])
            var list: [ObjectPath] = []
            for number in 1...4 {
                let type = number == 1 ? "clock.Stopwatch" : "clock.WorldClock"
                list.append(try await client.createViewController(type, identifiedBy: "\(name).\(number)"))
            }
            try await client.setTabs(list, of: tabs)
            try await client.tabBarItem(list[0]).set(\.badgeValue, to: "1")
            try await client.manager.destroy(list[3])
        }
        #expect(await daemon.stop() == 0)
    }

    private static func directory() throws -> String { try PrivateBus.current.directory + "/state/tabd" }

    private struct Served {
        /// The restoration identifiers of all objects after the start.
        var identifiers: Set<String> = []
        /// The restoration identifiers that the next start must restore.
        var lasting: Set<String> = []
        /// The manager's `StoreReason`.
        var reason = ""
    }

    /// Starts a daemon, reads all objects, and destroys and reopens a tab bar controller.
    private static func serve() async throws -> Served {
        let (daemon, client) = try await DaemonProcess.startWithClient()
        var served = Served()
        let objects = try await client.managedObjects()
        served.reason = try await client.manager.storeReason
        served.identifiers = Set(objects.values.compactMap(identifier))
        // Every restored controller can be destroyed and reopened.
        for _ in 1...2 { _ = await failure { _ = try await client.reopen() } }
        if let path = objects.keys.first(where: { objects[$0]?[TabBarControllerInterface.name] != nil }) {
            try await client.manager.destroy(path)
            #expect(try await client.reopen() == path)
        }
        let left = try await client.managedObjects()
        served.lasting = Set(left.keys.filter { lasts($0, in: left) }.compactMap { left[$0].flatMap(identifier) })
        #expect(await daemon.stop() == 0)
        return served
    }

    private static func identifier(_ interfaces: [String: [String: Value]]) -> String? {
        interfaces[ViewControllerInterface.name]?["RestorationIdentifier"]?.get()
    }

    /// Returns whether a controller survives the next start: its container must survive, and a root needs an
    /// identifier.
    private static func lasts(_ path: ObjectPath, in objects: [ObjectPath: [String: [String: Value]]]) -> Bool {
        guard let interfaces = objects[path], let controller = interfaces[ViewControllerInterface.name]
        else { return true }
        let isRoot = ["Parent", "PresentingViewController"].allSatisfy { controller[$0]?.get() == ObjectPath.none }
        if isRoot, identifier(interfaces) == "" { return false }
        return ["Parent", "PresentingViewController"].allSatisfy { name in
            controller[name]?.get().map { (owner: ObjectPath) in owner.isNone || lasts(owner, in: objects) } ?? true
        }
    }

    @Test func `texts that D-Bus can't carry are replaced, and reported`() async throws {
        try await Self.prepare()
        do {
            let database = try Database(try Self.directory() + "/tabd.sqlite")
            for (column, value) in [("type", "X'636C6F636B2E00FF'"), ("restoration_identifier", "X'61C32E3100'")] {
                try database.execute(
                    """
                    UPDATE view_controller SET \(column) = CAST(\(value) AS TEXT)
                    WHERE restoration_identifier LIKE 'a.1'
                    """)
            }
            try database.execute(
                """
                UPDATE view_controller SET restoration_identifier = CAST(X'FE00' AS TEXT)
                WHERE restoration_identifier = 'b';
                INSERT INTO loading VALUES (CAST(X'00FF' AS TEXT), 5);
                """)
        }
        let first = try await Self.serve()
        #expect(first.lasting.isSuperset(of: ["a", "a.2", "a.3", "b.1", "b.2", "b.3", "\u{fffd}\u{fffd}"]))
        #expect(
            first.reason.contains("damaged: the type, restoration identifier of")
                && first.reason.contains("broken-1"), "\(first.reason)")
        let again = try await Self.serve()
        #expect(again.reason == "" && again.identifiers.isSuperset(of: first.lasting))
    }

    @Test(.whileThereIsTime, arguments: Stress.seeds(8, long: 200))
    func `stress: a start survives rows of any content`(seed: UInt64) async throws {
        try await Self.prepare()
        var numbers = Numbers(state: seed)
        do {
            let store = Store(directory: try Self.directory())
            var rows = store.load().controllers
            var states: [UInt64: StoredState?] = [:]
            for _ in 0..<Int.random(in: 1...6, using: &numbers) {
                guard let index = rows.indices.randomElement(using: &numbers) else { break }
                let other = rows.randomElement(using: &numbers) ?? rows[index]
                Self.change(&rows[index], like: other, &states, &numbers)
            }
            store.commit(StoreChanges(controllers: rows, states: states))
            #expect(store.condition == .saved)
            store.close()
        }
        let first = try await Self.serve()
        let again = try await Self.serve()
        #expect(again.reason == "", "seed \(seed)")
        #expect(again.identifiers.isSuperset(of: first.lasting), "seed \(seed)")
    }

    private static func change(
        _ row: inout StoredController, like other: StoredController, _ states: inout [UInt64: StoredState?],
        _ numbers: inout Numbers
    ) {
        let junk = (0..<Int.random(in: 1...40, using: &numbers)).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        switch Int.random(in: 0..<11, using: &numbers) {
        case 0: row.properties = junk
        case 1: row.arguments = junk
        case 2: row.viewControllers = (0..<5).map { _ in .random(in: 0...30, using: &numbers) }
        case 3: row.viewControllers += other.viewControllers + [other.number, row.number]
        case 4: row.restorationIdentifier = other.restorationIdentifier
        case 5: row.type = other.type
        case 6: row.properties = other.properties
        case 7: row.selectedViewController = other.number
        case 8: row.destroyed = .random(in: 0...3, using: &numbers)
        case 9: states[row.number] = .some(StoredState(type: row.type, content: junk))
        default:
            guard !row.properties.isEmpty else { return }
            row.properties[.random(in: 0..<row.properties.count, using: &numbers)] ^=
                1 << UInt8.random(in: 0..<8, using: &numbers)
        }
    }
}
