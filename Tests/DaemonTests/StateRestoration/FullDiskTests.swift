import Foundation
import TestSupport

/// A full disk, at the start and while the daemon runs: the daemon continues, reports it, and saves when there is room
/// again.
@EventLoop @Suite(.bus) struct FullDiskTests {
    @Test func `files that can't grow reduce only durability, which is reported until they can`() async throws {
        let stage = try await StoreStage()
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
    }

    @Test func `a start where no file can grow restores the saved state`() async throws {
        let stage = try await StoreStage()
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
    }

    @Test(arguments: [0, 64]) func `no number is given twice when files can't grow before a kill`(limit: Int)
        async throws
    {
        let stage = try await StoreStage()
        try await stage.make("before")
        try stage.limitFiles(to: limit)
        var given: Set<ObjectPath> = []
        // More than the numbers that are reserved in one step.
        for number in 0..<110 { given.insert(try await stage.make("number \(number)")) }
        #expect(given.count == 110)
        #expect(try await stage.state() == "unsaved")
        try await stage.restart()
        for number in 0..<110 {
            let path = try await stage.make("later \(number)")
            #expect(!given.contains(path), "\(path)")
        }
    }

    @Test func `no number is given twice by daemons that can't save at all`() async throws {
        let stage = try await StoreStage(environment: ["HOME": "", "XDG_STATE_HOME": ""])
        let first = try await stage.make("first")
        try await stage.restart()
        let second = try await stage.make("second")
        #expect(first != second)
    }

    private static let tmpfs = [
        "unshare", "--mount", "sh", "-c", "mount -t tmpfs -o size=400k tmpfs \"$XDG_STATE_HOME\" && exec \"$@\"", "sh",
    ]

    private nonisolated static var mayMount: Bool {
        getuid() == 0 && HouseCommand.succeeds(["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"])
    }

    @Test(.enabled(if: mayMount, "only root may mount a small disk"))
    func `a full disk is reported, and does not end the daemon`() async throws {
        let bus = try PrivateBus.current
        try FileManager.default.createDirectory(atPath: bus.directory + "/state", withIntermediateDirectories: true)
        let stage = try await StoreStage(wrapper: Self.tmpfs)
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
        try HouseCommand.run(["cp", "-r", saved, copy]).succeeded()
        await stage.daemon.kill()
        try await DaemonProcess.start(environment: ["XDG_STATE_HOME": copy])
        #expect(try await stage.titles() == titles + ["without room"])
    }

    @Test(.enabled(if: mayMount, "only root may mount a small disk"))
    func `no number is given twice when the disk was full before a kill`() async throws {
        let bus = try PrivateBus.current
        try FileManager.default.createDirectory(atPath: bus.directory + "/state", withIntermediateDirectories: true)
        let stage = try await StoreStage(wrapper: Self.tmpfs)
        let root = "/proc/\(stage.daemon.processID)/root"
        let filler = "\(root)\(bus.directory)/state/filler"
        _ = try HouseCommand.run(["dd", "if=/dev/zero", "of=\(filler)", "bs=4096", "status=none"])
        var highest: UInt64 = 0
        var unsaved = 0
        for number in 0..<500 where unsaved < 110 {
            highest = TabNames.number(of: try await stage.make("number \(number)")) ?? 0
            if try await stage.state() == "unsaved" { unsaved += 1 }
        }
        #expect(unsaved == 110)
        // The numbers are small: the marker has them.
        #expect(highest < 10_000)
        let copy = bus.directory + "/copy"
        stage.daemon.send(SIGSTOP)
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        try HouseCommand.run(["cp", "-r", root + stage.directory, copy]).succeeded()
        await stage.daemon.kill()
        try await DaemonProcess.start(environment: ["XDG_STATE_HOME": copy])
        #expect(TabNames.number(of: try await stage.make("later")) ?? 0 > highest)
        #expect(try await stage.reason().contains("the last changes of the previous process are lost"))
    }
}
