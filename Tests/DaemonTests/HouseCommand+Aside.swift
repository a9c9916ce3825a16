import Dispatch

extension HouseCommand {
    /// Runs a command on a thread of its own, for tests that others share the loop or a task's thread with.
    static func runAside(
        _ arguments: [String], environment: [String: String]? = nil, timeout: Int = 300
    ) async throws -> HouseCommand {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result { try run(arguments, environment: environment, timeout: timeout) })
            }
        }
    }
}
