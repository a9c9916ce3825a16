import Foundation
import TestSupport

/// Images of `file:` URIs, which any program can set, in a window.
@EventLoop @Suite(.bus) struct FileWindowTests {
    private static let svg =
        "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><rect width='8' height='8' fill='red'/></svg>"

    /// Makes a pipe, a picture, and a file that is too large.
    private static func makeFiles() throws -> (folder: String, pipe: String, picture: String, large: String) {
        let folder = try PrivateBus.current.directory + "/pictures"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let (pipe, picture, large) = (folder + "/pipe.svg", folder + "/picture.svg", folder + "/large.svg")
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [picture, large] { try svg.write(toFile: path, atomically: true, encoding: .utf8) }
        #expect(truncate(large, 5 << 20) == 0)
        return (folder, pipe, picture, large)
    }

    /// The most memory that a process has had, in MiB.
    private static func memory(of process: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return (line.split(separator: " ").compactMap { Int($0) }.first ?? 0) >> 10
    }

    @Test func `a window shows pictures in regular files, and nothing else can hang it or fill its memory`()
        async throws
    {
        let stage = try await WindowStage(["gallery.Controls", "gallery.Labels"])
        let files = try Self.makeFiles()
        try await stage.widget("tab", "Labels")
        let before = try Self.memory(of: stage.processID)
        let openings = [files.pipe, files.large, files.picture].map { FileOpenings(of: $0) }
        let item = stage.client.tabBarItem(try await stage.selected())
        let paths = [files.pipe, files.large, "/dev/zero", "/proc/kmsg", "/etc", "/missing.png", files.picture]
        for (index, path) in paths.enumerated() {
            try await item.set(\.image, to: "file://" + path)
            // An image view has one too.
            try await stage.press("tab", index % 2 == 0 ? "Labels" : "Controls")
            try await stage.widget("tab", index % 2 == 0 ? "Labels" : "Controls") { $0.isSelected }
        }
        var opened = 0
        try await WindowStage.until("the picture being read") {
            opened += openings[2].count
            return opened > 0
        }
        #expect(openings[0].count == 0 && openings[1].count == 0)
        #expect(try Self.memory(of: stage.processID) < before + 100)
        #expect(try await stage.close() == 0)
        #expect(stage.printed.isEmpty, "\(stage.printed)")
    }

    @Test(.ssh) func `another machine can't have a file of this one opened`() async throws {
        let files = try Self.makeFiles()
        let server = try await SSHServer()
        let stage = try await WindowStage(
            ["gallery.Controls", "gallery.Labels"], environment: server.environment,
            arguments: ["--host", SSHServer.host])
        try await stage.widget("tab", "Labels")
        let openings = FileOpenings(of: files.picture)
        let path = try await stage.selected()
        try await stage.client.tabBarItem(path).set(\.image, to: "file://" + files.picture)
        try await stage.client.viewController(path).set(\.title, to: "With an image")
        try await stage.widget("tab", "With an image")
        try await stage.press("tab", "Labels")
        try await stage.widget("tab", "Labels") { $0.isSelected }
        #expect(openings.count == 0)
        #expect(try await stage.close() == 0)
    }
}
