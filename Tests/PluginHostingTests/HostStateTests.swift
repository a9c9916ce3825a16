import DBusConnection
import DBusInterface
import EventLoop
import Glibc
import TestSupport
import Testing

@testable import PluginHosting

/// The restorable states that a host tells unasked.
@Suite(.serialized) struct HostStateTests {
    init() { TestLoop.start() }

    private typealias Contract = HostedPluginInterface

    @Test @EventLoop func `a new state is told before the reply of the action that made it`() async throws {
        let stage = try await HostStage.start("hosted")
        try await stage.create()
        #expect(stage.states(of: 7).isEmpty)
        #expect(try await stage.call(Contract.encodeRestorableState, 7).isEmpty)
        try await stage.run("first")
        #expect(stage.states(of: 7) == ["first"])
        try await stage.run("first")
        #expect(stage.states(of: 7) == ["first"])
        try await stage.run("second")
        #expect(stage.states(of: 7) == ["first", "second"])
        #expect(try await stage.call(Contract.encodeRestorableState, 7) == [["Kept": .string("second")]])
        try await stage.run("")
        #expect(stage.states(of: 7) == ["first", "second", ""])
    }

    @Test @EventLoop func `a new instance tells its state soon, and one that was restored only another one`()
        async throws
    {
        let stage = try await HostStage.start("echo")
        try await stage.call(Contract.create, 7, "Echo", ["Kept": .string("argument")])
        try await stage.hear("RestorableStateChanged")
        #expect(stage.states(of: 7) == ["argument"])
        try await stage.call(Contract.decodeRestorableState, 7, ["Kept": .string("restored")])
        #expect(stage.states(of: 7) == ["argument"])
        #expect(try await stage.call(Contract.encodeRestorableState, 7) == [["Kept": .string("restored")]])
    }

    /// A host that fails while it decodes must not have taken the state from the next one.
    @Test @EventLoop func `an instance that is restored doesn't tell the state it began with`() async throws {
        let stage = try await HostStage.start("echo")
        // Both messages are there when the process continues: the state is sent soon after an instance is created.
        ProcessEntry(stage.processID).send(SIGSTOP)
        try stage.tell(Contract.create, 7, "Echo", ["Kept": .string("argument")])
        try stage.tell(Contract.decodeRestorableState, 7, ["Kept": .string("restored")])
        ProcessEntry(stage.processID).send(SIGCONT)
        try await stage.call(Contract.action, 7, 10001, "primaryActionTriggered", .bool(true))
        #expect(stage.states(of: 7).isEmpty)
    }

    @Test @EventLoop func `the state of what an action has made is told before its reply`() async throws {
        let stage = try await HostStage.start("hosted")
        stage.answer("CreateViewController") { _ in [.uint64(8)] }
        try await stage.create()
        try await stage.run("kept")
        try await stage.run("child")
        #expect(stage.states(of: 8) == ["kept"])
    }

    @Test @EventLoop func `a state that changes without an action is told soon`() async throws {
        let stage = try await HostStage.start("hosted")
        let fifo = try Fifo(in: stage.directory)
        try await stage.create(7, ["Pipe": .string(fifo.path)])
        fifo.write("k")
        try await stage.hear("RestorableStateChanged")
        #expect(stage.states(of: 7) == ["!"])
    }
}
