package import DBusInterface

/// The widths of the characters of a text style, in points.
package struct TextAdvances: Hashable, Sendable {
    /// The widths of the characters from U+0020 to U+007E, then the average of other letters, then that of wide characters.
    package let values: [Double]

    /// The number of printable ASCII characters.
    private static let ascii = 95
    private static let other = ascii
    private static let wide = ascii + 1
    /// The number of values of a style.
    package static let count = ascii + 2

    private init(unchecked values: [Double]) { self.values = values }

    /// Checks the values of a front end: 97 lengths of 0 to 512.
    package init(_ values: [Double], of style: String) throws(DBusError) {
        guard values.count == Self.count else {
            throw .invalidArgument("TextAdvances of \(style) has \(values.count) values; expected \(Self.count)")
        }
        for (place, value) in values.enumerated() where !(0...512).contains(value) {
            throw .invalidArgument("value \(place) of TextAdvances of \(style) is \(value); expected 0 to 512")
        }
        self.values = values
    }

    /// The widths in average characters, where a front end gives none. They are rather too large: no letter counts as less
    /// than one, so the estimate is right for fonts in which all have the same width.
    static let estimate = TextAdvances(
        unchecked: (0x20...0x7E).map { (code: UInt8) in
            switch Unicode.Scalar(code) {
            case "m", "w", "M", "W", "@", "%": 1.75
            case "A"..."Z": 1.4
            default: 1.15
            }
        } + [1.4, 2.2])

    func scaled(by factor: Double) -> TextAdvances { TextAdvances(unchecked: values.map { $0 * factor }) }

    /// Returns the larger widths of both.
    func union(_ other: TextAdvances) -> TextAdvances { TextAdvances(unchecked: zip(values, other.values).map(max)) }

    /// The width of a text without line breaks.
    func width(of text: some StringProtocol) -> Double {
        var width = 0.0
        for scalar in text.unicodeScalars {
            if let place = Self.place(of: scalar) { width += values[place] }
        }
        return width
    }

    /// Returns the place of a character's width among the values; nil for a character without a width.
    private static func place(of scalar: Unicode.Scalar) -> Int? {
        let code = Int(scalar.value)
        switch code {
        case 0x20...0x7E: return code - 0x20
        case 0xC0...0x17F: return lettersWithMarks[code - 0xC0]
        // It makes the character before it an emoji, which is wide.
        case 0xFE0F: return other
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return nil
        default: return isWide(scalar) ? wide : other
        }
    }

    /// The places of the letters from U+00C0 to U+017F. A letter is as wide as the one without its mark, so texts in most
    /// languages with Latin letters are right, too. A point is a letter of its own.
    private static let lettersWithMarks = """
        AAAAAA.CEEEEIIIIDNOOOOO.OUUUUY..aaaaaa.ceeeeiiii.nooooo.ouuuuy.y\
        AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIi..JjKk.LlLlLlL\
        lLlNnNnNn...OoOoOo..RrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzf
        """.utf8.map { $0 == UInt8(ascii: ".") ? other : Int($0) - 0x20 }

    /// Whether a character takes two columns in a terminal: ideographs, syllables of Japanese and Korean, emoji.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x16FE0...0x1B2FF, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            true
        // Two of them are a flag.
        case 0x1F1E6...0x1F1FF: false
        default: scalar.properties.isEmojiPresentation
        }
    }
}
