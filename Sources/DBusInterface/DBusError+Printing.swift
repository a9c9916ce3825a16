extension DBusError {
    /// The number of Unicode scalars that are kept from each end of a long message.
    private static let halfMessage = 1000

    /// The message in a form that is safe for a terminal or a log. It may contain a caller's text of any length and
    /// with any characters. The middle of a long message is omitted, because what is allowed stands at the end. Control
    /// and direction characters are escaped as in Swift: `\u{202E}`.
    package var printableMessage: String {
        let all = message.unicodeScalars
        guard all.dropFirst(2 * Self.halfMessage).isEmpty else {
            return Self.printable(all.prefix(Self.halfMessage)) + "…" + Self.printable(all.suffix(Self.halfMessage))
        }
        return Self.printable(all[...])
    }

    private static func printable(_ scalars: Substring.UnicodeScalarView) -> String {
        guard scalars.contains(where: isEscaped) else { return String(scalars) }
        return scalars.reduce(into: "") { text, scalar in
            if isEscaped(scalar) {
                text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Line breaks are kept, because a message may have several lines.
    private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
