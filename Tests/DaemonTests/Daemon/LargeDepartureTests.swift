import TestSupport

/// Clients that leave with many objects. Their departures take several turns.
@EventLoop @Suite(.localDaemon) struct LargeDepartureTests {
    private let observer: BusClient
    private let owner: BusClient

    init() throws {
        observer = try BusClient()
        owner = try BusClient()
    }

    /// Registers view controllers of the owner.
    private func register(_ count: Int, _ options: Options = [:]) async throws -> [ObjectPath] {
        var paths: [ObjectPath] = []
        for _ in 0..<count { paths.append(try await owner.register(options)) }
        return paths
    }

    private func leave() async throws {
        try await observer.barrier()
        observer.clearSignals()
        owner.connection.close()
    }

    private var removed: [ObjectPath] {
        observer.signals.filter { $0.member == ObjectManagerInterface.interfacesRemoved.name }
            .compactMap { $0.arguments.first?.get() }
    }

    private func waitUntilRemoved(_ path: ObjectPath) async throws {
        try await observer.waitForSignal("the removal of \(path)") { signal in
            signal.member == ObjectManagerInterface.interfacesRemoved.name && signal.arguments.first?.get() == path
        }
    }

    @Test func `calls of another client are handled before a large departure has ended`() async throws {
        let paths = try await register(4000)
        let last = try #require(paths.last)
        try await leave()
        var answers = 0
        while !removed.contains(last) {
            _ = try await observer.manager.version
            if !removed.contains(last) { answers += 1 }
        }
        #expect(answers > 0)
        #expect(removed == paths)
        #expect(try await observer.manager.viewControllers == [])
    }

    @Test func `no read shows a list of tabs that names a removed view controller`() async throws {
        let tabs = try await observer.manager.createTabBarController()
        let kept = try await observer.register()
        let paths = try await register(600)
        try await observer.setTabs([paths[0], kept] + paths.dropFirst(), of: tabs)
        try await leave()
        var lists: Set<Int> = []
        while lists.min() != 1 {
            // The signals that follow the reply don't count.
            let (list, gone) = try await EventLoop.waiting(for: "the list") { give in
                observer.connection.call(
                    PropertiesInterface.get, at: tabs, on: observer.destination, TabBarControllerInterface.name,
                    "ViewControllers", timeout: TestTimeout.call
                ) { (result: Result<Variant, DBusError>) in
                    let list: [ObjectPath]? = try? result.get().get()
                    give((list ?? [], removed))
                }
            }
            #expect(Set(list).isDisjoint(with: gone))
            lists.insert(list.count)
        }
        try await waitUntilRemoved(try #require(paths.last))
        #expect(try await observer.tabBarController(tabs).viewControllers == [kept])
        // All leave at once but the selected one, perhaps in a turn of its own.
        let changes = observer.signals.count { $0.path == tabs && $0.changes["ViewControllers"] != nil }
        #expect((1...2).contains(changes))
    }

    @Test func `a front end gets the callbacks of each removal before the view controller ends`() async throws {
        let tabs = try await observer.manager.createTabBarController()
        let paths = try await register(300)
        try await observer.setTabs(paths, of: tabs)
        _ = try await observer.window(tabs).attach()
        try await leave()
        try await waitUntilRemoved(try #require(paths.last))
        var ended: Set<ObjectPath> = []
        var moved: Set<ObjectPath> = []
        for signal in observer.signals {
            if signal.member == ViewControllerInterface.didMoveToParent.name {
                #expect(!ended.contains(signal.path))
                moved.insert(signal.path)
            } else if signal.member == ObjectManagerInterface.interfacesRemoved.name,
                let path: ObjectPath = signal.arguments.first?.get()
            {
                ended.insert(path)
            }
        }
        #expect(moved == Set(paths))
    }

    @Test func `a view controller can be registered again while its former owner is still leaving`() async throws {
        let count = 600
        for number in 0..<count { _ = try await owner.register(["RestorationIdentifier": .string("page-\(number)")]) }
        let paths = try await observer.manager.viewControllers
        try await leave()
        try await observer.waitForSignal("the loss of the first owner") { $0.changes["State"] == .string("failed") }
        let last = try #require(paths.last)
        #expect(try await observer.register(["RestorationIdentifier": .string("page-\(count - 1)")]) == last)
        #expect(try await observer.viewController(last).state == "ready")
        for path in paths.dropLast() {
            try await observer.waitForSignal("\(path) failing") {
                $0.path == path && $0.changes["State"] == .string("failed")
            }
        }
        #expect(try await observer.viewController(last).state == "ready")
        #expect(try await observer.manager.viewControllers == paths)
    }

    @Test func `the delegates and the attachments of a client end with it`() async throws {
        var windows: [ObjectPath] = []
        for _ in 0..<50 {
            let tabs = try await observer.manager.createTabBarController()
            try await owner.setDelegate(owner.newObject(), of: tabs)
            _ = try await owner.window(tabs).attach()
            windows.append(tabs)
        }
        try await leave()
        for tabs in windows {
            try await observer.waitForSignal("\(tabs) losing its front end") {
                $0.path == tabs && $0.changes["Visible"] == .bool(false)
            }
        }
        try await EventLoop.until("all delegates have ended") {
            let usage = try await observer.manager.usage
            return usage["Delegates"]?.used == 0 && usage["Attachments"]?.used == 0
        }
    }
}
