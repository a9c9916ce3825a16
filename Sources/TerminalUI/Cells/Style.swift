/// The text style of a cell.
package struct Style: Hashable, Sendable {
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let bold = Attributes(rawValue: 1)
        package static let dim = Attributes(rawValue: 2)
        package static let reverse = Attributes(rawValue: 4)
        package static let underline = Attributes(rawValue: 8)
        package static let italic = Attributes(rawValue: 16)
        package static let strikethrough = Attributes(rawValue: 32)
    }

    package var attributes: Attributes
    /// The text colour; nil for the terminal's default.
    package var foreground: Color?
    /// The background colour; nil for the terminal's default.
    package var background: Color?
    /// The number of the hyperlink in the canvas, from `Canvas.add(link:)`; 0 for none.
    package var link: UInt16 = 0

    package init(_ attributes: Attributes = [], foreground: Color? = nil, background: Color? = nil) {
        self.attributes = attributes
        self.foreground = foreground
        self.background = background
    }

    package static let plain = Style(foreground: nil)
    package static let bold = Style(.bold)
    package static let dim = Style(.dim)
    package static let reverse = Style(.reverse)

    /// Returns the style with the nearest colours of a terminal.
    func limited(to depth: ColorDepth) -> Style {
        guard foreground != nil || background != nil, depth != .trueColor else { return self }
        var style = self
        style.foreground = foreground?.limited(to: depth)
        style.background = background?.limited(to: depth)
        return style
    }

    /// Returns the control sequence that sets exactly this style (`SGR`), with the nearest colours of a terminal and
    /// without the hyperlink.
    func sequence(_ depth: ColorDepth) -> String {
        var codes = "\u{1B}[0"
        let numbers: [(Attributes, Int)] = [
            (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7), (.strikethrough, 9),
        ]
        for (attribute, number) in numbers where attributes.contains(attribute) { codes += ";\(number)" }
        let style = limited(to: depth)
        if let color = style.foreground { codes += ";" + color.codes(base: 30) }
        if let color = style.background { codes += ";" + color.codes(base: 40) }
        return codes + "m"
    }
}

extension Style: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: Attributes...) {
        self.init(Attributes(elements))
    }
}
