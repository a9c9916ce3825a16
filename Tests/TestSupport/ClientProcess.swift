import Foundation
import Glibc

/// A client in a process of its own, which says with a line that it is ready.
package final class ClientProcess: @unchecked Sendable {
    private let process = Process()
    /// What it printed when it was ready.
    package let answer: String

    /// Starts it and waits until it is ready; without an executable it is a `TestClient`.
    package init(_ arguments: [String], running executable: String? = nil, on bus: PrivateBus) throws {
        process.executableURL = URL(fileURLWithPath: executable ?? BuiltProducts.directory + "/TestClient")
        process.arguments = arguments
        process.environment = bus.environment
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var text = ""
        while !text.contains("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            text += String(decoding: data, as: UTF8.self)
        }
        answer = text.trimmingCharacters(in: .newlines)
    }

    package func send(_ signal: Int32) { ProcessEntry(process.processIdentifier).send(signal) }

    deinit {
        // A stopped process has to be killed, too; and its parent has to hear of it.
        send(SIGKILL)
        process.waitForEnd()
    }
}
