import Foundation
import TestSupport

/// Starts a store on a small disk after a kill:
///
///     SmallDisk DIRECTORY
///
/// DIRECTORY is an empty file system of a few MiB. A process creates a store with a long log and is killed. Then, for
/// each free space from 0 to 200 KiB in steps of 4 KiB: a process starts on the full disk, changes the store and is
/// killed; a second one starts, gets more space, changes the store and is killed; a third one starts with space.
///
/// Prints one line for each failure, then `done`.
@main
enum SmallDisk {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let directory = arguments.first else { exit(64) }
        if let role = arguments.dropFirst().first.flatMap(Life.Role.init) { return try Life(directory).run(role) }
        for fault in try run(.prepare, directory) { print(fault) }
        let killed = try files(in: directory)
        for free in stride(from: 0, through: 200, by: 4) {
            for fault in try start(killed, in: directory, free: free) { print("\(free) KiB: \(fault)") }
        }
        print("done")
    }

    private static func start(_ killed: [String: Data], in directory: String, free: Int) throws -> [String] {
        let state = Life(directory).stateDirectory
        for path in [state, directory + "/filler", directory + "/saved"] {
            try? FileManager.default.removeItem(atPath: path)
        }
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        for (name, content) in killed {
            // Every other time, SQLite must also create the index of the log.
            if name.hasSuffix("-shm"), free.isMultiple(of: 8) { continue }
            try content.write(to: URL(fileURLWithPath: state + "/" + name))
        }
        try Filler(directory).leave(free << 10)
        return try [.full, .room, .check].flatMap { try run($0, directory) }
    }

    private static func files(in directory: String) throws -> [String: Data] {
        let state = Life(directory).stateDirectory
        let names = try FileManager.default.contentsOfDirectory(atPath: state)
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(fileURLWithPath: state + "/" + $0))) })
    }

    /// Runs one role in a separate process; returns the failures.
    private static func run(_ role: Life.Role, _ directory: String) throws -> [String] {
        let output = Pipe()
        let process = try ChildProcess("/proc/self/exe", [directory, role.rawValue], output: .pipe(output))
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let status = process.wait()
        let faults = text.split(separator: "\n").map { "\(role): \($0)" }
        guard status == (role == .check ? 0 : SIGKILL) else { return faults + ["\(role): ended with \(status)"] }
        return faults
    }
}
