import Foundation

/// A program that a test needs the work of.
enum Command {
    /// What a program wrote before it ended in failure.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a program to its end.
    ///
    /// - Throws: `Failure` with everything that it wrote, when its exit status is not 0.
    static func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        let path = FileManager.default.temporaryDirectory.path + "/tabd-command-\(UUID().uuidString.prefix(8))"
        try Data().write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let output = FileHandle(forWritingAtPath: path)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        guard process.waitForEnd() == 0 else {
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            throw Failure(description: "\(program) \(arguments): \(text)")
        }
    }
}
