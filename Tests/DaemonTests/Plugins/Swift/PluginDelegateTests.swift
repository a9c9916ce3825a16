import TestSupport
import Testing

/// A view controller of a plugin as the delegate of its tab bar controller (`Tests/TestPlugin/Containers/Gate.swift`).
@EventLoop @Suite(.bus) struct PluginDelegateTests {
    /// A `Gate` that watches, and two other tabs.
    @EventLoop private final class Stage {
        let plugin: TestPluginStage
        let others: [ObjectPath]
        var client: BusClient { plugin.client }
        var tabs: ObjectPath { plugin.tabs }

        init(_ decision: String) async throws {
            let bus = try PrivateBus.current
            // Long enough for a busy machine, also for events that must happen before it is over.
            try bus.configure("[deadlines]\ndelegate = 10000\n")
            plugin = try await TestPluginStage("Gate")
            others = [try await plugin.client.register(), try await plugin.client.register()]
            try await plugin.client.setTabs([plugin.controller] + others, of: plugin.tabs)
            for button in ["Watch", decision] { try await plugin.tap(button) }
            plugin.client.clearSignals()
        }

        func notes() async throws(DBusError) -> String { try await plugin.text("Output") }

        /// Starts a tap, and waits for its question.
        func beginTap(_ position: UInt32) async throws -> Task<Bool, any Error> {
            let tap = Task { @EventLoop in try await client.tap(position, in: tabs) }
            try await client.waitForSignal("the question") { $0.member == "ShouldSelectViewController" }
            return tap
        }

        /// The gate's notes about a tap on a tab: the question and, when it is allowed, the selection.
        func line(_ other: Int, isAllowed: Bool) -> String {
            let number = TabNames.number(of: others[other]) ?? 0
            return "should \(TabNames.number(of: tabs) ?? 0) \(number)" + (isAllowed ? ", did \(number)" : "")
        }
    }

    @Test(arguments: [("Allow", true), ("Deny", false), ("AllowLater", true), ("DenyLater", false)])
    func `a plugin decides about a tap, at once or later, and is notified`(_ decision: String, _ isAllowed: Bool)
        async throws
    {
        let stage = try await Stage(decision)
        let delegate = try await stage.client.tabBarController(stage.tabs).delegate
        #expect(delegate == ClientObject(name: stage.plugin.daemon.uniqueName, path: stage.plugin.controller))
        #expect(try await stage.client.tap(1, in: stage.tabs) == isAllowed)
        #expect(try await stage.client.tabBarController(stage.tabs).selectedIndex == (isAllowed ? 1 : 0))
        #expect(try await stage.notes() == stage.line(0, isAllowed: isAllowed))
        // A write by a program does not ask or notify the delegate.
        try await stage.client.select(2, in: stage.tabs)
        #expect(try await stage.notes() == stage.line(0, isAllowed: isAllowed))
    }

    @Test func `a plugin that times out allows the tap, and its late reply is ignored`() async throws {
        let stage = try await Stage("Never")
        let clock = ContinuousClock()
        let begin = clock.now
        let tap = try await stage.beginTap(1)
        // Other calls are not delayed meanwhile.
        #expect(try await stage.client.tabBarController(stage.tabs).selectedIndex == 0)
        #expect(try await tap.value)
        #expect(clock.now - begin >= .milliseconds(9999))
        try await stage.plugin.tap("Answer")
        try await stage.client.barrier()
        #expect(try await stage.client.tabBarController(stage.tabs).selectedIndex == 1)
        #expect(try await stage.notes() == stage.line(0, isAllowed: true))
    }

    @Test func `further taps wait for a plugin's reply`() async throws {
        let stage = try await Stage("Never")
        let first = try await stage.beginTap(1)
        let second = Task { @EventLoop in try await stage.client.tap(2, in: stage.tabs) }
        try await stage.client.barrier()
        try await stage.plugin.tap("Allow")
        try await stage.plugin.tap("Answer")
        #expect(try await !first.value)
        #expect(try await second.value)
        #expect(try await stage.notes() == stage.line(0, isAllowed: false) + ", " + stage.line(1, isAllowed: true))
    }

    @Test(arguments: ["a client", "none", "itself"])
    func `a plugin that is replaced while it is asked counts as having allowed the tap`(by successor: String)
        async throws
    {
        let stage = try await Stage("Never")
        let tap = try await stage.beginTap(1)
        switch successor {
        case "a client": try await stage.client.setDelegate(stage.client.newObject(), of: stage.tabs)
        case "none": try await stage.client.tabBarController(stage.tabs).clearDelegate()
        default: try await stage.plugin.tap("Leave")
        }
        #expect(try await tap.value)
        try await stage.plugin.tap("Answer")
        try await stage.plugin.tap("IsDelegate")
        let number = TabNames.number(of: stage.tabs) ?? 0
        let question = "should \(number) \(TabNames.number(of: stage.others[0]) ?? 0)"
        #expect(try await stage.notes() == "\(question), none")
        #expect(try await stage.client.tabBarController(stage.tabs).selectedIndex == 1)
    }

    @Test func `a plugin's delegate that is destroyed while it is asked counts as having allowed the tap`() async throws
    {
        let stage = try await Stage("Never")
        let tap = try await stage.beginTap(1)
        try await stage.client.manager.destroy(stage.plugin.controller)
        #expect(try await tap.value)
        // The list is shorter now.
        #expect(try await stage.client.tabBarController(stage.tabs).selectedIndex == 0)
        #expect(try await stage.client.tabBarController(stage.tabs).delegate.isNone)
        #expect(try await stage.client.tap(1, in: stage.tabs))
    }

    @Test func `a plugin's reply applies only to tabs that still exist`() async throws {
        let stage = try await Stage("Never")
        let tap = try await stage.beginTap(2)
        try await stage.client.manager.destroy(stage.others[1])
        try await stage.plugin.tap("AnswerAllow")
        #expect(try await !tap.value)
        stage.client.clearSignals()
        let last = try await stage.beginTap(1)
        try await stage.client.manager.destroy(stage.tabs)
        #expect(await failure { _ = try await last.value } == "UnknownObject")
        try await stage.plugin.tap("IsDelegate")
        #expect(try await stage.notes().hasSuffix("none"))
    }
}
