package import DBusInterface

/// How large the texts of one style are in a front end.
package struct TextStyleMetrics: DBusStructure, Hashable {
    /// The height of a line, in points.
    package var lineHeight: Double
    /// The width of an average character, in points.
    package var averageAdvance: Double

    package init(lineHeight: Double, averageAdvance: Double) {
        self.lineHeight = lineHeight
        self.averageAdvance = averageAdvance
    }

    package static let layout = FieldLayout(
        "TextStyleMetrics", Self.init, "line_height", "average_advance", values: \.lineHeight, \.averageAdvance)
}

/// How large texts are in a window: the scale that the user prefers, and the metrics of each text style.
package struct TextMetrics: Hashable, Sendable {
    /// The styles of labels. Other texts have the style `body`.
    package static let styles = TextStyle.words

    /// The metrics at the scale 1 of a window whose front ends give none.
    package static let standard: [String: TextStyleMetrics] = [
        "body": TextStyleMetrics(lineHeight: 22, averageAdvance: 8),
        "largeTitle": TextStyleMetrics(lineHeight: 41, averageAdvance: 16),
        "title": TextStyleMetrics(lineHeight: 34, averageAdvance: 13),
        "headline": TextStyleMetrics(lineHeight: 22, averageAdvance: 9),
        "caption": TextStyleMetrics(lineHeight: 16, averageAdvance: 6),
        "monospacedDigit": TextStyleMetrics(lineHeight: 22, averageAdvance: 8),
    ]

    package var scale: Double
    /// The metrics of front ends, which include the scale.
    package var given: [String: TextStyleMetrics]

    package init(scale: Double = 1, given: [String: TextStyleMetrics] = [:]) {
        self.scale = scale
        self.given = given
    }

    /// The metrics of a style; those of `body` for an unknown one.
    package subscript(style: String) -> TextStyleMetrics {
        if let metrics = given[style] { return metrics }
        let standard =
            Self.standard[style] ?? Self.standard["body"] ?? TextStyleMetrics(lineHeight: 22, averageAdvance: 8)
        return TextStyleMetrics(
            lineHeight: standard.lineHeight * scale, averageAdvance: standard.averageAdvance * scale)
    }

    /// The metrics of all styles.
    package var all: [String: TextStyleMetrics] {
        Dictionary(uniqueKeysWithValues: Self.styles.map { ($0, self[$0]) })
    }

    /// Returns the metrics that have room for the texts of both: the larger values.
    package func union(_ other: TextMetrics) -> TextMetrics {
        let styles = Self.styles.map { style in
            let (one, two) = (self[style], other[style])
            return (
                style,
                TextStyleMetrics(
                    lineHeight: max(one.lineHeight, two.lineHeight),
                    averageAdvance: max(one.averageAdvance, two.averageAdvance))
            )
        }
        return TextMetrics(scale: max(scale, other.scale), given: Dictionary(uniqueKeysWithValues: styles))
    }

    /// Checks a scale: 0.5 to 4.
    package static func checked(scale: Double) throws(DBusError) -> Double {
        guard (0.5...4).contains(scale) else {
            throw .invalidArgument("TextScale \(scale) is out of range; expected 0.5 to 4")
        }
        return scale
    }

    /// Checks metrics from a front end: known styles, lengths above 0 and at most 512.
    package static func checked(
        _ metrics: [String: TextStyleMetrics]
    ) throws(DBusError) -> [String: TextStyleMetrics] {
        for (style, metrics) in metrics.sorted(by: { $0.key < $1.key }) {
            guard styles.contains(style) else {
                throw .invalidArgument(
                    "the text style is '\(style.prefix(80))'; expected \(styles.joined(separator: ", "))")
            }
            for length in [metrics.lineHeight, metrics.averageAdvance] where !(length > 0 && length <= 512) {
                throw .invalidArgument(
                    "a length of the text style \(style) is \(length); expected above 0 and at most 512")
            }
        }
        return metrics
    }
}

extension TextMetrics {
    /// The width of a text without line breaks, in points. It is an estimate, and rather too large.
    package func width(of text: some StringProtocol, style: String) -> Double {
        text.unicodeScalars.reduce(0) { $0 + Self.weight(of: $1) } * self[style].averageAdvance
    }

    /// The width of a character in average characters. No letter counts as less than one, so the estimate is right for
    /// fonts in which all have the same width.
    private static func weight(of scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "m", "w", "M", "W", "@", "%": return 1.75
        case "A"..."Z": return 1.4
        case " "..."~": return 1.15
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return isWide(scalar) ? 2.2 : 1.4
        }
    }

    /// Whether a character takes two columns in a terminal: ideographs, syllables of Japanese and Korean, emoji.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    /// Returns how many lines a text takes with words that wrap at a width.
    package func lines(of text: String, style: String, width: Double) -> Int {
        text.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) {
            $0 + lines(ofParagraph: $1, style: style, width: width)
        }
    }

    private func lines(ofParagraph text: Substring, style: String, width room: Double) -> Int {
        let space = self.width(of: " ", style: style)
        var (lines, used) = (1, 0.0)
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let width = self.width(of: word, style: style)
            if used > 0, used + width > room {
                lines += 1
                used = 0
            }
            // A word that is longer than a line is broken.
            if width > room, room > 0 {
                lines += Int(min(width / room, 10_000))
                used = room
            } else {
                used += width + space
            }
        }
        return lines
    }
}
