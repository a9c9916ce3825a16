import DBusConnection
import DBusInterface
import EventLoop
import Foundation
import TabInterface
import TestSupport
import Testing

/// The Notes plugin: typed text is restored after any process dies.
@Suite(.serialized) struct NotesTests {
    private static let text = "Buy milk\nand bread"

    /// Waits until a text has a value. The plugin process sets it asynchronously.
    @EventLoop private static func expect(
        _ text: String, _ read: @EventLoop () async throws -> String
    ) async throws {
        let end = TestTimeout.deadline
        var found = try await read()
        while found != text, .now < end { found = try await read() }
        #expect(found == text)
    }

    @EventLoop private static func create(_ client: BusClient, _ identifier: String) async throws -> ObjectPath {
        let notes = try await client.call(
            ManagerInterface.createViewController, at: TabNames.root, "notes.Notes",
            ["RestorationIdentifier": .string(identifier)])
        try await client.loadView(of: notes)
        let end = TestTimeout.deadline
        while try await client.getView(of: notes).views.named("Text") == nil, .now < end {}
        return notes
    }

    @EventLoop private static func type(_ text: String, _ client: BusClient, into notes: ObjectPath) async throws {
        try await client.sendAction("editingChanged", .string(text), to: 0, of: notes, ["Identifier": .string("Text")])
    }

    @EventLoop private static func text(_ client: BusClient, of notes: ObjectPath) async throws -> String {
        try await client.getView(of: notes).views.named("Text")?.properties["Text"]?.get() ?? ""
    }

    @EventLoop private static func tap(_ title: String, _ client: BusClient, of notes: ObjectPath) async throws {
        typealias Item = NavigationItemInterface
        let buttons = try await client.get(Item.rightBarButtonItems, at: notes)
        let button = try #require(buttons.first { $0.title == title }, "\(title)")
        try await client.call(Item.tapBarButtonItem, at: notes, button.id, [:])
    }

    @EventLoop private static func title(_ client: BusClient, of notes: ObjectPath) async throws -> String {
        try await client.own(ViewControllerInterface.title, of: notes)
    }

    @Test func `the first line is the title, and a cleared note is restored`() async throws {
        try await Self.writing(try PrivateBus())
    }

    @EventLoop private static func writing(_ bus: PrivateBus) async throws {
        try IsolatedStage.configure(bus, "")
        let daemon = try await DaemonProcess.start(on: bus)
        let client = try BusClient(on: bus)
        let notes = try await create(client, "notes")
        try await expect("Notes") { try await title(client, of: notes) }
        try await type("\n  Buy   milk \nand bread", client, into: notes)
        try await expect("Buy milk") { try await title(client, of: notes) }
        try await type(String(repeating: "long ", count: 20), client, into: notes)
        try await expect("long long long long long long…") { try await title(client, of: notes) }
        try await type(text, client, into: notes)
        try await tap("Clear", client, of: notes)
        try await expect("") { try await text(client, of: notes) }
        try await expect("Notes") { try await title(client, of: notes) }
        #expect(await failure { try await tap("Clear", client, of: notes) } != "none")
        try await tap("Undo", client, of: notes)
        try await expect(text) { try await text(client, of: notes) }
        #expect(await failure { try await tap("Undo", client, of: notes) } != "none")
        #expect(await daemon.stop() == 0)
    }

    @Test func `typed text survives a kill of the plugin process`() async throws {
        try await Self.killed(try PrivateBus())
    }

    @EventLoop private static func killed(_ bus: PrivateBus) async throws {
        try IsolatedStage.configure(bus, "")
        let daemon = try await DaemonProcess.start(on: bus)
        let client = try BusClient(on: bus)
        try await client.subscribe()
        let notes = try await create(client, "notes")
        try await type(text, client, into: notes)
        let plugin = TabNames.plugin("notes")
        let process = try await client.get(PluginInterface.processId, at: plugin)
        client.clearSignals()
        try #require(process != 0)
        kill(Int32(bitPattern: process), SIGKILL)
        try await client.waitForSignal("the note being back") { signal in
            signal.path == notes && signal.changes["State"] == .string("ready")
        }
        try await expect(text) { try await text(client, of: notes) }
        try await expect("Buy milk") { try await title(client, of: notes) }
        #expect(await daemon.stop() == 0)
    }

    @Test(arguments: ["process", "in-process"])
    func `typed text survives a kill of the daemon, with only an identifier`(isolation: String) async throws {
        try await Self.restarted(try PrivateBus(), isolation)
    }

    @EventLoop private static func restarted(_ bus: PrivateBus, _ isolation: String) async throws {
        try IsolatedStage.configure(bus, "[isolation]\nnotes = \"\(isolation)\"\n")
        let first = try await DaemonProcess.start(on: bus)
        let client = try BusClient(on: bus)
        let notes = try await create(client, "named")
        let unnamed = try await create(client, "")
        for path in [notes, unnamed] { try await type(text, client, into: path) }
        try await client.set(TabBarItemInterface.badgeValue, at: notes, to: "3")
        first.send(SIGKILL)
        _ = await first.status()
        let second = try await DaemonProcess.start(on: bus)
        let other = try BusClient(on: bus)
        #expect(try await create(other, "named") == notes)
        try await expect(text) { try await text(other, of: notes) }
        let badge = try await other.get(TabBarItemInterface.badgeValue, at: notes)
        #expect(badge == "3")
        #expect(await failure { _ = try await title(other, of: unnamed) } == "UnknownObject")
        #expect(await second.stop() == 0)
    }
}
