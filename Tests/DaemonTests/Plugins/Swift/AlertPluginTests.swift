import DBusConnection
import DBusInterface
import EventLoop
import TabInterface
import TestSupport
import Testing

/// Alerts of the Swift SDK, isolated and in-process.
@EventLoop @Suite(.bus) struct AlertPluginTests {
    private typealias Contract = AlertControllerInterface
    private typealias Own = ViewControllerInterface

    @Test(arguments: ["in-process", "process"])
    func `the handler of an action runs after the dismissal, with the texts`(isolation: String) async throws {
        let bus = try PrivateBus.current
        // The plugin sets the anchor of a sheet after the call that presents it.
        try bus.configure(
            """
            [isolation]
            "*" = "\(isolation)"
            [deadlines]
            anchor = 60000
            """)
        let stage = try await TestPluginStage(
            "Questions",
            window: ["Profile": .string("pad"), "Size": DBusSize(width: 1024, height: 768).variant])
        let client = stage.client
        let alert = try await Self.presented(stage, "Ask")
        #expect(try await client.get(Own.title, at: alert) == "Who?")
        #expect(try await client.get(Contract.message, at: alert) == "Say it.")
        #expect(
            try await client.get(Contract.actions, at: alert) == [
                AlertActionEntry(title: "Save", preferred: true), AlertActionEntry(title: "Cancel", style: "cancel"),
            ])
        #expect(
            try await client.get(Contract.textFields, at: alert) == [
                AlertTextFieldEntry(placeholder: "Name"),
                AlertTextFieldEntry(placeholder: "", text: "secret", secure: true),
            ])
        try await client.call(Contract.setText, at: alert, 0, "Ada", [:])
        try await client.call(Contract.tapAction, at: alert, 0, [:])
        try await Self.expectNote("Save Ada+secret alone", stage)
        // In regular width it points at the anchor that was set after the call. A touch outside cancels.
        let sheet = try await Self.presented(stage, "Choose")
        typealias Popover = PopoverPresentationControllerInterface
        #expect(try await client.get(Popover.presented, at: sheet))
        #expect(
            await failure { try await client.call(Contract.tapAction, at: sheet, 0, [:]) }
                == "InvalidArgument")
        #expect(try await client.call(Popover.performEscape, at: sheet, [:]) == "dismissed")
        try await Self.expectNote("kept", stage)
        // A dismissal by a program runs no handler, and the next alert is presented.
        let other = try await Self.presented(stage, "Ask")
        try await client.call(Own.dismiss, at: stage.controller, [:])
        #expect(await failure { _ = try await client.get(Own.title, at: other) } == "UnknownObject")
        let last = try await Self.presented(stage, "Ask")
        try await client.call(Contract.tapAction, at: last, 1, [:])
        try await Self.expectNote("cancelled", stage)
    }

    private static func presented(_ stage: TestPluginStage, _ button: String) async throws -> ObjectPath {
        stage.client.clearSignals()
        try await stage.tap(button)
        try await stage.client.waitForSignal("an alert") { $0.member == "ViewDidAppear" && $0.path != stage.controller }
        return try await stage.client.get(Own.presentedViewController, at: stage.tabs)
    }

    private static func expectNote(_ text: String, _ stage: TestPluginStage) async throws {
        try await stage.client.waitForSignal("'\(text)'") { signal in
            guard signal.member == "ViewChanged", let changed: [ViewEntry] = signal.arguments[1].get() else {
                return false
            }
            return changed.contains { $0.properties["Text"] == .string(text) }
        }
    }
}
