import Foundation

/// Runs each test in a process of its own, for tests that change what the whole process shares.
///
/// Swift Testing's `#expect(processExitsWith:)` is not used: it looks only at the first child of this process that has
/// ended, and if that is never reaped, it waits for ever.
package struct OwnProcessTrait: TestTrait, TestScoping {
    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    private static let variable = "TABD_TEST_OWN_PROCESS"

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let environment = ProcessInfo.processInfo.environment
        guard environment[Self.variable] == nil else { return try await function() }
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let (name, output) = (NSRegularExpression.escapedPattern(for: test.name), Pipe())
        let process = try ChildProcess(
            program, ["--testing-library", "swift-testing", "--filter", name],
            environment: environment.merging([Self.variable: "1"]) { $1 }, errors: .pipe(output))
        let text = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let data = output.fileHandleForReading.readDataToEndOfFile()
                continuation.resume(returning: String(decoding: data, as: UTF8.self))
            }
        }
        if await process.ended() != 0 { Issue.record("\(text)") }
    }
}

extension Trait where Self == OwnProcessTrait {
    /// Runs the test in a process of its own.
    package static var ownProcess: Self { Self() }
}
