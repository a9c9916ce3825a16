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
        return scalars.reduce(into: "") { $0 += isEscaped($1) ? $1.escapedControl : String($1) }
    }

    /// Line breaks are kept, because a message may have several lines.
    private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isControlOrDirection && scalar != "\t" && scalar != "\n"
    }
}
