package import DBusInterface

/// A problem of a layout file, or a change that applying the file would make, `(susss)`.
package struct LayoutFinding: DBusStructure, Hashable {
    /// The kinds of findings. The raw values are part of the contract.
    package enum Code: String, CaseIterable, Sendable {
        // Problems.
        case syntax = "syntax"
        case tooLarge = "too-large"
        case unknownKey = "unknown-key"
        case wrongType = "wrong-type"
        case missingKey = "missing-key"
        case invalidValue = "invalid-value"
        case unsupportedKey = "unsupported-key"
        case duplicateIdentifier = "duplicate-identifier"
        case tooMany = "too-many"
        case unavailableType = "unavailable-type"
        case notDeclarable = "not-declarable"
        case presented = "presented"
        case accessDenied = "access-denied"
        case limitsExceeded = "limits-exceeded"
        case cannotApply = "cannot-apply"
        case moreFindings = "more-findings"
        // Changes.
        case wouldCreate = "would-create"
        case wouldReplace = "would-replace"
        case wouldMove = "would-move"
        case wouldChange = "would-change"
        case wouldOrder = "would-order"
        case wouldRemove = "would-remove"

        /// Whether the layout can't be applied.
        package var isProblem: Bool { !rawValue.hasPrefix("would-") }

        /// The codes of problems, or those of changes, for the documentation.
        static func list(problems: Bool) -> String {
            allCases.filter { $0.isProblem == problems }.map(\.rawValue).joined(separator: ", ")
        }
    }

    /// The maximum length of `value` in characters, so that the findings are not much larger than the file.
    package static let maximumValue = 80

    /// The raw value of a `Code`, or a word that a later version of the daemon knows.
    package var code: String
    /// The line in the file, counted from 1; 0 for none.
    package var line: UInt32
    /// The key of the file that it is about; empty for none.
    package var key: String
    /// The value of the key: that in the file, or for a change the new one.
    package var value: String
    /// A sentence for people.
    package var text: String

    package init(code: String, line: UInt32, key: String, value: String, text: String) {
        self.code = code
        self.line = line
        self.key = key
        self.value = value
        self.text = text
    }

    /// Creates a finding from parts of a file, which may contain NUL and may be long. The sentence gets escapes for control
    /// and direction characters, since clients print it; the key and the value stay as they are.
    package init(_ code: Code, line: Int = 0, key: String = "", value: String = "", text: String) {
        self.init(
            code: code.rawValue, line: UInt32(clamping: line), key: Self.sendable(key),
            value: Self.sendable(String(value.prefix(Self.maximumValue))), text: text.onOneLine)
    }

    /// Whether the layout can't be applied. Later problems have codes that this version does not know.
    package var isProblem: Bool { !code.hasPrefix("would-") }

    package static let layout = FieldLayout(
        "LayoutFinding", Self.init(code:line:key:value:text:), "code", "line", "key", "value", "text", values: \.code,
        \.line, \.key, \.value, \.text)

    /// D-Bus can't carry NUL.
    private static func sendable(_ text: String) -> String {
        guard text.utf8.contains(0) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
    }
}
