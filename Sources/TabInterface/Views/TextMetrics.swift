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
    /// The widths of characters from front ends. Texts of other styles are estimated.
    package var advances: [String: TextAdvances]

    package init(
        scale: Double = 1, given: [String: TextStyleMetrics] = [:], advances: [String: TextAdvances] = [:]
    ) {
        self.scale = scale
        self.given = given
        self.advances = advances
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
        let measured = Set(advances.keys).union(other.advances.keys).map { style in
            (style, resolvedAdvances(style).union(other.resolvedAdvances(style)))
        }
        return TextMetrics(
            scale: max(scale, other.scale), given: Dictionary(uniqueKeysWithValues: styles),
            advances: Dictionary(uniqueKeysWithValues: measured))
    }

    /// The widths of characters, or their estimates.
    private func resolvedAdvances(_ style: String) -> TextAdvances {
        advances[style] ?? TextAdvances.estimate.scaled(by: self[style].averageAdvance)
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
            try check(style: style)
            for length in [metrics.lineHeight, metrics.averageAdvance] where !(length > 0 && length <= 512) {
                throw .invalidArgument(
                    "a length of the text style \(style) is \(length); expected above 0 and at most 512")
            }
        }
        return metrics
    }

    /// Checks widths of characters from a front end: known styles, 97 lengths of 0 to 512.
    package static func checked(advances: [String: [Double]]) throws(DBusError) -> [String: TextAdvances] {
        var checked: [String: TextAdvances] = [:]
        for (style, values) in advances.sorted(by: { $0.key < $1.key }) {
            try check(style: style)
            checked[style] = try TextAdvances(values, of: style)
        }
        return checked
    }

    private static func check(style: String) throws(DBusError) {
        guard !styles.contains(style) else { return }
        throw .invalidArgument("the text style is '\(style.prefix(80))'; expected \(styles.joined(separator: ", "))")
    }
}

extension TextMetrics {
    /// The width of a text without line breaks, in points. Without the widths of characters it is an estimate, and rather
    /// too large.
    package func width(of text: some StringProtocol, style: String) -> Double { ruler(of: style).width(of: text) }

    /// What measures the texts of a style.
    private struct Ruler {
        let advances: TextAdvances
        var scale = 1.0

        func width(of text: some StringProtocol) -> Double { advances.width(of: text) * scale }
    }

    private func ruler(of style: String) -> Ruler {
        if let advances = advances[style] { return Ruler(advances: advances) }
        return Ruler(advances: .estimate, scale: self[style].averageAdvance)
    }

    /// Returns how many lines a text takes with words that wrap at a width.
    package func lines(of text: String, style: String, width: Double) -> Int {
        let ruler = ruler(of: style)
        return text.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) {
            $0 + Self.lines(ofParagraph: $1, ruler, width: width)
        }
    }

    private static func lines(ofParagraph text: Substring, _ ruler: Ruler, width room: Double) -> Int {
        let space = ruler.width(of: " ")
        var (lines, used) = (1, 0.0)
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let width = ruler.width(of: word)
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
