@_exported public import BusValues

/// The value of a variant, including its type.
package typealias Variant = Value

extension Variant {
    package static func objectPath(_ path: ObjectPath) -> Variant { .objectPath(path.text) }
    package static func signature(_ signature: Signature) -> Variant { .signature(signature.text) }

    /// The type in D-Bus notation, such as `a{sv}`.
    package var signature: String { notation }

    /// The nesting depth of the value. A number has depth 1.
    package var levels: Int {
        switch self {
        case .array(_, let values), .structure(let values): 1 + (values.map(\.levels).max() ?? 0)
        case .variant(let value): 1 + value.levels
        case .dictionary(_, _, let entries): 1 + (entries.flatMap { [$0.key.levels, $0.value.levels] }.max() ?? 0)
        default: 1
        }
    }

    /// Returns the content as a Swift type; nil when it has another type.
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
        let code = signature.unicodeScalars.first
        if let type = code.flatMap(FixedType.init) { return Variant(try reader.read(type), as: type) }
        switch code {
        case "s": return .string(try reader.readString())
        case "o": return .objectPath(try reader.readObjectPath())
        case "g": return .signature(try reader.readSignature())
        case "h": throw .invalidArgs("a file descriptor (h) is not allowed in a variant")
        case "v": return .variant(try Variant.read(from: reader))
        case "(":
            var fields: [Variant] = []
            try reader.enter()
            while !reader.isAtEnd { fields.append(try content(from: reader)) }
            try reader.leave()
            return .structure(fields)
        case "a":
            return try arrayContent(String(signature.dropFirst()), from: reader)
        default:
            throw .invalidArgs("no value can have the type '\(signature)'")
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

    /// Writes the value itself, without a variant around it.
    package func writeContent(to writer: some DBusWriter) throws(DBusError) {
        switch self {
        case .byte, .bool, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double:
            if let (type, bits) = fixed { try writer.write(bits, as: type) }
        case .string(let value): try writer.write(value)
        case .objectPath(let text): try writer.write(ObjectPath(text))
        case .signature(let text): try writer.write(Signature(text))
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

    /// Writes an element of an array. It must have the array's element type.
    private func writeContent(as signature: String, to writer: some DBusWriter) throws(DBusError) {
        guard self.signature == signature else {
            throw .invalidArgs("an element of type '\(self.signature)' in an array of '\(signature)'")
        }
        try writeContent(to: writer)
    }
}
