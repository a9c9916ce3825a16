import TestSupport

/// Titles in the options of a creation, for a class that sets a title itself.
@EventLoop @Suite(.bus) struct TitleOptionTests {
    @Test(arguments: ["in-process", "process"])
    func `a title in the options wins over the class's title, isolated and in-process`(isolation: String) async throws {
        try PrivateBus.current.configure("[isolation]\n\"*\" = \"\(isolation)\"\n")
        let stage = try await ClockStage()
        let client = stage.client
        let given = try await client.manager.createViewController("clock.Stopwatch", ["Title": .string("Given")])
        let none = try await stage.create("Stopwatch")
        let layout = """
            [[controller]]
            identifier = "desk"
            tabs = [{ identifier = "laps", type = "clock.Stopwatch", title = "Laps" }]
            """
        _ = try await client.manager.applyLayout(layout)
        let laps = try await client.createViewController("clock.Stopwatch", identifiedBy: "laps")
        let titles = [(given, "Given"), (none, "Stopwatch"), (laps, "Laps")]
        for (path, title) in titles { try await Self.expect(title, of: path, client) }
        if isolation == "process" {
            // The class sets its title again in each process.
            let plugin = TabNames.plugin("clock")
            try await client.plugin(plugin).reload()
            for (path, title) in titles { try await Self.expect(title, of: path, client) }
        }
    }

    /// Checks the titles after the instance has sent its view, which happens after its `create`.
    private static func expect(_ title: String, of path: ObjectPath, _ client: BusClient) async throws {
        try await client.viewController(path).loadViewIfNeeded()
        try await EventLoop.until("a view of \(path)") { try await client.getView(of: path).views.count >= 2 }
        #expect(try await client.viewController(path).title == title)
        let item = try await client.tabBarItem(path).title
        #expect(try await [item, client.navigationItem(path).title] == [title, title])
    }
}
