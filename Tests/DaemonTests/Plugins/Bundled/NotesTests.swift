import TestSupport

/// The Notes plugin: typed text is restored after any process dies.
@EventLoop @Suite(.bus) struct NotesTests {
    private static let text = "Buy milk\nand bread"

    private let client: BusClient

    init() throws { client = try BusClient() }

    private func create(_ identifier: String) async throws -> ObjectPath {
        let notes = try await client.createViewController("notes.Notes", identifiedBy: identifier)
        try await client.waitForView("Text", of: notes)
        return notes
    }

    private func type(_ text: String, into notes: ObjectPath) async throws {
        try await client.act("editingChanged", .string(text), on: "Text", of: notes)
    }

    private func tap(_ title: String, of notes: ObjectPath) async throws {
        let buttons = try await client.navigationItem(notes).rightBarButtonItems
        let button = try #require(buttons.first { $0.title == title }, "\(title)")
        try await client.navigationItem(notes).tapBarButtonItem(button.id)
    }

    /// Waits until the title has a value.
    private func expectTitle(_ title: String, of notes: ObjectPath) async throws {
        try await EventLoop.until("the title \(title)") { try await client.viewController(notes).title == title }
    }

    @Test func `the first line is the title, and a cleared note is restored`() async throws {
        try IsolatedStage.configure("")
        try await DaemonProcess.start()
        let notes = try await create("notes")
        try await expectTitle("Notes", of: notes)
        for (text, title) in [
            ("\n  Buy   milk \nand bread", "Buy milk"),
            (String(repeating: "long ", count: 20), "long long long long long long…"), (Self.text, "Buy milk"),
        ] {
            try await type(text, into: notes)
            try await expectTitle(title, of: notes)
        }
        try await tap("Clear", of: notes)
        try await client.expect(nil, of: "Text", in: notes)
        try await expectTitle("Notes", of: notes)
        #expect(await failure { try await tap("Clear", of: notes) } != "none")
        try await tap("Undo", of: notes)
        try await client.expect(Self.text, of: "Text", in: notes)
        #expect(await failure { try await tap("Undo", of: notes) } != "none")
    }

    @Test func `typed text survives a kill of the plugin process`() async throws {
        try IsolatedStage.configure("")
        try await DaemonProcess.start()
        try await client.manager.subscribe()
        let notes = try await create("notes")
        try await type(Self.text, into: notes)
        let process = try await client.plugin(TabNames.plugin("notes")).processId
        client.clearSignals()
        try #require(process != 0)
        kill(Int32(bitPattern: process), SIGKILL)
        try await client.waitForSignal("the note being back") {
            $0.path == notes && $0.changes["State"] == .string("ready")
        }
        try await client.expect(Self.text, of: "Text", in: notes)
        try await expectTitle("Buy milk", of: notes)
    }

    @Test(arguments: ["process", "in-process"])
    func `typed text survives a kill of the daemon, with only an identifier`(isolation: String) async throws {
        try IsolatedStage.configure("[isolation]\nnotes = \"\(isolation)\"\n")
        let first = try await DaemonProcess.start()
        let notes = try await create("named")
        let unnamed = try await create("")
        for path in [notes, unnamed] { try await type(Self.text, into: path) }
        try await client.tabBarItem(notes).set(\.badgeValue, to: "3")
        await first.kill()
        try await DaemonProcess.start()
        #expect(try await create("named") == notes)
        try await client.expect(Self.text, of: "Text", in: notes)
        #expect(try await client.tabBarItem(notes).badgeValue == "3")
        #expect(await failure { _ = try await client.viewController(unnamed).title } == "UnknownObject")
    }
}
