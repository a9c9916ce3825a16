@_exported public import BusValues

extension Value {
    /// The D-Bus signature of the value, such as `a{sv}`.
    public var signature: String { notation }

    /// The Boolean value; nil if the value has another type. The same holds for the following properties.
    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The number of an integer of any width; nil if it does not fit into `Int`.
    public var int: Int? {
        switch self {
        case .byte(let value): Int(value)
        case .int16(let value): Int(value)
        case .uint16(let value): Int(value)
        case .int32(let value): Int(value)
        case .uint32(let value): Int(value)
        case .int64(let value): Int(value)
        case .uint64(let value): Int(exactly: value)
        default: nil
        }
    }

    public var double: Double? {
        guard case .double(let value) = self else { return nil }
        return value
    }

    public var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The strings of an `as`.
    public var strings: [String]? {
        guard case .array(of: "s", let values) = self else { return nil }
        return values.compactMap(\.string)
    }

    /// The numbers of an `at`.
    var numbers: [UInt64]? {
        guard case .array(of: "t", let values) = self else { return nil }
        return values.compactMap { value in
            guard case .uint64(let number) = value else { return nil }
            return number
        }
    }

    /// The four numbers of a `(dddd)`.
    var doubles: (Double, Double, Double, Double)? {
        guard case .structure(let fields) = self, fields.count == 4 else { return nil }
        let numbers = fields.compactMap(\.double)
        return numbers.count == 4 ? (numbers[0], numbers[1], numbers[2], numbers[3]) : nil
    }

    var rect: Rect? { doubles.map { Rect(x: $0, y: $1, width: $2, height: $3) } }
    var insets: EdgeInsets? { doubles.map { EdgeInsets(top: $0, left: $1, bottom: $2, right: $3) } }

    static func rect(_ rect: Rect) -> Value {
        .structure([.double(rect.x), .double(rect.y), .double(rect.width), .double(rect.height)])
    }

    static func insets(_ insets: EdgeInsets) -> Value {
        .structure([.double(insets.top), .double(insets.left), .double(insets.bottom), .double(insets.right)])
    }

    /// The number of a `t`, which may be above `Int.max`.
    var uint64: UInt64? {
        guard case .uint64(let number) = self else { return nil }
        return number
    }

    /// Returns an `as`.
    public static func strings(_ texts: [String]) -> Value { .array(of: "s", texts.map(Value.string)) }

    /// The entries of an `a{sv}`.
    var options: [String: Value]? {
        guard case .dictionary(key: "s", value: "v", let entries) = self else { return nil }
        var options: [String: Value] = [:]
        for case (.string(let key), .variant(let value)) in entries { options[key] = value }
        return options
    }

    static func options(_ options: [String: Value]) -> Value {
        var entries: [Value: Value] = [:]
        for (key, value) in options { entries[.string(key)] = .variant(value) }
        return .dictionary(key: "s", value: "v", entries)
    }
}
