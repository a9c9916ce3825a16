import DBusInterface

extension Variant {
    /// Returns whether another value has the same type and the same bytes, including NaN.
    func isSame(as other: Variant) -> Bool {
        switch (self, other) {
        case (.double(let one), .double(let other)): one.bitPattern == other.bitPattern
        case (.array(let type, let one), .array(let otherType, let other)):
            type == otherType && Self.areSame(one, other)
        case (.structure(let one), .structure(let other)): Self.areSame(one, other)
        case (.variant(let one), .variant(let other)): one.isSame(as: other)
        case (.dictionary(let key, let value, let one), .dictionary(let otherKey, let otherValue, let other)):
            key == otherKey && value == otherValue && one.count == other.count
                && one.allSatisfy { entry in
                    // A NaN key cannot be looked up.
                    entry.key != entry.key || other[entry.key].map { entry.value.isSame(as: $0) } == true
                }
        default: self == other
        }
    }

    private static func areSame(_ one: [Variant], _ other: [Variant]) -> Bool {
        one.count == other.count && zip(one, other).allSatisfy { $0.isSame(as: $1) }
    }

    /// The size of the content in bytes, a lower bound.
    var size: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        case .array(_, let values), .structure(let values): values.reduce(0) { $0 + $1.size }
        case .variant(let value): value.size
        case .dictionary(_, _, let entries): entries.reduce(0) { $0 + $1.key.size + $1.value.size }
        default: 1
        }
    }
}
