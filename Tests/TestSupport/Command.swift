import Foundation
import Glibc

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

extension Process {
    /// Waits for its end without Foundation. Returns its exit status or the signal that ended it.
    ///
    /// Foundation detects the end by a descriptor that is closed. A child that started at the same moment may have
    /// inherited it. Then Foundation reports the end only when that child ends, and that child may be waiting for this
    /// process.
    @discardableResult
    package func waitForEnd() -> Int32 {
        var info = siginfo_t()
        while waitid(P_PID, id_t(processIdentifier), &info, WEXITED | WNOWAIT) == -1 {
            guard errno == EINTR else {
                // Foundation has already reaped it.
                waitUntilExit()
                return terminationStatus
            }
        }
        return info._sifields._sigchld.si_status
    }

    /// Calls `body` with the status when it has ended.
    package func onEnd(_ body: @escaping @Sendable (Int32) -> Void) {
        Thread.detachNewThread { body(self.waitForEnd()) }
    }
}

extension Pipe {
    /// Waits for a line or the end of the output. `availableData` would end the process when a signal interrupts it.
    func firstLine() -> String {
        var (line, byte) = ([UInt8](), UInt8(0))
        while true {
            let count = read(fileHandleForReading.fileDescriptor, &byte, 1)
            if count == -1, errno == EINTR { continue }
            guard count == 1, byte != UInt8(ascii: "\n") else { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
    }
}
