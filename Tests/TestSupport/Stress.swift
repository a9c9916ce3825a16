import Foundation

/// How long the tests with random operations run: `TABD_STRESS=1` is for minutes.
package enum Stress {
    package static let isLong = ProcessInfo.processInfo.environment["TABD_STRESS"] == "1"

    /// `TABD_SEED`, else 1, else (in a long run) any.
    package static let firstSeed: UInt64 =
        ProcessInfo.processInfo.environment["TABD_SEED"].flatMap(UInt64.init)
        ?? (isLong ? .random(in: 1...1_000_000_000) : 1)

    /// How long a long run of everything at once is: `TABD_MINUTES`, by default three.
    package static let minutes = ProcessInfo.processInfo.environment["TABD_MINUTES"].flatMap(Int.init) ?? 3

    /// So many seeds from the first.
    package static func seeds(_ count: UInt64, long: UInt64) -> ClosedRange<UInt64> {
        firstSeed...firstSeed + (isLong ? long : count) - 1
    }
}
