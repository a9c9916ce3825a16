import DBusConnection
import DBusInterface
import EventLoop
import Foundation
import Glibc
import TabInterface
import TestSupport
import Testing

/// A state above the limit is rejected, and the previous one is kept.
@Suite(.serialized) struct StateLimitTests {
    private static let limit = """
        [limits]
        restorable_state = 1024
        [deadlines]
        update_content = 5000

        """
    private static let reported = "keeping the previous one: it has"

    @Test(arguments: ["in-process", "process"])
    func `a too large state of a plugin is reported, and the previous one is kept`(isolation: String) async throws {
        try await Self.plugin(try PrivateBus(), isolation)
    }

    @EventLoop private static func plugin(_ bus: PrivateBus, _ isolation: String) async throws {
        try bus.configure(limit + "[isolation]\nnotes = \"\(isolation)\"\n")
        let log = bus.directory + "/log"
        let daemon = try await DaemonProcess.start(on: bus, log: log)
        let client = try BusClient(on: bus)
        let notes = try await client.createViewController("notes.Notes", identifiedBy: "notes")
        func type(_ text: String) async throws(DBusError) {
            try await client.loadView(of: notes)
            try await client.sendAction(
                "editingChanged", .string(text), to: 0, of: notes, ["Identifier": .string("Text")])
        }
        while try await !client.getView(of: notes).views.contains(where: { $0.properties["Identifier"] != nil }) {
            try await client.loadView(of: notes)
        }
        try await type("short")
        for letter in ["a", "b"] { try await type(String(repeating: letter, count: 2000)) }
        daemon.send(SIGKILL)
        _ = await daemon.status()
        let text = try String(contentsOfFile: log, encoding: .utf8)
        #expect(text.split(separator: "\n").count { $0.contains(reported) } == 1, "\(text)")
        #expect(text.contains("at most 1024 are allowed"))
        let next = try await DaemonProcess.start(on: bus, log: log)
        let other = try BusClient(on: bus)
        var found = ""
        while found.isEmpty {
            try await other.loadView(of: notes)
            found = try await other.getView(of: notes).views.named("Text")?.properties["Text"]?.get() ?? ""
        }
        #expect(found == "short")
        #expect(await next.stop() == 0)
    }

    @EventLoop private static func setState(_ size: Int, _ owner: RemoteOwner) {
        let state: [String: Variant] = ["Text": .string(String(repeating: "x", count: size))]
        owner.methods["EncodeRestorableState"] = { reply in
            reply.succeed { (writer) throws(DBusError) in try state.variant.writeContent(to: writer) }
        }
    }

    @Test func `a too large state of a client's object is reported, and the previous one is kept`() async throws {
        try await Self.remote(try PrivateBus())
    }

    @EventLoop private static func remote(_ bus: PrivateBus) async throws {
        try bus.configure(limit)
        let log = bus.directory + "/log"
        let daemon = try await DaemonProcess.start(on: bus, log: log)
        let user = try BusClient(on: bus)
        let owner = try RemoteOwner(bus)
        setState(10, owner)
        owner.methods["Action"] = { reply in reply.succeed { (_) throws(DBusError) in } }
        let path = try await owner.register(["RestorationIdentifier": .string("large")])
        try await user.loadView(of: path)
        try await owner.client.updateView(of: path, [.view(2, "Switch")])
        for size in [10, 5000] {
            setState(size, owner)
            try await user.sendAction("valueChanged", .bool(true), to: 2, of: path)
        }
        #expect(try String(contentsOfFile: log, encoding: .utf8).contains(reported))
        owner.client.connection.close()
        daemon.send(SIGKILL)
        _ = await daemon.status()
        let next = try await DaemonProcess.start(on: bus)
        let heir = try RemoteOwner(bus)
        #expect(try await heir.register(["RestorationIdentifier": .string("large")]) == path)
        try await heir.client.barrier()
        #expect(heir.decoded == [["Text": .string(String(repeating: "x", count: 10))]])
        #expect(await next.stop() == 0)
    }
}
