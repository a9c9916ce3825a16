import Foundation
import TestSupport

/// Starts on a nearly full disk after a kill.
@Suite struct SmallDiskTests {
    /// Mounts a small disk over a folder, visible only to the program that follows.
    private static let namespace = [
        "unshare", "-rm", "sh", "-c", "mount -t tmpfs -o size=4m tmpfs \"$0\" && exec \"$@\"",
    ]

    /// In CI, a machine without user namespaces is a failure.
    private static var mayMount: Bool {
        if ProcessInfo.processInfo.environment["CI"] == "true" { return true }
        return (try? run(["/tmp", "true"]))?.status == 0
    }

    private static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let output = Pipe()
        let process = try ChildProcess(
            "/usr/bin/env", namespace + arguments, output: .pipe(output), errors: .none)
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return (process.wait(), text)
    }

    @Test(.enabled(if: mayMount, "user namespaces are not allowed here, so no small disk can be mounted"))
    func `a start after a kill loses nothing, however little space is free`() throws {
        let folder = try TemporaryFolder()
        let (status, output) = try Self.run([folder.path, BuiltProducts.directory + "/SmallDisk", folder.path])
        #expect(status == 0)
        #expect(output == "done\n")
    }
}
