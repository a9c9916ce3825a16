import TestSupport

@testable import TabDaemon

/// Typing into text fields and text views: the parts of editing, kinds of text, and revisions.
@EventLoop @Suite(.bus) struct TextEditingTests {
    private let stage: ViewStage

    init() async throws {
        stage = try await ViewStage(identifier: "editor")
        try await stage.update([.view(2, "TextField"), .view(3, "TextView", with: ["Editable": .bool(true)])])
    }

    private func accept() { stage.methods["Action"] = { _, reply in reply.succeed() } }

    /// The owner shows what `transform` makes of each text, before it replies; nothing for nil.
    private func answer(_ transform: @escaping @EventLoop (String) -> String?) {
        stage.methods["Action"] = { [weak stage] arguments, reply in
            guard case .variant(.string(let text))? = arguments.last, let shown = transform(text), let stage else {
                return reply.succeed()
            }
            stage.owner.beginUpdateView(of: stage.controller, [Self.field(shown)]) { _ in reply.succeed() }
        }
    }

    private static func field(_ text: String) -> ViewEntry {
        .view(2, "TextField", with: text.isEmpty ? [:] : ["Text": .string(text)])
    }

    private func type(
        _ text: String, _ revision: UInt64, as client: BusClient? = nil, action: String = "editingChanged"
    ) async throws {
        try await (client ?? stage.watcher).sendAction(
            action, .string(text), to: 2, of: stage.controller, ["Revision": .uint64(revision)])
    }

    private var shown: (text: String, revisions: [String: UInt64]) {
        get async throws {
            let field = try #require(try await stage.view().views.first { $0.id == 2 })
            return (field.text, field.properties["TextRevisions"]?.get() ?? [:])
        }
    }

    private var name: String { stage.watcher.connection.uniqueName }

    @Test(.rules("S-190")) func `the begin, each text, Return and the end are different actions`() async throws {
        var received: [String] = []
        stage.methods["Action"] = { arguments, reply in
            if case .string(let action)? = arguments.dropFirst().first { received.append(action) }
            reply.succeed()
        }
        let field = ["editingDidBegin", "editingChanged", "primaryActionTriggered", "editingDidEnd"]
        for action in field {
            try await stage.watcher.sendAction(action, .string("x"), to: 2, of: stage.controller)
        }
        let text = ["editingDidBegin", "editingChanged", "editingDidEnd"]
        for action in text {
            try await stage.watcher.sendAction(action, .string("x"), to: 3, of: stage.controller)
        }
        #expect(received == field + text)
    }

    @Test(.rules("S-190")) func `an owner need not support the begin, Return and the end of a text view`() async throws
    {
        func result(_ action: String, _ view: UInt32) async -> String {
            await failure {
                try await stage.watcher.sendAction(action, .string("x"), to: view, of: stage.controller)
            }
        }
        for action in ["editingDidBegin", "primaryActionTriggered"] { #expect(await result(action, 2) == "none") }
        for action in ["editingDidBegin", "editingDidEnd"] { #expect(await result(action, 3) == "none") }
        for action in ["editingChanged", "editingDidEnd"] { #expect(await result(action, 2) == "NotSupported") }
        #expect(await result("editingChanged", 3) == "NotSupported")
        stage.methods["Action"] = { _, reply in reply.fail(.invalidArgument("no")) }
        #expect(await result("primaryActionTriggered", 2) == "PluginFailed")
    }

    @Test(.rules("S-191")) func `a field has one of the kinds of text and of return keys`() async throws {
        let kinds = [
            "username", "password", "newPassword", "oneTimeCode", "number", "decimal", "telephone", "email", "URL",
        ]
        for kind in kinds {
            try await stage.update([.view(2, "TextField", with: ["ContentType": .string(kind)])])
            #expect(try await stage.view().views.last { $0.id == 2 }?.properties["ContentType"] == .string(kind))
        }
        try await stage.update([.view(2, "TextField", with: ["ReturnKey": .string("search")])])
        for key in ["ContentType", "ReturnKey"] {
            let found = await failure {
                try await stage.update([.view(2, "TextField", with: [key: .string("poem")])])
            }
            #expect(found == "InvalidArgument", "\(key)")
        }
        #expect(try await stage.view().views.last { $0.id == 2 }?.properties["ReturnKey"] == .string("search"))
    }

    @Test(.rules("S-192")) func `the view names the newest text of each client that it includes`() async throws {
        answer { $0 }
        try await type("a", 1)
        try await type("ab", 5)
        #expect(try await shown == ("ab", [name: 5]))
        let other = try BusClient()
        try await type("other", 2, as: other)
        #expect(try await shown == ("other", [name: 5, other.connection.uniqueName: 2]))
        // The announcement precedes the reply, and has text and revision together.
        stage.watcher.clearSignals()
        try await type("b", 6)
        let changed = stage.watcher.signals.filter { $0.member == "ViewChanged" }
            .flatMap { [ViewEntry](variant: $0.arguments[1]) ?? [] }.last { $0.id == 2 }
        #expect(changed?.text == "b")
        #expect(changed?.properties["TextRevisions"]?.get(as: [String: UInt64].self)?[name] == 6)
        // Without the option nothing is noted.
        try await stage.watcher.sendAction("editingChanged", .string("old"), to: 2, of: stage.controller)
        #expect(try await shown.revisions[name] == 6)
    }

    @Test(.rules("S-192"))
    func `an owner that restores the text refuses an edit, and one that writes nothing does not`()
        async throws
    {
        try await stage.update([Self.field("ab")])
        accept()
        try await type("abc", 1)
        #expect(try await shown == ("ab", [:]))
        // A later write includes the ignored edit.
        try await stage.update([Self.field("other")])
        #expect(try await shown == ("other", [name: 1]))
        answer { _ in "other" }
        try await type("other7", 2)
        #expect(try await shown == ("other", [name: 2]))
        // The owner can't write the revisions.
        var entry = Self.field("mine")
        entry.properties["TextRevisions"] = [name: UInt64(99)].variant
        try await stage.update([entry])
        #expect(try await shown == ("mine", [name: 2]))
    }

    @Test(.rules("S-192")) func `a text that the owner wrote before it handled the newest one does not include it`()
        async throws
    {
        answer { $0 }
        try await type("a", 1)
        var open: [PendingReply] = []
        stage.methods["Action"] = { _, reply in open.append(reply) }
        let typing = Task { @EventLoop in try await type("ab", 2) }
        try await EventLoop.until("the action") { !open.isEmpty }
        try await stage.update([Self.field("A")])
        #expect(try await shown == ("A", [name: 1]))
        for reply in open { reply.succeed() }
        try await typing.value
        #expect(try await shown == ("A", [name: 2]))
    }

    @Test(.rules("S-194")) func `a revision is above 0, and for texts only`() async throws {
        accept()
        try await stage.update([.view(4, "Switch")])
        #expect(await failure { try await type("x", 0) } == "InvalidArgument")
        let found = await failure {
            try await stage.watcher.sendAction(
                "valueChanged", .bool(true), to: 4, of: stage.controller, ["Revision": .uint64(1)])
        }
        #expect(found == "InvalidArgument")
        #expect(await failure { try await type("x", 1, action: "menuItemSelected") } == "InvalidArgument")
        try await type("x", 1, action: "editingDidEnd")
    }

    @Test(.rules("S-194")) func `the text of a new owner replaces what was typed before`() async throws {
        accept()
        try await stage.watcher.sendAction(
            "editingChanged", .string("lost"), to: 2, of: stage.controller, ["Revision": .uint64(3)])
        stage.owner.connection.close()
        try await stage.waitUntilOwnerIsGone()
        let next = try BusClient()
        let controller = try await next.register(["RestorationIdentifier": .string("editor")]) { _ in }
        #expect(controller == stage.controller)
        try await next.updateView(of: controller, [Self.field("kept")])
        let field = try await stage.view().views.first { $0.id == 2 }
        #expect(field?.text == "kept")
        let revisions: [String: UInt64]? = field?.properties["TextRevisions"]?.get()
        #expect(revisions == [stage.watcher.connection.uniqueName: 3])
    }

    @Test func `the texts of 16 clients are remembered`() {
        var edits = TextEdits()
        for number in 1...20 as ClosedRange<UInt64> {
            edits.deliver(number, of: ":1.\(number)")
            edits.didWrite()
            edits.didHandle(number, of: ":1.\(number)")
        }
        #expect(edits.revisions.count == TextEdits.maximumClients)
        #expect(edits.revisions[":1.20"] == 20 && edits.revisions[":1.4"] == nil)
    }
}
