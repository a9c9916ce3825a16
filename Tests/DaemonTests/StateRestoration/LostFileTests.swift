import Foundation
import TestSupport

/// Files of the state that are lost or cut between two daemons, and while one runs.
@EventLoop @Suite(.bus) struct LostFileTests {
    private static func run(_ command: String, _ stage: StoreStage) throws {
        try HouseCommand.run(
            ["sh", "-c", command], environment: ["PATH": "/bin:/usr/bin", "F": stage.file, "D": stage.directory]
        ).succeeded()
    }

    /// A stage with tab bar controllers, whose titles it returns.
    private static func fill(_ count: Int) async throws -> (stage: StoreStage, titles: [String]) {
        let stage = try await StoreStage()
        let titles = (0..<count).map { "number \($0)" }
        for title in titles { try await stage.make(title) }
        return (stage, titles)
    }

    @Test func `a database that is removed after a stop comes back from its backup, with a message`() async throws {
        let (stage, titles) = try await Self.fill(3)
        #expect(await stage.daemon.stop() == 0)
        try Self.run("rm $F", stage)
        try await stage.start()
        #expect(try await stage.titles() == titles)
        #expect(try await stage.state() == "saved")
        let reason = try await stage.reason()
        #expect(reason.contains("tabd.sqlite is missing; recovered") && reason.contains("backup-1"), "\(reason)")
    }

    @Test(arguments: [
        "rm $F-wal", ": > $F-wal", "rm $F-wal $F-shm $D/tabd.open", "echo other > $F-wal", "truncate -s 5000 $F-wal",
    ]) func `two seconds after the last change nothing is lost with the log`(command: String) async throws {
        let (stage, titles) = try await Self.fill(20)
        try await EventLoop.until("the log being empty") {
            try FileManager.default.attributesOfItem(atPath: stage.file + "-wal")[.size] as? Int == 0
        }
        await stage.kill()
        try Self.run(command, stage)
        try await stage.start()
        #expect(try await stage.titles() == titles)
    }

    @Test func `a log that is cut at its end is reported`() async throws {
        let (stage, titles) = try await Self.fill(20)
        await stage.kill()
        try Self.run("truncate -s -20000 $F-wal", stage)
        try await stage.start()
        let left = try await stage.titles()
        #expect(left.count < titles.count && left == Array(titles.prefix(left.count)))
        #expect(try await stage.reason().contains("tabd.sqlite-wal ends early or is damaged"))
    }

    @Test(arguments: [("-4096", 50), ("*3/4", 20)])
    func `a database that lacks its end keeps the rest`(size: String, least: Int) async throws {
        let (stage, titles) = try await Self.fill(60)
        #expect(await stage.daemon.stop() == 0)
        try Self.run("rm -f $F.backup-*; truncate -s $(($(stat -c %s $F)\(size))) $F", stage)
        try await stage.start()
        let left = try await stage.titles()
        #expect(left.count >= least && left.count < 60 && Set(left).isSubset(of: titles), "\(left)")
        let reason = try await stage.reason()
        #expect(
            reason.contains("is damaged") && reason.contains("recovered \(left.count) view controllers"), "\(reason)")
    }

    @Test(arguments: ["mkdir $D/tabd.lock", "ln -s /nonexistent/file $D/tabd.lock"])
    func `a lock that is replaced while the daemon runs costs no change`(command: String) async throws {
        let (stage, _) = try await Self.fill(1)
        stage.client.clearSignals()
        try Self.run("rm $D/tabd.lock && \(command)", stage)
        try await stage.make("later")
        #expect(try await stage.state() == "saved")
        #expect(try await stage.reason().contains("tabd.lock was a "))
        try await stage.restart()
        #expect(try await stage.titles() == ["number 0", "later"])
        #expect(try await stage.reason() == "")
    }

    @Test func `an unsaved change is announced before its reply`() async throws {
        let (stage, _) = try await Self.fill(1)
        try await stage.client.manager.subscribe()
        try stage.limitFiles(to: 0)
        stage.client.clearSignals()
        try await stage.make("without room")
        let announced = stage.client.signals.contains { $0.changes["StoreState"] == .string("unsaved") }
        #expect(announced)
    }

    @Test(arguments: ["wal", "shm"])
    func `a directory in the place of the log or its index is moved aside`(file: String) async throws {
        let (stage, titles) = try await Self.fill(2)
        #expect(await stage.daemon.stop() == 0)
        try Self.run("mkdir $F-\(file)", stage)
        try await stage.start()
        #expect(try await stage.titles() == titles)
        #expect(try await stage.state() == "saved")
        #expect(try await stage.reason().contains("tabd.sqlite-\(file) was a directory and is now"))
    }
}
