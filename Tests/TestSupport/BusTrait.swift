import Foundation

/// Runs each test on a bus of its own (`PrivateBus.withNew`).
package struct BusTrait: TestTrait, SuiteTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await Self.turns.take()
        let start = ContinuousClock.now
        var failure: (any Error)?
        do { try await PrivateBus.withNew(function) } catch { failure = error }
        if Self.printsTimes { print("time: \(ContinuousClock.now - start) \(test.name)") }
        await Self.turns.giveBack()
        if let failure { throw failure }
    }

    private static let turns = Turns()
    /// `TABD_TEST_TIMES=1`: the times of Swift Testing include the wait for a turn.
    private static let printsTimes = ProcessInfo.processInfo.environment["TABD_TEST_TIMES"] == "1"
}

/// Limits the tests that run on buses at a time. More of them would wait for each other, and use up the descriptors.
private actor Turns {
    private var free = 12
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func giveBack() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}

extension Trait where Self == BusTrait {
    /// Gives each test `PrivateBus.current`, on which all fixtures work.
    package static var bus: Self { Self() }
}
