import TestSupport

/// `tabctl create --navigation`, `back` and `button` as processes, on the Settings plugin.
@EventLoop @Suite(.bus) struct NavigationCommandTests {
    @Test func `create --navigation wraps each type in a navigation controller, or leaves nothing behind`()
        async throws
    {
        let stage = try await CommandStage()
        let tabs = TabNames.viewController(try #require(UInt64(try await stage.createSettings())))
        let stacks = try await stage.client.tabBarController(tabs).viewControllers
        var types: [String] = []
        for stack in stacks {
            let pages = try await stage.client.navigationController(stack).viewControllers
            for page in pages { types.append(try await stage.client.viewController(page).type) }
        }
        #expect(types == ["settings.Settings", "clock.Stopwatch"])
        let before = try await stage.client.managedObjects().keys.sorted()
        try await stage.run(
            "create", "--navigation", "settings.Settings", "clock.Nothing", status: 1,
            reason: "no plugin offers 'clock.Nothing'")
        #expect(try await stage.client.managedObjects().keys.sorted() == before)
        let empty = try await stage.run("create", "--navigation", "--json", "--title", "Empty")
        try await empty.line("with a path") { $0.hasPrefix(#"{"path":"/org/"#) }
    }

    @Test func `three levels are walked by rows, buttons and back, with only the number of the tabs`() async throws {
        let stage = try await CommandStage()
        let tabs = try await stage.createSettings()
        func expect(_ bar: String, _ line: String) async throws {
            let shown = try await stage.run("show", tabs)
            try await shown.line(line) { Self.words($0) == line }
            #expect(shown.lines.count > 2 && Self.words(shown.lines[2]) == bar, "\(shown.lines)")
        }
        try await stage.run("back", tabs, status: 1, reason: "no back button: 1 Settings is the root of 2")
        try await expect("Settings (Reset)", "◐ Appearance Automatic ›")
        try await stage.run("button", tabs, "Reset", status: 1, reason: "bar button item 1 of view controller 1 is dis")
        try await stage.run("action", tabs, "Settings", "selectRow", "1")
        try await expect("‹ Settings Appearance (Reset)", "Style Automatic ›")
        try await stage.run("action", tabs, "Appearance", "selectRow", "1")
        try await expect("‹ Appearance Style", "Automatic ✓")
        try await stage.run("back", tabs)
        try await stage.run("action", tabs, "Appearance", "selectRow", "1")
        try await stage.run("action", tabs, "Choices", "selectRow", "3")
        try await expect("‹ Settings Appearance [Reset]", "Style Dark ›")
        try await stage.run(
            "button", tabs, "Nothing", status: 1, reason: "Appearance has no button 'Nothing'; it has 1 Re")
        let tapped = try await stage.run("button", "--json", tabs, "1")
        try await tapped.line("of JSON") { $0.hasPrefix(#"{"viewController":"/org/"#) && $0.hasSuffix(#","id":1}"#) }
        try await expect("‹ Settings Appearance (Reset)", "Style Automatic ›")
        // The number of any controller on the stack is accepted.
        let back = try await stage.run("back", "--json", "1")
        try await back.line(#"{"topViewController":"/org/tabd/Tabs1/view_controllers/1"}"#)
        try await expect("Settings (Reset)", "◐ Appearance Automatic ›")
        try await stage.run("back", "999", status: 1, reason: "no object at")
    }

    @Test func `without a front end, a button says that it can't present, and Present fails with the reason`()
        async throws
    {
        let stage = try await CommandStage()
        let tabs = try await stage.createSettings()
        try await stage.run("action", tabs, "Settings", "selectRow", "1")
        try await stage.run("action", tabs, "Appearance", "selectRow", "1")
        try await stage.run("action", tabs, "Choices", "selectRow", "3")
        try await stage.run("button", tabs, "Reset", reason: "no front end shows \(tabs)")
        let other = try await stage.client.register()
        let message = await complaint {
            try await stage.client.viewController(ObjectPath("\(TabNames.viewControllers)/\(tabs)")).present(
                other, Options())
        }
        #expect(message.contains("no front end shows"), "\(message)")
        try await stage.client.window(ObjectPath("\(TabNames.viewControllers)/\(tabs)")).set(\.alwaysVisible, to: true)
        let quiet = try await stage.run("button", tabs, "Reset", status: 1, reason: "is dis")
        #expect(!quiet.notes.contains { $0.contains("no front end") }, "\(quiet.notes)")
    }

    /// The words of a line, separated by single spaces.
    private static func words(_ line: String) -> String { line.split(separator: " ").joined(separator: " ") }

    @Test func `without a back button, or with several buttons of a title, the error says why`() async throws {
        let stage = try await CommandStage()
        let client = stage.client
        let tabs = try await client.manager.createTabBarController()
        let number = String(try #require(TabNames.number(of: tabs)))
        try await stage.run("back", number, status: 1, reason: "no back button: nothing is displayed")
        try await stage.run("button", number, "Edit", status: 1, reason: "does not show a view controller")
        let plain = try await client.register(["Title": .string("Plain")])
        let root = try await client.register(["Title": .string("Root")])
        let page = try await client.register(["Title": .string("Page")])
        let navigation = try await client.manager.createNavigationController(root)
        try await client.push(page, onto: navigation)
        try await client.setTabs([plain, navigation], of: tabs)
        try await stage.run("back", number, status: 1, reason: "Plain is not in a navigation controller")
        try await stage.run(
            "button", number, "Edit", status: 1, reason: "Plain has no button 'Edit'; it has no buttons")
        try await client.select(1, in: tabs)
        try await client.navigationItem(page).set(\.hidesBackButton, to: true)
        try await stage.run("back", number, status: 1, reason: "Page hides it")
        try await client.navigationItem(page).set(\.hidesBackButton, to: false)
        let items = [BarButtonItemEntry(id: 3, title: "A"), BarButtonItemEntry(id: 4, title: "A", image: "go-up")]
        try await client.navigationItem(page).set(\.leftBarButtonItems, to: items)
        try await stage.run("back", number, status: 1, reason: "Page has left buttons instead")
        try await stage.run(
            "button", number, "A", status: 1, reason: "there are 2 buttons 'A'; name one by its id: 3, 4")
        try await client.manager.subscribe()
        try await stage.run("button", number, "go-up")
        try await client.waitForSignal("the button") { signal in
            signal.path == page && signal.member == "BarButtonItemActivated" && signal.arguments == [.uint32(4)]
        }
        try await client.navigationController(navigation).set(\.navigationBarHidden, to: true)
        try await stage.run("back", number, status: 1, reason: "is hidden")
    }
}
