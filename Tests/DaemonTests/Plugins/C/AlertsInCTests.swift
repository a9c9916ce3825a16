import TestSupport
import Testing

/// Alerts of the plugin interface, in C (`Tests/Fixtures/alerts.c`).
@EventLoop @Suite(.bus) struct AlertsInCTests {
    @EventLoop private final class Stage {
        let plugin: PluginStage
        let presenter: ObjectPath
        /// A view outside the window that runs experiments, which no alert covers.
        private let console: ObjectPath
        var client: BusClient { plugin.client }

        init(_ isolation: String) async throws {
            let bus = try PrivateBus.current
            try bus.configure(
                """
                [isolation]
                "*" = "\(isolation)"
                [deadlines]
                update_content = 5000
                """)
            plugin = try await PluginStage { try CPlugin.build("alerts", in: $0) }
            presenter = try await plugin.create("alerts.Main")
            console = try await plugin.create("alerts.Main")
            let tabs = try await plugin.client.manager.createTabBarController(["Profile": .string("phone")])
            try await plugin.client.setTabs([presenter], of: tabs)
            try await plugin.client.window(tabs).set(\.alwaysVisible, to: true)
            try await plugin.client.viewController(console).loadViewIfNeeded()
            try await plugin.run("here", of: presenter)
        }

        @discardableResult
        func run(_ experiment: String) async throws -> String {
            try await plugin.run(experiment, of: console)
            try await client.barrier()
            return try await plugin.texts(of: console)["Result"] ?? ""
        }

        /// Presents an alert with an experiment.
        func present(_ experiment: String) async throws -> ObjectPath {
            client.clearSignals()
            #expect(try await run(experiment) == "0")
            try await client.waitForSignal("an alert") { $0.member == "ViewDidAppear" && $0.path != self.presenter }
            return try await client.viewController(presenter).presentedViewController
        }

        func tap(_ action: UInt32, _ alert: ObjectPath) async throws -> String {
            try await client.alert(alert).tapAction(action)
            return try await run("heard")
        }
    }

    @Test(arguments: ["in-process", "process"])
    func `an alert is presented with its parts, and its result is passed with the token`(isolation: String) async throws
    {
        let stage = try await Stage(isolation)
        let client = stage.client
        let alert = try await stage.present("ask")
        #expect(try await client.viewController(alert).title == "Who?")
        #expect(try await client.alert(alert).message == "Say it.")
        #expect(
            try await client.alert(alert).actions == [
                AlertActionEntry(title: "Save", preferred: true), AlertActionEntry(title: "Cancel", style: "cancel"),
            ])
        #expect(
            try await client.alert(alert).textFields == [
                AlertTextFieldEntry(placeholder: "Name", text: "Ada"),
                AlertTextFieldEntry(placeholder: "Word", secure: true),
            ])
        try await client.alert(alert).setText(1, "secret")
        #expect(try await stage.tap(0, alert) == "71 0 Ada secret")
        #expect(try await stage.tap(1, stage.present("choose")) == "72 1")
        // A dismissal by a program has no action and no texts.
        let dismissed = try await stage.present("ask")
        #expect(try await stage.run("dismiss") == "0")
        #expect(try await stage.run("heard") == "73 -1")
        #expect(await failure { _ = try await client.viewController(dismissed).title } == "UnknownObject")
    }
}
