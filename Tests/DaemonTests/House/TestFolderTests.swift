import Foundation
import TestSupport

/// The temporary folder of a test run (`Tests/TestFolder`).
@Suite struct TestFolderTests {
    @Test(arguments: [("exit", 0), ("kill", SIGKILL)])
    func `a run that ends leaves neither files nor processes`(end: String, status: Int32) async throws {
        let folder = try TemporaryFolder()
        let program = folder.path + "/test_run"
        try HouseCommand.run([
            "cc", "-Wall", "-Wextra", "-Werror", "-I\(HouseCommand.package)/Tests/TestFolder/include", "-o", program,
            "\(CPlugin.fixtures)/test_run.c", "\(HouseCommand.package)/Tests/TestFolder/test_folder.c",
        ]).succeeded()
        var environment = ProcessInfo.processInfo.environment
        for name in ["TABD_TEST_FOLDER", "TABD_TEST_TMPDIR"] { environment[name] = nil }
        environment["TMPDIR"] = folder.path
        let run = try HouseCommand.run([program, end], environment: environment)
        #expect(run.status == status, "\(run.errors)")
        let words = run.output.split { " \n".contains($0) }
        let left = try #require(words.first.map(String.init))
        let process = ProcessEntry(try #require(words.last.flatMap { Int32($0) }))
        #expect(left.hasPrefix(folder.path + "/tabd-"))
        if end == "kill" {
            try await EventLoop.until("the end") { !process.isAlive && !FileManager.default.fileExists(atPath: left) }
        }
        #expect(!process.isAlive)
        #expect(!FileManager.default.fileExists(atPath: left))
    }

    @Test func `this run has a folder of its own`() {
        #expect(FileManager.default.temporaryDirectory.path == ProcessInfo.processInfo.environment["TABD_TEST_FOLDER"])
    }
}
