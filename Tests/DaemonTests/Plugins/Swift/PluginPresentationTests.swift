import TestSupport
import Testing

/// A Swift plugin that presents view controllers, and the reasons of their appearances
/// (`Tests/TestPlugin/Containers/Trail.swift`).
@EventLoop @Suite(.bus) struct PluginPresentationTests {
    @Test(.rules("P65 P69"))
    func `a plugin presents and dismisses, and a controller that is not held is then destroyed`() async throws {
        let stage = try await TrailStage()
        let client = stage.client
        func presented() async throws -> ObjectPath {
            try await client.viewController(stage.trail).presentedViewController
        }
        try await stage.plugin.tap("Present")
        try await client.barrier()
        let stop = try await presented()
        #expect(try await client.viewController(stop).type == "testplugin.Stop")
        #expect(try await client.viewController(stop).presentingViewController == stage.plugin.tabs)
        #expect(try await client.viewController(stop).modalPresentationStyle == "fullScreen")
        #expect(try await client.viewController(stop).preferredContentSize == DBusSize(width: 320, height: 200))
        #expect(try await stage.notes(by: stop) == "will true")
        #expect(try await client.viewController(stage.trail).appearanceState == "disappeared")
        // It already presents a controller. The refused call leaves no trace.
        let before = try await client.managedObjects().count
        try await stage.plugin.tap("PresentKept")
        try await client.barrier()
        #expect(try await presented() == stop)
        try await stage.plugin.tap("Dismiss")
        try await stage.left(stop)
        #expect(try await presented().isNone)
        #expect(try await stage.notes(by: stage.trail) == "ended")
        // A controller that the plugin holds stays, and can be presented again.
        try await stage.plugin.tap("PresentKept")
        try await client.barrier()
        let kept = try await presented()
        try await stage.plugin.tap("Dismiss")
        try await client.barrier()
        #expect(try await client.managedObjects().count == before)
        try await stage.plugin.tap("PresentKept")
        try await client.barrier()
        #expect(try await presented() == kept)
    }

    @Test func `a plugin presents from a callback, and an unseen controller is destroyed on dismissal`() async throws {
        let stage = try await TrailStage()
        let client = stage.client
        let before = try await client.managedObjects().count
        try await stage.plugin.tap("PresentBriefly")
        let end = TestTimeout.deadline
        while ContinuousClock.now < end {
            let isGone = try await client.managedObjects().count == before
            if isGone, try await stage.notes(by: stage.trail) == "ended" { break }
        }
        #expect(try await stage.notes(by: stage.trail) == "ended")
        #expect(try await client.managedObjects().count == before)
        // The second controller is presented while the first one appears, at the end of a turn. It continues without
        // another call.
        try await stage.plugin.tap("PresentBoth")
        try await client.waitForSignal("both appearing") { _ in
            client.signals.count { $0.member == "ViewDidAppear" } >= 2
        }
    }

    @Test func `a navigation controller outlives the controller through which it was requested`() async throws {
        let stage = try await TrailStage()
        let first = try await stage.push("Push")
        let second = try await stage.push("Replace")
        #expect(second != first)
        #expect(try await stage.stack() == [stage.trail, second])
        #expect(try await stage.client.viewController(second).title == "Instead")
        #expect(try await stage.notes(by: stage.trail)?.contains("2 on the stack") == true)
        try await stage.plugin.tap("ToRoot")
        #expect(try await stage.stack() == [stage.trail])
        try await stage.left(second)
        // Only its plugin can create it again, so Reopen does not restore it.
        let tabs = try await stage.client.manager.createTabBarController()
        try await stage.client.manager.destroy(tabs)
        let third = try await stage.push("Push")
        try await stage.client.manager.destroy(third)
        #expect(try await stage.client.reopen() == tabs)
    }

    @Test(.rules("L10 G-32"))
    func `a controller knows whether it is pushed, popped, presented, dismissed or only covered`() async throws {
        let stage = try await TrailStage()
        let client = stage.client
        let other = try await client.register()
        try await client.setTabs([stage.navigation, other], of: stage.plugin.tabs)
        try await stage.plugin.tap("Reasons")
        _ = try await stage.push("PushKept")
        for tab in [1, 0] as [Int64] { try await client.select(tab, in: stage.plugin.tabs) }
        try await stage.plugin.tap("Pop")
        #expect(try await stage.notes(by: stage.trail) == "in - -, in - - - out out")
        try await stage.plugin.tap("PresentKept")
        try await client.barrier()
        try await stage.plugin.tap("Dismiss")
        let notes = try await stage.notes(by: stage.trail)
        #expect(notes?.hasSuffix("out out presented dismissed dismissed") == true, "\(notes ?? "")")
    }
}
