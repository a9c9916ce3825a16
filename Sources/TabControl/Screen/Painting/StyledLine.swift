internal import TabInterface
internal import TerminalUI

/// One line of a text in which each character has its style, in the order of reading.
struct StyledLine {
    /// Printable characters.
    private(set) var characters: [Character] = []
    private(set) var styles: [Style] = []
    private(set) var width = 0

    /// - Parameters:
    ///   - line: A part of the text without line breaks.
    ///   - start: The Unicode scalars of the text before the line.
    ///   - columns: The available width. A longer line ends with an ellipsis.
    ///   - end: A text after the line, in the style of the text.
    ///   - style: The style of the text.
    ///   - runs: The parts of the text with other styles, in order. A character has the style of its first scalar.
    init(
        _ line: Substring, from start: Int, columns: Int, end: String, style: Style,
        runs: ArraySlice<(range: Range<Int>, style: Style)>
    ) {
        var place = start
        var runs = runs
        for character in line {
            // Nothing behind the edge is drawn.
            guard width <= columns else { break }
            runs = runs.drop { $0.range.upperBound <= place }
            let run = runs.first.flatMap { $0.range.contains(place) ? $0 : nil }
            append(String(character), run?.style ?? style)
            place += character.unicodeScalars.count
        }
        append(end, style)
        truncate(to: columns, style)
    }

    private mutating func append(_ text: String, _ style: Style) {
        for character in CharacterWidth.printable(text) {
            characters.append(character)
            styles.append(style)
            width += CharacterWidth.width(of: character)
        }
    }

    private mutating func truncate(to columns: Int, _ style: Style) {
        guard width > columns else { return }
        while width > max(columns - 1, 0), let last = characters.popLast() {
            styles.removeLast()
            width -= CharacterWidth.width(of: last)
        }
        if columns > 0 { append("…", style) }
    }
}

extension ViewEntry {
    /// Returns the parts of a label's text that have other styles.
    ///
    /// - Parameters:
    ///   - style: The style of the text.
    ///   - tint: The colour of links.
    func styledRuns(of style: Style, tint: Color, on pen: inout Pen) -> [(range: Range<Int>, style: Style)] {
        textRuns.map { run in
            let traits = run.traits
            var style = style
            if let isBold = traits.isBold { style.attributes.set(.bold, isBold) }
            if traits.isItalic { style.attributes.insert(.italic) }
            if traits.isStruckThrough { style.attributes.insert(.strikethrough) }
            // The theme of the terminal is unknown, so code has no background of its own.
            if traits.isCode { style.attributes.insert(.reverse) }
            if traits.isUnderlined || traits.link != nil { style.attributes.insert(.underline) }
            if traits.link != nil, isEnabled { style.foreground = tint }
            if let color = traits.color.flatMap(Palette.foreground) { style.foreground = color }
            if let link = traits.link { style.link = pen.add(link: link) }
            return (run.range, style)
        }
    }
}

extension Style.Attributes {
    fileprivate mutating func set(_ attribute: Style.Attributes, _ isSet: Bool) {
        if isSet { insert(attribute) } else { remove(attribute) }
    }
}
