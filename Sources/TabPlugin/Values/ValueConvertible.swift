/// A type whose values can be converted to bus values, so that they can be encoded by a `Coder` or passed as arguments.
public protocol ValueConvertible {
    /// The bus value.
    var value: Value { get }
    /// Creates an instance from a bus value. Returns nil if the value has another type.
    init?(value: Value)
}

extension Value: ValueConvertible {
    public var value: Value { self }
    public init?(value: Value) { self = value }
}

extension Bool: ValueConvertible {
    public var value: Value { .bool(self) }
    public init?(value: Value) {
        guard let bool = value.bool else { return nil }
        self = bool
    }
}

/// Encoded as `x`. Decodes an integer of any width if it fits.
extension Int: ValueConvertible {
    public var value: Value { .int64(Int64(self)) }
    public init?(value: Value) {
        guard let int = value.int else { return nil }
        self = int
    }
}

extension Double: ValueConvertible {
    public var value: Value { .double(self) }
    public init?(value: Value) {
        guard let double = value.double else { return nil }
        self = double
    }
}

extension String: ValueConvertible {
    public var value: Value { .string(self) }
    public init?(value: Value) {
        guard let string = value.string else { return nil }
        self = string
    }
}

/// Encoded as an array of the elements' type, or as `av` if the values of the elements have different types.
extension Array: ValueConvertible where Element: ValueConvertible {
    public var value: Value {
        let values = map(\.value)
        let signature = values.first?.signature ?? Self.emptySignature
        guard values.allSatisfy({ $0.signature == signature }) else {
            return .array(of: "v", values.map { .variant($0) })
        }
        return .array(of: signature, values)
    }

    public init?(value: Value) {
        guard case .array(_, let values) = value else { return nil }
        let elements = values.compactMap { value in
            if case .variant(let inner) = value { Element(value: inner) } else { Element(value: value) }
        }
        guard elements.count == values.count else { return nil }
        self = elements
    }

    private static var emptySignature: String {
        switch Element.self {
        case is Bool.Type: "b"
        case is Int.Type: "x"
        case is Double.Type: "d"
        case is String.Type: "s"
        default: "v"
        }
    }
}
