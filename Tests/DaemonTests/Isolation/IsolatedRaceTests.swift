import Foundation
import TestSupport

/// Events while a plugin process fails, starts, or is away.
@EventLoop @Suite(.bus) struct IsolatedRaceTests {
    /// A delay that does not end during a test.
    private static let away = "[hosts]\nrestart_delay = 60000\n"
    private static let atOnce = "[hosts]\nrestart_delay = 0\nfailures = 1000000\n"

    private static func isGone(_ path: ObjectPath, _ stage: IsolatedStage) async throws -> Bool {
        try await stage.client.managedObjects()[path] == nil
    }

    @Test func `tabs can be used, arranged and destroyed while their plugin process is away`() async throws {
        let stage = try await IsolatedStage(settings: Self.away)
        let (client, other) = (stage.client, try await stage.create(MisbehavingPlugin.type))
        try await client.setTabs([stage.controller, stage.neighbour, other], of: stage.tabs)
        let before = try await client.getView(of: stage.controller)
        client.clearSignals()
        #expect(await failure { try await stage.run("crash") } == "PluginFailed")
        for path in [stage.plugin, stage.controller, other] { try await stage.waitForState("restarting", of: path) }
        let fault = await complaint { try await stage.run("count") }
        #expect(fault.hasPrefix("PluginUnavailable: ") && fault.contains("SIGSEGV"), "\(fault)")
        // Nothing has changed, not even the revision.
        #expect(try await client.getView(of: stage.controller) == before)
        for position: UInt32 in [1, 2, 0] { #expect(try await client.tap(position, in: stage.tabs)) }
        try await client.setTabs([other, stage.controller, stage.neighbour], of: stage.tabs)
        try await client.manager.destroy(other)
        #expect(try await Self.isGone(other, stage))
        try await client.window(stage.tabs).set(\.size, to: DBusSize(width: 480, height: 320))
        // Reset restarts the process without the delay.
        try await stage.callPlugin(PluginInterface.reset)
        try await stage.waitForRecovery()
        #expect(try await stage.countUp() == "3")
        #expect(try await client.viewController(stage.neighbour).state == "ready")
    }

    @Test func `Respawn does not wait for the end of a back-off`() async throws {
        let stage = try await IsolatedStage(settings: Self.away)
        await stage.breakDown()
        try await stage.waitForState("restarting", of: stage.controller)
        try await stage.client.viewController(stage.controller).respawn()
        try await stage.waitForRecovery()
        #expect(try await stage.countUp() == "3")
    }

    @Test func `every call that waits for a failing plugin process gets the reason`() async throws {
        let stage = try await IsolatedStage(settings: "[deadlines]\nheartbeat = 10000\n" + Self.atOnce)
        let other = try await stage.create(MisbehavingPlugin.type)
        let commands = [(stage.controller, "loop"), (stage.controller, "count"), (other, "count"), (other, "count")]
        var waiting = commands.map { path, command in
            Task.immediate { @EventLoop in await complaint { try await stage.run(command, of: path) } }
        }
        waiting.append(
            Task.immediate { @EventLoop in await complaint { _ = try await stage.create(MisbehavingPlugin.type) } })
        for task in waiting {
            let answer = await task.value
            #expect(answer.hasPrefix("PluginFailed: ") && answer.contains("heartbeat"), "\(answer)")
        }
        try await EventLoop.until("both being back") {
            let first = try await stage.client.viewController(stage.controller).state
            return try await stage.client.viewController(other).state == "ready" && first == "ready"
        }
        #expect(try await stage.text("Count") == "2")
        #expect(try await stage.text("Count", of: other) == "0")
    }

    @Test func `a failed first start fails every call that waits for it`() async throws {
        let settings = "[deadlines]\nstart = 1000\n[plugins.misbehaving]\nstart = \"hang\"\n"
        let stage = try await IsolatedStage(settings: settings, shown: false)
        let objects = try await stage.client.managedObjects().keys.count
        var calls = (1...3).map { _ in
            Task.immediate { @EventLoop in await failure { _ = try await stage.create(MisbehavingPlugin.type) } }
        }
        calls.append(
            Task.immediate { @EventLoop in await failure { try await stage.callPlugin(PluginInterface.load) } })
        for call in calls { #expect(await call.value == "PluginFailed") }
        #expect(try await stage.client.managedObjects().keys.count == objects)
        #expect(try await stage.get(PluginInterface.state) == "failed")
    }

    @Test func `a controller is destroyed at once while its plugin process hangs`() async throws {
        let deadlines = "[deadlines]\nheartbeat = 10000\nupdate_content = 100\n"
        let stage = try await IsolatedStage(settings: deadlines + Self.atOnce)
        let host = try await stage.host()
        let hung = Task.immediate { @EventLoop in await failure { try await stage.run("sleep") } }
        try await stage.client.manager.destroy(stage.controller)
        #expect(try await Self.isGone(stage.controller, stage))
        #expect(await hung.value != "none")
        // The hung process ends as well, and the next controller gets a new one.
        try await EventLoop.until("the hung host's end") { host.isGone }
        let next = try await stage.create(MisbehavingPlugin.type)
        try await stage.run("count", of: next)
        #expect(try await stage.text("Count", of: next) == "1")
    }

    @Test func `a destroyed controller is reopened with its state`() async throws {
        let stage = try await IsolatedStage(settings: Self.atOnce)
        for command in ["count", "crash"] {
            let path = stage.controller
            await stage.breakDown(command)
            if command == "crash" { try await stage.waitForRecovery() }
            try await stage.client.manager.destroy(path)
            #expect(try await stage.client.manager.reopen() == path)
            try await stage.client.viewController(path).loadViewIfNeeded()
            try await stage.shows("3", in: "Count")
        }
    }

    @Test func `a failing plugin whose folder is missing is not restarted until the folder returns`() async throws {
        let stage = try await IsolatedStage(settings: "[hosts]\nrestart_delay = 0\n")
        let before = try await stage.picture()
        try FileManager.default.removeItem(atPath: stage.folder + "/" + MisbehavingPlugin.id)
        // A running plugin is not affected.
        try await stage.client.reload(stage.daemon)
        #expect(await failure { try await stage.run("fail") } == "PluginFailed")
        await stage.breakDown()
        try await stage.waitForState("quarantined", of: stage.controller)
        #expect(try await stage.picture() == before)
        try await MisbehavingPlugin.install(.newer, version: "2", in: stage.folder)
        try await stage.callPlugin(PluginInterface.reset)
        try await stage.waitForRecovery()
        try await stage.shows("2", in: "Version")
        #expect(try await stage.text("Count") == "2")
    }

    @Test(arguments: ["start", "reload", "action", "restart"])
    func `a daemon ends in order whatever it waits for`(activity: String) async throws {
        let stage = try await IsolatedStage(settings: Self.atOnce)
        var pending: Task<String, Never>?
        switch activity {
        case "start", "restart":
            try await stage.run("start-fault hang 1")
            await stage.breakDown()
            try await stage.waitForState("restarting", of: stage.plugin)
            if activity == "start" {
                pending = Task.immediate { @EventLoop in
                    await failure { _ = try await stage.create(MisbehavingPlugin.type) }
                }
            }
        case "reload":
            try await MisbehavingPlugin.install(.endless, version: "2", in: stage.folder)
            pending = Task.immediate { @EventLoop in
                await failure { try await stage.callPlugin(PluginInterface.reload) }
            }
        default: pending = Task.immediate { @EventLoop in await failure { try await stage.run("sleep") } }
        }
        try await stage.client.barrier()
        // A restarted process exists only a moment after its state is announced.
        var hosts: [ProcessEntry] = []
        try await EventLoop.until("the processes of both plugins") {
            hosts = ProcessEntry(stage.daemon.processID).children
            return hosts.count >= 2
        }
        #expect(await stage.daemon.stop() == 0)
        if let pending { #expect(await pending.value != "none") }
        try await stage.waitUntilGone(hosts)
        #expect(stage.sockets == [])
    }

    @Test func `the resource usage of a running plugin process is announced`() async throws {
        let stage = try await IsolatedStage(settings: Self.away)
        func usage() async throws -> [String: Variant] {
            try await stage.client.plugin(stage.plugin).getResourceUsage()
        }
        let before = try await usage()
        let keys: Set = ["CPUUsageNSec", "MemoryCurrent", "MessagesReceived", "MessagesSent", "ViewControllers"]
        #expect(Set(before.keys) == keys)
        #expect(before["ViewControllers"] == .uint32(1))
        try await stage.run("allocate 32")
        try await stage.run("count")
        let after = try await usage()
        func grown(_ key: String) -> UInt64 { (after[key]?.get() ?? 0) - (before[key]?.get() ?? 0) }
        #expect(grown("MemoryCurrent") >= 32 << 20)
        #expect(grown("MessagesSent") > 0 && grown("MessagesReceived") > 0)
        await stage.breakDown()
        try await stage.waitForState("restarting", of: stage.plugin)
        #expect(try await usage().isEmpty)
    }
}
