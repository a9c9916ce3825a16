/// A D-Bus type signature as a value (type `g`). Construction does not check it: `isValid` does.
package struct Signature: Hashable, Sendable, CustomStringConvertible {
    package let text: String
    package init(_ text: String) { self.text = text }
    package var description: String { text }

    /// Whether it is a list of complete types, of at most 255 bytes, and nested no deeper than D-Bus allows.
    package var isValid: Bool {
        var rest = Array(text.utf8)[...]
        guard rest.count <= 255 else { return false }
        while !rest.isEmpty {
            guard Self.skipType(&rest, arrays: 0, structures: 0) else { return false }
        }
        return true
    }

    /// Whether it is exactly one complete type.
    package var isSingle: Bool {
        var rest = Array(text.utf8)[...]
        return rest.count <= 255 && Self.skipType(&rest, arrays: 0, structures: 0) && rest.isEmpty
    }

    private static let basicTypes = Set("ybnqiuxtdsogh".utf8)
    private static let maximumNesting = 32

    private static func skipType(_ rest: inout ArraySlice<UInt8>, arrays: Int, structures: Int) -> Bool {
        guard let code = rest.popFirst(), arrays <= maximumNesting, structures <= maximumNesting else { return false }
        switch code {
        case UInt8(ascii: "a"):
            guard arrays < maximumNesting else { return false }
            guard rest.first == UInt8(ascii: "{") else {
                return skipType(&rest, arrays: arrays + 1, structures: structures)
            }
            rest.removeFirst()
            guard let key = rest.popFirst(), basicTypes.contains(key), structures < maximumNesting,
                skipType(&rest, arrays: arrays + 1, structures: structures + 1)
            else { return false }
            return rest.popFirst() == UInt8(ascii: "}")
        case UInt8(ascii: "("):
            var count = 0
            while let next = rest.first, next != UInt8(ascii: ")") {
                guard skipType(&rest, arrays: arrays, structures: structures + 1) else { return false }
                count += 1
            }
            return rest.popFirst() != nil && count > 0
        default: return code == UInt8(ascii: "v") || basicTypes.contains(code)
        }
    }
}
