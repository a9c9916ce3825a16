import Foundation
import TestSupport

/// The daemon as a service: a single instance, its successor, its end, and a bus that disappears and returns.
@Suite(.serialized) struct ServiceTests {
    @Test(.bus) @EventLoop func `a second instance ends with 75 and the first stays`() async throws {
        let bus = try PrivateBus.current
        let client = try await BusClient.ofNewDaemon()
        let tabs = try await client.manager.createTabBarController()
        let second = try await HouseCommand.runOnThread([HouseCommand.binaries + "/tabd"], environment: bus.environment)
        #expect(second.status == 75)
        #expect(second.errors.contains("--replace"))
        #expect(try await client.tabBarController(tabs).selectedIndex == TabNames.notFound)
    }

    @Test(.bus) @EventLoop func `--replace takes the name over, and numbers are not used again`() async throws {
        let first = try await DaemonProcess.start()
        let old = try await BusClient().call(ManagerInterface.createTabBarController, at: TabNames.root, [:])
        let second = try await DaemonProcess.start(arguments: ["--replace"])
        #expect(await first.status() == 0)
        #expect(first.uniqueName != second.uniqueName)
        let new = try await BusClient().call(ManagerInterface.createTabBarController, at: TabNames.root, [:])
        #expect(try #require(TabNames.number(of: new)) > #require(TabNames.number(of: old)))
    }

    @Test func `without a bus it ends with 69 and says what to do`() throws {
        let folder = try TemporaryFolder()
        var environment = PrivateBus.environment(in: folder.path, address: "unix:path=/nonexistent/bus")
        let lost = try HouseCommand.run([HouseCommand.binaries + "/tabd"], environment: environment)
        #expect(lost.status == 69)
        #expect(lost.errors.contains("dbus-run-session"))
        environment["DBUS_SESSION_BUS_ADDRESS"] = nil
        environment["XDG_RUNTIME_DIR"] = nil
        let none = try HouseCommand.run([HouseCommand.binaries + "/tabd"], environment: environment)
        #expect(none.status == 69)
        #expect(none.errors.contains("DBUS_SESSION_BUS_ADDRESS"))
    }

    @Test(.bus) @EventLoop func `after the bus returns the controllers exist again, without those of clients`()
        async throws
    {
        let bus = try PrivateBus.current
        let client = try await BusClient.ofNewDaemon()
        let tabs = try await client.manager.createTabBarController(["Title": .string("kept")])
        let mortal = try await client.manager.createTabBarController(["DestroyWithCaller": .bool(true)])
        _ = try await client.window(tabs).attach()
        try bus.replace()
        let again = try BusClient()
        try await again.daemonAppeared()
        #expect(try await again.viewController(tabs).title == "kept")
        #expect(try await again.window(tabs).attachedClients.isEmpty)
        #expect(await failure { _ = try await again.tabBarController(mortal).selectedIndex } == "UnknownObject")
    }

    @Test(.bus) @EventLoop func `the daemon starts no thread pool, whose timer would wake it each second`() async throws
    {
        let bus = try PrivateBus.current
        let (daemon, client) = try await DaemonProcess.startWithClient()
        let tabs = try await client.manager.createTabBarController()
        try await client.setTabs([try await client.register(), try await client.register()], of: tabs)
        _ = try await client.tap(1, in: tabs)
        try bus.replace()
        try await BusClient().daemonAppeared()
        let folder = "/proc/\(daemon.processID)/task/"
        // A thread that ends meanwhile no longer has a name.
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { thread in
            try? String(contentsOfFile: folder + thread + "/comm", encoding: .utf8)
        }
        #expect(!names.isEmpty)
        // Threads of queues that request more threads have no name.
        #expect(!names.contains { $0.hasSuffix("-qos\n") }, "\(names)")
    }

    @Test(.bus) @EventLoop func `SIGHUP applies the configuration and reports its mistakes`() async throws {
        let bus = try PrivateBus.current
        let log = bus.directory + "/log"
        let daemon = try await DaemonProcess.start(arguments: ["--log-level", "info"], log: log)
        let client = try BusClient()
        func plugins() async throws -> [ObjectPath] {
            try await client.manager.plugins
        }
        let before = try await plugins()
        #expect(before.contains(TabNames.plugin("clock")))
        let files = FileManager.default
        let more = bus.directory + "/more/other"
        try files.createDirectory(
            atPath: more, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let clock = bus.directory + "/plugins/clock"
        try files.copyItem(atPath: clock + "/libclock.so", toPath: more + "/libclock.so")
        try String(contentsOfFile: clock + "/plugin.toml", encoding: .utf8).replacing("\"clock\"", with: "\"other\"")
            .write(toFile: more + "/plugin.toml", atomically: true, encoding: .utf8)
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: more + "/plugin.toml")
        try files.createDirectory(atPath: bus.directory + "/config/tabd", withIntermediateDirectories: true)
        try "plugin_path = [\"\(bus.directory)/more\"]\nnonsense = 1\n".write(
            toFile: bus.directory + "/config/tabd/tabd.toml", atomically: true, encoding: .utf8)
        daemon.send(SIGHUP)
        try await client.waitForSignal("the new plugin") { $0.member == "InterfacesAdded" }
        #expect(try await Set(plugins()) == Set(before + [TabNames.plugin("other")]))
        let line = "reloaded: read \(bus.directory)/config/tabd/tabd.toml again, with 1 mistake; looked for plugins\n"
        #expect(try String(contentsOfFile: log, encoding: .utf8).contains(line))
    }
}
