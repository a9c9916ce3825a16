@testable import ClockPlugin

extension ClockReading {
    /// Where tests begin.
    static let start = ClockReading(wall: 1_795_000_000_000, boot: 50_000, bootIdentifier: "a")

    /// So many milliseconds after the start.
    static func after(_ milliseconds: Int64) -> ClockReading {
        ClockReading(wall: start.wall + milliseconds, boot: start.boot + milliseconds, bootIdentifier: "a")
    }
}
