import DBusConnection
import DBusInterface
import EventLoop
import TabInterface
import TestSupport
import Testing

/// Titles in the options of a creation, for a class that sets a title itself.
@EventLoop @Suite(.bus) struct TitleOptionTests {
    @Test(arguments: ["in-process", "process"])
    func `a title in the options wins over the class's title, isolated and in-process`(
        isolation: String
    ) async throws {
        let bus = try PrivateBus.current
        try bus.configure("[isolation]\n\"*\" = \"\(isolation)\"\n")
        let stage = try await ClockStage()
        let client = stage.client
        let given = try await client.call(
            ManagerInterface.createViewController, at: TabNames.root, "clock.Stopwatch",
            ["Title": .string("Given")])
        let none = try await stage.create("Stopwatch")
        let layout = """
            [[controller]]
            identifier = "desk"
            tabs = [{ identifier = "laps", type = "clock.Stopwatch", title = "Laps" }]
            """
        _ = try await client.call(ManagerInterface.applyLayout, at: TabNames.root, layout, [:])
        let laps = try await client.createViewController("clock.Stopwatch", identifiedBy: "laps")
        let titles = [(given, "Given"), (none, "Stopwatch"), (laps, "Laps")]
        for (path, title) in titles { try await Self.expect(title, of: path, client) }
        if isolation == "process" {
            // The class sets its title again in each process.
            let plugin = TabNames.plugin("clock")
            try await client.call(PluginInterface.reload, at: plugin, [:])
            for (path, title) in titles { try await Self.expect(title, of: path, client) }
        }
    }

    /// Checks the titles after the instance has sent its view, which happens after its `create`.
    private static func expect(_ title: String, of path: ObjectPath, _ client: BusClient) async throws {
        try await client.loadView(of: path)
        let deadline = TestTimeout.deadline
        while try await client.getView(of: path).views.count < 2 {
            guard .now < deadline else { throw TestTimeoutError(description: "\(path) has sent no view") }
        }
        #expect(try await client.own(ViewControllerInterface.title, of: path) == title)
        let item = try await client.get(TabBarItemInterface.title, at: path)
        let navigation = try await client.get(NavigationItemInterface.title, at: path)
        #expect([item, navigation] == [title, title])
    }
}
