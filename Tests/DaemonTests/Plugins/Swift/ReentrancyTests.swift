import TestSupport

/// Calls of a plugin inside callbacks: C-14, C-15, D-16 and S-24 (`Tests/TestPlugin/Containers/Reentrant.swift`).
@EventLoop @Suite(.bus) struct ReentrancyTests {
    private nonisolated static let behind =
        "should(R) R.willAppear A.willDis R.didAppear A.didDis index(1) did(R) "
        + "C.willAppear R.willDis C.didAppear R.didDis index(2)"

    /// Callbacks with a selection in them, the values that the plugin reads right after it, and the order of all events.
    private nonisolated static let cases: [(callback: String, reading: String, log: String)] = [
        ("viewDidLoad", "selected 1", behind), ("viewWillAppear", "selected 1", behind),
        ("viewDidAppear", "selected 1", behind), ("didSelect", "selected 2", behind),
        (
            "animation", "selected 0",
            "should(R) R.willAppear A.willDis index(1) did(R) R.didAppear A.didDis "
                + "C.willAppear R.willDis C.didAppear R.didDis index(2)"
        ),
    ]

    @Test(.rules("S-24 C-15"), arguments: cases)
    func `a selection by a plugin in a callback follows the running change`(
        callback: String, reading: String, log: String
    ) async throws {
        let stage = try await ReentrancyStage(in: callback, select: 2)
        #expect(try await stage.client.tap(1, in: stage.tabs))
        #expect(try await stage.log() == log)
        #expect(try await stage.client.tabBarController(stage.tabs).selectedIndex == 2)
        #expect(try await stage.notes() == reading)
    }

    @Test(.rules("D-16 L-7"), arguments: ["viewDidLoad", "viewWillAppear", "viewDidAppear", "didSelect", "animation"])
    func `a list that a plugin sets in a callback is set after the running change`(_ callback: String) async throws {
        let stage = try await ReentrancyStage(in: callback, select: -1)
        #expect(try await stage.client.tap(1, in: stage.tabs))
        let tabs = try await stage.client.tabBarController(stage.tabs).viewControllers
        #expect(tabs.count == 2 && tabs.first == stage.plugin.controller)
        #expect(try await stage.client.tabBarController(stage.tabs).selectedIndex == 0)
        #expect(try await stage.client.viewController(stage.plugin.controller).appearanceState == "appeared")
        for other in stage.others {
            #expect(try await stage.client.viewController(other).parent == .none)
        }
    }

    @Test(.rules("S-24"), arguments: [2, 100]) func `all controllers that a callback pushes arrive, and are kept`(
        count: Int32
    ) async throws {
        let plugin = try await TestPluginStage("Reentrant", arguments: ["Push": .int32(count)], shown: false)
        let navigation = try await plugin.client.manager.createNavigationController(plugin.controller)
        try await plugin.client.setTabs([navigation], of: plugin.tabs)
        try await plugin.show()
        for _ in 0..<3 { try await plugin.client.barrier() }
        let stack = try await plugin.client.navigationController(navigation).viewControllers
        #expect(stack.count == Int(count) + 1)
        let top = try #require(stack.last)
        #expect(try await plugin.client.viewController(top).appearanceState == "appeared")
    }

    @Test(
        .rules("S-51"),
        arguments: [("willBeginCustomizing", "more"), ("willEndCustomizing", "more"), ("didEndCustomizing", "0")])
    func `a selection in the last callback of a session follows it, so each session has three callbacks`(
        _ callback: String, _ read: String
    ) async throws {
        let stage = try await ReentrancyStage(in: callback, select: 0, others: 5)
        let list = stage.list
        #expect(try await stage.client.tap(4, in: stage.tabs))
        stage.client.clearSignals()
        try await stage.client.moreList(list).beginEditing()
        let isOver = callback == "willBeginCustomizing"
        let end = await failure { _ = try await stage.client.moreList(list).endEditing() }
        #expect(end == (isOver ? "InternalInconsistency" : "none"))
        // The selection leaves More, so the session ends by itself (E-50).
        let expected = "willBegin willEnd(false) didEnd(false) A.willAppear A.didAppear index(0)"
        #expect(try await stage.log() == expected)
        #expect(try await stage.client.tabBarController(stage.tabs).selectedIndex == 0)
        let number = read == "more" ? "selected none" : "selected \(read)"
        #expect(try await stage.notes() == number)
    }

    @Test func `a plugin whose callbacks call each other endlessly does not block other plugins`() async throws {
        let stage = try await ReentrancyStage(in: "viewWillAppear", select: 1)
        let fault = try await stage.client.manager.createViewController("testplugin.PingPong")
        let other = try await stage.client.manager.createViewController("testplugin.PingPong")
        try await stage.client.setTabs([fault, other], of: stage.tabs)
        // Both select each other whenever they appear.
        for _ in 0..<3 { try await stage.client.barrier() }
        #expect(try await [0, 1].contains(stage.client.tabBarController(stage.tabs).selectedIndex))
        try await stage.client.setTabs([stage.others[0]], of: stage.tabs)
        #expect(try await stage.client.tabBarController(stage.tabs).selectedIndex == 0)
    }
}

/// Tabs A, R, C and so on. R belongs to the plugin.
@EventLoop final class ReentrancyStage {
    let plugin: TestPluginStage
    private(set) var others: [ObjectPath] = []
    var client: BusClient { plugin.client }
    var tabs: ObjectPath { plugin.tabs }
    var list: ObjectPath { TabNames.viewController((TabNames.number(of: tabs) ?? 0) + 2) }

    init(in callback: String, select index: Int32, others count: Int = 2) async throws {
        plugin = try await TestPluginStage(
            "Reentrant", arguments: ["In": .string(callback), "Select": .int32(index)], shown: false)
        for _ in 0..<count { others.append(try await plugin.client.register()) }
        var tabs = others
        tabs.insert(plugin.controller, at: 1)
        try await plugin.client.setTabs([others[0]], of: plugin.tabs)
        try await plugin.show()
        try await plugin.client.setTabs(tabs, of: plugin.tabs)
        plugin.client.clearSignals()
    }

    func notes() async throws(DBusError) -> String {
        try await client.viewController(plugin.controller).loadViewIfNeeded()
        return try await plugin.text("Output")
    }

    /// The callbacks of the three, without loading, "is appearing" and moves.
    func log() async throws -> String {
        try await client.barrier()
        let names = [others[0]: "A", plugin.controller: "R", others[1]: "C"]
        return client.signals.compactMap { signal -> String? in
            let argument = signal.arguments.first?.get(as: ObjectPath.self).flatMap { names[$0] } ?? "?"
            switch signal.member {
            case "ShouldSelectViewController": return "should(\(argument))"
            case "DidSelectViewController": return "did(\(argument))"
            case "WillBeginCustomizingViewControllers": return "willBegin"
            case "WillEndCustomizingViewControllers":
                return "willEnd(\(signal.arguments[1].get(as: Bool.self) ?? true))"
            case "DidEndCustomizingViewControllers": return "didEnd(\(signal.arguments[1].get(as: Bool.self) ?? true))"
            case "ViewWillAppear": return names[signal.path].map { $0 + ".willAppear" }
            case "ViewDidAppear": return names[signal.path].map { $0 + ".didAppear" }
            case "ViewWillDisappear": return names[signal.path].map { $0 + ".willDis" }
            case "ViewDidDisappear": return names[signal.path].map { $0 + ".didDis" }
            case "PropertiesChanged" where signal.path == tabs:
                let changed: [String: Variant] = signal.arguments[1].get() ?? [:]
                return changed["SelectedIndex"]?.get(as: Int64.self).map { "index(\($0))" }
            default: return nil
            }
        }.joined(separator: " ")
    }
}
