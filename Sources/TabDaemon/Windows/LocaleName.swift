import DBusInterface
import TabInterface

/// The name of a locale in POSIX's form, without an encoding: `de`, `de_AT`, `sr_RS@latin`, or `C` for none.
struct LocaleName: Hashable, Sendable {
    static let none = LocaleName(checked: "C")

    let name: String

    private init(checked name: String) { self.name = name }

    /// Reads a name in POSIX's form or as a language tag such as `de-AT`. Throws `InvalidArgument` for anything else.
    init(_ text: String) throws(DBusError) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let place = (parts.first ?? "").prefix { $0 != "." }
        let words = place.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
        guard text.utf8.count <= 64, parts.count <= 2, words.count <= 4, words.allSatisfy(Self.isWord),
            parts.dropFirst().allSatisfy(Self.isWord), let language = words.first,
            (2...8).contains(language.count) && language.utf8.allSatisfy(Self.isLetter) || text.hasPrefix("C")
        else {
            throw .invalidArgument(
                "locale '\(text.prefix(80))' is not allowed; expected a name such as de, de_AT.UTF-8 or de-AT")
        }
        let plain = words.joined(separator: "_")
        name =
            plain == "C" || plain == "POSIX"
            ? "C" : ([plain] + parts.dropFirst().map(String.init)).joined(separator: "@")
    }

    /// Reads the locale of messages from an environment, as `setlocale` does. A name that is not allowed counts as none.
    init(environment: [String: String]) {
        let values = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
        self = values.first { !$0.isEmpty }.flatMap { try? LocaleName($0) } ?? .none
    }

    var isRightToLeft: Bool { Self.rightToLeft.contains(name.prefix { $0 != "_" && $0 != "@" }.lowercased()) }

    /// The names of translations for this locale, the best first: `de_AT`, `de`.
    var fallbacks: [String] { CatalogDirectory.names(for: name) }

    /// The languages that are written from right to left.
    private static let rightToLeft: Set = [
        "ar", "arc", "azb", "ckb", "dv", "fa", "glk", "he", "iw", "khw", "ks", "lrc", "mzn", "nqo", "pnb", "ps", "sd",
        "syr", "ug", "ur", "yi",
    ]

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    private static func isWord(_ word: Substring) -> Bool {
        (1...16).contains(word.utf8.count)
            && word.utf8.allSatisfy { isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
