import Foundation
import TestSupport

@testable import PluginHosting

/// Private connections of clients that want to use up the daemon's memory and descriptors. `TABD_STRESS=1` opens as many
/// as all quotas allow.
@EventLoop @Suite(.bus) struct ConnectionFloodTests {
    private static let clientCount = Stress.isLong ? 13 : 2
    private static let connectionsOfClient = Stress.isLong ? 16 : 8

    private let bus: PrivateBus
    private let daemon: DaemonProcess
    /// A client that floods nothing, and its tab bar controller.
    private let user: BusClient
    private let tabs: ObjectPath
    private let before: ProcessUsage

    private var log: String { bus.directory + "/log" }

    init() async throws {
        bus = try PrivateBus.current
        daemon = try await DaemonProcess.start(log: bus.directory + "/log")
        user = try BusClient(isSubscribed: false)
        tabs = try await user.manager.createTabBarController()
        try await user.setTabs([user.register(), user.register()], of: tabs)
        before = try #require(ProcessUsage(of: daemon.processID))
    }

    /// Expects that the memory has grown by at most a number of MiB.
    private func expectGrowth(atMost mebibytes: UInt64) throws {
        let now = try #require(ProcessUsage(of: daemon.processID)).memory
        #expect(now < before.memory + mebibytes << 20, "\(before.memory >> 20) MiB, then \(now >> 20) MiB")
    }

    /// Expects that the daemon serves its user as before, and that nothing of the flood remains.
    private func expectOrder() async throws {
        #expect(try await user.tap(1, in: tabs))
        #expect(try await user.tap(0, in: tabs))
        try await EventLoop.until("the end of the connections") {
            try await user.manager.usage["Connections"]?.used == 0
        }
        let page = try await user.manager.createViewController("notes.Notes")
        #expect(try await user.viewController(page).state == "ready")
    }

    private func logContains(_ text: String) throws -> Bool {
        try String(contentsOfFile: log, encoding: .utf8).contains(text)
    }

    @Test func `clients that do not read can't use up the memory`() async throws {
        let owner = try RemoteOwner()
        let page = try await owner.register([:])
        try await user.viewController(page).loadViewIfNeeded()
        var clients: [BusClient] = []
        var further: [BusClient] = []
        for _ in 0..<Self.clientCount {
            let client = try BusClient(isSubscribed: false)
            try await client.manager.subscribe()
            clients.append(client)
            for _ in 0..<Self.connectionsOfClient {
                let connection = try await BusClient(privateOf: client)
                connection.connection.isPaused = true
                further.append(connection)
            }
        }
        // 1 MiB for each connection.
        for number in 0..<(Stress.isLong ? 100 : 24) {
            try await owner.client.updateView(of: page, [.largeImage(number)])
            try expectGrowth(atMost: 320)
            #expect(try await user.tabBarController(tabs).selectedIndex == 0)
        }
        #expect(
            try logContains("all peers together left more than 128 MiB unread")
                || logContains("it left more than 64 MiB"))
        for client in further { client.connection.close() }
        for client in clients { client.connection.close() }
        try await expectOrder()
    }

    @Test func `clients that send parts of messages can't use up the memory`() async throws {
        let path = "\(bus.directory)/tabd/clients-\(daemon.processID)"
        var peers = PartialPeers()
        var clients: [BusClient] = []
        for _ in 0..<Self.clientCount {
            let client = try BusClient(isSubscribed: false)
            clients.append(client)
            var tokens: [String] = []
            for _ in 0..<Self.connectionsOfClient {
                let address = try await client.manager.openConnection()
                tokens.append(try #require(PrivateConnectionAddress.token(in: address)))
            }
            // A token is valid for five seconds.
            let more = try await onThread { [tokens] in
                PartialPeers(try tokens.map { try WireClient(path, saying: .privateHello($0)) })
            }
            peers.add(more)
        }
        // Together more than each client may leave incomplete.
        let size = Stress.isLong ? 15 << 20 : 6 << 20
        let sending = Task { [peers] in try await onThread { peers.sendParts(size) } }
        for _ in 0..<20 {
            try expectGrowth(atMost: 320)
            #expect(try await user.tabBarController(tabs).selectedIndex == 0)
        }
        try await sending.value
        try expectGrowth(atMost: 320)
        #expect(try logContains("sent more than 32 MiB of incomplete messages"))
        for client in clients { client.connection.close() }
        try await expectOrder()
    }
}

/// Peers that one thread at a time uses.
private struct PartialPeers: @unchecked Sendable {
    private var peers: [WireClient]

    init(_ peers: [WireClient] = []) { self.peers = peers }

    mutating func add(_ others: PartialPeers) { peers += others.peers }

    /// Sends the beginning of a call of 16 MiB on each connection.
    func sendParts(_ size: Int) {
        let header: [UInt8] = [UInt8(ascii: "l"), 1, 0, 1, 0, 0, 0, 1, 9, 0, 0, 0, 16, 0, 0, 0]
        for peer in peers { peer.send(bytes: header + [UInt8](repeating: 0, count: size)) }
    }
}
