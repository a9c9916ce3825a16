extension Preferences {
    /// The lines of the file, one for each preference.
    var text: String {
        let lines = Self.entries.map { "\($0.key) = \($0.text(self))\n" }
        return "# Written by the Settings plugin; read when it is loaded.\n" + lines.joined()
    }

    /// Parses the lines of a file. Missing and invalid preferences have their defaults.
    ///
    /// - Parameter report: Called with an error message for each of the first invalid lines. If there are more, also
    ///   called with the total number.
    init(text: String, report: (String) -> Void) {
        self.init()
        var errorCount = 0
        func addError(_ message: String) {
            errorCount += 1
            if errorCount <= Self.maximumReports { report(message) }
        }
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = Self.trimmed(line)
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.trimmed)
            guard parts.count == 2, let entry = Self.entries.first(where: { $0.key == parts[0] }) else {
                let keys = Self.entries.map(\.key).joined(separator: ", ")
                addError("line \(index + 1): '\(shortened(line))' is not a preference; expected one of \(keys)")
                continue
            }
            if !entry.read(parts[1], &self) {
                addError(
                    "line \(index + 1): '\(shortened(parts[1]))' is not a value of \(entry.key); "
                        + "expected \(entry.allowed); using the default")
            }
        }
        if errorCount > Self.maximumReports { report("\(errorCount) invalid lines in total") }
    }

    private static let maximumReports = 8

    private static func trimmed(_ text: Substring) -> String {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[first...last])
    }

    /// The text format of a preference.
    private struct Entry: Sendable {
        let key: String
        let allowed: String
        let text: @Sendable (Preferences) -> String
        /// Parses a value. Returns false if it is invalid.
        let read: @Sendable (String, inout Preferences) -> Bool

        init<Value: FileValue>(
            _ key: String, _ path: any WritableKeyPath<Preferences, Value> & Sendable, allowed: String = Value.allowed,
            where isAllowed: @escaping @Sendable (Value) -> Bool = { _ in true }
        ) {
            self.key = key
            self.allowed = allowed
            text = { $0[keyPath: path].fileText }
            read = { text, preferences in
                guard let value = Value(fileText: text), isAllowed(value) else { return false }
                preferences[keyPath: path] = value
                return true
            }
        }

        init(_ key: String, _ path: any WritableKeyPath<Preferences, Int> & Sendable, in range: ClosedRange<Int>) {
            self.init(key, path, allowed: "\(range.lowerBound) to \(range.upperBound)") { range.contains($0) }
        }
    }

    private static let entries = [
        Entry("Style", \.style),
        Entry("AccentColor", \.accentColor),
        Entry("TextSize", \.textSize, in: textSizes),
        Entry("Volume", \.volume, in: volumes),
        Entry("Muted", \.isMuted),
        Entry("AlertSounds", \.playsAlertSounds),
        Entry("DoNotDisturb", \.doNotDisturb),
        Entry("Previews", \.showsPreviews),
        Entry("Languages", \.languages),
        Entry("Region", \.region),
        Entry("24HourTime", \.uses24HourTime),
    ]
}

/// Returns the beginning of a text, for messages.
private func shortened(_ text: String) -> String { text.count > 40 ? text.prefix(39) + "…" : text }
