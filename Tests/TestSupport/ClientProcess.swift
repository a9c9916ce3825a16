import Foundation

/// A client in its own process, which prints a line when it is ready.
package final class ClientProcess: Sendable {
    private let process: ChildProcess
    /// The line that it printed.
    package let answer: String

    /// Starts the client and waits until it is ready. Without an executable it is a `TestClient`.
    package init(_ arguments: [String], running executable: String? = nil) throws {
        let output = Pipe()
        process = try ChildProcess(
            executable ?? BuiltProducts.directory + "/TestClient", arguments,
            environment: PrivateBus.current.environment, output: .pipe(output))
        answer = output.firstLine()
    }

    package func send(_ signal: Int32) { process.send(signal) }

    // SIGKILL also ends a stopped process.
    deinit { process.send(SIGKILL) }
}
