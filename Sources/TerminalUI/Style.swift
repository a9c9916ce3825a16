/// How the text of a cell looks.
package struct Style: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Style(rawValue: 1)
    package static let dim = Style(rawValue: 2)
    package static let reverse = Style(rawValue: 4)

    /// The control sequence that sets exactly this style (`SGR`).
    var sequence: String {
        var codes = ["0"]
        if contains(.bold) { codes.append("1") }
        if contains(.dim) { codes.append("2") }
        if contains(.reverse) { codes.append("7") }
        return "\u{1B}[" + codes.joined(separator: ";") + "m"
    }
}
