import Foundation
import TestSupport

/// Plugins that `tabd.toml` disables.
@EventLoop @Suite(.bus) struct DisabledPluginStateTests {
    /// Writes the list of disabled plugins before the rest of the configuration, and has the daemon read it.
    private static func disable(_ plugins: [String], on stage: IsolatedStage) async throws {
        let file = try PrivateBus.current.configurationFile
        let rest = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").filter {
            !$0.hasPrefix("disabled = ")
        }
        try (["disabled = \(plugins)"] + rest.map(String.init)).joined(separator: "\n")
            .write(toFile: file, atomically: true, encoding: .utf8)
        let (path, mistakes) = try await stage.client.manager.reloadConfiguration()
        #expect(path == file && mistakes.isEmpty, "\(mistakes)")
    }

    @Test func `a disabled plugin stops, its tabs keep their data, and continue when it is enabled`() async throws {
        let stage = try await IsolatedStage()
        let host = try await stage.host()
        stage.client.clearSignals()
        try await Self.disable(["misbehaving"], on: stage)
        #expect(try await stage.get(PluginInterface.state) == "disabled")
        try await stage.waitForState("failed", of: stage.controller)
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
        try await stage.run("count", of: stage.neighbour)
        stage.client.clearSignals()
        try await Self.disable([], on: stage)
        try await stage.waitForRecovery()
        #expect(try await stage.countUp() == "3")
        #expect(try await stage.get(PluginInterface.reason) == "")
    }

    @Test func `a plugin that is enabled before it has stopped goes on`() async throws {
        let stage = try await IsolatedStage()
        try await stage.client.manager.subscribe()
        for _ in 1...3 {
            try await Self.disable(["misbehaving"], on: stage)
            try await Self.disable([], on: stage)
        }
        try await EventLoop.until("the plugin") {
            try await stage.get(PluginInterface.state) == "running"
                && stage.client.viewController(stage.controller).state == "ready"
        }
        #expect(try await stage.countUp() == "3")
    }

    @Test func `a plugin stays disabled after a restart, until the configuration no longer names it`() async throws {
        let stage = try await IsolatedStage(shown: false)
        let client = stage.client
        let controller = try await client.createViewController(MisbehavingPlugin.type, identifiedBy: "counter")
        @EventLoop func count() async throws {
            try await client.viewController(controller).loadViewIfNeeded()
            try await client.waitForView("Run", of: controller)
            try await stage.run("count", of: controller)
        }
        for _ in 1...2 { try await count() }
        try await Self.disable(["misbehaving", "unknown"], on: stage)
        #expect(try await stage.get(PluginInterface.state) == "disabled")
        await stage.daemon.kill()
        try await DaemonProcess.start(arguments: ["--plugin-path", stage.folder])
        #expect(try await stage.get(PluginInterface.state) == "disabled")
        #expect(try await client.viewController(controller).state == "failed")
        try await Self.disable([], on: stage)
        try await EventLoop.until("the page") { try await client.viewController(controller).state == "ready" }
        try await count()
        #expect(try await stage.text("Count", of: controller) == "3")
    }

    @Test func `code in the daemon runs on, without new view controllers`() async throws {
        let stage = try await IsolatedStage(settings: "[isolation]\n\"*\" = \"in-process\"\n")
        try await Self.disable(["misbehaving"], on: stage)
        #expect(try await stage.get(PluginInterface.state) == "running")
        #expect(try await stage.get(PluginInterface.reason).contains("until the daemon ends"))
        #expect(try await stage.countUp() == "3")
        let answer = await complaint { _ = try await stage.create(MisbehavingPlugin.type) }
        #expect(answer.hasPrefix("PluginUnavailable: plugin 'misbehaving' is disabled: "), "\(answer)")
        try await Self.disable([], on: stage)
        #expect(try await stage.get(PluginInterface.reason) == "")
        _ = try await stage.create(MisbehavingPlugin.type)
    }

    @Test func `mistakes in the configuration are returned`() async throws {
        let stage = try await IsolatedStage(shown: false)
        let file = try PrivateBus.current.configurationFile
        try "disabled = [\"No Id\"]\n".write(toFile: file, atomically: true, encoding: .utf8)
        let (_, mistakes) = try await stage.client.manager.reloadConfiguration()
        #expect(mistakes == ["\(file):1: invalid disabled; expected a list of the ids of plugins, such as [\"clock\"]"])
        #expect(try await stage.get(PluginInterface.state) == "available")
    }
}
