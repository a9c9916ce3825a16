import Testing

@testable import Media

/// The text form of times.
@Suite struct TimeTextTests {
    @Test(arguments: [(0, "0:00"), (5, "0:05"), (754, "12:34"), (3723, "1:02:03"), (-1, "0:00")] as [(Int64, String)])
    func `a time`(seconds: Int64, text: String) { #expect(TimeText.text(seconds: seconds) == text) }
}
