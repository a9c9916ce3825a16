package import DBusInterface

/// What texts with a form of their own may be: images, colours and enumerations.
package enum TextRules {
    package static let colours: Set<String> = [
        "systemRed", "systemBlue", "systemGreen", "systemOrange", "systemGray", "label", "secondaryLabel",
        "systemBackground", "tint",
    ]

    /// An icon name or an absolute `file:` URI; `""` is none.
    package static func image(_ text: String) throws(DBusError) -> String? {
        guard !text.isEmpty else { return nil }
        let isURI = text.contains(":")
        let isAllowed =
            isURI
            ? text.hasPrefix("file:///") && !text.utf8.contains { $0 <= 0x20 || $0 == 0x7f }
            : text.utf8.allSatisfy { isNameByte($0) }
        guard isAllowed, text.utf8.count <= 4096 else {
            throw .invalidArgument(
                "'\(text.prefix(80))' is no image: an icon name (letters, digits, '-', '_', '.', '+') or an absolute "
                    + "file: URI is allowed")
        }
        return text
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "+"):
            true
        default: false
        }
    }

    /// `#RRGGBB`, `#RRGGBBAA` or a system name; `""` is none.
    package static func colour(_ text: String) throws(DBusError) -> String? {
        guard !text.isEmpty else { return nil }
        let isHexadecimal =
            text.hasPrefix("#") && [7, 9].contains(text.utf8.count)
            && text.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
        guard isHexadecimal || colours.contains(text) else {
            throw .invalidArgument(
                "'\(text.prefix(80))' is not a colour: #RRGGBB, #RRGGBBAA or one of "
                    + "\(colours.sorted().joined(separator: ", ")) is allowed")
        }
        return text
    }

    /// Whether a text is of the form `[a-z][a-z0-9_]{0,63}`, as a plugin's id is.
    package static func isPluginIdentifier(_ text: String) -> Bool {
        func isLetter(_ scalar: Unicode.Scalar) -> Bool { ("a"..."z").contains(scalar) }
        guard let first = text.unicodeScalars.first, isLetter(first), text.utf8.count <= 64 else { return false }
        return text.unicodeScalars.allSatisfy { isLetter($0) || ("0"..."9").contains($0) || $0 == "_" }
    }

    /// A value of a string enumeration.
    package static func value<T: RawRepresentable<String> & CaseIterable>(
        _ text: String, named name: String, allowed: [T] = Array(T.allCases)
    ) throws(DBusError) -> T {
        guard let value = allowed.first(where: { $0.rawValue == text }) else {
            throw .invalidArgument(
                "'\(text.prefix(80))' is no \(name): \(allowed.map(\.rawValue).joined(separator: ", ")) are allowed")
        }
        return value
    }

    /// Text that people read: any, but of a bounded length.
    package static func text(_ text: String, named name: String) throws(DBusError) -> String {
        guard text.utf8.count <= 65536 else {
            throw .limitsExceeded("\(name) has \(text.utf8.count) bytes: at most 65536 are allowed")
        }
        return text
    }

    /// The same, with nil for `""`.
    package static func optionalText(_ text: String, named name: String) throws(DBusError) -> String? {
        text.isEmpty ? nil : try self.text(text, named: name)
    }
}
