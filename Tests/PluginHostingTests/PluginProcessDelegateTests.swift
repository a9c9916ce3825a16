import TestSupport

@testable import PluginHosting

/// A plugin in a plugin process as a delegate.
@EventLoop @Suite(.serialized) struct PluginProcessDelegateTests {
    private typealias Remote = RemoteViewControllerInterface
    private typealias Tabs = TabBarControllerDelegateInterface

    /// The tab bar controller, and its tab. `judge.c` expects questions about subjects that are not 0.
    private static let tabs = TabNames.viewController(3)
    private static let tab = TabNames.viewController(5)

    private let stage: PluginProcessStage

    init() async throws {
        stage = try await PluginProcessStage.start("judge")
        try await stage.create()
    }

    private func ask() async throws(DBusError) -> Bool {
        try await stage.call(Tabs.shouldSelectViewController, Self.tabs, Self.tab)
    }

    @Test func `a question is answered, not implemented, or fails`() async throws {
        #expect(try await ask())
        try await stage.run("deny twice")
        #expect(try await !ask())
        for experiment in ["fail", "text"] {
            try await stage.run(experiment)
            #expect(await failure { _ = try await ask() } == "PluginFailed", "\(experiment)")
        }
        try await stage.run("unsupported")
        #expect(await failure { _ = try await ask() } == "NotSupported")
    }

    @Test func `a call that is not a question is refused`() async throws {
        let noTab = await failure {
            _ = try await stage.call(Tabs.shouldSelectViewController, Self.tabs, TabNames.root)
        }
        #expect(noTab == "InvalidArgument")
        let unknownMethod: Method<() -> Void> = Tabs.method("ShouldExplode", summary: "")
        #expect(await failure { try await stage.call(unknownMethod) } == "UnknownMethod")
        // A method of the daemon's interface, not of the delegate's.
        let daemonMethod = PopoverPresentationControllerInterface.clearDelegate
        #expect(await failure { try await stage.call(daemonMethod, [:]) } == "UnknownInterface")
        #expect(try await stage.run("counts") == "0 0 0")
    }

    @Test func `an answer may come later`() async throws {
        try await stage.run("later")
        // Sends the question at once. An `async let` starts only when a thread of the pool is free.
        let answer = Task.immediate { @EventLoop in try await ask() }
        try await stage.run("answer")
        #expect(try await !answer.value)
        #expect(stage.results.last == "0")
        // The first answer counts.
        #expect(try await stage.run("answer") == "8")
    }

    /// Asks, and expects an error after notifications that end the question.
    private func expectEnd(_ end: @EventLoop (_ serial: UInt32) throws(DBusError) -> Void) async throws {
        try await stage.run("later")
        let answer: Result<Bool, DBusError> = try await EventLoop.waiting(for: "the end of the question") { give in
            do throws(DBusError) {
                try end(try stage.begin(Tabs.shouldSelectViewController, Self.tabs, Self.tab, completion: give))
            } catch {
                Issue.record(error)
                give(.failure(error))
            }
        }
        #expect(throws: DBusError.self) { try answer.get() }
    }

    @Test func `a withdrawn question can't be answered`() async throws {
        try await expectEnd { (serial) throws(DBusError) in try stage.notify(Tabs.questionWithdrawn, serial) }
        #expect(try await stage.run("answer") == "8")
    }

    @Test func `the withdrawal of another call does not end a question`() async throws {
        try await stage.run("later")
        let answer = Task.immediate { @EventLoop in try await ask() }
        try stage.notify(Tabs.questionWithdrawn, .max)
        #expect(try await stage.run("answer") == "0")
        #expect(try await !answer.value)
    }

    @Test func `the questions of a destroyed view controller end`() async throws {
        try await stage.create(8)
        try await expectEnd { (_) throws(DBusError) in try stage.notify(Remote.destroyed) }
        #expect(try await stage.run("answer", of: 8) == "8")
    }

    @Test func `a delegate is notified`() async throws {
        try stage.notify(Tabs.didSelectViewController, Self.tabs, Self.tab)
        try stage.notify(Tabs.releasedBy, Self.tabs)
        try stage.notify(Tabs.releasedBy, TabNames.viewController(4))
        #expect(try await stage.run("counts") == "0 1 2")
    }
}
