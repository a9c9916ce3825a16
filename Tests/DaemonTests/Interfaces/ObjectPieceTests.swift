import TestSupport

/// `Manager.GetObjects` and `Manager.GetSummary`: all objects in pieces, and one view controller in short.
@EventLoop @Suite(.localDaemon) struct ObjectPieceTests {
    private typealias Objects = [ObjectPath: [String: [String: Variant]]]

    private let client: BusClient
    private let tabs: ObjectPath
    private let pages: [ObjectPath]

    init() async throws {
        client = try BusClient()
        tabs = try await client.manager.createTabBarController(["Title": .string("Tabs")])
        var pages: [ObjectPath] = []
        for number in 0..<30 { pages.append(try await client.register(["Title": .string("Page \(number)")])) }
        self.pages = pages
        try await client.setTabs(Array(pages.prefix(12)), of: tabs)
    }

    private func piece(after path: ObjectPath, _ count: UInt32) async throws -> (Objects, ObjectPath) {
        try await client.manager.getObjects(path, count)
    }

    /// The number of a view controller or of the one with the bar.
    private func number(of path: ObjectPath) throws -> UInt64 {
        try #require((TabNames.viewController(of: path) ?? TabNames.tabBarController(ofBar: path))?.rawValue)
    }

    @Test func `the pieces are all objects, by number, each within its bounds`() async throws {
        let all = try await client.managedObjects()
        for count: UInt32 in [1, 7, 256, 0, .max] {
            var (found, last, pieces) = (Objects(), ObjectPath.none, 0)
            repeat {
                let (objects, next) = try await piece(after: last, count)
                pieces += 1
                #expect(count == 0 || objects.count <= Int(count))
                #expect(!objects.isEmpty && Set(objects.keys).isDisjoint(with: found.keys))
                let after = last.isNone ? 0 : try number(of: last)
                #expect(try objects.keys.allSatisfy { try number(of: $0) >= after })
                #expect(next.isNone || objects[next] != nil)
                found.merge(objects) { $1 }
                last = next
            } while !last.isNone && pieces < 100
            #expect(found == all)
            #expect(pieces == (count == 1 ? all.count : count == 7 ? (all.count + 6) / 7 : 1))
        }
    }

    @Test func `large objects make a piece shorter`() async throws {
        let text = String(repeating: "x", count: 4096)
        let buttons = (1...64).map { BarButtonItemEntry(id: $0, title: text) }
        for page in pages.prefix(3) {
            try await client.navigationItem(page).set(\.leftBarButtonItems, to: buttons)
        }
        let (objects, next) = try await piece(after: pages[0], 0)
        #expect(Set(objects.keys) == [pages[1]] && next == pages[1])
        #expect(try await piece(after: pages[1], 0).0[pages[2]] != nil)
    }

    @Test func `a copy is correct when signals are applied after each piece, whatever changes meanwhile`()
        async throws
    {
        var mirror = ObjectMirror([:])
        func apply() async throws {
            try await client.barrier()
            mirror.apply(client.signals)
            client.clearSignals()
        }
        let other = try BusClient()
        var (last, pieces) = (ObjectPath.none, 0)
        client.clearSignals()
        repeat {
            let (objects, next) = try await piece(after: last, 5)
            mirror = ObjectMirror(mirror.objects.merging(objects) { $1 })
            pieces += 1
            // Before and behind the place that the pieces have reached.
            try await other.tabBarItem(pages[pieces]).set(\.badgeValue, to: "\(pieces)")
            try await other.viewController(pages[29 - pieces]).set(\.title, to: "new \(pieces)")
            try await other.manager.destroy(pages[20 - pieces])
            if pieces == 2 { _ = try await other.manager.reopen() }
            _ = try await other.register(["Title": .string("late")])
            // An object that is gone by now is still a place in the order.
            if pieces == 3 { try await other.manager.destroy(next) }
            try await apply()
            last = next
        } while !last.isNone && pieces < 12
        let all = try await client.managedObjects()
        #expect(mirror.objects.filter { $0.key != TabNames.root } == all)
    }

    @Test func `only an object of the daemon is a place in the order`() async throws {
        for path: ObjectPath in ["/org/tabd/Tabs1", "/x", "/org/tabd/Tabs1/view_controllers/x"] {
            let error = await complaint { _ = try await client.manager.getObjects(path, 1) }
            #expect(error.hasPrefix("InvalidArgument: '\(path)' is not an object"), "\(error)")
        }
        #expect(try await piece(after: "/org/tabd/Tabs1/view_controllers/999999", 1).0.isEmpty)
    }

    @Test func `a summary has the tabs, and what is special about them`() async throws {
        try await client.tabBarItem(pages[1]).set(\.badgeValue, to: "3")
        try await client.tabBarItem(pages[2]).set(\.enabled, to: false)
        try await client.tabBarController(tabs).set(\.selectedIndex, to: 1)
        let summary = try await client.manager.getSummary(tabs, 0)
        #expect(summary["Title"] == .string("Tabs") && summary["Type"] == .string("TabBarController"))
        #expect(summary["SelectedViewController"] == .objectPath(pages[1]) && summary["Profile"] == .string("phone"))
        #expect(summary["Count"] == .uint32(12) && summary["State"] == .string("ready"))
        let entries: [[String: Variant]] = try #require(summary["Tabs"]?.get())
        #expect(entries.map { $0["ViewController"] } == pages.prefix(12).map { .objectPath($0) })
        #expect(entries.map { $0["TabTitle"] } == (0..<12).map { .string("Page \($0)") })
        #expect(entries.map { $0["BadgeValue"] } == [nil, .string("3")] + Array(repeating: nil, count: 10))
        #expect(entries.map { $0["Disabled"] } == [nil, nil, .bool(true)] + Array(repeating: nil, count: 9))
        let rest: [[String: Variant]]? = try await client.manager.getSummary(tabs, 10)["Tabs"]?.get()
        #expect(rest == Array(entries.suffix(2)))
        #expect(try await client.manager.getSummary(tabs, .max)["Tabs"]?.get() == [[String: Variant]]())
        let page = try await client.manager.getSummary(pages[0], 0)
        #expect(page["Parent"] == .objectPath(tabs) && page["Tabs"] == nil && page["Count"] == nil)
        let navigation = try await client.manager.createNavigationController(pages[20])
        let stack: [[String: Variant]]? = try await client.manager.getSummary(navigation, 0)["Stack"]?.get()
        #expect(stack?.map { $0["ViewController"] } == [.objectPath(pages[20])])
        #expect(await failure { _ = try await client.manager.getSummary("/x", 0) } == "InvalidArgument")
    }

    @Test func `a summary of many tabs with long texts comes in parts`() async throws {
        var list: [ObjectPath] = []
        for number in 0..<300 {
            list.append(
                try await client.register(["Title": .string(number < 100 ? String(repeating: "x", count: 4000) : "")]))
        }
        try await client.setTabs(list, of: tabs)
        var (found, parts) = ([ObjectPath](), [Int]())
        while found.count < 300, parts.count < 20 {
            let summary = try await client.manager.getSummary(tabs, UInt32(found.count))
            #expect(summary["Count"] == .uint32(300))
            let entries: [[String: Variant]] = try #require(summary["Tabs"]?.get())
            parts.append(entries.count)
            found += entries.compactMap { $0["ViewController"]?.get() }
        }
        #expect(found == list)
        #expect(parts.count > 3 && parts.allSatisfy { $0 <= 256 } && parts[0] < 40)
    }
}
