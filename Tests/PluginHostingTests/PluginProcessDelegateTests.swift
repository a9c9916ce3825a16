import TestSupport

@testable import PluginHosting

/// A plugin in a plugin process as a delegate.
@EventLoop @Suite(.serialized) struct PluginProcessDelegateTests {
    private typealias Contract = HostedPluginInterface

    private let stage: PluginProcessStage

    init() async throws {
        stage = try await PluginProcessStage.start("judge")
        try await stage.create()
    }

    /// `judge.c` asks to be asked about subjects that are not 0.
    private func ask(token: UInt64) async throws(DBusError) -> [Variant] {
        let question = DelegateQuestion.shouldSelect(5)
        return try await stage.call(
            Contract.ask, 7, token, question.kind.rawValue, 3, question.target, question.arguments)
    }

    @Test func `a question is answered, not implemented, or fails`() async throws {
        #expect(try await ask(token: 1) == [.bool(true)])
        try await stage.run("deny twice")
        #expect(try await ask(token: 2) == [.bool(false)])
        try await stage.run("fail")
        #expect(try await ask(token: 3).isEmpty)
        try await stage.run("unsupported")
        #expect(await refusal { _ = try await ask(token: 4) }?.name == DBusError.notSupported("").name)
        let unknown = await refusal { _ = try await stage.call(Contract.ask, 7, 5, "shouldExplode", 3, 5, [:]) }
        #expect(unknown?.name == DBusError.notSupported("").name)
    }

    @Test func `an answer may come later`() async throws {
        try await stage.run("later")
        // Sends the question at once. An `async let` starts only when a thread of the pool is free.
        let answer = Task.immediate { @EventLoop in try await ask(token: 1) }
        try await stage.run("answer")
        #expect(try await answer.value == [.bool(false)])
        #expect(stage.results.last == "0")
        // The first answer counts.
        #expect(try await stage.run("answer") == "8")
    }

    /// Asks, and expects an error after a notification that ends the question.
    private func expectEnd(ofQuestion token: UInt64, _ end: @escaping @EventLoop () throws(DBusError) -> Void)
        async throws
    {
        let error: DBusError? = try await EventLoop.waiting(for: "the end of the question") { give in
            Task { @EventLoop in give(await refusal { _ = try await ask(token: token) }) }
            Task { @EventLoop in
                try await stage.ping()
                try end()
            }
        }
        #expect(error != nil)
    }

    @Test func `a withdrawn question can't be answered`() async throws {
        try await stage.run("later")
        try await expectEnd(ofQuestion: 11) { () throws(DBusError) in
            try stage.notify(Contract.withdraw, 7, 12)
            try stage.notify(Contract.withdraw, 7, 11)
        }
        #expect(try await stage.run("answer") == "8")
    }

    @Test func `the questions of a destroyed view controller end`() async throws {
        try await stage.create(8)
        try await stage.run("later")
        try await expectEnd(ofQuestion: 1) { () throws(DBusError) in try stage.notify(Contract.destroy, 7) }
        #expect(try await stage.run("answer", of: 8) == "8")
    }

    @Test func `a delegate is notified`() async throws {
        try stage.notify(Contract.tell, 7, DelegateNotice.Kind.didSelect.rawValue, 3, [5], false, "")
        try stage.notify(Contract.tell, 7, DelegateNotice.Kind.released.rawValue, 3, [], false, "")
        try stage.notify(Contract.tell, 7, DelegateNotice.Kind.released.rawValue, 4, [], false, "")
        #expect(try await stage.run("counts") == "0 1 2")
        let error = await refusal { try await stage.call(Contract.tell, 7, "didExplode", 3, [], false, "") }
        #expect(error?.name == DBusError.notSupported("").name)
    }
}
