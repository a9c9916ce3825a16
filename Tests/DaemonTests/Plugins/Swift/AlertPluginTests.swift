import TestSupport

/// Alerts of the Swift SDK, isolated and in-process.
@EventLoop @Suite(.bus) struct AlertPluginTests {
    @Test(arguments: ["in-process", "process"])
    func `the handler of an action runs after the dismissal, with the texts`(isolation: String) async throws {
        // The plugin sets the anchor of a sheet after the call that presents it.
        try IsolatedStage.configure("[isolation]\n\"*\" = \"\(isolation)\"\n[deadlines]\nanchor = 60000\n")
        let stage = try await TestPluginStage(
            "Questions",
            window: ["Profile": .string("pad"), "Size": DBusSize(width: 1024, height: 768).variant])
        let client = stage.client
        let alert = try await Self.presented(stage, "Ask")
        #expect(try await client.viewController(alert).title == "Who?")
        #expect(try await client.alert(alert).message == "Say it.")
        #expect(
            try await client.alert(alert).actions == [
                AlertActionEntry(title: "Save", preferred: true), AlertActionEntry(title: "Cancel", style: "cancel"),
            ])
        #expect(
            try await client.alert(alert).textFields == [
                AlertTextFieldEntry(placeholder: "Name"),
                AlertTextFieldEntry(placeholder: "", text: "secret", secure: true),
            ])
        try await client.alert(alert).setText(0, "Ada")
        try await client.alert(alert).tapAction(0)
        try await Self.expectNote("Save Ada+secret alone", stage)
        // In regular width it points at the anchor that was set after the call. A touch outside cancels.
        let sheet = try await Self.presented(stage, "Choose")
        #expect(try await client.popover(sheet).presented)
        #expect(await failure { try await client.alert(sheet).tapAction(0) } == "InvalidArgument")
        #expect(try await client.popover(sheet).performEscape() == "dismissed")
        try await Self.expectNote("kept", stage)
        // A dismissal by a program runs no handler, and the next alert is presented.
        let other = try await Self.presented(stage, "Ask")
        try await client.viewController(stage.controller).dismiss()
        #expect(await failure { _ = try await client.viewController(other).title } == "UnknownObject")
        let last = try await Self.presented(stage, "Ask")
        try await client.alert(last).tapAction(1)
        try await Self.expectNote("cancelled", stage)
    }

    private static func presented(_ stage: TestPluginStage, _ button: String) async throws -> ObjectPath {
        stage.client.clearSignals()
        try await stage.tap(button)
        try await stage.client.waitForSignal("an alert") { $0.member == "ViewDidAppear" && $0.path != stage.controller }
        return try await stage.client.viewController(stage.tabs).presentedViewController
    }

    private static func expectNote(_ text: String, _ stage: TestPluginStage) async throws {
        try await stage.client.waitForSignal("'\(text)'") { signal in
            let changed: [ViewEntry]? = signal.member == "ViewChanged" ? signal.arguments[1].get() : nil
            return changed?.contains { $0.properties["Text"] == .string(text) } == true
        }
    }
}
