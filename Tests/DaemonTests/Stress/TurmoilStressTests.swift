import TestSupport

/// Everything at once: clients that come and go, clients that read nothing or are hostile, fuzzers, plugins that crash,
/// and a daemon and a bus that die and return. All confirmed changes must last.
///
/// `make test` does not run it, as its other tests would have to wait. `TABD_STRESS=1` runs it until the
/// time is over, or for three minutes. `TABD_SEED` selects the operations.
@EventLoop @Suite(.bus) struct TurmoilStressTests {
    @Test(.enabled(if: Stress.isLong))
    func `stress: a turmoil ends with a healthy daemon and all confirmed changes`() async throws {
        let seed = Stress.firstSeed
        let state = TurmoilState()
        try PrivateBus.current.configure("[deadlines]\nheartbeat = 5000\nstart = 30000\n")
        let turmoil = try await Turmoil(state, seed: seed)
        let others = try Self.begin(state, seed)
        let clock = ContinuousClock()
        let end = clock.now + .seconds(180)
        var (steps, fault) = (0, nil as String?)
        while fault == nil, state.failures.isEmpty, !(Stress.isTimed ? Stress.isOver : clock.now >= end) {
            fault = try await turmoil.step()
            steps += 1
        }
        let size = turmoil.size
        state.end()
        for other in others { await other.value }
        if let fault { Issue.record("TABD_SEED=\(seed), step \(steps): \(fault)") }
        for fault in state.failures { Issue.record("TABD_SEED=\(seed), step \(steps): \(fault)") }
        guard fault == nil else { return print("stress: turmoil, seed \(seed), failed in step \(steps)") }
        #expect(size.memory < 200 << 10 && size.descriptors < 200, "\(size)")
        let last = try await turmoil.end()
        #expect(last == nil)
        print(
            "stress: turmoil, seed \(seed), \(steps) steps, \(size.memory) KiB resident, \(state.summary)"
                + (last == nil && state.failures.isEmpty ? ", ok" : ", failed"))
    }

    /// Starts all other participants, which run until the end.
    private static func begin(_ state: TurmoilState, _ seed: UInt64) throws -> [Task<Void, Never>] {
        let crasher = try TurmoilCrasher(state, seed: seed &+ 100)
        var others = (0..<2).map { number in
            Task { @EventLoop in await TurmoilCrowd.passBy(state, seed: seed &+ 200 &+ number) }
        }
        others.append(Task { @EventLoop in await TurmoilCrowd.listenToNothing(state, seed: seed &+ 300) })
        others.append(Task { @EventLoop in await crasher.run() })
        others.append(Task { try? await onThread { TurmoilFuzz.run(state, seed: seed &+ 400) } })
        others.append(Task { try? await onThread { TurmoilFuzz.runPeer(state, seed: seed &+ 500) } })
        return others
    }
}
