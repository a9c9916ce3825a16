/// A value of any D-Bus type, as it stands in a variant.
package enum Variant: Sendable {
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
    case objectPath(ObjectPath)
    case signature(Signature)
    case unixFD(UnixFD)
    /// An array of bytes (`ay`), which is never an `array`.
    case bytes([UInt8])
    case array(of: String, [Variant])
    case dictionary(key: String, value: String, [Variant: Variant])
    case structure([Variant])
    indirect case variant(Variant)

    /// The signature of what is inside.
    package var signature: String {
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
        case .unixFD: "h"
        case .bytes: "ay"
        case .array(let element, _): "a" + element
        case .dictionary(let key, let value, _): "a{" + key + value + "}"
        case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
        case .variant: "v"
        }
    }

    /// Whether a file descriptor is anywhere inside.
    package var holdsDescriptor: Bool {
        switch self {
        case .unixFD: true
        case .array(let element, let values): element.contains("h") || values.contains(where: \.holdsDescriptor)
        case .structure(let values): values.contains(where: \.holdsDescriptor)
        case .variant(let value): value.holdsDescriptor
        case .dictionary(let key, let value, let entries):
            key == "h" || value.contains("h") || entries.contains { $0.value.holdsDescriptor }
        default: false
        }
    }

    /// How many values are inside each other; 1 for a number.
    package var levels: Int {
        switch self {
        case .array(_, let values), .structure(let values): 1 + (values.map(\.levels).max() ?? 0)
        case .variant(let value): 1 + value.levels
        case .dictionary(_, _, let entries): 1 + (entries.flatMap { [$0.key.levels, $0.value.levels] }.max() ?? 0)
        default: 1
        }
    }

    /// The content as a Swift type; nil when it has another type.
    package func get<T: DBusType>(as type: T.Type = T.self) -> T? { T(variant: self) }
}

extension Variant: DBusType {
    package static var signature: String { "v" }

    package static func read(from reader: some DBusReader) throws(DBusError) -> Variant {
        try reader.enter()
        let value = try content(from: reader)
        try reader.leave()
        return value
    }

    package func write(to writer: some DBusWriter) throws(DBusError) {
        try writer.open(.variant(of: signature))
        try writeContent(to: writer)
        try writer.close()
    }

    package init?(variant: Variant) {
        guard case .variant(let value) = variant else { return nil }
        self = value
    }

    package var variant: Variant { .variant(self) }

    /// Reads the next complete value, whatever its type.
    package static func content(from reader: some DBusReader) throws(DBusError) -> Variant {
        try content(of: try reader.nextSignature, from: reader)
    }

    private static func content(
        of signature: String, from reader: some DBusReader
    ) throws(DBusError) -> Variant {
        switch signature.utf8.first {
        case UInt8(ascii: "y"): return .byte(try reader.readByte())
        case UInt8(ascii: "b"): return .bool(try reader.readBool())
        case UInt8(ascii: "n"): return .int16(try reader.readInt16())
        case UInt8(ascii: "q"): return .uint16(try reader.readUInt16())
        case UInt8(ascii: "i"): return .int32(try reader.readInt32())
        case UInt8(ascii: "u"): return .uint32(try reader.readUInt32())
        case UInt8(ascii: "x"): return .int64(try reader.readInt64())
        case UInt8(ascii: "t"): return .uint64(try reader.readUInt64())
        case UInt8(ascii: "d"): return .double(try reader.readDouble())
        case UInt8(ascii: "s"): return .string(try reader.readString())
        case UInt8(ascii: "o"): return .objectPath(try reader.readObjectPath())
        case UInt8(ascii: "g"): return .signature(try reader.readSignature())
        case UInt8(ascii: "h"): return .unixFD(try reader.readUnixFD())
        case UInt8(ascii: "v"): return .variant(try Variant.read(from: reader))
        case UInt8(ascii: "("):
            var fields: [Variant] = []
            try reader.enter()
            while !reader.isAtEnd { fields.append(try content(from: reader)) }
            try reader.leave()
            return .structure(fields)
        case UInt8(ascii: "a"):
            return try arrayContent(String(signature.dropFirst()), from: reader)
        default:
            throw .invalidArgs("there is no value of type '\(signature)'")
        }
    }

    private static func arrayContent(
        _ element: String, from reader: some DBusReader
    ) throws(DBusError) -> Variant {
        if element == "y" { return .bytes(try reader.readBytes()) }
        try reader.enter()
        guard element.hasPrefix("{") else {
            var elements: [Variant] = []
            while !reader.isAtEnd { elements.append(try content(of: element, from: reader)) }
            try reader.leave()
            return .array(of: element, elements)
        }
        let inner = element.dropFirst().dropLast()
        let (keyType, valueType) = (String(inner.prefix(1)), String(inner.dropFirst()))
        var entries: [Variant: Variant] = [:]
        while !reader.isAtEnd {
            try reader.enter()
            let key = try content(of: keyType, from: reader)
            entries[key] = try content(of: valueType, from: reader)
            try reader.leave()
        }
        try reader.leave()
        return .dictionary(key: keyType, value: valueType, entries)
    }

    /// Writes the value itself, without the variant around it.
    package func writeContent(to writer: some DBusWriter) throws(DBusError) {
        switch self {
        case .byte(let value): try writer.write(value)
        case .bool(let value): try writer.write(value)
        case .int16(let value): try writer.write(value)
        case .uint16(let value): try writer.write(value)
        case .int32(let value): try writer.write(value)
        case .uint32(let value): try writer.write(value)
        case .int64(let value): try writer.write(value)
        case .uint64(let value): try writer.write(value)
        case .double(let value): try writer.write(value)
        case .string(let value): try writer.write(value)
        case .objectPath(let value): try writer.write(value)
        case .signature(let value): try writer.write(value)
        case .unixFD(let value): try writer.write(value)
        case .variant(let value): try value.write(to: writer)
        case .bytes(let bytes): try writer.write(bytes)
        case .array(let element, let elements):
            try writer.open(.array(of: element))
            for value in elements { try value.writeContent(as: element, to: writer) }
            try writer.close()
        case .structure(let fields):
            try writer.open(.structure)
            for field in fields { try field.writeContent(to: writer) }
            try writer.close()
        case .dictionary(let key, let value, let entries):
            try writer.open(.array(of: "{" + key + value + "}"))
            for entry in entries {
                try writer.open(.dictionaryEntry)
                try entry.key.writeContent(as: key, to: writer)
                try entry.value.writeContent(as: value, to: writer)
                try writer.close()
            }
            try writer.close()
        }
    }

    /// Writes an element of an array, which must have the type that the array declares.
    private func writeContent(as signature: String, to writer: some DBusWriter) throws(DBusError) {
        guard self.signature == signature else {
            throw .invalidArgs("an element of type '\(self.signature)' in an array of '\(signature)'")
        }
        try writeContent(to: writer)
    }
}

extension [String: Variant] {
    /// Whether a file descriptor is anywhere in the values.
    package var holdsDescriptor: Bool { values.contains(where: \.holdsDescriptor) }
}
