import Foundation
import TestSupport

/// Plugin processes that fail very often: nothing of them remains.
///
/// `TABD_STRESS=1` makes a thousand failures, and `TABD_SEED` selects which.
@Suite(.bus) struct IsolatedLeakTests {
    private static let commands = [
        "crash", "soon crash", "thread crash", "abort", "trap", "exit 0", "exit 1", "garbage", "soon garbage", "close",
        "soon close", "shut", "fork", "start-fault crash 1", "start-fault refuse 1", "start-fault create-crash 1",
    ]

    @Test func `stress: plugin processes that crash and restart leave nothing behind`() async throws {
        let (seed, count) = (Stress.firstSeed, Stress.isLong ? 1000 : 20)
        let done = try await Self.run(seed, count)
        Stress.report("failures of plugin processes", done, of: count)
    }

    /// The resources of a daemon and its plugin processes.
    private struct Traces: Equatable {
        var descriptors: Int
        var children: Int
        var sockets: [String]
    }

    @EventLoop private static func traces(_ stage: IsolatedStage) -> Traces {
        let daemon = ProcessEntry(stage.daemon.processID)
        return Traces(descriptors: daemon.descriptors.count, children: daemon.children.count, sockets: stage.sockets)
    }

    @EventLoop private static func run(_ seed: UInt64, _ count: Int) async throws -> Int {
        let stage = try await IsolatedStage(settings: "[hosts]\nrestart_delay = 0\nfailures = 1000000\n")
        var numbers = Numbers(state: seed)
        let before = traces(stage)
        #expect(before.descriptors > 0 && before.children == 2)
        let neighbourHost = try await stage.neighbourHost()
        var counted = 2
        var children: [ProcessEntry] = []
        var done = 0
        for round in 1...count where !Stress.isOver {
            let command = commands.randomElement(using: &numbers) ?? "crash"
            if Bool.random(using: &numbers) {
                try await stage.run("count")
                counted += 1
            }
            let isPrelude = command.hasPrefix("start-fault") || command == "fork"
            if isPrelude { try await stage.run(command) }
            if command == "fork" {
                children.append(ProcessEntry(try #require(Int32(try await stage.text("Output")))))
            }
            await stage.breakDown(isPrelude ? "crash" : command)
            try await stage.waitForState("restarting", of: stage.plugin)
            try await stage.waitForState("ready", of: stage.controller)
            try await EventLoop.until("the host of round \(round)") {
                try await stage.get(PluginInterface.state) == "running"
            }
            let shown = try await stage.text("Count")
            guard shown == "\(counted)" else {
                Issue.record("TABD_SEED=\(seed), round \(round), \(command): \(shown) instead of \(counted)")
                return done
            }
            done += 1
        }
        // A descriptor that was open only briefly may have been counted before.
        try await EventLoop.until("the end of the failed processes") {
            let now = traces(stage)
            return now.descriptors <= before.descriptors && now.children == before.children
                && now.sockets == before.sockets && !children.contains(where: \.isAlive)
        }
        #expect(ProcessEntry(stage.daemon.processID).children.filter(\.isZombie) == [])
        #expect(try await stage.neighbourHost() == neighbourHost)
        #expect(await stage.daemon.stop() == 0)
        #expect(stage.sockets == [])
        return done
    }

    @Test @EventLoop func `handovers to a process that fails Create leak no memory`() async throws {
        let stage = try await IsolatedStage()
        // More replies follow the one that ends the handover.
        for _ in 1...5 { _ = try await stage.create(MisbehavingPlugin.type) }
        try await MisbehavingPlugin.install(.barren, in: stage.folder)
        func grown(in rounds: Int) async throws -> Int {
            let before = try Self.memory(stage)
            for _ in 1...rounds {
                let answer = await complaint { try await stage.callPlugin(PluginInterface.reload) }
                #expect(answer.contains("no instance"), "\(answer)")
            }
            return try Self.memory(stage) - before
        }
        // The first rounds fill the caches. A leak grows in every round, not once by chance.
        _ = try await grown(in: 20)
        var growth: [Int] = []
        repeat { growth.append(try await grown(in: 40)) } while growth.count < 3 && growth.allSatisfy { $0 >= 100 }
        #expect(growth.contains { $0 < 100 }, "\(growth) KiB in 40 rounds each")
    }

    /// The anonymous memory of the daemon, in KiB.
    @EventLoop private static func memory(_ stage: IsolatedStage) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(stage.daemon.processID)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
        return try #require(Int(line.split { $0 == " " || $0 == "\t" }[1]))
    }
}
