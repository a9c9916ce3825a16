/// Equality by type and bytes. Swift's strings compare all encodings of an "é" as equal.
extension Value: Hashable {
    public static func == (one: Value, other: Value) -> Bool {
        switch (one, other) {
        case (.byte(let one), .byte(let other)): one == other
        case (.bool(let one), .bool(let other)): one == other
        case (.int16(let one), .int16(let other)): one == other
        case (.uint16(let one), .uint16(let other)): one == other
        case (.int32(let one), .int32(let other)): one == other
        case (.uint32(let one), .uint32(let other)): one == other
        case (.int64(let one), .int64(let other)): one == other
        case (.uint64(let one), .uint64(let other)): one == other
        case (.double(let one), .double(let other)): one == other
        case (.string(let one), .string(let other)):
            one.utf8.count == other.utf8.count && one.utf8.elementsEqual(other.utf8)
        case (.objectPath(let one), .objectPath(let other)): one == other
        case (.signature(let one), .signature(let other)): one == other
        case (.bytes(let one), .bytes(let other)): one == other
        case (.array(let type, let one), .array(let otherType, let other)): type == otherType && one == other
        case (.dictionary(let key, let value, let one), .dictionary(let otherKey, let otherValue, let other)):
            key == otherKey && value == otherValue && one == other
        case (.structure(let one), .structure(let other)): one == other
        case (.variant(let one), .variant(let other)): one == other
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .byte(let value): hasher.combine(value)
        case .bool(let value): hasher.combine(value)
        case .int16(let value): hasher.combine(value)
        case .uint16(let value): hasher.combine(value)
        case .int32(let value): hasher.combine(value)
        case .uint32(let value): hasher.combine(value)
        case .int64(let value): hasher.combine(value)
        case .uint64(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value)
        case .string(var value):
            value.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            hasher.combine(value.utf8.count)
        case .objectPath(let value), .signature(let value): hasher.combine(value)
        case .bytes(let value): hasher.combine(value)
        case .array(_, let values), .structure(let values): hasher.combine(values)
        case .dictionary(_, _, let entries): hasher.combine(entries)
        case .variant(let value): hasher.combine(value)
        }
    }
}
