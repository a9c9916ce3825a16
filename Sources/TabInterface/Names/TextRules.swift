package import DBusInterface

/// Validation of images, colours, enumerations and other texts.
package enum TextRules {
    package static let colours = Set(SystemColour.named.keys)

    /// Validates the form of an icon name, an absolute `file:` URI or the name of an added image; returns nil for `""`.
    package static func image(_ text: String) throws(DBusError) -> String? {
        guard !text.isEmpty else { return nil }
        let isURI = text.contains(":")
        let isAllowed =
            isURI
            ? ImageName.isName(text) || text.hasPrefix("file:///") && !text.utf8.contains { $0 <= 0x20 || $0 == 0x7f }
            : text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || "-_.+".contains($0) }
        guard isAllowed, text.utf8.count <= TextLimit.maximum else {
            throw .invalidArgument(
                "'\(text.prefix(80))' is not an image; expected an icon name (letters, digits, '-', '_', '.', '+'), "
                    + "an absolute file: URI, or a name that AddImage has returned (\(ImageName.prefix)...)")
        }
        return text
    }

    /// Validates `#RRGGBB`, `#RRGGBBAA` or a system name; returns nil for `""`.
    package static func colour(_ text: String) throws(DBusError) -> String? {
        guard !text.isEmpty else { return nil }
        let isHexadecimal =
            text.hasPrefix("#") && [7, 9].contains(text.utf8.count)
            && text.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
        guard isHexadecimal || colours.contains(text) else {
            throw .invalidArgument(
                "'\(text.prefix(80))' is not a colour; expected #RRGGBB, #RRGGBBAA or one of "
                    + "\(colours.sorted().joined(separator: ", "))")
        }
        return text
    }

    /// The longest URI of a link, in bytes. Terminals cut or drop longer ones.
    package static let maximumLink = 2048
    private static let linkSchemes = ["https", "http", "mailto"]
    /// The characters of a URI (RFC 3986). No character of a markup, a style sheet or an escape sequence is among them.
    private static let linkCharacters = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=%".utf8)

    /// Validates a URI that a front end may open: `https:`, `http:` or `mailto:`; returns nil for `""`.
    package static func link(_ text: String) throws(DBusError) -> String? {
        guard !text.isEmpty else { return nil }
        let count = text.utf8.count
        guard count <= maximumLink else {
            throw .limitsExceeded("the link has \(count) bytes; the limit is \(maximumLink)")
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let scheme = parts[0].lowercased()
        let content = parts.count > 1 ? parts[1] : ""
        let isComplete =
            scheme == "mailto" ? !content.isEmpty : content.hasPrefix("//") && hasHost(content.dropFirst(2))
        guard linkSchemes.contains(scheme), isComplete, text.utf8.allSatisfy(linkCharacters.contains) else {
            throw .invalidArgument(
                "'\(text.prefix(80))' is not a link; expected an absolute URI of the schemes "
                    + "\(linkSchemes.joined(separator: ", ")), with percent-encoding for all but ASCII")
        }
        return text
    }

    /// Whether a URI without its scheme begins with the name of a host.
    private static func hasHost(_ text: Substring) -> Bool {
        text.utf8.first.map { !"/?#:@".utf8.contains($0) } ?? false
    }

    /// Returns whether a text has the form of a plugin's id, `[a-z][a-z0-9_]{0,63}`.
    package static func isPluginIdentifier(_ text: String) -> Bool {
        func isLetter(_ scalar: Unicode.Scalar) -> Bool { ("a"..."z").contains(scalar) }
        guard let first = text.unicodeScalars.first, isLetter(first), text.utf8.count <= 64 else { return false }
        return text.unicodeScalars.allSatisfy { isLetter($0) || ("0"..."9").contains($0) || $0 == "_" }
    }

    /// Returns the case of a string enumeration.
    package static func value<T: RawRepresentable<String> & CaseIterable>(
        _ text: String, named name: String, allowed: [T] = Array(T.allCases)
    ) throws(DBusError) -> T {
        guard let value = allowed.first(where: { $0.rawValue == text }) else {
            throw .invalidArgument(
                "'\(text.prefix(80))' is not a valid \(name); expected one of "
                    + "\(allowed.map(\.rawValue).joined(separator: ", "))")
        }
        return value
    }

    /// Validates the length of a text for display.
    package static func text(_ text: String, named name: String) throws(DBusError) -> String {
        guard text.utf8.count <= TextLimit.maximum else {
            throw .limitsExceeded("\(name) has \(text.utf8.count) bytes; the limit is \(TextLimit.maximum)")
        }
        return text
    }

    /// Validates the length of an object path that the daemon keeps. D-Bus limits only messages.
    package static func path(_ path: ObjectPath, named name: String) throws(DBusError) {
        _ = try text(path.text, named: name)
    }

    /// Validates a text for display; returns nil for `""`.
    package static func optionalText(_ text: String, named name: String) throws(DBusError) -> String? {
        text.isEmpty ? nil : try self.text(text, named: name)
    }
}
