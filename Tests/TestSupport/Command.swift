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
        var output: Pipe?
        try process.start {
            output = Pipe()
            process.standardOutput = output
            process.standardError = output
        }
        let data = output?.fileHandleForReading.readDataToEndOfFile() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(program) \(arguments): \(String(decoding: data, as: UTF8.self))")
        }
    }
}
