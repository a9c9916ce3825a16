import Foundation

/// A program that a test needs for its setup.
enum Command {
    /// The output of a program that failed.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a program to its end.
    ///
    /// - Throws: `Failure` with all its output, when its exit status is not 0.
    static func run(_ program: String, _ arguments: [String]) throws {
        let path = FileManager.default.temporaryDirectory.path + "/tabd-command-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: path) }
        // Both streams in one file.
        let script = "exec \"$0\" \"$@\" 2>&1"
        let process = try ChildProcess("/bin/sh", ["-c", script, program] + arguments, output: .file(path))
        guard process.wait() == 0 else {
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            throw Failure(description: "\(program) \(arguments): \(text)")
        }
    }
}

extension Pipe {
    /// Waits for a line or the end of the output. `availableData` would end the process when a signal interrupts it.
    package func firstLine() -> String {
        var (line, byte) = ([UInt8](), UInt8(0))
        while true {
            let count = read(fileHandleForReading.fileDescriptor, &byte, 1)
            if count == -1, errno == EINTR { continue }
            guard count == 1, byte != UInt8(ascii: "\n") else { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
    }
}
