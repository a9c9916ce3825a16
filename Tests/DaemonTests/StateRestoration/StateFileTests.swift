import Foundation
import TestSupport

/// The location of the state, and changes of its files by other programs.
@EventLoop @Suite(.bus) struct StateFileTests {
    // A checkpoint at that moment creates an empty file, which counts as replaced.
    @Test(arguments: [
        // The daemon may write into the directory before it is removed.
        ("rm $F", "was re"), ("until rm -rf $D; do :; done", "was removed"), ("mv $F $F.old", "was re"),
        ("mv $D $D.old", "was removed"),
        ("cp /bin/true $F.2 && mv $F.2 $F", "was replaced by another file"), ("rm $F-wal", "was removed"),
    ]) func `an idle daemon writes its state again when its files are removed`(
        command: String, reason: String
    ) async throws {
        let stage = try await StoreStage()
        try await stage.make("confirmed")
        stage.client.clearSignals()
        try HouseCommand.run(
            ["sh", "-c", command], environment: ["PATH": "/bin:/usr/bin", "F": stage.file, "D": stage.directory]
        ).succeeded()
        try await stage.announced("StoreReason") {
            $0.contains(reason) && $0.contains("the state was written to a new file")
        }
        #expect(try await stage.state() == "saved")
        try await stage.make("later")
        try await stage.restart()
        #expect(try await stage.state() == "saved")
        #expect(try await stage.titles() == ["confirmed", "later"])
    }

    @Test func `without HOME and XDG_STATE_HOME it runs and reports that nothing is saved`() async throws {
        let stage = try await StoreStage(environment: ["HOME": "", "XDG_STATE_HOME": ""])
        #expect(try await stage.state() == "unsaved")
        #expect(try await stage.reason() == "no state directory: neither XDG_STATE_HOME nor HOME is an absolute path")
        try await stage.make("in memory")
        #expect(try await stage.titles() == ["in memory"])
    }

    @Test func `without a directory it reports that, and saves when it can`() async throws {
        // Not even root can create a directory below a file.
        let obstacle = try PrivateBus.current.directory + "/state"
        try Data().write(to: URL(fileURLWithPath: obstacle))
        let stage = try await StoreStage()
        #expect(try await stage.state() == "unsaved")
        #expect(try await stage.reason() == "can't create the directory \(obstacle)/tabd: Not a directory")
        try await stage.make("in memory")
        stage.client.clearSignals()
        try FileManager.default.removeItem(atPath: obstacle)
        try await stage.announced("StoreState") { $0 == "saved" }
        try await stage.restart()
        #expect(try await stage.titles() == ["in memory"])
    }

    @Test func `a symbolic link as the store is moved aside, and nothing is written through it`() async throws {
        let bus = try PrivateBus.current
        let (directory, target) = (bus.directory + "/state/tabd", bus.directory + "/target")
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: target))
        try FileManager.default.createSymbolicLink(atPath: directory + "/tabd.sqlite", withDestinationPath: target)
        let stage = try await StoreStage()
        #expect(try await stage.state() == "saved")
        #expect(try await stage.reason().contains("was a symbolic link and is now \(stage.file).broken-1"))
        try await stage.make("confirmed")
        try await stage.restart()
        #expect(try await stage.titles() == ["confirmed"])
        #expect(FileManager.default.contents(atPath: target) == Data("mine".utf8))
    }

    @Test func `in a read-only directory it restores the saved state`() async throws {
        let stage = try await StoreStage()
        try await stage.make("confirmed")
        func set(_ mode: Int) throws {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: stage.directory)
        }
        #expect(await stage.daemon.stop() == 0)
        try set(0o500)
        // Root may write anywhere, unless it lacks these capabilities.
        let lesser = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
        try await stage.restart(wrapper: getuid() == 0 ? lesser : [])
        #expect(try await stage.state() == "unsaved")
        #expect(try await !stage.reason().isEmpty)
        #expect(try await stage.titles() == ["confirmed"])
        try await stage.make("in memory")
        stage.client.clearSignals()
        try set(0o700)
        try await stage.announced("StoreState") { $0 == "saved" }
        try await stage.restart()
        #expect(try await stage.titles() == ["confirmed", "in memory"])
    }
}
