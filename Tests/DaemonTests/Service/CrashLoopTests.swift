import DBusConnection
import DBusInterface
import EventLoop
import TabInterface
import TestSupport
import Testing

/// A plugin that crashes the daemon whenever it is loaded in-process.
@Suite struct CrashLoopTests {
    private static let plugin = TabNames.plugin(MisbehavingPlugin.id)

    @Test func `a plugin that ends the daemon twice while it is loaded is isolated, and the log has the reason`()
        async throws
    {
        try await Self.loop(try PrivateBus())
    }

    @EventLoop private static func loop(_ bus: PrivateBus) async throws {
        let folder = bus.directory + "/fixtures"
        try bus.configure("[isolation]\n\"*\" = \"in-process\"\n")
        try await MisbehavingPlugin.install(.ending, in: folder)
        for _ in 1...2 {
            let daemon = try await start(bus, folder)
            let client = try BusClient(on: bus)
            #expect(try await isolation(client) == "in-process")
            #expect(await failure { try await create(client) } == "NoReply")
            _ = await daemon.status()
        }
        let daemon = try await start(bus, folder)
        let client = try BusClient(on: bus)
        #expect(try await isolation(client) == "process")
        let reason = try await client.get(PluginInterface.reason, at: plugin)
        #expect(reason.contains("crashed repeatedly"))
        #expect(await failure { try await create(client) } == "PluginFailed")
        // A version that works is loaded in the daemon again after an explicit request.
        try await MisbehavingPlugin.install(.c, version: "2", in: folder)
        try await client.call(PluginInterface.reset, at: plugin, [:])
        try await create(client)
        #expect(try await isolation(client) == "process")
        #expect(await daemon.stop() == 0)
        let next = try await start(bus, folder)
        let later = try BusClient(on: bus)
        #expect(try await isolation(later) == "in-process")
        try await create(later)
        #expect(await next.stop() == 0)
    }

    @EventLoop private static func start(_ bus: PrivateBus, _ folder: String) async throws -> DaemonProcess {
        try await DaemonProcess.start(on: bus, arguments: ["--plugin-path", folder])
    }

    @EventLoop private static func isolation(_ client: BusClient) async throws -> String {
        try await client.get(PluginInterface.isolation, at: plugin)
    }

    @EventLoop private static func create(_ client: BusClient) async throws(DBusError) {
        _ = try await client.call(
            ManagerInterface.createViewController, at: TabNames.root,
            MisbehavingPlugin.type, [:])
    }
}
