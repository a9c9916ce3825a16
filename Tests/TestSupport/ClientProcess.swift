import Foundation
import Glibc

/// A client in its own process, which prints a line when it is ready.
package final class ClientProcess: @unchecked Sendable {
    private let process = Process()
    /// The line that it printed.
    package let answer: String

    /// Starts the client and waits until it is ready. Without an executable it is a `TestClient`.
    package init(_ arguments: [String], running executable: String? = nil) throws {
        let bus = try PrivateBus.current
        process.executableURL = URL(fileURLWithPath: executable ?? BuiltProducts.directory + "/TestClient")
        process.arguments = arguments
        process.environment = bus.environment
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        answer = output.firstLine()
    }

    package func send(_ signal: Int32) { ProcessEntry(process.processIdentifier).send(signal) }

    deinit {
        // SIGKILL also ends a stopped process, and its parent must reap it.
        send(SIGKILL)
        process.waitForEnd()
    }
}
