import Foundation
import TestSupport

@testable import PluginHosting

/// Raw bytes and wrong types on the daemon's private socket.
@EventLoop @Suite(.bus) struct PrivateGarbageTests {
    private let stage: IsolatedStage

    init() async throws {
        stage = try await IsolatedStage(settings: "[hosts]\nrestart_delay = 0\nmessages = 1000000\n")
    }

    @Test func `stress: arbitrary bytes end a connection or wait for more`() async throws {
        let daemon = ProcessEntry(stage.daemon.processID)
        let (path, before) = (try stage.socket, daemon.descriptors.count)
        let neighbourHost = try await stage.neighbourHost()
        try await PrivateGarbage.send(to: path, barrier: stage.client.barrier)
        try await EventLoop.until("the descriptors being closed") { daemon.descriptors.count == before }
        #expect(try await stage.neighbourHost() == neighbourHost)
        #expect(try await stage.countUp() == "3")
    }

    @Test func `messages that claim too large sizes end the connection before their content`() async throws {
        let path = try stage.socket
        let memory = try #require(ProcessUsage(of: stage.daemon.processID)).memory
        try await PrivateGarbage.sendTooLargeHeaders(to: path)
        // No memory is allocated for claimed lengths.
        let after = try #require(ProcessUsage(of: stage.daemon.processID)).memory
        #expect(after < memory + 32 << 20)
        try await stage.run("count")
    }

    // MARK: The private protocol

    @Test
    func `a plugin process that calls everything with wrong types is refused, without other effects`() async throws {
        let neighbour = try await stage.client.getView(of: stage.neighbour)
        let neighbourHost = try await stage.neighbourHost()
        let peer = try await host()
        var refusals = 0
        for member in PluginProcessServices.interface.description.members {
            guard case .method(let name, let inputs, let outputs, _, _) = member, name != "Ready", name != "Failed"
            else {
                continue
            }
            let signature = inputs.map(\.signature).joined()
            for body in Self.bodies where body.map(\.signature).joined() != signature {
                let answer = await peer.callServices(name, body, returning: outputs.map(\.signature).joined())
                #expect(answer == "InvalidArgs", "\(name)(\(body))")
                refusals += 1
            }
        }
        #expect(refusals > 300)
        for (member, path, interface) in [
            ("Nonsense", DaemonServicesInterface.path, DaemonServicesInterface.name),
            ("Ready", "/", DaemonServicesInterface.name), ("Ready", DaemonServicesInterface.path, "a.b"),
        ] {
            let answer = await peer.callServices(member, [], at: path, of: interface)
            #expect(answer.hasPrefix("Unknown"), "\(answer)")
        }
        #expect(try await stage.client.getView(of: stage.neighbour) == neighbour)
        #expect(try await stage.neighbourHost() == neighbourHost)
        stage.client.clearSignals()
        peer.close()
        try await stage.waitForRecovery()
        try await stage.run("count")
    }

    /// Values that match few members.
    private static let bodies: [[Variant]] = [
        [], [.string("x")], [.uint64(.max)], [.uint64(0), .string("x")], [.uint64(1), .uint64(1), .bool(true)],
        [.array(of: "v", [])], [.bool(true)], [.variant(.double(.nan))], [.uint64(1), .bytes([0])],
        [.structure([.uint32(1), .string("")])], [.uint64(1), .array(of: "t", []), .bool(false), .bool(false)],
        [.int32(-1)], [.objectPath("/")], [.dictionary(key: "s", value: "v", [:])],
    ]

    /// A plugin process inside the test process, which reports that it is ready and never replies.
    private func host() async throws -> Connection {
        let (address, token) = try await stage.expectHost()
        let peer = try Connection.peer(at: address)
        _ = try await peer.call(DaemonServicesInterface.hello, at: DaemonServicesInterface.path, on: nil, token)
        peer.onCall = { call, _, reply in
            guard call.expectsReply else { return }
            // It pretends to create every instance, and has no state.
            if call.member == HostedPluginInterface.encodeRestorableState.name {
                reply.succeed { (writer) throws(DBusError) in try [[String: Variant]]().write(to: writer) }
            } else {
                reply.succeed { (_) throws(DBusError) in }
            }
        }
        try await peer.call(DaemonServicesInterface.ready, at: DaemonServicesInterface.path, on: nil)
        return peer
    }
}
