import Foundation
import TestSupport
import Testing

/// The Notes plugin: typed text is restored after any process dies.
@EventLoop @Suite(.bus) struct NotesTests {
    private static let text = "Buy milk\nand bread"

    /// Waits until a text has a value. The plugin process sets it asynchronously.
    private static func expect(_ text: String, _ read: @EventLoop () async throws -> String) async throws {
        let end = TestTimeout.deadline
        var found = try await read()
        while found != text, .now < end { found = try await read() }
        #expect(found == text)
    }

    private static func create(_ client: BusClient, _ identifier: String) async throws -> ObjectPath {
        let notes = try await client.manager.createViewController(
            "notes.Notes", ["RestorationIdentifier": .string(identifier)])
        try await client.viewController(notes).loadViewIfNeeded()
        let end = TestTimeout.deadline
        while try await client.getView(of: notes).views.named("Text") == nil, .now < end {}
        return notes
    }

    private static func type(_ text: String, _ client: BusClient, into notes: ObjectPath) async throws {
        try await client.sendAction("editingChanged", .string(text), to: 0, of: notes, ["Identifier": .string("Text")])
    }

    private static func text(_ client: BusClient, of notes: ObjectPath) async throws -> String {
        try await client.getView(of: notes).views.named("Text")?.properties["Text"]?.get() ?? ""
    }

    private static func tap(_ title: String, _ client: BusClient, of notes: ObjectPath) async throws {
        let buttons = try await client.navigationItem(notes).rightBarButtonItems
        let button = try #require(buttons.first { $0.title == title }, "\(title)")
        try await client.navigationItem(notes).tapBarButtonItem(button.id)
    }

    private static func title(_ client: BusClient, of notes: ObjectPath) async throws -> String {
        try await client.viewController(notes).title
    }

    @Test func `the first line is the title, and a cleared note is restored`() async throws {
        try IsolatedStage.configure("")
        try await DaemonProcess.start()
        let client = try BusClient()
        let notes = try await Self.create(client, "notes")
        try await Self.expect("Notes") { try await Self.title(client, of: notes) }
        try await Self.type("\n  Buy   milk \nand bread", client, into: notes)
        try await Self.expect("Buy milk") { try await Self.title(client, of: notes) }
        try await Self.type(String(repeating: "long ", count: 20), client, into: notes)
        try await Self.expect("long long long long long long…") { try await Self.title(client, of: notes) }
        try await Self.type(Self.text, client, into: notes)
        try await Self.tap("Clear", client, of: notes)
        try await Self.expect("") { try await Self.text(client, of: notes) }
        try await Self.expect("Notes") { try await Self.title(client, of: notes) }
        #expect(await failure { try await Self.tap("Clear", client, of: notes) } != "none")
        try await Self.tap("Undo", client, of: notes)
        try await Self.expect(Self.text) { try await Self.text(client, of: notes) }
        #expect(await failure { try await Self.tap("Undo", client, of: notes) } != "none")
    }

    @Test func `typed text survives a kill of the plugin process`() async throws {
        try IsolatedStage.configure("")
        try await DaemonProcess.start()
        let client = try BusClient()
        try await client.manager.subscribe()
        let notes = try await Self.create(client, "notes")
        try await Self.type(Self.text, client, into: notes)
        let plugin = TabNames.plugin("notes")
        let process = try await client.plugin(plugin).processId
        client.clearSignals()
        try #require(process != 0)
        kill(Int32(bitPattern: process), SIGKILL)
        try await client.waitForSignal("the note being back") { signal in
            signal.path == notes && signal.changes["State"] == .string("ready")
        }
        try await Self.expect(Self.text) { try await Self.text(client, of: notes) }
        try await Self.expect("Buy milk") { try await Self.title(client, of: notes) }
    }

    @Test(arguments: ["process", "in-process"])
    func `typed text survives a kill of the daemon, with only an identifier`(isolation: String) async throws {
        try IsolatedStage.configure("[isolation]\nnotes = \"\(isolation)\"\n")
        let first = try await DaemonProcess.start()
        let client = try BusClient()
        let notes = try await Self.create(client, "named")
        let unnamed = try await Self.create(client, "")
        for path in [notes, unnamed] { try await Self.type(Self.text, client, into: path) }
        try await client.tabBarItem(notes).set(\.badgeValue, to: "3")
        first.send(SIGKILL)
        _ = await first.status()
        try await DaemonProcess.start()
        let other = try BusClient()
        #expect(try await Self.create(other, "named") == notes)
        try await Self.expect(Self.text) { try await Self.text(other, of: notes) }
        #expect(try await other.tabBarItem(notes).badgeValue == "3")
        #expect(await failure { _ = try await Self.title(other, of: unnamed) } == "UnknownObject")
    }
}
