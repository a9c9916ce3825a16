import Foundation
import TestSupport

/// A state above the limit is rejected, and the previous one is kept.
@EventLoop @Suite(.bus) struct StateLimitTests {
    private static let limit = """
        [limits]
        restorable_state = 1024
        [deadlines]
        update_content = 5000

        """
    private static let reported = "keeping the previous one: it has"

    @Test(arguments: ["in-process", "process"])
    func `a too large state of a plugin is reported, and the previous one is kept`(isolation: String) async throws {
        let bus = try PrivateBus.current
        try bus.configure(Self.limit + "[isolation]\nnotes = \"\(isolation)\"\n")
        let log = bus.directory + "/log"
        let (daemon, client) = try await DaemonProcess.startWithClient(log: log)
        let notes = try await client.createViewController("notes.Notes", identifiedBy: "notes")
        func type(_ text: String) async throws(DBusError) {
            try await client.viewController(notes).loadViewIfNeeded()
            try await client.sendAction(
                "editingChanged", .string(text), to: 0, of: notes, ["Identifier": .string("Text")])
        }
        try await client.waitForView("Text", of: notes)
        try await type("short")
        for letter in ["a", "b"] { try await type(String(repeating: letter, count: 2000)) }
        await daemon.kill()
        let text = try String(contentsOfFile: log, encoding: .utf8)
        #expect(text.split(separator: "\n").count { $0.contains(Self.reported) } == 1, "\(text)")
        #expect(text.contains("at most 1024 are allowed"))
        try await DaemonProcess.start(log: log)
        let other = try BusClient()
        var found = ""
        while found.isEmpty {
            try await other.viewController(notes).loadViewIfNeeded()
            found = try await other.getView(of: notes).views.named("Text")?.properties["Text"]?.get() ?? ""
        }
        #expect(found == "short")
    }

    private static func setState(_ size: Int, _ owner: RemoteOwner) {
        let state: [String: Variant] = ["Text": .string(String(repeating: "x", count: size))]
        owner.methods["EncodeRestorableState"] = { reply in
            reply.succeed { (writer) throws(DBusError) in try state.variant.writeContent(to: writer) }
        }
    }

    @Test func `a too large state of a client's object is reported, and the previous one is kept`() async throws {
        let bus = try PrivateBus.current
        try bus.configure(Self.limit)
        let log = bus.directory + "/log"
        let daemon = try await DaemonProcess.start(log: log)
        let user = try BusClient()
        let owner = try RemoteOwner()
        Self.setState(10, owner)
        owner.methods["Action"] = { reply in reply.succeed { (_) throws(DBusError) in } }
        let path = try await owner.register(["RestorationIdentifier": .string("large")])
        try await user.viewController(path).loadViewIfNeeded()
        try await owner.client.updateView(of: path, [.view(2, "Switch")])
        for size in [10, 5000] {
            Self.setState(size, owner)
            try await user.sendAction("valueChanged", .bool(true), to: 2, of: path)
        }
        #expect(try String(contentsOfFile: log, encoding: .utf8).contains(Self.reported))
        owner.client.connection.close()
        await daemon.kill()
        try await DaemonProcess.start()
        let heir = try RemoteOwner()
        #expect(try await heir.register(["RestorationIdentifier": .string("large")]) == path)
        try await heir.client.barrier()
        #expect(heir.decoded == [["Text": .string(String(repeating: "x", count: 10))]])
    }
}
