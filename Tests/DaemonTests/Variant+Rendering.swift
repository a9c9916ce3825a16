import DBusInterface

extension Variant {
    /// Type and content of every part, as `Tests/Fixtures/values.h` writes them.
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
