@_exported public import BusValues

extension Value {
    /// The D-Bus signature of the value, such as `a{sv}`.
    public var signature: String { notation }

    /// The Boolean value; nil if the value has another type. The same holds for the following properties.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

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

    public var double: Double? { if case .double(let value) = self { value } else { nil } }

    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The strings of an `as`.
    public var strings: [String]? {
        guard case .array(of: "s", let values) = self else { return nil }
        return values.compactMap(\.string)
    }

    /// The numbers of an `at`.
    var numbers: [UInt64]? {
        guard case .array(of: "t", let values) = self else { return nil }
        return values.compactMap(\.uint64)
    }

    /// Returns the numbers of a structure of this many doubles.
    private func doubles(_ count: Int) -> [Double]? {
        guard case .structure(let fields) = self, fields.count == count else { return nil }
        let numbers = fields.compactMap(\.double)
        return numbers.count == count ? numbers : nil
    }

    var size: Size? { doubles(2).map { Size(width: $0[0], height: $0[1]) } }
    var rect: Rect? { doubles(4).map { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) } }
    var insets: EdgeInsets? { doubles(4).map { EdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) } }

    static func size(_ size: Size) -> Value { .structure([.double(size.width), .double(size.height)]) }

    static func rect(_ rect: Rect) -> Value {
        .structure([.double(rect.x), .double(rect.y), .double(rect.width), .double(rect.height)])
    }

    static func insets(_ insets: EdgeInsets) -> Value {
        .structure([.double(insets.top), .double(insets.left), .double(insets.bottom), .double(insets.right)])
    }

    /// The number of a `t`, which may be above `Int.max`.
    var uint64: UInt64? { if case .uint64(let number) = self { number } else { nil } }

    /// Returns an `as`.
    public static func strings(_ texts: [String]) -> Value { .array(of: "s", texts.map(Value.string)) }

    /// The entries of an `a{sv}`.
    package var options: [String: Value]? {
        guard case .dictionary(key: "s", value: "v", let entries) = self else { return nil }
        var options: [String: Value] = [:]
        for case (.string(let key), .variant(let value)) in entries { options[key] = value }
        return options
    }

    package static func options(_ options: [String: Value]) -> Value {
        var entries: [Value: Value] = [:]
        for (key, value) in options { entries[.string(key)] = .variant(value) }
        return .dictionary(key: "s", value: "v", entries)
    }
}
