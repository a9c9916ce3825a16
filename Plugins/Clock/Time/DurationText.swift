/// The text form of durations: `90` (seconds), `1:30`, `1:00:00`.
enum DurationText {
    /// The maximum duration in seconds: 99:59:59.
    static let maximum: Int64 = 359_999

    /// Parses a duration. Returns seconds; nil for an invalid text, for 0, and above the maximum. Only the first number
    /// may exceed 59.
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

    /// Returns a text such as `1:30` or `1:00:00`.
    static func text(seconds: Int64) -> String {
        let minutes = seconds / 60 % 60
        let hours = seconds >= 3600 ? "\(seconds / 3600):" + twoDigits(minutes) : "\(minutes)"
        return hours + ":" + twoDigits(seconds % 60)
    }

    /// Returns an approximate text: `8 h 12 min`, `12 min`, `40 s`.
    static func words(seconds: Int64) -> String {
        if seconds < 60 { return "\(max(seconds, 0)) s" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        if hours == 0 { return "\(minutes) min" }
        return minutes == 0 ? "\(hours) h" : "\(hours) h \(minutes) min"
    }
}

/// Returns the beginning of a text, for messages and labels. The count is in Unicode scalars, because a character can
/// have any number of them.
func shortened(_ text: String, to count: Int) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
}
