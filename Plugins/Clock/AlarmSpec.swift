/// When an alarm rings, and what for: `07:30`, `07:30 Mon-Fri`, `07:30:15 Sat,Sun Feed the cat`.
struct AlarmSpec: Hashable {
    static let maximumLabel = 100

    /// Since midnight on the wall clock.
    var second: Int64
    var weekdays: Weekdays
    var label: String

    init(second: Int64, weekdays: Weekdays = [], label: String = "") {
        self.second = second
        self.weekdays = weekdays
        self.label = shortened(label, to: Self.maximumLabel)
    }

    /// A time, then days of the week (without them it rings once), then a label; the last two may be missing.
    init?(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let time = words.first, let second = Self.second(time) else { return nil }
        let weekdays = words.dropFirst().first.flatMap { Weekdays($0) }
        let label = words.dropFirst(weekdays == nil ? 1 : 2).joined(separator: " ")
        self.init(second: second, weekdays: weekdays ?? [], label: label)
    }

    /// What `init?(_:)` reads. The days stand there always, so that no label is taken for them.
    var text: String { [time, weekdays.text, label].filter { !$0.isEmpty }.joined(separator: " ") }

    /// `07:30`, with seconds when there are any.
    var time: String {
        let minutes = twoDigits(second / 3600) + ":" + twoDigits(second / 60 % 60)
        return second % 60 == 0 ? minutes : minutes + ":" + twoDigits(second % 60)
    }

    /// `7:30`, `07:30` or `07:30:15` in seconds since midnight.
    static func second(_ text: some StringProtocol) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
            (1...2).contains(parts[0].utf8.count)
        else { return nil }
        var second: Int64 = 0
        for (part, limit) in zip(parts, [24, 60, 60] as [Int64]) {
            guard let number = digits(part), number < limit else { return nil }
            second = second * 60 + number
        }
        return parts.count == 2 ? second * 60 : second
    }
}

/// The number that up to nine decimal digits give.
func digits(_ text: some StringProtocol) -> Int64? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return text.utf8.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
}
