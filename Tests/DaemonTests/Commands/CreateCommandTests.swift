import TestSupport

/// `tabctl create` and `reopen` as processes: identifiers, and the restoration of destroyed controllers.
@EventLoop @Suite(.bus) struct CreateCommandTests {
    @Test func `controllers and tabs get unique identifiers made of title and type`() async throws {
        let stage = try await CommandStage()
        let first = try await stage.create("--title", "My Clocks (2)", "clock.Stopwatch", "clock.Stopwatch")
        #expect(
            try await stage.identifiers(of: first) == [
                "my-clocks-2", "my-clocks-2.clock.Stopwatch", "my-clocks-2.clock.Stopwatch-2",
            ])
        let second = try await stage.create("--title", "My Clocks (2)")
        #expect(try await stage.identifiers(of: second) == ["my-clocks-2-2"])
        let nameless = try await stage.create("--navigation", "settings.Settings")
        #expect(try await stage.identifiers(of: nameless) == ["tabs-1", "tabs-1.settings.Settings"])
        let stack = try #require(try await stage.tabs(of: nameless).first)
        let root = try #require(try await stage.client.navigationController(stack).viewControllers.first)
        #expect(try await stage.identifiers(of: root) == ["tabs-1.settings.Settings.settings.Settings"])
        let none = try await stage.create("--no-identifier", "clock.Stopwatch")
        #expect(try await stage.identifiers(of: none) == ["", ""])
        let last = try await stage.create("--title", "¿…?", "--identifier", "desk")
        #expect(try await stage.identifiers(of: last) == ["desk"])
        let next = try await stage.run("create", "--json")
        try await next.line("with an identifier") { $0.contains(#""identifier":"tabs-2","restored":false"#) }
    }

    @Test func `an identifier in use is refused, and so is a partial claim`() async throws {
        let stage = try await CommandStage()
        let tabs = try await stage.create("--identifier", "desk")
        try await stage.run("create", "--identifier", "desk", status: 1, reason: "'desk' already belongs to \(tabs)")
        try await stage.run("create", "--identifier", "", status: 64, reason: "--no-identifier")
        try await stage.run("create", "--identifier", "a", "--no-identifier", status: 64, reason: "can't be combined")
    }

    @Test func `reopen restores one controller after the other, and reports when none is left`() async throws {
        let stage = try await CommandStage()
        try await stage.run("reopen", status: 1, reason: "no destroyed view controller to reopen")
        let tabs = try await stage.create("--title", "Clocks", "clock.Stopwatch", "clock.WorldClock")
        let list = try await stage.tabs(of: tabs)
        for path in [list[1], tabs] { try await stage.client.manager.destroy(path) }
        try await stage.run("reopen").line(tabs.text)
        let second = try await stage.run("reopen", "--json")
        try await second.line(#"{"path":"\#(list[1])","type":"clock.WorldClock","parent":"\#(tabs)"}"#)
        #expect(try await stage.tabs(of: tabs) == list)
        #expect(try await stage.identifiers(of: tabs).last == "clocks.clock.WorldClock")
    }
}

extension CommandStage {
    /// The controller's identifier, then those of its tabs.
    fileprivate func identifiers(of controller: ObjectPath) async throws(DBusError) -> [String] {
        let isContainer = try await client.viewController(controller).type == "TabBarController"
        var identifiers: [String] = []
        for path in [controller] + (isContainer ? try await tabs(of: controller) : []) {
            identifiers.append(try await client.viewController(path).restorationIdentifier)
        }
        return identifiers
    }
}
