import Foundation
import TestSupport

/// Calls with which clients could exhaust the daemon's resources.
@EventLoop @Suite(.bus) struct LimitTests {
    @Test func `an unexpected descriptor is closed`() async throws {
        let bus = try PrivateBus.current
        let (daemon, client) = try await DaemonProcess.startWithClient()
        let tabs = try await client.manager.createTabBarController()
        func count() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.processID)/fd").count
        }
        let before = try count()
        let (root, bar) = (TabNames.root.text, BusClient.bar(of: tabs).text)
        let path = bus.directory + "/bus"
        let refused = try await onThread {
            let client = try WireClient(path)
            let options = WireValue.list([.list([.text("x"), .variant("h", .number(0))])])
            let arguments = WireValue.list([.list([.text("Arguments"), .variant("a{sv}", options)])])
            let calls = [
                WireMessage(
                    path: bar, interface: TabBarInterface.name, member: "TapItem", signature: "ua{sv}",
                    body: [.number(0), options], descriptors: [0]),
                WireMessage(
                    path: root, interface: ManagerInterface.name, member: "CreateViewController", signature: "sa{sv}",
                    body: [.text("clock.WorldClock"), arguments], descriptors: [0]),
            ]
            return try (0..<10).flatMap { _ in try calls.map { try client.call($0).errorName } }
        }
        #expect(Set(refused) == ["org.freedesktop.DBus.Error.InvalidArgs"])
        // The daemon closes the descriptors of a message after its reply.
        let end = TestTimeout.deadline
        while try count() > before, .now < end { try await client.barrier() }
        #expect(try count() <= before)
    }

    @Test func `a message with too large values is refused`() async throws {
        let client = try await BusClient.ofNewDaemon()
        let tabs = try await client.manager.createTabBarController()
        // 3 MiB on the wire, and a hundred times that as values.
        let numbers: Variant = .array(of: "i", Array(repeating: .int32(0), count: 800_000))
        for value in [numbers, .bytes([UInt8](repeating: 0, count: 17 << 20))] {
            let options: Variant = .dictionary(key: "s", value: "v", [.string("x"): .variant(value)])
            let refused = await failure {
                try await client.callAnything(
                    "TapItem", of: TabBarInterface.name, at: BusClient.bar(of: tabs), [.uint32(0), options])
            }
            #expect(refused == "LimitsExceeded")
        }
        #expect(try await client.tabBarController(tabs).selectedIndex == TabNames.notFound)
    }

    @Test func `an error does not repeat long values`() async throws {
        let client = try await BusClient.ofNewDaemon()
        let long: Property<String> = ManagerInterface.property(String(repeating: "x", count: 1 << 20), summary: "")
        do {
            _ = try await client.get(long, at: TabNames.root)
            Issue.record("the property exists")
        } catch {
            #expect(error.name.hasSuffix("UnknownProperty"))
            #expect(error.message.utf8.count < 4096)
        }
    }
}
