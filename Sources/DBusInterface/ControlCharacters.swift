extension Unicode.Scalar {
    /// Whether the character is more than text to a terminal, a log or a reader: the control characters C0, DEL and C1,
    /// line and paragraph separators, and the characters that change the direction of the text around them.
    ///
    /// Every format that has escapes writes these characters as escapes.
    package var isControlOrDirection: Bool {
        switch value {
        case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension StringProtocol {
    /// Returns the text on one line, for a sentence or a comment that quotes a text of another program. Control and
    /// direction characters are escaped as in Swift: `\n`, `\u{202E}`.
    package var onOneLine: String {
        guard unicodeScalars.contains(where: \.isControlOrDirection) else { return String(self) }
        return unicodeScalars.reduce(into: "") { $0 += $1.isControlOrDirection ? $1.escapedControl : String($1) }
    }
}

extension Unicode.Scalar {
    /// The character escaped as in Swift.
    package var escapedControl: String {
        switch self {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{" + String(value, radix: 16, uppercase: true) + "}"
        }
    }

    /// The character as JSON and TOML write it: `\u` and four digits. All control and direction characters have at most
    /// four.
    package var escapedWithFourDigits: String {
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
