import CDBus
import TestSupport

@testable import DBusConnection

/// Names, peers and the end of connections.
@EventLoop @Suite struct ConnectionTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    private let name = "org.example.Name"

    @Test func `a name has one owner until it is released`() async throws {
        #expect(try await stage.client.owner(of: name) == nil)
        #expect(try await stage.service.requestName(name, replacing: false))
        #expect(try await stage.service.requestName(name, replacing: false))
        #expect(try await stage.client.owner(of: name) == stage.service.uniqueName)
        #expect(try await !stage.client.requestName(name, replacing: false))
        #expect(try await stage.client.owner(of: name) == stage.service.uniqueName)
        try await stage.service.releaseName(name)
        #expect(try await stage.client.owner(of: name) == nil)
        #expect(try await stage.client.requestName(name, replacing: false))
    }

    @Test func `a name can be taken over`() async throws {
        #expect(try await stage.service.requestName(name, replacing: false))
        #expect(try await stage.client.requestName(name, replacing: true))
        #expect(try await stage.service.owner(of: name) == stage.client.uniqueName)
    }

    @EventLoop private final class Ending {
        var connection: Connection?
        var hooks: [TurnEndHook] = []
        var turns = 0
    }

    @Test func `a connection that ends at the end of a turn does not end that turn`() async throws {
        let ending = Ending()
        let first = EventLoop.atTurnEnd {
            ending.connection = nil
            for hook in ending.hooks { EventLoop.remove(hook) }
        }
        // Its own hook comes after the first one.
        ending.connection = try Connection.bus(at: stage.bus.address)
        ending.hooks = [EventLoop.atTurnEnd { Issue.record("a removed hook has run") }]
        let last = EventLoop.atTurnEnd { ending.turns += 1 }
        try await EventLoop.until("the turn has ended") { ending.turns > 0 }
        for hook in [first, last] { EventLoop.remove(hook) }
        #expect(ending.connection == nil)
    }

    @Test func `an invalid name is refused before libdbus sees it`() async throws {
        let error = await refusal { _ = try await stage.client.requestName("a\0b", replacing: false) }
        #expect(error?.shortName == "InvalidArgs")
    }

    @Test func `the bus returns the credentials of a connection`() async throws {
        let credentials = try await stage.service.credentials(of: stage.client.uniqueName)
        #expect(credentials.userID == getuid())
        #expect(credentials.processID == UInt32(getpid()))
        #expect(await refusal { _ = try await stage.service.credentials(of: ":1.9999") }?.shortName == "NameHasNoOwner")
    }

    @Test func `a vanished sender is reported`() async throws {
        let unique = stage.client.uniqueName
        let gone: String = try await EventLoop.waiting(for: "the signal of the client's end") { done in
            stage.service.onSignal = { signal, reader in
                guard signal.sender == "org.freedesktop.DBus", signal.member == "NameOwnerChanged",
                    let name = try? reader.readString(), name == unique
                else { return }
                done(name)
            }
            stage.client.close()
        }
        #expect(gone == unique)
    }

    @Test func `a lost bus is reported once, and every call fails`() async throws {
        let (client, bus) = (stage.client, stage.bus)
        // The call never gets a reply, so the promise would stay alive.
        defer { stage.example.onKept = nil }
        var endings = 0
        let pending: Result<UInt32, DBusError> = try await EventLoop.waiting(for: "the end of the call") { done in
            client.onDisconnect = { endings += 1 }
            stage.example.onKept = { _ in bus.stop() }
            client.call(
                ExampleInterface.later, at: Example.object, on: stage.service.uniqueName,
                timeout: TestTimeout.call, completion: done)
        }
        guard case .failure(let error) = pending else {
            Issue.record("the call was answered")
            return
        }
        #expect(["NoReply", "Disconnected"].contains(error.shortName))
        if client.isOpen {
            let _: Bool = try await EventLoop.waiting(for: "the disconnection") { done in
                client.onDisconnect = {
                    endings += 1
                    done(true)
                }
            }
        }
        #expect(endings == 1)
        #expect(!client.isOpen)
        #expect(await refusal { try await stage.call(ExampleInterface.nothing) }?.shortName == "Disconnected")
        try client.emit(ExampleInterface.spoke, from: Example.object, "x", .byte(1))
    }

    @Test func `a closed connection fails its calls and closes twice`() async throws {
        stage.client.close()
        stage.client.close()
        #expect(await refusal { try await stage.call(ExampleInterface.nothing) }?.shortName == "Disconnected")
    }

    @Test func `an address without a listener is an error`() async throws {
        for address in ["unix:path=/nonexistent/bus", "nonsense", "unix:path=/a\0b", ""] {
            let bus = await refusal { _ = try Connection.bus(at: address) }
            #expect(bus != nil, "\(address)")
            let peer = await refusal { _ = try Connection.peer(at: address) }
            #expect(peer != nil, "\(address)")
        }
    }

    // MARK: Peer to peer

    @Test func `two peers call each other without a bus`() async throws {
        let example = Example()
        var ends: [Connection] = []
        let server = try Server(listeningAt: "unix:path=\(stage.bus.directory)/peer") { connection in
            example.serve(connection)
            ends.append(connection)
        }
        let client = try Connection.peer(at: server.address)
        client.callTimeout = TestTimeout.call
        let other = Example()
        other.serve(client)
        #expect(client.uniqueName.isEmpty)
        let there = try await client.call(ExampleInterface.echoEverything, at: Example.object, on: nil, Everything())
        #expect(there == Everything())
        let end = try #require(ends.first)
        #expect(ends.count == 1)
        #expect(end.peerUserID == getuid())
        end.callTimeout = TestTimeout.call
        let back = try await end.call(ExampleInterface.echo, at: Example.object, on: nil, .string("back"))
        #expect(back == .string("back"))
        let error = await refusal { try await client.call(ExampleInterface.fail, at: Example.object, on: nil, "peer") }
        #expect(error == DBusError(name: "org.example.Error.Wanted", message: "peer"))
    }

    @Test func `the end of a peer is reported to the other`() async throws {
        let ended: Bool = try await EventLoop.waiting(for: "the peer's end") { done in
            var kept: [AnyObject] = []
            let server = try? Server(listeningAt: "unix:path=\(stage.bus.directory)/peer") { connection in
                kept.append(connection)
                connection.onDisconnect = {
                    kept = []
                    done(true)
                }
                connection.onCall = { _, _, _ in }
            }
            guard let server, let client = try? Connection.peer(at: server.address) else { return }
            kept += [server, client]
            // The other end exists as soon as its first message has arrived.
            client.call(
                ExampleInterface.nothing, at: Example.object, on: nil,
                timeout: TestTimeout.call
            ) { _ in client.close() }
        }
        #expect(ended)
    }

    @Test func `a connection that is closed while replies are queued is freed`() async throws {
        let example = Example()
        var ends: [Connection] = []
        let server = try Server(listeningAt: "unix:path=\(stage.bus.directory)/peer") { connection in
            example.serve(connection)
            ends.append(connection)
        }
        let isFreed: Bool = try await EventLoop.waiting(for: "the end of libdbus's connection") { done in
            guard let client = try? Connection.peer(at: server.address) else { return }
            var slot: dbus_int32_t = -1
            dbus_connection_allocate_data_slot(&slot)
            let end = Unmanaged.passRetained(End { done(true) })
            dbus_connection_set_data(client.raw, slot, end.toOpaque()) { data in
                if let data { Unmanaged<End>.fromOpaque(data).release() }
            }
            // The first reply closes the connection, and the other two have arrived with it.
            for _ in 1...3 {
                client.call(
                    ExampleInterface.nothing, at: Example.object, on: nil,
                    timeout: TestTimeout.call
                ) { _ in client.close() }
            }
        }
        #expect(isFreed)
    }

    /// Calls back when it is deallocated.
    @EventLoop
    private final class End {
        private let body: @EventLoop () -> Void

        init(_ body: @escaping @EventLoop () -> Void) { self.body = body }

        isolated deinit { body() }
    }
}
