import Foundation
import TestSupport

/// Several clients perform random operations, and the model predicts the outcome.
///
/// `TABD_STRESS=1` makes many more rounds, and `TABD_SEED` selects the first.
@Suite struct BusStressTests {
    @Test func `stress: the daemon equals the model, and its signals`() async throws {
        let seed = Stress.firstSeed
        let rounds: UInt64 = Stress.isLong ? 200 : 2
        var (operations, done) = (0, 0)
        for round in seed..<seed + rounds where !Stress.isOver {
            let fault = try await PrivateBus.withNew { try await Self.run(round, &operations) }
            done += 1
            guard fault == nil else {
                Issue.record("TABD_SEED=\(round): \(fault ?? "")")
                print("stress: seed \(seed), \(operations) operations, failed with seed \(round)")
                return
            }
        }
        Stress.report("\(operations) operations on the bus, rounds", done, of: rounds)
    }

    /// Runs a round. Returns the first failure, or nil.
    @EventLoop private static func run(_ seed: UInt64, _ operations: inout Int) async throws -> String? {
        let round = try await StressRound(seed)
        for batch in 0..<20 {
            if let fault = try await round.batch() {
                return "batch \(batch): \(fault)\n\(round.history.joined(separator: "\n"))"
            }
        }
        operations += round.count
        return nil
    }
}
