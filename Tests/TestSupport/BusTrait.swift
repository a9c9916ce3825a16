package import Testing

/// Runs each test on a bus of its own (`PrivateBus.withNew`).
package struct BusTrait: TestTrait, SuiteTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await PrivateBus.withNew(function)
    }
}

extension Trait where Self == BusTrait {
    /// Gives each test `PrivateBus.current`, on which all fixtures work.
    package static var bus: Self { Self() }
}
