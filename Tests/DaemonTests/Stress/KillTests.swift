import TestSupport

/// The daemon is killed at random moments while clients make changes: the next daemon has all changes that a reply
/// confirmed.
///
/// `TABD_STRESS=1` kills a thousand times, and `TABD_SEED` selects the changes and the moments.
@Suite struct KillTests {
    /// The number of kills on a store before another one is used, so that the limits are not reached.
    private static let length = 50

    @Test func `stress: a confirmed change survives a kill, and no change is partial`() async throws {
        let seed = Stress.firstSeed
        let kills = Stress.isLong ? 1000 : 20
        var done = 0
        while done < kills, !Stress.isOver {
            let count = min(kills - done, Self.length)
            let roundSeed = seed + UInt64(done / Self.length)
            if let fault = try await PrivateBus.withNew({ try await Self.run(roundSeed, count, &done) }) {
                Issue.record("TABD_SEED=\(roundSeed): \(fault)")
                return print("stress: kills, seed \(seed), failed with seed \(roundSeed)")
            }
        }
        Stress.report("kills, and all confirmed changes were restored", done, of: kills)
    }

    /// Kills and compares on a single store. Returns the first failure, or nil.
    @EventLoop
    private static func run(_ seed: UInt64, _ kills: Int, _ done: inout Int) async throws -> String? {
        let bus = try PrivateBus.current
        let plugins = bus.directory + "/fixtures"
        try IsolatedStage.configure("")
        try await MisbehavingPlugin.install(as: "counter", isolation: "in-process", in: plugins)
        try await MisbehavingPlugin.install(as: "isolated", isolation: "process", in: plugins)
        var numbers = Numbers(state: seed)
        let clients = try ["a", "b", "c", "d"].enumerated().map { index, name in
            try KillClient(name: name, seed: seed &* 10 + UInt64(index), index == 0 ? .reopens : .keeps)
        }
        for kill in 0...kills {
            let daemon = try await DaemonProcess.start(
                arguments: ["--plugin-path", plugins], log: bus.directory + "/log")
            if let fault = try await compare(clients) { return "kill \(kill): \(fault)" }
            let reason = try await clients.first?.client.manager.storeReason
            guard reason?.contains("tabd.sqlite") != true else { return "kill \(kill): \(reason ?? "")" }
            guard kill < kills, !Stress.isOver else { return nil }
            done += 1
            let replies = Int.random(in: 0...80, using: &numbers)
            await change(clients, until: replies, UInt64.random(in: 0...2, using: &numbers), kill: daemon)
            _ = await daemon.status()
        }
        return nil
    }

    /// Lets all clients make changes at the same time, and kills the daemon some time after a number of replies.
    @EventLoop
    private static func change(
        _ clients: [KillClient], until replies: Int, _ delay: UInt64, kill daemon: DaemonProcess
    ) async {
        var left = replies
        var timer: LoopTimer?
        let replied = { @EventLoop in
            left -= 1
            guard left < 0, timer == nil else { return true }
            if delay == 0 { daemon.send(SIGKILL) }
            timer = LoopTimer(after: delay) { daemon.send(SIGKILL) }
            return true
        }
        let tasks = clients.map { client in Task { @EventLoop in await client.run(replied) } }
        for task in tasks { await task.value }
        timer?.cancel()
        // A client that found a failure stops.
        daemon.send(SIGKILL)
    }

    @EventLoop private static func compare(_ clients: [KillClient]) async throws -> String? {
        guard let first = clients.first else { return nil }
        let objects = try await first.client.managedObjects()
        var left = Set(objects.keys.filter { TabNames.number(of: $0) != nil })
        for client in clients {
            let differences = try await client.differences(from: objects)
            guard differences.isEmpty, client.failures.isEmpty else {
                let history = client.history.suffix(40).joined(separator: "\n")
                return "\((differences + client.failures).prefix(5).joined(separator: "; "))\n\(history)"
                    + "\nopen: \(String(describing: client.open))"
            }
            left.subtract(client.shadow.paths)
        }
        let created = clients.flatMap(\.created)
        guard Set(created).count == created.count else { return "a number was used twice: \(created.sorted())" }
        return left.isEmpty ? nil : "\(left.sorted()) should not be there"
    }
}
