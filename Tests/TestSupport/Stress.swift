import Foundation
import Synchronization
import Testing

/// The length of the tests with random operations. `TABD_STRESS=1` makes them run for minutes.
package enum Stress {
    package static let isLong = ProcessInfo.processInfo.environment["TABD_STRESS"] == "1"

    /// `TABD_SEED`, else 1, or in a long run a random number.
    package static let firstSeed: UInt64 =
        ProcessInfo.processInfo.environment["TABD_SEED"].flatMap(UInt64.init)
        ?? (isLong ? .random(in: 1...1_000_000_000) : 1)

    /// The end of a long run, from its first look at the time: `TABD_STRESS_SECONDS`. Nil for none.
    private static let end: ContinuousClock.Instant? = ProcessInfo.processInfo.environment["TABD_STRESS_SECONDS"]
        .flatMap(Int.init).map { .now + .seconds($0) }

    package static var isTimed: Bool { end != nil }

    /// Whether a test that always takes some seconds ends in time.
    package static func hasTime(for seconds: Int) -> Bool { end.map { .now + .seconds(seconds) < $0 } ?? true }

    /// Whether the time of a long run is over. Its tests then end with what they have done, and print how far they got.
    package static var isOver: Bool { end.map { .now >= $0 } ?? false }

    /// A number of seeds from the first one.
    package static func seeds(_ count: UInt64, long: UInt64) -> ClosedRange<UInt64> {
        firstSeed...firstSeed + (isLong ? long : count) - 1
    }

    /// The same for a loop, which ends when the time is over.
    package static func rounds(_ count: UInt64, long: UInt64, of test: String = #function) -> StressRounds {
        StressRounds(seeds: seeds(count, long: long), test: test)
    }

    /// Prints how far a test of a long run got.
    package static func report(_ test: String, _ done: some BinaryInteger, of all: some BinaryInteger) {
        guard isLong else { return }
        let name = test.filter { $0 != "`" }.replacing("stress: ", with: "")
        let cut = done < all ? ", cut by time" : ""
        print("stress: \(name): \(done) of \(all) from seed \(firstSeed)\(cut)")
    }
}

/// The seeds of a loop, which end when the time of a long run is over.
package struct StressRounds: Sequence, IteratorProtocol {
    fileprivate let seeds: ClosedRange<UInt64>
    fileprivate let test: String
    private var done: UInt64 = 0

    fileprivate init(seeds: ClosedRange<UInt64>, test: String) {
        self.seeds = seeds
        self.test = test
    }

    package mutating func next() -> UInt64? {
        guard done < seeds.count, !Stress.isOver else {
            Stress.report(test, done, of: seeds.count)
            return nil
        }
        defer { done += 1 }
        return seeds.lowerBound + done
    }
}

/// Skips the remaining cases of a test when the time of a long run is over.
package struct StressTrait: TestTrait, TestScoping {
    private static let done = Mutex<[Test.ID: (done: Int, all: Int)]>([:])

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { self }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else {
            try await function()
            let (done, all) = Self.done.withLock { $0[test.id] ?? (0, 0) }
            return Stress.report(test.displayName ?? test.name, done, of: all)
        }
        let isOver = Stress.isOver
        Self.done.withLock { counts in
            let (done, all) = counts[test.id] ?? (0, 0)
            counts[test.id] = (done + (isOver ? 0 : 1), all + 1)
        }
        if !isOver { try await function() }
    }
}

extension Trait where Self == StressTrait {
    /// Skips the remaining cases when the time of a long run is over.
    package static var whileThereIsTime: Self { Self() }
}

/// A fixed sequence of pseudo-random numbers (SplitMix64), the same on every run.
package struct Numbers: RandomNumberGenerator {
    private var state: UInt64

    package init(state: UInt64) { self.state = state }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// The failures in a long run of checks. A check that succeeds is cheap.
package final class Failures {
    package private(set) var texts: [String] = []

    package init() {}

    package func expect(_ condition: Bool, _ text: @autoclosure () -> String) {
        if !condition, texts.count < 10 { texts.append(text()) }
    }
}
