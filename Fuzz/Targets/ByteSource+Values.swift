import DBusInterface

extension ByteSource {
    /// Returns a value, usually of the same type as another one.
    mutating func value(like other: Variant?, depth: Int = 0) -> Variant {
        guard let other, byte() % 16 != 0, depth < 4 else { return any(depth) }
        return switch other {
        case .byte: .byte(byte())
        case .bool: .bool(byte() % 2 == 0)
        case .int16: .int16(Int16(truncatingIfNeeded: next()))
        case .uint16: .uint16(UInt16(truncatingIfNeeded: next()))
        case .int32: .int32(byte() % 4 == 0 ? Int32(truncatingIfNeeded: next()) : Int32(byte()) - 8)
        case .uint32: .uint32(byte() % 4 == 0 ? UInt32(truncatingIfNeeded: next()) : UInt32(byte()))
        case .int64: .int64(Int64(truncatingIfNeeded: next()))
        case .uint64: .uint64(byte() % 4 == 0 ? next() : UInt64(byte()))
        case .double: .double(double())
        case .string: .string(text())
        case .objectPath: .objectPath(ObjectPath("/" + text().filter { $0.isASCII && $0.isLetter }))
        case .signature: .signature(Signature(["", "s", "a{sv}"][number(below: 3)]))
        case .bytes: .bytes(bytes())
        case .array(let element, let values):
            .array(
                of: element, (0..<number(below: 4)).map { _ in value(like: values.first ?? Self.value(of: element)) })
        case .structure(let values): .structure(values.map { value(like: $0, depth: depth + 1) })
        case .variant(let inner): .variant(value(like: inner, depth: depth + 1))
        case .dictionary: any(depth)
        }
    }

    /// Returns a value of a one-character type; nil for any other type.
    static func value(of signature: String) -> Variant? {
        switch signature {
        case "s": .string("")
        case "d": .double(0)
        case "b": .bool(false)
        case "u": .uint32(0)
        case "i": .int32(0)
        case "t": .uint64(0)
        case "v": .variant(.string(""))
        default: nil
        }
    }

    private mutating func any(_ depth: Int) -> Variant {
        switch byte() % 10 {
        case 0: .string(text())
        case 1: .double(double())
        case 2: .bool(true)
        case 3: .int32(Int32(byte()))
        case 4: .uint64(next())
        case 5: .bytes(bytes())
        case 6 where depth < 4: .variant(any(depth + 1))
        case 7 where depth < 4: .structure([any(depth + 1), any(depth + 1)])
        case 8: .dictionary(key: "s", value: "v", [.string(text()): .variant(.string(text()))])
        default: .array(of: "s", (0..<number(below: 4)).map { _ in .string(text()) })
        }
    }
}
