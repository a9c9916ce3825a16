import Foundation
import TestSupport

@testable import PluginHosting

/// Private connections of clients of a real bus, to a real daemon.
@EventLoop @Suite(.bus) struct ClientConnectionBusTests {
    private let bus: PrivateBus
    private let daemon: DaemonProcess
    private let client: BusClient
    private let tabs: ObjectPath

    private var log: String { bus.directory + "/log" }

    init() async throws {
        bus = try PrivateBus.current
        daemon = try await DaemonProcess.start(log: bus.directory + "/log")
        client = try BusClient(isSubscribed: false)
        tabs = try await client.manager.createTabBarController(["RestorationIdentifier": .string("desk")])
        try await client.setTabs([client.register(), client.register()], of: tabs)
    }

    /// The sockets in the private directory.
    private var sockets: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: bus.directory + "/tabd"))?.sorted() ?? []
    }

    private func ended(_ further: BusClient) async throws {
        try await EventLoop.until("the end of the connection") { !further.connection.isOpen }
    }

    @Test func `the connection has the client's unique name, and the client still uses the bus`() async throws {
        let further = try await BusClient(privateOf: client)
        try await further.attach(to: tabs)
        #expect(try await client.window(tabs).attachedClients == [client.connection.uniqueName])
        further.clearSignals()
        #expect(try await further.tap(1, in: tabs))
        #expect(further.signals.map(\.member).contains("DidSelectViewController"))
        // The owner of the tabs is called on the bus.
        let object = client.newObject()
        let page = try await further.manager.registerViewController(object, [:])
        var calls: [String] = []
        client.handlers[object] = { call, _, reply in
            calls.append(call.member)
            reply.succeed { (_) throws(DBusError) in }
        }
        try await further.viewController(page).loadViewIfNeeded()
        try await client.barrier()
        #expect(calls.contains("ViewDidLoad"))
        try await client.window(tabs).detach()
        #expect(try await further.window(tabs).attachedClients.isEmpty)
        #expect(client.signals.isEmpty)
    }

    @Test func `the connection ends when its client leaves the bus, and other connections stay`() async throws {
        let user = try BusClient()
        let (further, another) = (try await BusClient(privateOf: client), try await BusClient(privateOf: user))
        try await further.attach(to: tabs)
        client.connection.close()
        try await ended(further)
        #expect(try await another.window(tabs).attachedClients.isEmpty)
        #expect(try await user.manager.usage["Connections"]?.used == 1)
    }

    @Test func `the connections end with the bus, and the next bus has new ones`() async throws {
        let further = try await BusClient(privateOf: client)
        try await further.attach(to: tabs)
        bus.stop()
        try await ended(further)
        try bus.restart()
        let again = try BusClient()
        try await again.daemonAppeared()
        let next = try await BusClient(privateOf: again)
        #expect(try await next.window(tabs).attachedClients.isEmpty)
    }

    @Test func `a daemon that stops sends the last replies and removes its socket`() async throws {
        let further = try await BusClient(privateOf: client)
        #expect(sockets == ["clients-\(daemon.processID)"])
        // The daemon executes its program again.
        try await further.manager.restart()
        try await ended(further)
        try await client.daemonAppeared()
        #expect(sockets.isEmpty)
        _ = try await BusClient(privateOf: client)
        #expect(sockets == ["clients-\(daemon.processID)"])
        #expect(await daemon.stop() == 0)
        #expect(sockets.isEmpty)
    }

    @Test func `private connections and plugins start while another process has locked the runtime folder`()
        async throws
    {
        // The folder does not exist before the first socket.
        let folder = bus.directory + "/tabd"
        _ = mkdir(folder, 0o700)
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
        defer { close(lock) }
        let further = try await BusClient(privateOf: client)
        #expect(try await further.tap(1, in: tabs))
        let page = try await client.manager.createViewController("notes.Notes")
        #expect(try await client.viewController(page).state == "ready")
    }

    // MARK: Descriptors

    @Test func `private connections leave descriptors for plugins`() async throws {
        #expect(await daemon.stop() == 0)
        try bus.configure("[isolation]\n\"*\" = \"process\"\n")
        let small = try await DaemonProcess.start(log: log, wrapper: ["prlimit", "--nofile=120:120"])
        let process = ProcessEntry(small.processID)
        var clients: [BusClient] = []
        var further: [BusClient] = []
        var refused = "none"
        while refused == "none", clients.count < 20 {
            let client = try BusClient()
            clients.append(client)
            for _ in 0..<16 where refused == "none" {
                refused = await complaint { further.append(try await BusClient(privateOf: client)) }
            }
        }
        #expect(refused == "LimitsExceeded: OpenConnection: too few file descriptors are free; use the bus")
        #expect(process.descriptors.count < 120 - 24)
        // A plugin can still start, and state is still saved.
        let page = try await clients[0].manager.createViewController("notes.Notes")
        #expect(try await clients[0].viewController(page).state == "ready")
        #expect(try await clients[0].manager.storeState == "saved")
        for client in clients { client.connection.close() }
        try await EventLoop.until("the end of the connections") { further.allSatisfy { !$0.connection.isOpen } }
    }

    @Test func `tokens that are not used yet count as descriptors`() async throws {
        #expect(await daemon.stop() == 0)
        let small = try await DaemonProcess.start(log: log, wrapper: ["prlimit", "--nofile=64:64"])
        let before = ProcessEntry(small.processID).descriptors.count
        let clients = try (0..<3).map { _ in try BusClient() }
        var tokens = 0
        var refused = "none"
        for index in 0..<48 where refused == "none" {
            refused = await complaint { _ = try await clients[index % 3].manager.openConnection() }
            if refused == "none" { tokens += 1 }
        }
        #expect(refused == "LimitsExceeded: OpenConnection: too few file descriptors are free; use the bus")
        #expect(tokens > 0 && before + tokens < 64 - 16)
    }

    @Test func `a half message with descriptors ends its connection, and none stays open`() async throws {
        let process = ProcessEntry(daemon.processID)
        // Keeps the socket.
        _ = try await client.manager.openConnection()
        let before = process.descriptors.count
        let path = bus.directory + "/tabd/" + (try #require(sockets.first))
        let address = try await client.manager.openConnection()
        let token = try #require(PrivateConnectionAddress.token(in: address))
        try await onThread {
            let peer = try WireClient(path, saying: .privateHello(token))
            var half = WireMessage.manager("GetImage", "s", [.text("x")])
            half.descriptors = Array(repeating: STDERR_FILENO, count: 16)
            peer.sendHalf(half)
            #expect(peer.receive(within: Int(TestTimeout.milliseconds)) == nil)
        }
        try await EventLoop.until("the descriptors being closed") { process.descriptors.count == before }
        try await client.barrier()
    }

    @Test func `the next daemon removes the socket of a killed one`() async throws {
        _ = try await client.manager.openConnection()
        let old = sockets
        await daemon.kill()
        #expect(sockets == old)
        let next = try await DaemonProcess.start()
        // The socket is removed with its last client.
        let client = try BusClient()
        _ = try await BusClient(privateOf: client)
        #expect(sockets == ["clients-\(next.processID)"])
        withExtendedLifetime(client) {}
    }

    @Test func `a client that does not read is disconnected, and memory is freed`() async throws {
        let owner = try RemoteOwner()
        let page = try await owner.register([:])
        try await client.viewController(page).loadViewIfNeeded()
        try await client.attach(to: tabs)
        try await client.manager.subscribe()
        let memory = try #require(ProcessUsage(of: daemon.processID)).memory
        let further = try await BusClient(privateOf: client)
        further.connection.isPaused = true
        var most: UInt64 = 0
        var updates = 0
        while try await client.manager.usage["Connections"]?.used == 1, updates < 200 {
            try await owner.client.updateView(of: page, [.largeImage(updates)])
            updates += 1
            most = max(most, try #require(ProcessUsage(of: daemon.processID)).memory)
        }
        #expect((60...80).contains(updates), "\(updates) updates of 1 MiB")
        #expect(most < memory + 100 << 20)
        #expect(try String(contentsOfFile: log, encoding: .utf8).contains("left more than 64 MiB unread"))
        // The client itself is not affected.
        try await client.barrier()
        #expect(try await client.window(tabs).attachedClients == [client.connection.uniqueName])
        _ = try await BusClient(privateOf: client)
    }

    @Test func `garbage on the socket ends its connection and has no other effect`() async throws {
        let further = try await BusClient(privateOf: client)
        let path = bus.directory + "/tabd/" + (try #require(sockets.first))
        let process = ProcessEntry(daemon.processID)
        let before = process.descriptors.count
        try await PrivateGarbage.send(to: path) { try await client.barrier() }
        try await PrivateGarbage.sendTooLargeHeaders(to: path)
        try await EventLoop.until("the descriptors being closed") { process.descriptors.count == before }
        #expect(try await further.tap(1, in: tabs))
    }

    @Test(.enabled(if: PythonExampleTests.hasPython, "python3-dbus or python3-gi is not installed"))
    func `clients on other libraries can use a private connection`() async throws {
        let script = """
            import sys, dbus.connection
            from gi.repository import Gio, GLib
            bus, root, tabs = dbus.SessionBus(), "/org/tabd/Tabs1", "org.tabd.Tabs1"
            def address():
                return str(bus.call_blocking(tabs, root, tabs + ".Manager", "OpenConnection", "a{sv}", [{}]))
            def token(text): return text.split(",token=")[1]
            get = "org.freedesktop.DBus.Properties", "Get"
            text = address()
            libdbus = dbus.connection.Connection(text)
            libdbus.call_blocking(None, root, tabs + ".PrivateConnection", "Hello", "s", [token(text)])
            print(libdbus.call_blocking(None, root, *get, "ss", [tabs + ".Manager", "Version"]))
            text = address()
            try: print(Gio.dbus_is_supported_address(text))
            except GLib.Error: print("unsupported")
            gdbus = Gio.DBusConnection.new_for_address_sync(
                text, Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT, None, None)
            def call(interface, member, arguments):
                return gdbus.call_sync(None, root, interface, member, arguments, None, 0, -1, None)
            call(tabs + ".PrivateConnection", "Hello", GLib.Variant("(s)", [token(text)]))
            print(call(*get, GLib.Variant("(ss)", [tabs + ".Manager", "Version"])).unpack()[0])
            """
        let file = bus.directory + "/client.py"
        try script.write(toFile: file, atomically: true, encoding: .utf8)
        let process = try TabctlProcess([file], running: "/usr/bin/python3")
        #expect(try await process.exitStatus() == 0)
        // The page for front ends says what GLib thinks of the address.
        #expect(process.lines == [TabVersion.current, "unsupported", TabVersion.current])
        #expect(process.notes.isEmpty)
    }
}

extension ViewEntry {
    /// An image of 1 MiB, which differs for each number up to 255.
    static func largeImage(_ number: Int) -> ViewEntry {
        let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 1 << 20)
        return .view(2, "ImageView", with: ["Pixels": Pixels(width: 512, height: 512, bytes: bytes).variant])
    }
}
