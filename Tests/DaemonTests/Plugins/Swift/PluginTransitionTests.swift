import DBusConnection
import DBusInterface
import EventLoop
import TabInterface
import TestSupport
import Testing

/// A plugin's controller as a delegate that animates, rotates the window and locks tabs
/// (`Tests/TestPlugin/Containers/Director.swift`).
@EventLoop @Suite(.bus) struct PluginTransitionTests {
    private typealias Tabs = TabBarControllerInterface

    @Test(.rules("F-8 F-9 C-26"), arguments: [("Finish", 1), ("Cancel", 0)])
    func `a plugin drives the change of tabs to one of its ends`(_ end: String, _ index: Int64)
        async throws
    {
        let (stage, _) = try await Self.stage()
        let client = stage.client
        #expect(try await client.tap(1, in: stage.tabs))
        try await stage.tap("Update")
        let running = try await client.get(Tabs.transition, at: stage.tabs)
        #expect(running["Progress"] == .double(0.5) && running["Curve"] == .string("linear"))
        // A client is not the delegate.
        let refusal = await failure {
            try await client.call(Tabs.finishInteractiveTransition, at: stage.tabs, [:])
        }
        #expect(refusal == "AccessDenied")
        try await stage.tap(end)
        #expect(try await client.get(Tabs.transition, at: stage.tabs).isEmpty)
        #expect(try await client.selectedIndex(of: stage.tabs) == index)
    }

    @Test(.rules("B-4 F-6 F-7 A-23 A-5"))
    func `a plugin determines the orientations, and hides and locks tabs`()
        async throws
    {
        let (stage, others) = try await Self.stage()
        let client = stage.client
        let mask = try await client.call(Tabs.getSupportedInterfaceOrientations, at: stage.tabs)
        #expect(mask == 24)
        let preferred = try await client.call(Tabs.getPreferredInterfaceOrientation, at: stage.tabs)
        #expect(preferred == "landscapeRight")
        let turn = await failure {
            try await client.setWindow(
                WindowInterface.interfaceOrientation, of: stage.tabs, to: "portraitUpsideDown")
        }
        #expect(turn == "InvalidArgument")
        try await stage.tap("Hide")
        #expect(try await client.get(Tabs.tabBarHidden, at: stage.tabs))
        try await stage.tap("Lock")
        #expect(try await client.get(Tabs.customizableViewControllers, at: stage.tabs) == others)
    }

    /// The director, which watches, and two other tabs.
    private static func stage() async throws -> (TestPluginStage, [ObjectPath]) {
        let bus = try PrivateBus.current
        // The speed of the plugin's animations is not under test.
        try bus.configure("[deadlines]\ninteractive_transition = 600000\ndelegate = 10000\n")
        let stage = try await TestPluginStage("Director")
        let others = [try await stage.client.register(), try await stage.client.register()]
        try await stage.client.setTabs([stage.controller] + others, of: stage.tabs)
        try await stage.tap("Watch")
        return (stage, others)
    }
}
