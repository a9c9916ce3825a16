import Foundation
import TestSupport

/// The start and end of plugin processes without a fault.
@EventLoop @Suite(.bus) struct IsolatedLifeTests {
    @Test func `a plugin process starts with the first controller and stops some time after the last`() async throws {
        let stage = try await IsolatedStage(settings: "[hosts]\nidle = 60\n", shown: false)
        let daemon = ProcessEntry(stage.daemon.processID)
        #expect(try await stage.get(PluginInterface.isolation) == "process")
        #expect(try await stage.get(PluginInterface.state) == "available")
        #expect(try await stage.get(PluginInterface.processId) == 0)
        #expect(daemon.children.isEmpty)
        let first = try await stage.create(MisbehavingPlugin.type)
        let host = try await stage.host()
        #expect(daemon.children == [host])
        let second = try await stage.create(MisbehavingPlugin.type)
        #expect(try await stage.host() == host)
        try await stage.client.manager.destroy(first)
        try await stage.client.manager.destroy(second)
        // Within that minute the process is used for the next controller.
        let third = try await stage.create(MisbehavingPlugin.type)
        #expect(try await stage.host() == host)
        try IsolatedStage.configure("[hosts]\nidle = 1\n")
        try await stage.client.reload(stage.daemon)
        stage.client.clearSignals()
        let clock = ContinuousClock()
        let last = clock.now
        try await stage.client.manager.destroy(third)
        try await stage.waitForState("available", of: stage.plugin)
        #expect(clock.now - last >= .milliseconds(900))
        #expect(stage.announcedStates(of: stage.plugin) == ["available"])
        #expect(try await stage.get(PluginInterface.processId) == 0)
        #expect(try await stage.get(PluginInterface.reason) == "")
        try await EventLoop.until("the host's end") { host.isGone && daemon.children.isEmpty }
        let fourth = try await stage.create(MisbehavingPlugin.type)
        #expect(try await stage.host() != host)
        #expect(try await stage.text("Count", of: fourth) == "0")
        #expect(try await stage.get(PluginInterface.restarts) == 0)
    }

    @Test func `Load and Unload start and end a plugin process, and its controllers stay`() async throws {
        let stage = try await IsolatedStage(shown: false)
        try await stage.callPlugin(PluginInterface.load)
        let host = try await stage.host()
        #expect(host.isAlive)
        try await stage.callPlugin(PluginInterface.load)
        #expect(try await stage.host() == host)
        let controller = try await stage.create(MisbehavingPlugin.type)
        try await stage.run("count", of: controller)
        let before = try await stage.client.getView(of: controller)
        stage.client.clearSignals()
        try await stage.callPlugin(PluginInterface.unload)
        #expect(try await stage.get(PluginInterface.state) == "available")
        #expect(try await stage.get(PluginInterface.processId) == 0)
        try await stage.waitForState("failed", of: controller)
        #expect(try await stage.client.getView(of: controller) == before)
        #expect(await failure { try await stage.run("count", of: controller) } == "PluginUnavailable")
        try await EventLoop.until("the host's end") { host.isGone }
        #expect(await failure { try await stage.callPlugin(PluginInterface.unload) } == "InternalInconsistency")
        try await stage.callPlugin(PluginInterface.load)
        try await stage.waitForState("ready", of: controller)
        try await stage.run("count", of: controller)
        #expect(try await stage.text("Count", of: controller) == "2")
        #expect(try await stage.get(PluginInterface.restarts) == 0)
    }

    @Test(arguments: ["idle", "count", "loop", "sleep", "crash"])
    func `plugin processes end with a daemon that is stopped`(command: String) async throws {
        let settings = "[hosts]\nrestart_delay = 60000\n"
        let stage = try await IsolatedStage(settings: settings)
        let hosts = ProcessEntry(stage.daemon.processID).children
        #expect(hosts.count == 2 && hosts.allSatisfy(\.isAlive))
        _ = await complaint { try await stage.run("soon " + command) }
        if command == "crash" { try await stage.waitForState("restarting", of: stage.controller) }
        #expect(await stage.daemon.stop() == 0)
        try await stage.waitUntilGone(hosts)
        #expect(stage.sockets == [])
    }

    @Test func `plugin processes end with a killed daemon, and do not disturb the next one`() async throws {
        let stage = try await IsolatedStage()
        try await stage.run("soon loop", of: stage.neighbour)
        let hosts = ProcessEntry(stage.daemon.processID).children
        #expect(hosts.count == 2)
        #expect(stage.sockets.count == 1)
        await stage.daemon.kill()
        try await stage.waitUntilGone(hosts)
        // A socket of another daemon, with a process ID that a living process has by now. It stays while that lives.
        try stage.leaveSocket(for: getppid())
        let left = stage.sockets.filter { $0 == "hosts-\(getppid())" }
        let next = try await DaemonProcess.start(arguments: ["--plugin-path", stage.folder])
        let controller = try await stage.create(MisbehavingPlugin.type)
        try await stage.run("count", of: controller)
        #expect(stage.sockets.count == 2)
        #expect(await next.stop() == 0)
        #expect(left.count == 1 && stage.sockets == left)
    }

    @Test func `only the user can access the private socket`() async throws {
        let stage = try await IsolatedStage()
        let folder = try FileManager.default.attributesOfItem(atPath: stage.privateFolder)
        #expect(folder[.posixPermissions] as? Int == 0o700)
        #expect(folder[.ownerAccountID] as? UInt32 == getuid())
        // The environment of the plugin's code does not reveal the address or the token.
        let environment = FileManager.default.contents(atPath: "/proc/\(try await stage.host().id)/environ") ?? Data()
        #expect(!environment.isEmpty)
    }
}
