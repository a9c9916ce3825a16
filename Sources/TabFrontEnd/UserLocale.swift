internal import Glibc

/// The locale of this process.
package enum UserLocale {
    /// The locale of messages, as the daemon takes it; nil for none and for a name that it would refuse.
    package static var messages: String? {
        let value = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
        guard let name = value?.prefix(while: { $0 != "." && $0 != "@" }) else { return nil }
        let words = name.split(separator: "_", omittingEmptySubsequences: false)
        let isName = words.count <= 2 && words.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy(\.isASCIIWord) }
        return isName ? String(name) : nil
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

extension Character {
    fileprivate var isASCIIWord: Bool { isASCII && (isLetter || isNumber) }
}
