import TestSupport

/// `tabctl press` as a process, and the focus in `show` and `attach`.
@EventLoop @Suite(.bus) struct PressCommandTests {
    @Test func `buttons move the focus, which is printed with names`() async throws {
        let stage = try await CommandStage()
        let client = stage.client
        let tabs = try await client.manager.createTabBarController([
            "Profile": .string("tv"), "Types": ["clock.Stopwatch", "settings.Settings"].variant,
        ])
        let number = try stage.number(tabs)
        let children = try await client.tabBarController(tabs).viewControllers
        let (watch, settings) = (try stage.number(children[0]), try stage.number(children[1]))
        let follower = try TabctlProcess(["attach", number])
        try await follower.line("of the focus") { $0.hasSuffix("focus: item 1 of the bar, \(watch) Stopwatch") }
        follower.clearLines()
        try await stage.run("press", number, "right").line("item 2 of the bar, \(settings) Settings")
        try await follower.line("focus: item 2 of the bar, \(settings) Settings")
        // Down selects the item on which the focus waits, and moves on into its content.
        try await stage.run("press", number, "down").line("view 3 TableView #Settings of \(settings) Settings")
        try await follower.line("of the focus") { $0.hasPrefix("focus: view 3 ") }
        try await stage.run("show", number).line("focus: view 3 TableView #Settings of \(settings) Settings")
        #expect(try await client.tabBarController(tabs).selectedIndex == 1)
        try await stage.run("press", "--json", number, "left").line(
            #"{"unhandled":[],"focusEnvironment":"content","focusedItem":null,"focusedView":["\#(children[1])",3]}"#)
        let back = try await stage.run("press", number, "menu", "menu", status: 1, reason: "not handled: menu")
        try await back.line("item 2 of the bar, \(settings) Settings")
    }

    @Test func `a focus is switched on, and a rotary control moves it`() async throws {
        let stage = try await CommandStage()
        let tabs = try await stage.client.manager.createTabBarController([
            "Types": ["clock.Stopwatch", "settings.Settings"].variant
        ])
        let number = try stage.number(tabs)
        let children = try await stage.client.tabBarController(tabs).viewControllers
        let (watch, settings) = (try stage.number(children[0]), try stage.number(children[1]))
        let follower = try TabctlProcess(["attach", number])
        try await stage.run("focus", number, "on")
        try await follower.line("of the focus") { $0.hasSuffix("focus: item 1 of the bar, \(watch) Stopwatch") }
        try await stage.run("rotate", number, "1").line("item 2 of the bar, \(settings) Settings")
        // The items of a bar at the bottom are the last places.
        try await stage.run("rotate", number, "1", status: 1, reason: "not handled: 1 steps")
        try await stage.run("rotate", number, "-1").line("item 1 of the bar, \(watch) Stopwatch")
        try await stage.run("rotate", number, "much", status: 64, reason: "is invalid; expected a controller")
        try await stage.run("press", number, "next", "select").line("item 2 of the bar, \(settings) Settings")
        #expect(try await stage.client.tabBarController(tabs).selectedIndex == 1)
        try await stage.run("focus", number, "off")
        try await follower.line("focus: off")
        try await stage.run("rotate", number, "1", status: 1, reason: "has no focus")
        let other = try stage.number(try await stage.client.register())
        try await stage.run("focus", other, "on", status: 1, reason: "is not a tab bar controller")
        try await stage.run("create", "--focus", "--profile", "pad")
    }

    @Test func `a controller without focus and an unknown button are refused with a reason`() async throws {
        let stage = try await CommandStage()
        let phone = try stage.number(try await stage.client.manager.createTabBarController())
        let plain = try stage.number(try await stage.client.register())
        try await stage.run("press", phone, "up", status: 1, reason: "has no focus; 'tabctl focus' switches it on")
        try await stage.run("press", plain, "up", status: 1, reason: "is not a tab bar controller")
        try await stage.run("press", phone, "jump", status: 64, reason: "'jump' is invalid")
        try await stage.run("press", "999", "up", status: 1, reason: "no object at")
        let tv = try await stage.client.manager.createTabBarController(["Profile": .string("tv")])
        // Without tabs nothing can have the focus.
        try await stage.run("press", try stage.number(tv), "down", status: 1, reason: "not handled: down")
        try await stage.run("row", try stage.number(tv), "1", status: 1, reason: "there is no More in profile tv")
    }
}
