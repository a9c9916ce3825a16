import Foundation
package import Testing

/// Runs each test on a bus of its own (`PrivateBus.withNew`).
package struct BusTrait: TestTrait, SuiteTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let start = ContinuousClock.now
        defer { if Self.printsTimes { print("time: \(ContinuousClock.now - start) \(test.name)") } }
        try await PrivateBus.withNew(function)
    }

    /// `TABD_TEST_TIMES=1`: the times of Swift Testing include the wait for a turn.
    private static let printsTimes = ProcessInfo.processInfo.environment["TABD_TEST_TIMES"] == "1"
}

extension Trait where Self == BusTrait {
    /// Gives each test `PrivateBus.current`, on which all fixtures work.
    package static var bus: Self { Self() }
}
