import TestSupport

/// Values of random types, from a sequence of numbers.
struct RandomValues {
    private var numbers: Numbers
    private static let basicTypes = ["y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g"]
    private static let texts = ["", "a", "grün", "日本語", "👩‍👩‍👧", "two\nlines", "\u{7f}\u{1}", "\u{FFFF}\u{10FFFF}"]
    private static let paths = ["/", "/a", "/org/tabd/Tabs1", "/_/A1"]
    private static let signatures = ["", "s", "a{sv}", "(a(ii)v)", "ybnqiuxtdsogvah"]

    init(seed: UInt64) { numbers = Numbers(state: seed) }

    private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &numbers) }

    private mutating func any<Element>(of list: [Element]) -> Element { list[below(list.count)] }

    /// A value with at most the given number of levels.
    mutating func value(levels: Int) -> Variant { value(of: type(levels: levels), levels: levels) }

    /// A complete type with at most the given number of levels.
    private mutating func type(levels: Int) -> String {
        guard levels > 1 else { return any(of: Self.basicTypes) }
        switch below(8) {
        case 0: return "a" + type(levels: levels - 1)
        case 1: return "a{" + any(of: Self.basicTypes) + type(levels: levels - 1) + "}"
        case 2: return "(" + (0...below(3)).map { _ in type(levels: levels - 1) }.joined() + ")"
        case 3: return "v"
        case 4: return "ay"
        default: return any(of: Self.basicTypes)
        }
    }

    private mutating func value(of type: String, levels: Int) -> Variant {
        switch type {
        case "y": return .byte(UInt8.random(in: .min ... .max, using: &numbers))
        case "b": return .bool(below(2) == 1)
        case "n": return .int16(Int16.random(in: .min ... .max, using: &numbers))
        case "q": return .uint16(UInt16.random(in: .min ... .max, using: &numbers))
        case "i": return .int32(Int32.random(in: .min ... .max, using: &numbers))
        case "u": return .uint32(UInt32.random(in: .min ... .max, using: &numbers))
        case "x": return .int64(Int64.random(in: .min ... .max, using: &numbers))
        case "t": return .uint64(numbers.next())
        case "d": return .double(any(of: [0, -1.5, .infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .pi]))
        case "s": return .string(any(of: Self.texts))
        case "o": return .objectPath(ObjectPath(any(of: Self.paths)))
        case "g": return .signature(Signature(any(of: Self.signatures)))
        case "v": return .variant(value(levels: levels - 1))
        case "ay": return .bytes((0..<below(5)).map { _ in UInt8(below(256)) })
        default: return container(of: type, levels: levels)
        }
    }

    private mutating func container(of type: String, levels: Int) -> Variant {
        if type.hasPrefix("(") {
            return .structure(WireType.members(type).map { value(of: $0, levels: levels - 1) })
        }
        guard type.hasPrefix("a{") else {
            let element = String(type.dropFirst())
            return .array(of: element, (0..<below(4)).map { _ in value(of: element, levels: levels - 1) })
        }
        let key = String(type.dropFirst(2).prefix(1))
        let content = String(type.dropFirst(3).dropLast())
        var entries: [Variant: Variant] = [:]
        for _ in 0..<below(4) { entries[value(of: key, levels: 1)] = value(of: content, levels: levels - 1) }
        return .dictionary(key: key, value: content, entries)
    }
}

extension Variant {
    /// The types and values of all parts, in the format of `Tests/Fixtures/values.h`.
    var rendering: String {
        switch self {
        case .byte(let value): "y\(value)"
        case .bool(let value): "b\(value ? 1 : 0)"
        case .int16(let value): "n\(value)"
        case .uint16(let value): "q\(value)"
        case .int32(let value): "i\(value)"
        case .uint32(let value): "u\(value)"
        case .int64(let value): "x\(value)"
        case .uint64(let value): "t\(value)"
        case .double(let value): "d" + Self.hexadecimal(value.bitPattern, digits: 16)
        case .string(let text): "s\(text.utf8.count):\(text)"
        case .objectPath(let path): "o\(path.utf8.count):\(path)"
        case .signature(let signature): "g\(signature.utf8.count):\(signature)"
        case .bytes(let bytes): "B" + bytes.map { Self.hexadecimal(UInt64($0), digits: 2) }.joined()
        case .array(let element, let values): "a<\(element)>[" + values.map(\.rendering).joined(separator: ",") + "]"
        case .dictionary(let key, let value, let entries):
            "e<\(key)><\(value)>{"
                + entries.map { $0.key.rendering + "=" + $0.value.rendering }
                .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: ",") + "}"
        case .structure(let fields): "r(" + fields.map(\.rendering).joined(separator: ",") + ")"
        case .variant(let value): "v(" + value.rendering + ")"
        }
    }

    private static func hexadecimal(_ value: UInt64, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
}
