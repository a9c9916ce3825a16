/// Durations as people write them: `90` (seconds), `1:30`, `1:00:00`.
enum DurationText {
    /// Seconds; 99:59:59.
    static let maximum: Int64 = 359_999

    /// Seconds; nil for what is no duration, none at all or too long. Only the first number may exceed 59.
    static func seconds(_ text: some StringProtocol) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var seconds: Int64 = 0
        for (index, part) in parts.enumerated() {
            guard let number = digits(part), index == 0 || number < 60 && part.utf8.count == 2 else { return nil }
            seconds = seconds * 60 + number
        }
        return (1...maximum).contains(seconds) ? seconds : nil
    }

    /// `1:30`, `1:00:00`.
    static func text(seconds: Int64) -> String {
        let minutes = seconds / 60 % 60
        let hours = seconds >= 3600 ? "\(seconds / 3600):" + twoDigits(minutes) : "\(minutes)"
        return hours + ":" + twoDigits(seconds % 60)
    }

    /// For people: `8 h 12 min`, `12 min`, `40 s`.
    static func words(seconds: Int64) -> String {
        if seconds < 60 { return "\(max(seconds, 0)) s" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        if hours == 0 { return "\(minutes) min" }
        return minutes == 0 ? "\(hours) h" : "\(hours) h \(minutes) min"
    }
}

/// The beginning of a text, for messages and labels. Counted in Unicode scalars: one character may have any number.
func shortened(_ text: String, to count: Int) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
}
