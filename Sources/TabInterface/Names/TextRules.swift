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
    /// What a mail link may set. Some mail programs attach local files for other fields.
    private static let mailFields = ["subject", "body", "cc", "bcc", "to"]
    /// The characters of a URI (RFC 3986) without brackets, which only IPv6 hosts need. There are no quotation marks, angle
    /// brackets, spaces and controls, but a markup has to escape `&` and `'`.
    private static let linkCharacters = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#@!$&'()*+,;=%".utf8)

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
            scheme == "mailto" ? !content.isEmpty : content.hasPrefix("//") && isHost(content.dropFirst(2))
        guard linkSchemes.contains(scheme), isComplete, text.utf8.allSatisfy(linkCharacters.contains) else {
            throw .invalidArgument(
                "'\(text.prefix(80))' is not a link; expected an absolute URI of the schemes "
                    + "\(linkSchemes.joined(separator: ", ")), without a user name and brackets, "
                    + "with percent-encoding for all but ASCII")
        }
        if scheme == "mailto" { try checkMailFields(of: content) }
        return text
    }

    /// Whether a URI without its scheme begins with a host, and has no user name, which can look like one.
    private static func isHost(_ text: Substring) -> Bool {
        let authority = text.prefix { !"/?#".contains($0) }
        return !authority.isEmpty && !authority.hasPrefix(":") && !authority.contains("@")
    }

    private static func checkMailFields(of text: Substring) throws(DBusError) {
        // Mail programs differ in whether an `&` before the `?` starts a field too.
        let fields = text.split(omittingEmptySubsequences: false) { "?&".contains($0) }.dropFirst()
        for field in fields {
            let name = field.prefix { $0 != "=" }
            guard mailFields.contains(name.lowercased()) else {
                throw .invalidArgument(
                    "'\(name.prefix(80))' is not a field of a mailto link; expected one of "
                        + "\(mailFields.joined(separator: ", "))")
            }
        }
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
