/// An attribute of a part of a label's text.
///
/// ```swift
/// let label = Label(text: "Read the manual first")
/// if let range = label.text.firstRange(of: "manual") {
///     label.textAttributes = [TextAttribute(range, in: label.text, .link("https://example.org/manual"))]
/// }
/// ```
public struct TextAttribute: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case bold, italic, underline, strikethrough
        /// Program code and commands.
        case code
        /// A URI that a click opens: `https:`, `http:` or `mailto:`, of at most 2,048 bytes.
        case link(String)
        /// A colour: `#RRGGBB`, `#RRGGBBAA` or the name of a system colour.
        case color(String)
    }

    /// The part of the text, in Unicode scalars. What is behind the end of the text has no effect.
    public var range: Range<Int>
    public var kind: Kind

    /// - Parameter range: The part of the text, in Unicode scalars.
    public init(_ range: Range<Int>, _ kind: Kind) {
        self.range = range
        self.kind = kind
    }

    /// - Parameters:
    ///   - range: The part of a text.
    ///   - text: The text.
    public init(_ range: Range<String.Index>, in text: String, _ kind: Kind) {
        let scalars = text.unicodeScalars
        let start = scalars.distance(from: scalars.startIndex, to: range.lowerBound)
        self.init(start..<(start + scalars.distance(from: range.lowerBound, to: range.upperBound)), kind)
    }

    /// Returns the value for a text with a number of scalars; nil if no part of the range is in it.
    func value(within count: Int) -> Value? {
        let part = range.clamped(to: 0..<count)
        guard !part.isEmpty else { return nil }
        let (name, value): (String, Value) =
            switch kind {
            case .bold: ("bold", .bool(true))
            case .italic: ("italic", .bool(true))
            case .underline: ("underline", .bool(true))
            case .strikethrough: ("strikethrough", .bool(true))
            case .code: ("code", .bool(true))
            case .link(let uri): ("link", .string(uri))
            case .color(let color): ("color", .string(color))
            }
        return .structure([
            .uint32(UInt32(clamping: part.lowerBound)), .uint32(UInt32(clamping: part.count)), .string(name),
            .variant(value),
        ])
    }
}
