import DBusConnection
import DBusInterface
import EventLoop
import Glibc
import TabInterface
import TestSupport
import Testing

@testable import PluginHosting

/// What a daemon must know to notice that code hangs which it did not ask for.
@Suite(.serialized) struct HostWakingTests {
    init() { TestLoop.start() }

    private typealias Contract = HostedPluginInterface

    /// Starts a plugin that does what is written to a FIFO; its state is told, so that nothing wakes it by itself.
    @EventLoop private func start() async throws -> (HostStage, Fifo) {
        let stage = try await HostStage.start("hosted")
        let fifo = try Fifo(in: stage.directory)
        try await stage.call(Contract.create, 7, "Main", ["Pipe": .string(fifo.path)])
        // Both messages are there when the process continues: a look at the states between them would not be told.
        ProcessEntry(stage.processID).send(SIGSTOP)
        try stage.tell(Contract.viewDidLoad, 7)
        try stage.sendPing()
        ProcessEntry(stage.processID).send(SIGCONT)
        // What ran so far is followed by one look at the states.
        try await stage.hear("Waking")
        stage.forget()
        return (stage, fifo)
    }

    /// Lets the plugin do something of its own accord, and waits until it is done.
    @EventLoop private func order(_ order: String, _ stage: HostStage, _ fifo: Fifo) async throws {
        let count = stage.titles.filter { $0 == "said" }.count
        fifo.write(order)
        try await stage.hear("SetTitle") { _ in stage.titles.filter { $0 == "said" }.count == count + 1 }
    }

    @Test @EventLoop func `posted code is told once until the daemon has pinged`() async throws {
        let (stage, fifo) = try await start()
        // The look at the states has told it.
        try await order("p", stage, fifo)
        #expect(stage.members == ["SetTitle"])
        try await stage.ping()
        try await order("p", stage, fifo)
        try await order("p", stage, fifo)
        #expect(stage.members == ["SetTitle", "Waking", "SetTitle", "SetTitle"])
    }

    @Test @EventLoop func `code behind a message of the daemon is not told, but behind its ping`() async throws {
        let (stage, fifo) = try await start()
        try await stage.ping()
        try await stage.call(Contract.updateContent, 7)
        try await order("p", stage, fifo)
        #expect(stage.members == ["SetTitle"])
        try await stage.ping()
        try await order("p", stage, fifo)
        #expect(stage.members == ["SetTitle", "Waking", "SetTitle"])
    }

    /// The ping is there before the timer is due.
    @Test(arguments: ["t", "c"]) @EventLoop func `a timer is told`(order: String) async throws {
        let (stage, fifo) = try await start()
        stage.answer("SetTitle") { [unowned stage] (arguments) throws(DBusError) in
            if arguments[1] != .string("said") { try stage.sendPing() }
            return []
        }
        try await stage.ping()
        try await self.order(order, stage, fifo)
        #expect(stage.members == ["Waking", "SetTitle", "Waking", "SetTitle"])
    }

    @Test @EventLoop func `a task of the main actor runs, and is told`() async throws {
        let stage = try HostStage()
        try DaemonProcess.stagePlugin(BuiltProducts.package + "/Tests/TestPlugin", in: stage.directory)
        try stage.start("testplugin", library: stage.directory + "/testplugin/libtestplugin.so")
        try await stage.hear("Ready")
        // Action and ping are there together when the view is loaded: nothing can run between them.
        stage.answer("UpdateViews") { [unowned stage] (arguments) throws(DBusError) in
            stage.answer("UpdateViews") { _ in [] }
            let entries: [ViewEntry] = arguments[1].get() ?? []
            let button = entries.first { $0.properties["Identifier"] == .string("MainSleep") }
            try stage.tell(Contract.action, 7, button?.id ?? 0, "primaryActionTriggered", .bool(true))
            try stage.sendPing()
            return []
        }
        try await stage.call(Contract.create, 7, "Tasks", [:])
        try stage.tell(Contract.viewDidLoad, 7)
        try await stage.hear("UpdateViews") { arguments in
            let entries: [ViewEntry] = arguments[1].get() ?? []
            return entries.contains { $0.properties["Text"] == .string("main, slept") }
        }
        let waking = try #require(stage.members.firstIndex(of: "Waking"))
        #expect(stage.members[..<waking].filter { $0 == "UpdateViews" }.count == 1)
    }
}
