import TestSupport

@testable import PluginHosting

/// The reports with which the daemon notices that code hangs which it did not call.
@EventLoop @Suite(.serialized) struct PluginProcessWakingTests {
    private typealias Contract = HostedPluginInterface

    /// Starts a plugin that handles commands from a FIFO. Its state has been reported, so that no timer is pending.
    private func start() async throws -> (PluginProcessStage, Fifo) {
        let stage = try await PluginProcessStage.start("hosted")
        let fifo = try Fifo(in: stage.directory)
        try await stage.call(Contract.create, 7, "Main", ["Pipe": .string(fifo.path)])
        // Both messages have arrived when the process continues: states are not reported between them.
        stage.send(SIGSTOP)
        try stage.notify(Contract.viewDidLoad, 7)
        try stage.sendPing()
        stage.send(SIGCONT)
        // The states are checked once after the code that has run.
        try await stage.waitForCall("Waking")
        stage.removeCalls()
        return (stage, fifo)
    }

    /// Lets the plugin run code on its own, and waits until it is done.
    private func order(_ order: String, _ stage: PluginProcessStage, _ fifo: Fifo) async throws {
        let count = stage.titles.filter { $0 == "said" }.count
        fifo.write(order)
        try await stage.waitForCall("SetTitle") { _ in stage.titles.filter { $0 == "said" }.count == count + 1 }
    }

    @Test func `posted code is reported once until the next ping`() async throws {
        let (stage, fifo) = try await start()
        // The check of the states has reported it.
        try await order("p", stage, fifo)
        #expect(stage.members == ["SetTitle"])
        try await stage.ping()
        try await order("p", stage, fifo)
        try await order("p", stage, fifo)
        #expect(stage.members == ["SetTitle", "Waking", "SetTitle", "SetTitle"])
    }

    @Test func `code is not reported after a message of the daemon, but after its ping`() async throws {
        let (stage, fifo) = try await start()
        try await stage.ping()
        try await stage.call(Contract.updateContent, 7)
        try await order("p", stage, fifo)
        #expect(stage.members == ["SetTitle"])
        try await stage.ping()
        try await order("p", stage, fifo)
        #expect(stage.members == ["SetTitle", "Waking", "SetTitle"])
    }

    /// The ping arrives before the timer fires.
    @Test(arguments: ["t", "c"]) func `a timer is reported`(order: String) async throws {
        let (stage, fifo) = try await start()
        stage.answer("SetTitle") { [unowned stage] (arguments) throws(DBusError) in
            if arguments[1] != .string("said") { try stage.sendPing() }
            return []
        }
        try await stage.ping()
        try await self.order(order, stage, fifo)
        #expect(stage.members == ["Waking", "SetTitle", "Waking", "SetTitle"])
    }

    @Test func `a main actor task runs and is reported`() async throws {
        let stage = try PluginProcessStage()
        try DaemonProcess.stagePlugin(BuiltProducts.package + "/Tests/TestPlugin", in: stage.directory)
        try stage.start("testplugin", library: stage.directory + "/testplugin/libtestplugin.so")
        try await stage.waitForCall("Ready")
        // The action and the ping have both arrived when the view is loaded: no code can run between them.
        stage.answer("UpdateViews") { [unowned stage] (arguments) throws(DBusError) in
            stage.answer("UpdateViews") { _ in [] }
            let entries: [ViewEntry] = arguments[1].get() ?? []
            let button = entries.first { $0.properties["Identifier"] == .string("MainSleep") }
            try stage.notify(Contract.action, 7, button?.id ?? 0, "primaryActionTriggered", .bool(true))
            try stage.sendPing()
            return []
        }
        try await stage.call(Contract.create, 7, "Tasks", [:])
        try stage.notify(Contract.viewDidLoad, 7)
        try await stage.waitForCall("UpdateViews") { arguments in
            let entries: [ViewEntry] = arguments[1].get() ?? []
            return entries.contains { $0.properties["Text"] == .string("main, slept") }
        }
        let waking = try #require(stage.members.firstIndex(of: "Waking"))
        #expect(stage.members[..<waking].filter { $0 == "UpdateViews" }.count == 1)
    }
}
