import TestSupport

@testable import PluginHosting

/// The reports with which the daemon notices that code hangs which it did not call.
@EventLoop @Suite(.serialized) struct PluginProcessWakingTests {
    private typealias Remote = RemoteViewControllerInterface

    /// Starts a plugin that handles commands from a FIFO. Its state has been reported, so that no timer is pending.
    private func start() async throws -> (PluginProcessStage, Fifo) {
        let stage = try await PluginProcessStage.start("hosted")
        let fifo = try Fifo(in: stage.directory)
        try await stage.createInstance(7, ["Pipe": .string(fifo.path)])
        // Both messages have arrived when the process continues: states are not reported between them.
        stage.send(SIGSTOP)
        try stage.notify(Remote.viewDidLoad)
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
        try await stage.waitForCall("Set") { _ in stage.titles.filter { $0 == "said" }.count == count + 1 }
    }

    @Test func `posted code is reported once until the next ping`() async throws {
        let (stage, fifo) = try await start()
        // The check of the states has reported it.
        try await order("p", stage, fifo)
        #expect(stage.members == ["Set"])
        try await stage.ping()
        try await order("p", stage, fifo)
        try await order("p", stage, fifo)
        #expect(stage.members == ["Set", "Waking", "Set", "Set"])
    }

    @Test func `code is not reported after a message of the daemon, but after its ping`() async throws {
        let (stage, fifo) = try await start()
        try await stage.ping()
        try await stage.call(Remote.updateContent)
        try await order("p", stage, fifo)
        #expect(stage.members == ["Set"])
        try await stage.ping()
        try await order("p", stage, fifo)
        #expect(stage.members == ["Set", "Waking", "Set"])
    }

    /// The ping arrives before the timer fires.
    @Test(arguments: ["t", "c"]) func `a timer is reported`(order: String) async throws {
        let (stage, fifo) = try await start()
        stage.answer("Set") { [unowned stage] (call) throws(DBusError) in
            if call.title != "said" { try stage.sendPing() }
            return []
        }
        try await stage.ping()
        try await self.order(order, stage, fifo)
        #expect(stage.members == ["Waking", "Set", "Waking", "Set"])
    }

    @Test func `a main actor task runs and is reported`() async throws {
        let stage = try PluginProcessStage()
        try DaemonProcess.stagePlugin(BuiltProducts.package + "/Tests/TestPlugin", in: stage.directory)
        try stage.start("testplugin", library: stage.directory + "/testplugin/libtestplugin.so")
        try await stage.waitForCall("Ready")
        // The action and the ping have both arrived when the view is loaded: no code can run between them.
        stage.answer("UpdateView") { [unowned stage] (call) throws(DBusError) in
            stage.answer("UpdateView") { _ in [] }
            let button = call.views.first { $0.properties["Identifier"] == .string("MainSleep") }
            try stage.notify(Remote.action, button?.id ?? 0, "primaryActionTriggered", .bool(true))
            try stage.sendPing()
            return []
        }
        try await stage.createInstance(className: "Tasks")
        try stage.notify(Remote.viewDidLoad)
        try await stage.waitForCall("UpdateView") { call in
            call.views.contains { $0.properties["Text"] == .string("main, slept") }
        }
        let waking = try #require(stage.members.firstIndex(of: "Waking"))
        #expect(stage.members[..<waking].filter { $0 == "UpdateView" }.count == 1)
    }
}
