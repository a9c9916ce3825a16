import TestSupport

/// A view controller of a plugin as the delegate of its tab bar controller (`Tests/TestPlugin/Containers/Gate.swift`).
@EventLoop @Suite(.bus) struct PluginDelegateTests {
    /// A `Gate` that watches.
    private let plugin: TestPluginStage
    /// Two other tabs.
    private let others: [ObjectPath]
    private var client: BusClient { plugin.client }
    private var tabs: ObjectPath { plugin.tabs }

    init() async throws {
        // Long enough for a busy machine, also for events that must happen before it is over.
        try PrivateBus.current.configure("[deadlines]\ndelegate = 10000\n")
        plugin = try await TestPluginStage("Gate")
        others = [try await plugin.client.register(), try await plugin.client.register()]
        try await client.setTabs([plugin.controller] + others, of: tabs)
        try await plugin.tap("Watch")
    }

    private func notes() async throws(DBusError) -> String { try await plugin.text("Output") }

    private func selectedIndex() async throws(DBusError) -> Int64 {
        try await client.tabBarController(tabs).selectedIndex
    }

    /// Starts a tap without a reply of the delegate, and waits for its question.
    private func beginTap(_ position: UInt32) async throws -> Task<Bool, any Error> {
        try await plugin.tap("Never")
        client.clearSignals()
        let tap = Task { @EventLoop in try await client.tap(position, in: tabs) }
        try await client.waitForSignal("the question") { $0.member == "ShouldSelectViewController" }
        return tap
    }

    /// The gate's notes about a tap on a tab: the question and, when it is allowed, the selection.
    private func line(_ other: Int, isAllowed: Bool) -> String {
        let number = TabNames.number(of: others[other]) ?? 0
        return "should \(TabNames.number(of: tabs) ?? 0) \(number)" + (isAllowed ? ", did \(number)" : "")
    }

    @Test(arguments: [("Allow", true), ("Deny", false), ("AllowLater", true), ("DenyLater", false)])
    func `a plugin decides about a tap, at once or later, and is notified`(_ decision: String, _ isAllowed: Bool)
        async throws
    {
        try await plugin.tap(decision)
        let delegate = try await client.tabBarController(tabs).delegate
        #expect(delegate == ClientObject(name: plugin.daemon.uniqueName, path: plugin.controller))
        #expect(try await client.tap(1, in: tabs) == isAllowed)
        #expect(try await selectedIndex() == (isAllowed ? 1 : 0))
        #expect(try await notes() == line(0, isAllowed: isAllowed))
        // A write by a program does not ask or notify the delegate.
        try await client.select(2, in: tabs)
        #expect(try await notes() == line(0, isAllowed: isAllowed))
    }

    @Test(arguments: [("Allow", true), ("Deny", false), ("AllowLater", true), ("DenyLater", false)])
    func `a plugin decides about closing a tab, and is notified`(_ decision: String, _ isAllowed: Bool) async throws {
        try await plugin.tap(decision)
        try await client.tabBarItem(others[0]).set(\.allowsClosing, to: true)
        #expect(try await client.tabBarController(tabs).closeTab(others[0]) == isAllowed)
        let (own, number) = (TabNames.number(of: tabs) ?? 0, TabNames.number(of: others[0]) ?? 0)
        #expect(try await notes() == "close? \(own) \(number)" + (isAllowed ? ", closed \(number)" : ""))
        #expect(try await client.tabBarController(tabs).viewControllers.count == (isAllowed ? 2 : 3))
    }

    @Test(arguments: ["a client", "none", "itself"])
    func `a plugin that is replaced while it is asked counts as having allowed the tap`(by successor: String)
        async throws
    {
        let tap = try await beginTap(1)
        switch successor {
        case "a client": try await client.setDelegate(client.newObject(), of: tabs)
        case "none": try await client.tabBarController(tabs).clearDelegate()
        default: try await plugin.tap("Leave")
        }
        #expect(try await tap.value)
        try await plugin.tap("Answer")
        try await plugin.tap("IsDelegate")
        let number = TabNames.number(of: tabs) ?? 0
        let question = "should \(number) \(TabNames.number(of: others[0]) ?? 0)"
        #expect(try await notes() == "\(question), none")
        #expect(try await selectedIndex() == 1)
    }

    @Test func `a plugin's delegate that is destroyed while it is asked counts as having allowed the tap`() async throws
    {
        let tap = try await beginTap(1)
        try await client.manager.destroy(plugin.controller)
        #expect(try await tap.value)
        // The list is shorter now.
        #expect(try await selectedIndex() == 0)
        #expect(try await client.tabBarController(tabs).delegate.isNone)
        #expect(try await client.tap(1, in: tabs))
    }

    @Test func `a plugin's reply applies only to tabs that still exist`() async throws {
        let tap = try await beginTap(2)
        try await client.manager.destroy(others[1])
        try await plugin.tap("AnswerAllow")
        #expect(try await !tap.value)
        let last = try await beginTap(1)
        try await client.manager.destroy(tabs)
        #expect(await failure { _ = try await last.value } == "UnknownObject")
        try await plugin.tap("IsDelegate")
        #expect(try await notes().hasSuffix("none"))
    }
}
