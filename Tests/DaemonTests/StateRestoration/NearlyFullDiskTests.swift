import Foundation
import TestSupport

/// A start on a nearly full disk after SIGKILL. `SmallDiskTests` covers all sizes, without the daemon.
@EventLoop @Suite(.bus) struct NearlyFullDiskTests {
    /// A small disk over the state directory, with the files of `$KILLED` and `$FREE` KiB of free space. The program
    /// after it runs as the user.
    private static let smallDisk = [
        "unshare", "-rm", "sh", "-c",
        """
        mount -t tmpfs -o size=2m tmpfs "$XDG_STATE_HOME" && cp -r "$KILLED/." "$XDG_STATE_HOME" || exit 1
        dd if=/dev/zero of="$XDG_STATE_HOME/filler" bs=4096 status=none 2>/dev/null
        truncate -s -$((FREE * 1024)) "$XDG_STATE_HOME/filler"
        exec unshare --user --map-user=\(getuid()) --map-group=\(getgid()) "$@"
        """, "sh",
    ]

    /// In CI a machine without user namespaces is a failure.
    private nonisolated static var mayMount: Bool {
        if ProcessInfo.processInfo.environment["CI"] == "true" { return true }
        return HouseCommand.succeeds(["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/tmp"])
    }

    @Test(
        .enabled(if: mayMount, "user namespaces are not allowed here, so no small disk can be mounted"),
        arguments: [0, 8, 24, 48])
    func `all controllers are restored and served, and saved when there is room`(free: Int) async throws {
        let bus = try PrivateBus.current
        let stage = try await StoreStage()
        var titles = (0..<30).map { "number \($0)" }
        for title in titles { try await stage.make(title) }
        await stage.kill()
        let killed = bus.directory + "/killed"
        try FileManager.default.moveItem(atPath: bus.directory + "/state", toPath: killed)
        try FileManager.default.createDirectory(atPath: bus.directory + "/state", withIntermediateDirectories: true)
        try await stage.start(environment: ["KILLED": killed, "FREE": "\(free)"], wrapper: Self.smallDisk)
        #expect(try await stage.titles() == titles)
        titles += ["without room", "with room"]
        try await stage.make(titles[30])
        let reason = try await stage.reason()
        #expect(reason.isEmpty || reason.hasSuffix(": the disk is full"), "\(reason)")
        let root = "/proc/\(stage.daemon.processID)/root\(bus.directory)/state"
        try FileManager.default.removeItem(atPath: root + "/filler")
        try await stage.make(titles[31])
        #expect(try await stage.state() == "saved")
        #expect(try await stage.reason() == "")
        #expect(try await stage.titles() == titles)
        // The disk is unmounted when the process ends.
        stage.daemon.send(SIGSTOP)
        try HouseCommand.run(["cp", "-r", root + "/tabd", bus.directory + "/state"]).succeeded()
        try await stage.restart()
        #expect(try await stage.titles() == titles)
        #expect(try await stage.reason() == "")
        let names = try FileManager.default.contentsOfDirectory(atPath: stage.directory)
        #expect(!names.contains { $0.contains("broken") }, "\(names)")
    }
}
