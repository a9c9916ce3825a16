import TestSupport

/// A plugin that crashes the daemon whenever it is loaded in-process.
@EventLoop @Suite(.bus) struct CrashLoopTests {
    private static let plugin = TabNames.plugin(MisbehavingPlugin.id)

    @Test func `a plugin that ends the daemon twice while it is loaded is isolated, and the log has the reason`()
        async throws
    {
        let bus = try PrivateBus.current
        let folder = bus.directory + "/fixtures"
        try bus.configure("[isolation]\n\"*\" = \"in-process\"\n")
        try await MisbehavingPlugin.install(.ending, in: folder)
        for _ in 1...2 {
            let daemon = try await Self.start(folder)
            let client = try BusClient()
            #expect(try await Self.isolation(client) == "in-process")
            #expect(await failure { try await Self.create(client) } == "NoReply")
            _ = await daemon.status()
        }
        let daemon = try await Self.start(folder)
        let client = try BusClient()
        #expect(try await Self.isolation(client) == "process")
        #expect(try await client.plugin(Self.plugin).reason.contains("crashed repeatedly"))
        #expect(await failure { try await Self.create(client) } == "PluginFailed")
        // A version that works is loaded in the daemon again after an explicit request.
        try await MisbehavingPlugin.install(.c, version: "2", in: folder)
        try await client.plugin(Self.plugin).reset()
        try await Self.create(client)
        #expect(try await Self.isolation(client) == "process")
        #expect(await daemon.stop() == 0)
        _ = try await Self.start(folder)
        let later = try BusClient()
        #expect(try await Self.isolation(later) == "in-process")
        try await Self.create(later)
    }

    private static func start(_ folder: String) async throws -> DaemonProcess {
        try await DaemonProcess.start(arguments: ["--plugin-path", folder])
    }

    private static func isolation(_ client: BusClient) async throws -> String {
        try await client.plugin(plugin).isolation
    }

    private static func create(_ client: BusClient) async throws(DBusError) {
        _ = try await client.manager.createViewController(MisbehavingPlugin.type)
    }
}
