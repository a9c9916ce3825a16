import Foundation
import TestSupport

/// Very many calls of all kinds: the daemon's resource usage does not grow.
@EventLoop @Suite(.bus) struct SoakStressTests {
    private static let clients = 16
    private static let calls = Stress.isLong ? 1_000_000 : 4000

    @Test func `mixed calls of many clients leave nothing behind`() async throws {
        try PrivateBus.current.configure("[isolation]\nnotes = \"in-process\"\n")
        let daemon = try await DaemonProcess.start()
        // The first round allocates what stays for the life of the process.
        _ = try await Self.round(4000)
        let before = try Self.usage(of: daemon)
        let done = try await Self.round(Self.calls)
        // The daemon releases unused memory when it is idle.
        var after = try Self.usage(of: daemon)
        let end = TestTimeout.deadline
        while after.memory - before.memory >= 4 << 10, .now < end {
            await EventLoop.pause(20)
            after = try Self.usage(of: daemon)
        }
        #expect(after.descriptors <= before.descriptors)
        #expect(after.memory - before.memory < 4 << 10, "\(before.memory) KiB, and \(after.memory) KiB at the end")
        let user = try BusClient()
        let usage = try await user.manager.usage
        for (quota, usage) in usage { #expect(usage.used == 0, "\(quota)") }
        #expect(await daemon.stop() == 0)
        Stress.report("mixed calls, \(before.memory) KiB, then \(after.memory) KiB", done, of: Self.calls)
    }

    private static func usage(of daemon: DaemonProcess) throws -> (memory: Int, descriptors: Int) {
        let process = "/proc/\(daemon.processID)"
        let status = try String(contentsOfFile: process + "/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
        return (
            try #require(Int(line.filter(\.isNumber))),
            try FileManager.default.contentsOfDirectory(atPath: process + "/fd").count
        )
    }

    /// Makes a number of calls, by clients that then leave. Returns the number for which there was time.
    private static func round(_ calls: Int) async throws -> Int {
        let workers = (0..<clients).map { number in
            Task { @EventLoop in
                var numbers = Numbers(state: Stress.firstSeed &+ UInt64(number))
                let client = try BusClient(isSubscribed: number % 4 == 0)
                var done = 0
                while done < calls / clients, !Stress.isOver {
                    let count = min(500, calls / clients - done)
                    try await client.makeMixedCalls(count, &numbers)
                    done += count
                }
                client.connection.close()
                return done
            }
        }
        var done = 0
        for worker in workers { done += try await worker.value }
        try await BusClient().barrier()
        return done
    }
}
