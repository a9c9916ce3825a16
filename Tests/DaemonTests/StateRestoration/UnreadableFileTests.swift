import Foundation
import TestSupport

/// Files of a killed daemon that are missing or can't be read.
@EventLoop @Suite(.bus) struct UnreadableFileTests {
    @Test(arguments: [
        // With the header alone some content may still be readable.
        ("dd if=/dev/zero of=$F-wal bs=4096 count=1 conv=notrunc", "no valid header", true),
        ("dd if=/dev/zero of=$F-wal bs=32 count=1 conv=notrunc", "its changes are kept", false),
        ("dd if=/dev/zero of=$F-wal bs=4096 count=1", "no valid header", true),
        ("dd if=/dev/urandom of=$F-wal bs=4096 count=10", "no valid header", true),
        ("rm $F-wal", "tabd.sqlite-wal is missing, and the last process was killed", false),
        ("rm $F-wal && : > $F", "tabd.sqlite was empty and is now", true),
        ("rm $F $F-wal", "tabd.sqlite is missing, and the last process was killed", false),
    ]) func `unreadable content is reported and kept aside`(
        command: String, reason: String, isAside: Bool
    ) async throws {
        let stage = try await StoreStage()
        var highest: UInt64 = 0
        for number in 0..<10 { highest = TabNames.number(of: try await stage.make("number \(number)")) ?? 0 }
        await stage.kill()
        try HouseCommand.run(["sh", "-c", command], environment: ["PATH": "/bin:/usr/bin", "F": stage.file]).succeeded()
        try await stage.restart()
        #expect(try await stage.state() == "saved")
        let reported = try await stage.reason()
        #expect(reported.contains(reason), "\(reported)")
        let names = try FileManager.default.contentsOfDirectory(atPath: stage.directory)
        #expect(names.contains { $0.hasPrefix("tabd.sqlite.broken-1") } == isAside, "\(names)")
        // No number is used twice, not even after another kill without a change in between.
        try await stage.restart()
        #expect(TabNames.number(of: try await stage.make("later")) ?? 0 > highest)
        try await stage.restart()
        #expect(try await stage.reason() == "")
        #expect(try await stage.titles().last == "later")
        #expect(await stage.daemon.stop() == 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: stage.directory)
        #expect(Set(left).isDisjoint(with: ["tabd.open", "tabd.sqlite-wal"]), "\(left)")
    }

    @Test func `a daemon that is killed right after each start reports nothing`() async throws {
        let stage = try await StoreStage()
        for _ in 0..<5 {
            try await stage.restart()
            #expect(try await stage.reason() == "")
        }
    }
}
