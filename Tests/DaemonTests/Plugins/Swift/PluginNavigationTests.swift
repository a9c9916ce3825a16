import TestSupport

/// A Swift plugin that navigates: the controllers that it pushes, their lifetime, and its bar buttons
/// (`Tests/TestPlugin/Containers/Trail.swift`).
@EventLoop @Suite(.bus) struct PluginNavigationTests {
    private let stage: TrailStage
    private var client: BusClient { stage.client }

    init() async throws { stage = try await TrailStage() }

    private func tap(_ id: UInt32) async throws(DBusError) {
        try await client.navigationItem(stage.trail).tapBarButtonItem(id)
    }

    @Test(.rules("N3"))
    func `a plugin pushes a class of its own, which is destroyed when it is popped and not held`() async throws {
        let stop = try await stage.push("Push")
        #expect(try await stage.stack() == [stage.trail, stop])
        #expect(try await client.viewController(stop).type == "testplugin.Stop")
        #expect(try await client.viewController(stop).title == "Stop")
        #expect(try await client.viewController(stop).plugin == TabNames.plugin("testplugin"))
        let number = TabNames.number(of: stage.navigation) ?? 0
        #expect(try await stage.notes(by: stop) == "will true, in \(number)")
        #expect(await failure { try await client.push(stop, onto: stage.navigation) } == "InvalidArgument")
        // Only the plugin can create one, because the class is not in the manifest.
        #expect(await failure { _ = try await client.manager.createViewController("testplugin.Stop") } == "NoSuchType")
        try await stage.tap("Pop")
        #expect(try await stage.stack() == [stage.trail])
        try await client.left(stop)
        try await stage.tap("Ask")
        let tabs = TabNames.number(of: stage.tabs) ?? 0
        #expect(try await stage.notes(by: stage.trail) == "ended, \(number) \(number) \(tabs) 0 gone")
        try await stage.tap("Pop")
        #expect(try await stage.stack() == [stage.trail])
    }

    @Test func `a held controller stays when it is popped, and can be pushed again`() async throws {
        let kept = try await stage.push("PushKept")
        let number = TabNames.number(of: stage.navigation) ?? 0
        _ = try await client.navigationController(stage.navigation).pop(true)
        // Any effect on it is complete after a few turns of the loop.
        for _ in 0..<5 { try await client.barrier() }
        #expect(try await client.viewController(kept).title == "Kept")
        #expect(try await client.viewController(kept).parent == .none)
        #expect(try await stage.notes(by: kept) == "will true, in \(number), did not true, in 0")
        #expect(try await stage.push("PushKept") == kept)
        #expect(try await client.viewController(kept).parent == stage.navigation)
        // The second push is refused, and the plugin continues.
        try await stage.tap("Pop")
        #expect(try await stage.push("PushTwice") == kept)
        #expect(try await stage.stack() == [stage.trail, kept])
        // A client destroys it. When the plugin pushes its object again, the controller is created again, with its
        // view.
        try await client.manager.destroy(kept)
        let anew = try await stage.push("PushKept")
        #expect(anew != kept && anew != stage.trail)
        #expect(try await stage.notes(by: anew)?.isEmpty == false)
        #expect(await failure { _ = try await client.viewController(kept).title } == "UnknownObject")
    }

    @Test(arguments: ["TapBack", "Done", "Destroy", "Set"])
    func `a pushed controller of a plugin is destroyed when any client removes it from the stack`(how: String)
        async throws
    {
        let stop = try await stage.push("Push")
        switch how {
        case "TapBack": try await client.tapBack(in: stage.navigation)
        case "Done":
            let items = try await client.navigationItem(stop).rightBarButtonItems
            #expect(items.map(\.title) == ["Done"])
            try await client.navigationItem(stop).tapBarButtonItem(try #require(items.first).id)
        case "Destroy": try await client.manager.destroy(stage.navigation)
        default: try await client.navigationController(stage.navigation).set(\.viewControllers, to: [stage.trail])
        }
        try await client.left(stop)
        // The trail itself was created by a client, and stays.
        #expect(try await client.viewController(stage.trail).type == "testplugin.Trail")
        try await stage.tap("Ask")
        #expect(try await stage.notes(by: stage.trail)?.hasPrefix("ended, ") == true)
    }

    @Test func `a controller that the host rejects is destroyed`() async throws {
        let before = try await Set(client.managedObjects().keys)
        client.clearSignals()
        try await stage.tap("Refused")
        try await client.waitForSignal("the refused controller leaving the bus") { $0.member == "InterfacesRemoved" }
        #expect(try await Set(client.managedObjects().keys) == before)
    }

    @Test(.rules("N14"))
    func `a plugin's bar buttons are in the navigation item, and the plugin handles their taps`() async throws {
        let item = client.navigationItem(stage.trail)
        try await stage.tap("Items")
        let left = try await item.leftBarButtonItems
        let right = try await item.rightBarButtonItems
        #expect(left.map(\.title) == ["Left"])
        #expect(right.map(\.image) == ["edit-symbolic", "list-add-symbolic"])
        #expect(Set((left + right).map(\.id)).count == 3)
        #expect(try await client.navigationItem(stage.trail).title == "Items")
        #expect(try await client.navigationItem(stage.trail).hidesBackButton)
        for id in [left[0].id, right[1].id] { try await tap(id) }
        #expect(try await stage.notes(by: stage.trail) == "left, list-add-symbolic")
        try await stage.tap("Disable")
        #expect(try await item.rightBarButtonItems.map(\.enabled) == [false, true])
        #expect(await failure { try await tap(right[0].id) } == "InvalidArgument")
        // The buttons are created again: the old buttons and their ids are gone.
        try await stage.tap("Items")
        #expect(await failure { try await tap(left[0].id) } == "InvalidArgument")
        try await tap(try await item.leftBarButtonItems[0].id)
        #expect(try await stage.notes(by: stage.trail) == "left, list-add-symbolic, left")
    }

    @Test func `a plugin shows a toolbar, and its buttons call the plugin`() async throws {
        let controller = client.viewController(stage.trail)
        try await stage.tap("Toolbar")
        let buttons = try await controller.toolbarItems
        #expect(buttons.map(\.title) == ["Reply", "Delete"])
        #expect(try await Set((buttons + client.navigationItem(stage.trail).rightBarButtonItems).map(\.id)).count == 3)
        #expect(try await client.navigationController(stage.navigation).toolbarHidden == false)
        #expect(try await stage.notes(by: stage.trail) == "true false")
        try await tap(buttons[1].id)
        #expect(try await stage.notes(by: stage.trail) == "true false, Delete")
        try await stage.tap("DisableToolbarItem")
        #expect(try await controller.toolbarItems.map(\.enabled) == [false, true])
        #expect(await failure { try await tap(buttons[0].id) } == "InvalidArgument")
    }

    @Test func `a plugin reads the toolbar that it has just set in a callback`() async throws {
        try await stage.tap("ToolbarInCallback")
        #expect(try await stage.notes(by: stage.trail) == "false")
        #expect(try await client.navigationController(stage.navigation).toolbarHidden == false)
    }

    @Test func `a plugin selects the tab that contains its controller, at any depth`() async throws {
        let other = try await client.register()
        try await client.setTabs([other, stage.navigation], of: stage.tabs)
        try await client.select(0, in: stage.tabs)
        client.clearSignals()
        try await stage.tap("Select")
        #expect(try await client.tabBarController(stage.tabs).selectedIndex == 1)
        // The delegate is neither asked nor notified.
        #expect(!client.signals.contains { $0.member.hasSuffix("SelectViewController") })
        // Without a tab bar controller and a navigation controller these calls have no effect.
        try await client.setTabs([other], of: stage.tabs)
        try await client.manager.destroy(stage.navigation)
        for button in ["Select", "Push", "Pop", "Ask"] { try await stage.tap(button) }
        #expect(try await stage.notes(by: stage.trail) == "ended, 0 0 0 0 gone")
    }

    @Test(.rules("P65 P69"))
    func `a plugin presents and dismisses, and a controller that is not held is then destroyed`() async throws {
        func presented() async throws -> ObjectPath {
            try await client.viewController(stage.trail).presentedViewController
        }
        try await stage.tap("Present")
        try await client.barrier()
        let stop = try await presented()
        #expect(try await client.viewController(stop).type == "testplugin.Stop")
        #expect(try await client.viewController(stop).presentingViewController == stage.tabs)
        #expect(try await client.viewController(stop).modalPresentationStyle == "fullScreen")
        #expect(try await client.viewController(stop).preferredContentSize == DBusSize(width: 320, height: 200))
        #expect(try await stage.notes(by: stop) == "will true")
        #expect(try await client.viewController(stage.trail).appearanceState == "disappeared")
        // It already presents a controller. The refused call leaves no trace.
        let before = try await client.managedObjects().count
        try await stage.tap("PresentKept")
        try await client.barrier()
        #expect(try await presented() == stop)
        try await stage.tap("Dismiss")
        try await client.left(stop)
        #expect(try await presented().isNone)
        #expect(try await stage.notes(by: stage.trail) == "ended")
        // A controller that the plugin holds stays, and can be presented again.
        try await stage.tap("PresentKept")
        try await client.barrier()
        let kept = try await presented()
        try await stage.tap("Dismiss")
        try await client.barrier()
        #expect(try await client.managedObjects().count == before)
        try await stage.tap("PresentKept")
        try await client.barrier()
        #expect(try await presented() == kept)
    }

    @Test func `a plugin presents from a callback, and an unseen controller is destroyed on dismissal`() async throws {
        let before = try await client.managedObjects().count
        try await stage.tap("PresentBriefly")
        let end = TestTimeout.deadline
        while ContinuousClock.now < end {
            let isGone = try await client.managedObjects().count == before
            if isGone, try await stage.notes(by: stage.trail) == "ended" { break }
        }
        #expect(try await stage.notes(by: stage.trail) == "ended")
        #expect(try await client.managedObjects().count == before)
        // The second controller is presented while the first one appears, at the end of a turn. It continues without
        // another call.
        try await stage.tap("PresentBoth")
        try await client.waitForSignal("both appearing") { _ in
            client.signals.count { $0.member == "ViewDidAppear" } >= 2
        }
    }

    @Test func `a navigation controller outlives the controller through which it was requested`() async throws {
        let first = try await stage.push("Push")
        let second = try await stage.push("Replace")
        #expect(second != first)
        #expect(try await stage.stack() == [stage.trail, second])
        #expect(try await client.viewController(second).title == "Instead")
        #expect(try await stage.notes(by: stage.trail)?.contains("2 on the stack") == true)
        try await stage.tap("ToRoot")
        #expect(try await stage.stack() == [stage.trail])
        try await client.left(second)
        // Only its plugin can create it again, so Reopen does not restore it.
        let tabs = try await client.manager.createTabBarController()
        try await client.manager.destroy(tabs)
        let third = try await stage.push("Push")
        try await client.manager.destroy(third)
        #expect(try await client.reopen() == tabs)
    }

    @Test(.rules("L10 G-32"))
    func `a controller knows whether it is pushed, popped, presented, dismissed or only covered`() async throws {
        let other = try await client.register()
        try await client.setTabs([stage.navigation, other], of: stage.tabs)
        try await stage.tap("Reasons")
        _ = try await stage.push("PushKept")
        for tab in [1, 0] as [Int64] { try await client.select(tab, in: stage.tabs) }
        try await stage.tap("Pop")
        #expect(try await stage.notes(by: stage.trail) == "in - -, in - - - out out")
        try await stage.tap("PresentKept")
        try await client.barrier()
        try await stage.tap("Dismiss")
        let notes = try await stage.notes(by: stage.trail)
        #expect(notes?.hasSuffix("out out presented dismissed dismissed") == true, "\(notes ?? "")")
    }
}
