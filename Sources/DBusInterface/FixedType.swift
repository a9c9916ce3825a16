/// A D-Bus type whose values have a fixed size of at most 8 bytes. The raw value is its type code.
package enum FixedType: Unicode.Scalar, Sendable {
    case byte = "y"
    case boolean = "b"
    case int16 = "n"
    case uint16 = "q"
    case int32 = "i"
    case uint32 = "u"
    case int64 = "x"
    case uint64 = "t"
    case double = "d"

    /// The size and alignment of a value, in bytes.
    @inlinable package var size: Int {
        switch self {
        case .byte: 1
        case .int16, .uint16: 2
        case .boolean, .int32, .uint32: 4
        case .int64, .uint64, .double: 8
        }
    }
}

/// A Swift type that stands for a fixed-size D-Bus type.
package protocol FixedDBusType: DBusType, BitwiseCopyable {
    static var type: FixedType { get }
    /// Reads a value of `bits`.
    init(bits: UInt64)
    /// The value's bytes in memory, padded with zeros.
    var bits: UInt64 { get }
}

extension FixedDBusType {
    package static var signature: String { String(type.rawValue) }

    package init(bits: UInt64) { self = withUnsafeBytes(of: bits) { $0.load(as: Self.self) } }

    package var bits: UInt64 {
        var bits: UInt64 = 0
        withUnsafeMutableBytes(of: &bits) { $0.storeBytes(of: self, as: Self.self) }
        return bits
    }

    package static func read(from reader: some DBusReader) throws(DBusError) -> Self {
        Self(bits: try reader.read(type))
    }

    package func write(to writer: some DBusWriter) throws(DBusError) { try writer.write(bits, as: Self.type) }

    package init?(variant: Variant) {
        guard let (type, bits) = variant.fixed, type == Self.type else { return nil }
        self.init(bits: bits)
    }

    package var variant: Variant { Variant(bits, as: Self.type) }
}

extension UInt8: FixedDBusType { package static var type: FixedType { .byte } }
extension Int16: FixedDBusType { package static var type: FixedType { .int16 } }
extension UInt16: FixedDBusType { package static var type: FixedType { .uint16 } }
extension Int32: FixedDBusType { package static var type: FixedType { .int32 } }
extension UInt32: FixedDBusType { package static var type: FixedType { .uint32 } }
extension Int64: FixedDBusType { package static var type: FixedType { .int64 } }
extension UInt64: FixedDBusType { package static var type: FixedType { .uint64 } }
extension Double: FixedDBusType { package static var type: FixedType { .double } }

/// As four bytes.
extension Bool: FixedDBusType {
    package static var type: FixedType { .boolean }
    package init(bits: UInt64) { self = UInt32(bits: bits) != 0 }
    package var bits: UInt64 { UInt32(self ? 1 : 0).bits }
}

extension DBusWriter {
    package func write(_ value: some FixedDBusType) throws(DBusError) { try value.write(to: self) }
}

extension Variant {
    /// Returns the value of a fixed type; nil for another type.
    var fixed: (type: FixedType, bits: UInt64)? {
        switch self {
        case .byte(let value): (.byte, value.bits)
        case .bool(let value): (.boolean, value.bits)
        case .int16(let value): (.int16, value.bits)
        case .uint16(let value): (.uint16, value.bits)
        case .int32(let value): (.int32, value.bits)
        case .uint32(let value): (.uint32, value.bits)
        case .int64(let value): (.int64, value.bits)
        case .uint64(let value): (.uint64, value.bits)
        case .double(let value): (.double, value.bits)
        default: nil
        }
    }

    init(_ bits: UInt64, as type: FixedType) {
        self =
            switch type {
            case .byte: .byte(UInt8(bits: bits))
            case .boolean: .bool(Bool(bits: bits))
            case .int16: .int16(Int16(bits: bits))
            case .uint16: .uint16(UInt16(bits: bits))
            case .int32: .int32(Int32(bits: bits))
            case .uint32: .uint32(UInt32(bits: bits))
            case .int64: .int64(Int64(bits: bits))
            case .uint64: .uint64(bits)
            case .double: .double(Double(bits: bits))
            }
    }
}
