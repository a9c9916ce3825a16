import Foundation
import TestSupport

/// Two hundred clients at once, most of which misbehave.
@EventLoop @Suite(.bus) struct ClientCrowdTests {
    @Test func `clients that never read, never reply or come in hundreds do not block other clients`() async throws {
        let bus = try PrivateBus.current
        try bus.configure("[limits]\nsubscriptions = 150\nattachments = 160\ncalls = 1000\ncalls_per_client = 50\n")
        let daemon = try await DaemonProcess.start()
        let user = try BusClient()
        let tabs = try await user.manager.createTabBarController()
        try await user.setTabs([try await user.register(), try await user.register()], of: tabs)
        let before = try Self.memory(of: daemon)
        let deaf = try Self.deafClients(40, tabs)
        let mute = try await Self.muteOwners(20)
        let crowd = try Self.crowdOfOne(200, tabs)
        let served = (0..<Self.goodClients).map { number in
            Task { @EventLoop in try await Self.serve(try BusClient(isSubscribed: false), tabs, number) }
        }
        for task in served { try await task.value }
        let usage = try await user.manager.usage
        for (quota, usage) in usage { #expect(usage.used <= usage.limit, "\(quota)") }
        #expect(try Self.memory(of: daemon) - before < 64 << 10)
        user.connection.addMatch("type='signal',member='NameOwnerChanged'")
        try await user.barrier()
        for client in deaf + mute + crowd {
            let name = client.connection.uniqueName
            client.connection.close()
            try await user.left(name)
        }
        let after = try await user.manager.usage
        for quota in ["Attachments", "Calls", "Delegates", "Subscriptions"] {
            #expect(after[quota]?.used == 0, "\(quota)")
        }
    }

    private static let goodClients = 80

    /// The private memory of the daemon's process, in KiB.
    private static func memory(of daemon: DaemonProcess) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(daemon.processID)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
        return try #require(Int(line.filter(\.isNumber)))
    }

    /// Clients that subscribe, attach and make calls, and read nothing.
    private static func deafClients(_ count: Int, _ tabs: ObjectPath) throws -> [BusClient] {
        try (0..<count).map { _ in
            let client = try BusClient()
            client.connection.isPaused = true
            try client.connection.notify(ManagerInterface.subscribe, at: TabNames.root, on: TabNames.busName, [:])
            for _ in 0..<20 {
                client.connection.call(
                    ObjectManagerInterface.getManagedObjects, at: TabNames.root,
                    on: TabNames.busName, timeout: TestTimeout.call
                ) { (_: Result<BusClient.Objects, DBusError>) in }
                client.beginTap(0, in: tabs) { _ in }
            }
            return client
        }
    }

    /// Clients that own view controllers and never reply to the daemon's calls.
    private static func muteOwners(_ count: Int) async throws -> [BusClient] {
        var owners: [BusClient] = []
        for _ in 0..<count {
            let client = try BusClient(isSubscribed: false)
            let page = try await client.register(["Title": .string("mute")])
            client.connection.isPaused = true
            for _ in 0..<100 {
                client.connection.call(
                    ViewControllerInterface.getView, at: page, on: TabNames.busName,
                    timeout: TestTimeout.call
                ) { (_: Result<(UInt64, [ViewEntry]), DBusError>) in }
            }
            owners.append(client)
        }
        return owners
    }

    /// A single process with many connections, all of which are read.
    private static func crowdOfOne(_ count: Int, _ tabs: ObjectPath) throws -> [BusClient] {
        try (0..<count).map { _ in
            let client = try BusClient(isSubscribed: false)
            client.connection.call(
                ManagerInterface.subscribe, at: TabNames.root, on: TabNames.busName, [:],
                timeout: TestTimeout.call
            ) { (_: Result<Void, DBusError>) in }
            client.connection.call(
                WindowInterface.attach, at: tabs, on: TabNames.busName, [:],
                timeout: TestTimeout.call
            ) { (_: Result<(BusClient.Objects, [ObjectPath: ViewSnapshot]), DBusError>) in }
            return client
        }
    }

    /// Makes the calls of an ordinary client.
    private static func serve(_ client: BusClient, _ tabs: ObjectPath, _ number: Int) async throws {
        let own = try await client.manager.createTabBarController(["Title": .string("\(number)")])
        let pages = [try await client.register(), try await client.register()]
        try await client.setTabs(pages, of: own)
        for round in 0..<5 {
            #expect(try await client.tap(UInt32(round % 2), in: own))
            #expect(try await client.tabBarController(own).selectedIndex == Int64(round % 2))
        }
        _ = try await client.tap(1, in: tabs)
        for path in [own] + pages { try await client.manager.destroy(path) }
    }
}
