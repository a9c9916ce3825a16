import DBusConnection
import EventLoop
import Foundation
import Glibc
import TestSupport
import Testing

/// A full disk, at the start and while the daemon runs: the daemon continues, reports it, and saves when there is room
/// again.
@Suite(.serialized) struct FullDiskTests {
    @Test func `files that can't grow reduce only durability, which is reported until they can`() async throws {
        try await Self.limited(try PrivateBus())
    }

    @EventLoop private static func limited(_ bus: PrivateBus) async throws {
        let stage = try await StoreStage(bus)
        try await stage.make("before")
        #expect(try await stage.state() == "saved")
        // This includes that SIGXFSZ does not end it.
        try stage.limitFiles(to: 0)
        try await stage.make("without room")
        try await stage.announced("StoreState") { $0 == "unsaved" }
        #expect(try await stage.reason().hasPrefix("the state can't be written: "))
        try await stage.make("still without")
        #expect(try await stage.titles() == ["before", "without room", "still without"])
        stage.client.clearSignals()
        try stage.limitFiles(to: nil)
        // By itself, without another change.
        try await stage.announced("StoreState") { $0 == "saved" }
        #expect(try await stage.reason().isEmpty)
        try await stage.restart()
        #expect(try await stage.titles() == ["before", "without room", "still without"])
        #expect(await stage.daemon.stop() == 0)
    }

    @Test func `a start where no file can grow restores the saved state`() async throws {
        try await Self.start(try PrivateBus())
    }

    @EventLoop private static func start(_ bus: PrivateBus) async throws {
        let stage = try await StoreStage(bus)
        try await stage.make("before")
        try await stage.restart(wrapper: ["prlimit", "--fsize=0:"])
        #expect(try await stage.state() == "unsaved")
        #expect(try await !stage.reason().isEmpty)
        #expect(try await stage.titles() == ["before"])
        try await stage.make("without room")
        try stage.limitFiles(to: nil)
        try await stage.announced("StoreState") { $0 == "saved" }
        try await stage.restart()
        #expect(try await stage.state() == "saved")
        #expect(try await stage.titles() == ["before", "without room"])
        #expect(await stage.daemon.stop() == 0)
    }

    private static let tmpfs = [
        "unshare", "--mount", "sh", "-c", "mount -t tmpfs -o size=400k tmpfs \"$XDG_STATE_HOME\" && exec \"$@\"", "sh",
    ]

    private static var mayMount: Bool {
        let probe = ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
        return getuid() == 0 && (try? HouseCommand.run(probe))?.status == 0
    }

    @Test(.enabled(if: mayMount, "only root may mount a small disk"))
    func `a full disk is reported, and does not end the daemon`() async throws { try await Self.full(try PrivateBus()) }

    @EventLoop private static func full(_ bus: PrivateBus) async throws {
        try FileManager.default.createDirectory(
            atPath: bus.directory + "/state", withIntermediateDirectories: true)
        let stage = try await StoreStage(bus, wrapper: tmpfs)
        try await stage.make("before")
        #expect(try await stage.state() == "saved")
        // The files in the daemon's own mount namespace.
        let filler = "/proc/\(stage.daemon.processID)/root\(bus.directory)/state/filler"
        _ = try HouseCommand.run(["dd", "if=/dev/zero", "of=\(filler)", "bs=4096", "status=none"])
        var titles = ["before"]
        while try await stage.state() == "saved", titles.count < 500 {
            titles.append("number \(titles.count)")
            try await stage.make(titles[titles.count - 1])
        }
        #expect(try await stage.reason() == "the state can't be written: the disk is full")
        try await stage.make("without room")
        #expect(try await stage.titles() == titles + ["without room"])
        stage.client.clearSignals()
        try FileManager.default.removeItem(atPath: filler)
        try await stage.announced("StoreState") { $0 == "saved" }
        let (saved, copy) = ("/proc/\(stage.daemon.processID)/root\(stage.directory)", bus.directory + "/copy")
        stage.daemon.send(SIGSTOP)
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        let copied = try HouseCommand.run(["cp", "-r", saved, copy])
        #expect(copied.status == 0, "\(copied.errors)")
        stage.daemon.send(SIGKILL)
        _ = await stage.daemon.status()
        let next = try await DaemonProcess.start(on: bus, environment: ["XDG_STATE_HOME": copy])
        #expect(try await stage.titles() == titles + ["without room"])
        #expect(await next.stop() == 0)
    }
}
