/// A D-Bus object path. Construction does not check it: `isValid` does, and a writer refuses an invalid one.
package struct ObjectPath: Hashable, Sendable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let text: String

    package init(_ text: String) { self.text = text }
    package init(stringLiteral text: String) { self.text = text }

    /// The path `/`, which stands for "no object".
    package static let none: ObjectPath = "/"
    package var isNone: Bool { text == "/" }
    package var description: String { text }

    /// Whether the text follows the grammar of the D-Bus specification: elements of `[A-Za-z0-9_]`, none empty.
    package var isValid: Bool {
        var text = text
        return text.withUTF8(Self.isValid)
    }

    private static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.first == UInt8(ascii: "/") else { return false }
        if bytes.count == 1 { return true }
        var previousIsSlash = false
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "/"):
                if previousIsSlash { return false }
                previousIsSlash = true
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                previousIsSlash = false
            default: return false
            }
        }
        return !previousIsSlash
    }

    package static func < (left: ObjectPath, right: ObjectPath) -> Bool { left.text < right.text }
}
