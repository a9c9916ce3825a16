import Foundation

/// The length of the tests with random operations. `TABD_STRESS=1` makes them run for minutes.
package enum Stress {
    package static let isLong = ProcessInfo.processInfo.environment["TABD_STRESS"] == "1"

    /// `TABD_SEED`, else 1, or in a long run a random number.
    package static let firstSeed: UInt64 =
        ProcessInfo.processInfo.environment["TABD_SEED"].flatMap(UInt64.init)
        ?? (isLong ? .random(in: 1...1_000_000_000) : 1)

    /// The length of a long run of the turmoil in minutes: `TABD_MINUTES`, by default three.
    package static let minutes = ProcessInfo.processInfo.environment["TABD_MINUTES"].flatMap(Int.init) ?? 3

    /// A number of seeds from the first one.
    package static func seeds(_ count: UInt64, long: UInt64) -> ClosedRange<UInt64> {
        firstSeed...firstSeed + (isLong ? long : count) - 1
    }
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
