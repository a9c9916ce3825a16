import TestSupport

/// Alerts of the plugin interface, in C (`Tests/Fixtures/alerts.c`).
@EventLoop @Suite(.bus) struct AlertsInCTests {
    @Test(arguments: ["in-process", "process"])
    func `an alert is presented with its parts, and its result is passed with the token`(isolation: String) async throws
    {
        let stage = try await ConsoleStage(
            "alerts", profile: "phone",
            settings: "[isolation]\n\"*\" = \"\(isolation)\"\n[deadlines]\nupdate_content = 5000\n")
        let client = stage.client
        func present(_ experiment: String) async throws -> ObjectPath {
            client.clearSignals()
            #expect(try await stage.run(experiment) == "0")
            try await client.waitForSignal("an alert") { $0.member == "ViewDidAppear" && $0.path != stage.presenter }
            return try await stage.presented()
        }
        func tap(_ action: UInt32, _ alert: ObjectPath) async throws -> String {
            try await client.alert(alert).tapAction(action)
            return try await stage.run("heard")
        }
        let alert = try await present("ask")
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
        #expect(try await tap(0, alert) == "71 0 Ada secret")
        #expect(try await tap(1, present("choose")) == "72 1")
        // A dismissal by a program has no action and no texts.
        let dismissed = try await present("ask")
        #expect(try await stage.run("dismiss") == "0")
        #expect(try await stage.run("heard") == "73 -1")
        #expect(await failure { _ = try await client.viewController(dismissed).title } == "UnknownObject")
    }
}
