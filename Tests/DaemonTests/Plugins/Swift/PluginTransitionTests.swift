import TestSupport

/// A plugin's controller as a delegate that animates, rotates the window and locks tabs
/// (`Tests/TestPlugin/Containers/Director.swift`).
@EventLoop @Suite(.bus) struct PluginTransitionTests {
    @Test(.rules("F-8 F-9 C-26"), arguments: [("Finish", 1), ("Cancel", 0)])
    func `a plugin drives the change of tabs to one of its ends`(_ end: String, _ index: Int64) async throws {
        let (stage, _) = try await Self.stage()
        let client = stage.client
        #expect(try await client.tap(1, in: stage.tabs))
        try await stage.tap("Update")
        let running = try await client.tabBarController(stage.tabs).transition
        #expect(running["Progress"] == .double(0.5) && running["Curve"] == .string("linear"))
        // A client is not the delegate.
        let refusal = await failure { try await client.tabBarController(stage.tabs).finishInteractiveTransition() }
        #expect(refusal == "AccessDenied")
        try await stage.tap(end)
        #expect(try await client.tabBarController(stage.tabs).transition.isEmpty)
        #expect(try await client.tabBarController(stage.tabs).selectedIndex == index)
    }

    @Test(.rules("S-209")) func `a plugin lets the gesture of a front end drive the change`() async throws {
        let (stage, others) = try await Self.stage()
        let tabs = stage.client.tabBarController(stage.tabs)
        for (end, index) in [(false, 0), (true, 1)] as [(Bool, Int64)] {
            #expect(try await tabs.beginInteractiveTransition(others[0]))
            try await tabs.updateInteractiveTransition(0.3)
            #expect(try await tabs.transition["Progress"] == .double(0.3))
            if end {
                try await tabs.finishInteractiveTransition()
            } else {
                try await tabs.cancelInteractiveTransition()
            }
            #expect(try await tabs.selectedIndex == index)
        }
    }

    @Test(.rules("B-4 F-6 F-7 A-23 A-5"))
    func `a plugin determines the orientations, and hides and locks tabs`() async throws {
        let (stage, others) = try await Self.stage()
        let client = stage.client
        #expect(try await client.tabBarController(stage.tabs).getSupportedInterfaceOrientations() == 24)
        #expect(try await client.tabBarController(stage.tabs).getPreferredInterfaceOrientation() == "landscapeRight")
        let turn = await failure {
            try await client.window(stage.tabs).set(\.interfaceOrientation, to: "portraitUpsideDown")
        }
        #expect(turn == "InvalidArgument")
        try await stage.tap("Hide")
        #expect(try await client.tabBarController(stage.tabs).tabBarHidden)
        try await stage.tap("Focus")
        #expect(try await client.focus(stage.tabs).enabled)
        try await stage.tap("Focus")
        #expect(try await !client.focus(stage.tabs).enabled)
        try await stage.tap("Lock")
        #expect(try await client.tabBarController(stage.tabs).customizableViewControllers == others)
    }

    /// The director, which watches, and two other tabs.
    private static func stage() async throws -> (TestPluginStage, [ObjectPath]) {
        // The speed of the plugin's animations is not under test.
        try PrivateBus.current.configure("[deadlines]\ninteractive_transition = 600000\ndelegate = 10000\n")
        let stage = try await TestPluginStage("Director")
        let others = [try await stage.client.register(), try await stage.client.register()]
        try await stage.client.setTabs([stage.controller] + others, of: stage.tabs)
        try await stage.tap("Watch")
        return (stage, others)
    }
}
