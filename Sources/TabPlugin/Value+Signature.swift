extension Value {
    /// The type in D-Bus' notation, such as `a{sv}`.
    public var signature: String {
        switch self {
        case .byte: "y"
        case .bool: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .array(let element, _): "a" + element
        case .dictionary(let key, let value, _): "a{\(key)\(value)}"
        case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
        case .variant: "v"
        case .bytes: "ay"
        }
    }

    static func rect(_ rect: Rect) -> Value {
        .structure([.double(rect.x), .double(rect.y), .double(rect.width), .double(rect.height)])
    }

    static func insets(_ insets: EdgeInsets) -> Value {
        .structure([.double(insets.top), .double(insets.left), .double(insets.bottom), .double(insets.right)])
    }
}
