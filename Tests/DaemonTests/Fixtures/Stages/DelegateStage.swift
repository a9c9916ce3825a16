import TestSupport

/// A tab bar controller with three tabs, a client whose object is its delegate, and another client that taps.
@EventLoop final class DelegateStage: ClientStage {
    var tapper: BusClient { client }

    init(_ options: Options = [:], hasMethods: Bool = true) async throws {
        try await super.init(questions: ["ShouldSelectViewController"])
        try await createTabs(count: 3)
        if !hasMethods { owner.handlers[object] = nil }
        try await owner.setDelegate(object, of: tabs, options)
    }

    /// Taps as the other client. The result is available when the delegate has replied.
    func tap(_ position: UInt32) -> Task<Bool, any Error> {
        Task { @EventLoop in try await client.tap(position, in: tabs) }
    }
}
