import Foundation
import TestSupport

/// Events between two states of an isolated plugin.
@EventLoop @Suite(.bus) struct IsolatedEdgeTests {
    @Test func `a Reset does not start an incompatible plugin, and reports the reason`() async throws {
        let stage = try await IsolatedStage()
        try await stage.callPlugin(PluginInterface.unload)
        let manifest = stage.folder + "/misbehaving/plugin.toml"
        let good = try String(contentsOfFile: manifest, encoding: .utf8)
        for (wrong, state, reason) in [
            (good.replacing("abi = 1", with: "abi = 2"), "incompatible", "version 2"),
            (good.replacing("[[class]]", with: "[[type]]"), "failed", "class"),
        ] {
            try wrong.write(toFile: manifest, atomically: false, encoding: .utf8)
            let answer = await complaint { try await stage.callPlugin(PluginInterface.reset) }
            #expect(answer.hasPrefix("PluginUnavailable: ") && answer.contains(reason), "\(answer)")
            #expect(try await stage.get(PluginInterface.state) == state)
            #expect(try await stage.get(PluginInterface.processId) == 0)
            #expect(try await stage.client.viewController(stage.controller).failureReason.contains(reason))
        }
        try good.write(toFile: manifest, atomically: false, encoding: .utf8)
        try await stage.callPlugin(PluginInterface.reset)
        try await stage.waitForState("ready", of: stage.controller)
        #expect(try await stage.text("Count") == "2")
    }

    @Test func `without XDG_RUNTIME_DIR plugin processes connect to a socket beside the state`() async throws {
        let bus = try PrivateBus.current
        let folder = bus.directory + "/fixtures"
        try IsolatedStage.configure("")
        try await MisbehavingPlugin.install(in: folder)
        let daemon = try await DaemonProcess.start(
            arguments: ["--plugin-path", folder], environment: ["XDG_RUNTIME_DIR": ""])
        let client = try BusClient()
        _ = try await client.manager.createViewController(MisbehavingPlugin.type)
        let sockets = try FileManager.default.contentsOfDirectory(atPath: bus.directory + "/state/tabd/hosts")
        #expect(sockets == ["hosts-\(daemon.processID)"])
    }

    @Test(arguments: [("unload", "PluginFailed: "), ("the daemon leaves", "NoReply: ")])
    func `an open action fails when the plugin is unloaded or the daemon leaves`(
        end: String, error: String
    ) async throws {
        let stage = try await IsolatedStage()
        let action = Task.immediate { @EventLoop in await complaint { try await stage.run("sleep") } }
        if end == "unload" {
            try await stage.callPlugin(PluginInterface.unload)
        } else {
            try await stage.client.barrier()
            #expect(await stage.daemon.stop() == 0)
        }
        let answer = await action.value
        #expect(answer.hasPrefix(error) && (end != "unload" || answer.contains("unloaded")), "\(answer)")
    }

    @Test func `every call gets a reply while a plugin process is ending`() async throws {
        let settings = "[hosts]\nrestart_delay = 0\nfailures = 1000\n"
        let stage = try await IsolatedStage(settings: settings)
        for _ in 0..<5 {
            await stage.breakDown("soon close")
            // Each of these changes sends a message to the plugin process, if it exists.
            while stage.announcedStates(of: stage.plugin).last != "running" {
                for index in [1, 0] as [Int64] { try await stage.client.select(index, in: stage.tabs) }
                try await stage.client.barrier()
            }
        }
    }

    @Test func `a pushed page that the plugin does not recreate is removed, and the page below works`() async throws {
        try IsolatedStage.configure("[isolation]\n\"*\" = \"process\"\n[hosts]\nrestart_delay = 0\n")
        let client = try await BusClient.ofNewDaemon()
        let plugin = TabNames.plugin("settings")
        let settings = try await client.manager.createViewController("settings.Settings")
        let navigation = try await client.manager.createNavigationController(settings)
        try await client.window(navigation).set(\.alwaysVisible, to: true)
        for isCrash in [true, false] {
            try await client.act("selectRow", .uint32(0), on: "Settings", of: settings)
            let stack = try await client.navigationController(navigation).viewControllers
            #expect(stack.count == 2 && stack.first == settings)
            client.clearSignals()
            if isCrash {
                kill(Int32(bitPattern: try await client.plugin(plugin).processId), SIGKILL)
            } else {
                try await client.plugin(plugin).reload()
            }
            try await client.waitForSignal("the page going") {
                $0.path == navigation && $0.changes["ViewControllers"] == [settings].variant
            }
            try await client.barrier()
            #expect(try await client.viewController(settings).state == "ready")
        }
    }

    @Test func `an idle plugin process gets no messages`() async throws {
        let stage = try await IsolatedStage()
        try await stage.run("count")
        // The last ping and the last request for states may come late on a busy machine.
        try await EventLoop.until("a pause in the messages") {
            let before = try await stage.usage()
            try await stage.pass(milliseconds: 3500)
            return try await stage.usage() == before
        }
    }
}

extension IsolatedStage {
    /// The number of messages between the daemon and the plugin process.
    fileprivate func usage() async throws(DBusError) -> [Variant?] {
        let usage = try await client.plugin(plugin).getResourceUsage()
        return [usage["MessagesSent"], usage["MessagesReceived"]]
    }
}
