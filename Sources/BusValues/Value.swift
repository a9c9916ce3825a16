/// A value of any D-Bus type: an argument, the content of an action, an entry of a restorable state.
public enum Value: Sendable {
    case byte(UInt8)
    case bool(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(String)
    case signature(String)
    /// An array of bytes (`ay`). A message never contains it as an `array`.
    case bytes([UInt8])
    case array(of: String, [Value])
    case dictionary(key: String, value: String, [Value: Value])
    case structure([Value])
    indirect case variant(Value)

    /// The type in D-Bus notation, such as `a{sv}`. Other modules offer it as `signature`.
    package var notation: String {
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
        case .bytes: "ay"
        case .array(let element, _): "a" + element
        case .dictionary(let key, let value, _): "a{" + key + value + "}"
        case .structure(let fields): "(" + fields.map(\.notation).joined() + ")"
        case .variant: "v"
        }
    }
}
