import TestSupport

@testable import PluginHosting

/// The restorable states that a plugin process reports on its own.
@EventLoop @Suite(.serialized) struct PluginProcessStateTests {
    private typealias Remote = RemoteViewControllerInterface

    @Test func `a new state is reported before the reply to its action`() async throws {
        let stage = try await PluginProcessStage.start("hosted")
        try await stage.create()
        #expect(stage.states(of: 7).isEmpty)
        let none = await refusal { _ = try await stage.call(Remote.encodeRestorableState) }
        #expect(none?.name == DBusError.Name.notSupported)
        try await stage.run("first")
        #expect(stage.states(of: 7) == ["first"])
        try await stage.run("first")
        #expect(stage.states(of: 7) == ["first"])
        try await stage.run("second")
        #expect(stage.states(of: 7) == ["first", "second"])
        #expect(try await stage.call(Remote.encodeRestorableState) == ["Kept": .string("second")])
        try await stage.run("")
        #expect(stage.states(of: 7) == ["first", "second", ""])
    }

    @Test func `a new instance reports its state soon, a restored one only a changed state`() async throws {
        let stage = try await PluginProcessStage.start("echo")
        try await stage.createInstance(className: "Echo", ["Kept": .string("argument")])
        try await stage.waitForCall("RestorableStateChanged")
        #expect(stage.states(of: 7) == ["argument"])
        try await stage.call(Remote.decodeRestorableState, ["Kept": .string("restored")])
        #expect(stage.states(of: 7) == ["argument"])
        #expect(try await stage.call(Remote.encodeRestorableState) == ["Kept": .string("restored")])
    }

    /// A process that crashes while it decodes must not have removed the state for the next process.
    @Test func `a restored instance does not report its initial state`() async throws {
        let stage = try await PluginProcessStage.start("echo")
        // Both messages have arrived when the process continues: the state is sent soon after an instance is created.
        stage.send(SIGSTOP)
        try stage.beginCreation(className: "Echo", ["Kept": .string("argument")])
        try stage.notify(Remote.decodeRestorableState, ["Kept": .string("restored")])
        stage.send(SIGCONT)
        try await stage.call(Remote.action, 10001, "primaryActionTriggered", .bool(true))
        #expect(stage.states(of: 7).isEmpty)
    }

    @Test func `the states of new view controllers are reported before the action's reply`() async throws {
        let stage = try await PluginProcessStage.start("hosted")
        stage.answer("CreateViewController") { _ in [TabNames.viewController(8).variant] }
        try await stage.create()
        try await stage.run("kept")
        try await stage.run("child")
        #expect(stage.states(of: 8) == ["kept"])
    }

    @Test func `a state that changes without an action is reported soon`() async throws {
        let stage = try await PluginProcessStage.start("hosted")
        let fifo = try Fifo(in: stage.directory)
        try await stage.create(7, ["Pipe": .string(fifo.path)])
        fifo.write("k")
        try await stage.waitForCall("RestorableStateChanged")
        #expect(stage.states(of: 7) == ["!"])
    }
}
