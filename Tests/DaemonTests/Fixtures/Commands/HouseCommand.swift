import Foundation
import TestSupport

/// The result of a command that has ended.
struct HouseCommand {
    let status: Int32
    let output: String
    let errors: String

    /// The folder of the built executables, beside the test bundle.
    static var binaries: String {
        let file = Bundle.module.bundleURL.deletingLastPathComponent()
        return file.path
    }

    /// The folder of the package.
    static var package: String { BuiltProducts.package }

    static func isInstalled(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// Runs a command to its end. It is killed after `timeout` seconds (status 124).
    static func run(
        _ arguments: [String], environment: [String: String]? = nil, input: String = "", timeout: Int = 300
    ) throws -> HouseCommand {
        let folder = try TemporaryFolder()
        let paths = ["in", "out", "err"].map { folder.path + "/" + $0 }
        try input.write(toFile: paths[0], atomically: false, encoding: .utf8)
        let process = try ChildProcess(
            "/usr/bin/env", ["timeout", "--kill-after=5", String(timeout)] + arguments, environment: environment,
            input: .file(paths[0]), output: .file(paths[1]), errors: .file(paths[2]))
        return HouseCommand(
            status: process.wait(), output: try String(contentsOfFile: paths[1], encoding: .utf8),
            errors: try String(contentsOfFile: paths[2], encoding: .utf8))
    }
}

extension HouseCommand {
    /// Checks that the command succeeded.
    @discardableResult func succeeded(sourceLocation: SourceLocation = #_sourceLocation) -> HouseCommand {
        #expect(status == 0, "\(output)\(errors)", sourceLocation: sourceLocation)
        return self
    }

    /// Whether a command can be started and succeeds, for conditions of tests.
    static func succeeds(_ arguments: [String]) -> Bool { (try? run(arguments))?.status == 0 }

    /// Runs a command on its own thread, for tests that share the loop or the thread of a task with other tests.
    static func runOnThread(
        _ arguments: [String], environment: [String: String]? = nil, timeout: Int = 300
    ) async throws -> HouseCommand {
        try await onThread { try run(arguments, environment: environment, timeout: timeout) }
    }
}
