extension Array: DBusType where Element: DBusType {
    package static var signature: String { "a" + Element.signature }
    package static var typeDescription: TypeDescription { .array(of: Element.typeDescription) }

    package static func read(from reader: some DBusReader) throws(DBusError) -> [Element] {
        if Element.self == UInt8.self { return unsafeBitCast(try reader.readBytes(), to: [Element].self) }
        var elements: [Element] = []
        try reader.enter()
        while !reader.isAtEnd { elements.append(try Element.read(from: reader)) }
        try reader.leave()
        return elements
    }

    package func write(to writer: some DBusWriter) throws(DBusError) {
        if Element.self == UInt8.self { return try writer.write(unsafeBitCast(self, to: [UInt8].self)) }
        try writer.open(.array(of: Element.signature))
        for element in self { try element.write(to: writer) }
        try writer.close()
    }

    package init?(variant: Variant) {
        if case .bytes(let bytes) = variant {
            guard Element.self == UInt8.self else { return nil }
            self = unsafeBitCast(bytes, to: [Element].self)
            return
        }
        guard case .array(_, let values) = variant else { return nil }
        let elements = values.compactMap(Element.init(variant:))
        guard elements.count == values.count else { return nil }
        self = elements
    }

    package var variant: Variant {
        Element.self == UInt8.self
            ? .bytes(unsafeBitCast(self, to: [UInt8].self)) : .array(of: Element.signature, map(\.variant))
    }
}

extension Dictionary: DBusType where Key: DBusType & Comparable, Value: DBusType {
    package static var signature: String { "a{" + Key.signature + Value.signature + "}" }
    package static var typeDescription: TypeDescription {
        .dictionary(key: Key.typeDescription, value: Value.typeDescription)
    }

    package static func read(from reader: some DBusReader) throws(DBusError) -> [Key: Value] {
        var values: [Key: Value] = [:]
        try reader.enter()
        while !reader.isAtEnd {
            try reader.enter()
            let key = try Key.read(from: reader)
            values[key] = try Value.read(from: reader)
            try reader.leave()
        }
        try reader.leave()
        return values
    }

    /// Entries are sorted by key, so that equal dictionaries produce equal messages.
    package func write(to writer: some DBusWriter) throws(DBusError) {
        try writer.open(.array(of: "{" + Key.signature + Value.signature + "}"))
        for (key, value) in count > 1 ? sorted(by: { $0.key < $1.key }) : Array(self) {
            try writer.open(.dictionaryEntry)
            try key.write(to: writer)
            try value.write(to: writer)
            try writer.close()
        }
        try writer.close()
    }

    package init?(variant: Variant) {
        guard case .dictionary(_, _, let entries) = variant else { return nil }
        self = [:]
        for (key, value) in entries {
            guard let key = Key(variant: key), let value = Value(variant: value) else { return nil }
            self[key] = value
        }
    }

    package var variant: Variant {
        .dictionary(
            key: Key.signature, value: Value.signature,
            Dictionary<Variant, Variant>(uniqueKeysWithValues: map { ($0.variant, $1.variant) }))
    }
}

/// An enumeration is sent as its raw value.
extension DBusType where Self: RawRepresentable, RawValue: DBusType {
    package static var signature: String { RawValue.signature }

    package static func read(from reader: some DBusReader) throws(DBusError) -> Self {
        let raw = try RawValue.read(from: reader)
        guard let value = Self(rawValue: raw) else {
            throw .invalidArgs("\(raw) is not a value of \(Self.self)")
        }
        return value
    }

    package func write(to writer: some DBusWriter) throws(DBusError) { try rawValue.write(to: writer) }

    package init?(variant: Variant) {
        guard let raw = RawValue(variant: variant) else { return nil }
        self.init(rawValue: raw)
    }

    package var variant: Variant { rawValue.variant }
}
