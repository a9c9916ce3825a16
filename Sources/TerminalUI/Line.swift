/// One line of a picture before it has a row: pieces of text, each from its column on.
package struct Line: Hashable, Sendable {
    package struct Span: Hashable, Sendable {
        package var column: Int
        package var text: String
        package var style: Style
    }

    package var spans: [Span] = []

    package init() {}

    package init(_ text: String, column: Int = 0, style: Style = []) {
        add(text, column: column, style: style)
    }

    package mutating func add(_ text: String, column: Int, style: Style = []) {
        spans.append(Span(column: column, text: text, style: style))
    }

    /// The first column behind everything.
    package var end: Int {
        spans.map { $0.column + CharacterWidth.width(of: CharacterWidth.printable($0.text)) }.max() ?? 0
    }
}
