extension DBusError {
    /// The message in a form that is safe for a terminal or a log.
    package var printableMessage: String { message.printableMessage }
}

extension String {
    /// The number of Unicode scalars that are kept from each end of a long message.
    private static let halfMessage = 1000

    /// This message on one line, in a form that is safe for a terminal or a log. It may contain a caller's text of any length
    /// and with any characters. The middle of a long message is omitted, because what is allowed stands at the end.
    package var printableMessage: String {
        let all = unicodeScalars
        guard all.dropFirst(2 * Self.halfMessage).isEmpty else {
            return String(all.prefix(Self.halfMessage)).onOneLine + "…" + String(all.suffix(Self.halfMessage)).onOneLine
        }
        return onOneLine
    }
}
