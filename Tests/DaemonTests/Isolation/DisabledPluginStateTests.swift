import Foundation
import TestSupport

/// Plugins that `tabd.toml` disables.
@EventLoop @Suite(.bus) struct DisabledPluginStateTests {
    private static func configuration() throws -> String {
        try String(contentsOfFile: PrivateBus.current.configurationFile, encoding: .utf8)
    }

    @Test func `a disabled plugin stops, its tabs keep their data, and continue when it is enabled`() async throws {
        let stage = try await IsolatedStage()
        let before = try Self.configuration()
        let host = try await stage.host()
        stage.client.clearSignals()
        try await stage.callPlugin(PluginInterface.disable)
        try await stage.waitForState("disabled", of: stage.plugin)
        try await stage.waitForState("failed", of: stage.controller)
        #expect(try Self.configuration() == "disabled = [\"misbehaving\"]\n" + before)
        try await EventLoop.until("the end of the process") { !host.isAlive }
        #expect(try await stage.text("Count") == "2")
        let reason = try await stage.client.viewController(stage.controller).failureReason
        #expect(reason.contains("'disabled' of tabd.toml"), "\(reason)")
        for method in [PluginInterface.load, PluginInterface.reload, PluginInterface.reset] {
            let answer = await complaint { try await stage.callPlugin(method) }
            #expect(answer.hasPrefix("PluginUnavailable: plugin 'misbehaving' is disabled: "), "\(answer)")
        }
        #expect(await failure { _ = try await stage.create(MisbehavingPlugin.type) } == "PluginUnavailable")
        #expect(await failure { try await stage.run("count") } == "PluginUnavailable")
        try await stage.callPlugin(PluginInterface.disable)
        try await stage.run("count", of: stage.neighbour)
        stage.client.clearSignals()
        try await stage.callPlugin(PluginInterface.enable)
        try await stage.waitForRecovery()
        #expect(try Self.configuration() == "disabled = []\n" + before)
        #expect(try await stage.countUp() == "3")
        #expect(try await stage.get(PluginInterface.reason) == "")
    }

    @Test func `a plugin stays disabled after a restart, until the configuration no longer names it`() async throws {
        let stage = try await IsolatedStage(shown: false)
        let bus = try PrivateBus.current
        let before = try Self.configuration()
        try ("disabled = [\"misbehaving\", \"unknown\"]\n" + before)
            .write(toFile: bus.configurationFile, atomically: true, encoding: .utf8)
        let client = stage.client
        let controller = try await client.createViewController(MisbehavingPlugin.type, identifiedBy: "counter")
        @EventLoop func count() async throws {
            try await client.viewController(controller).loadViewIfNeeded()
            try await client.waitForView("Run", of: controller)
            try await stage.run("count", of: controller)
        }
        for _ in 1...2 { try await count() }
        try await client.reload(stage.daemon)
        try await EventLoop.until("the disabled plugin") { try await stage.get(PluginInterface.state) == "disabled" }
        await stage.daemon.kill()
        let daemon = try await DaemonProcess.start(arguments: ["--plugin-path", stage.folder])
        #expect(try await stage.get(PluginInterface.state) == "disabled")
        #expect(try await client.viewController(controller).state == "failed")
        try await client.manager.subscribe()
        client.clearSignals()
        try before.write(toFile: bus.configurationFile, atomically: true, encoding: .utf8)
        try await client.reload(daemon)
        try await EventLoop.until("the page") { try await client.viewController(controller).state == "ready" }
        try await count()
        #expect(try await stage.text("Count", of: controller) == "3")
    }

    @Test func `code in the daemon runs on, without new view controllers`() async throws {
        let stage = try await IsolatedStage(settings: "[isolation]\n\"*\" = \"in-process\"\n")
        try await stage.callPlugin(PluginInterface.disable)
        #expect(try await stage.get(PluginInterface.state) == "running")
        #expect(try await stage.get(PluginInterface.reason).contains("until the daemon ends"))
        #expect(try await stage.countUp() == "3")
        let answer = await complaint { _ = try await stage.create(MisbehavingPlugin.type) }
        #expect(answer.hasPrefix("PluginUnavailable: plugin 'misbehaving' is disabled: "), "\(answer)")
        try await stage.callPlugin(PluginInterface.enable)
        #expect(try await stage.get(PluginInterface.reason) == "")
        _ = try await stage.create(MisbehavingPlugin.type)
    }

    @Test func `a configuration that can't be changed stays, and so does the plugin`() async throws {
        let stage = try await IsolatedStage()
        let text = "disabled = 1\n"
        try text.write(toFile: PrivateBus.current.configurationFile, atomically: true, encoding: .utf8)
        let answer = await complaint { try await stage.callPlugin(PluginInterface.disable) }
        #expect(answer.hasPrefix("Failed: ") && answer.contains("tabd.toml: line 1: invalid disabled"), "\(answer)")
        #expect(try Self.configuration() == text)
        #expect(try await stage.countUp() == "3")
    }
}
