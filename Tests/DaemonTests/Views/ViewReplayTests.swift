import Foundation
import TestSupport

/// A front end that applies every `ViewChanged` has the same views as GetView returns, and these are the views that the
/// owner declared.
///
/// `TABD_STRESS=1` makes a million edits, and `TABD_SEED` selects which.
@EventLoop @Suite(.bus) struct ViewReplayTests {
    @Test(.rules("V4 V5 V6 V12 S-99")) func `stress: the changes of random edits add up to the view`() async throws {
        let seed = Stress.firstSeed
        let goal = Stress.isLong ? 1_000_000 : 5000
        let round = try await ViewReplayRound(Numbers(state: seed), views: 120)
        let clock = ContinuousClock()
        let begin = clock.now
        var batch = 0
        while round.accepted < goal, !Stress.isOver {
            let failures = try await round.batch(updates: Stress.isLong ? 500 : 40)
            guard failures.isEmpty else {
                Issue.record(
                    """
                    TABD_SEED=\(seed), batch \(batch), after \(round.accepted) edits:
                    \(failures.prefix(10).joined(separator: "\n"))
                    """)
                return
            }
            batch += 1
        }
        let seconds = Double((clock.now - begin) / .milliseconds(1)) / 1000
        let keys = RandomViewValues.kinds.reduce(0) { $0 + $1.keys.count }
        #expect(round.covered.count == keys || Stress.isOver, "not every key of every class was edited")
        #expect(round.refused > 5 || Stress.isOver)
        Stress.report("view edits", round.accepted, of: goal)
        print(
            """
            \(round.accepted.formatted()) random view edits from seed \(seed): replayed ViewChanged equal GetView, ok \
            (\(round.refused) updates refused, \(round.comparisons) comparisons, \
            \(Int(Double(round.accepted) / seconds)) edits/s)
            """)
    }
}
