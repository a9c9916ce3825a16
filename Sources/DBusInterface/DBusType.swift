/// A Swift type with a D-Bus signature, read and written in place.
package protocol DBusType: Sendable {
    /// The complete type in D-Bus notation, such as `"u"` or `"a{sv}"`.
    static var signature: String { get }

    static func read(from reader: some DBusReader) throws(DBusError) -> Self
    func write(to writer: some DBusWriter) throws(DBusError)

    /// The value taken out of a variant; nil when the variant holds another type (or an unknown case).
    init?(variant: Variant)
    var variant: Variant { get }
}

extension UInt8: DBusType {
    package static var signature: String { "y" }
    package static func read(from reader: some DBusReader) throws(DBusError) -> UInt8 { try reader.readByte() }
    package func write(to writer: some DBusWriter) throws(DBusError) { try writer.write(self) }
    package init?(variant: Variant) {
        guard case .byte(let value) = variant else { return nil }
        self = value
    }
    package var variant: Variant { .byte(self) }
}

extension Bool: DBusType {
    package static var signature: String { "b" }
    package static func read(from reader: some DBusReader) throws(DBusError) -> Bool { try reader.readBool() }
    package func write(to writer: some DBusWriter) throws(DBusError) { try writer.write(self) }
    package init?(variant: Variant) {
        guard case .bool(let value) = variant else { return nil }
        self = value
    }
    package var variant: Variant { .bool(self) }
}

extension Int16: DBusType {
    package static var signature: String { "n" }
    package static func read(from reader: some DBusReader) throws(DBusError) -> Int16 {
        try reader.readInt16()
    }
    package func write(to writer: some DBusWriter) throws(DBusError) { try writer.write(self) }
    package init?(variant: Variant) {
        guard case .int16(let value) = variant else { return nil }
        self = value
    }
    package var variant: Variant { .int16(self) }
}

extension UInt16: DBusType {
    package static var signature: String { "q" }
    package static func read(from reader: some DBusReader) throws(DBusError) -> UInt16 {
        try reader.readUInt16()
    }
    package func write(to writer: some DBusWriter) throws(DBusError) { try writer.write(self) }
    package init?(variant: Variant) {
        guard case .uint16(let value) = variant else { return nil }
        self = value
    }
    package var variant: Variant { .uint16(self) }
}

extension Int32: DBusType {
    package static var signature: String { "i" }
    package static func read(from reader: some DBusReader) throws(DBusError) -> Int32 {
        try reader.readInt32()
    }
    package func write(to writer: some DBusWriter) throws(DBusError) { try writer.write(self) }
    package init?(variant: Variant) {
        guard case .int32(let value) = variant else { return nil }
        self = value
    }
    package var variant: Variant { .int32(self) }
}

extension UInt32: DBusType {
    package static var signature: String { "u" }
    package static func read(from reader: some DBusReader) throws(DBusError) -> UInt32 {
        try reader.readUInt32()
    }
    package func write(to writer: some DBusWriter) throws(DBusError) { try writer.write(self) }
    package init?(variant: Variant) {
        guard case .uint32(let value) = variant else { return nil }
        self = value
    }
    package var variant: Variant { .uint32(self) }
}

extension Int64: DBusType {
    package static var signature: String { "x" }
    package static func read(from reader: some DBusReader) throws(DBusError) -> Int64 {
        try reader.readInt64()
    }
    package func write(to writer: some DBusWriter) throws(DBusError) { try writer.write(self) }
    package init?(variant: Variant) {
        guard case .int64(let value) = variant else { return nil }
        self = value
    }
    package var variant: Variant { .int64(self) }
}

extension UInt64: DBusType {
    package static var signature: String { "t" }
    package static func read(from reader: some DBusReader) throws(DBusError) -> UInt64 {
        try reader.readUInt64()
    }
    package func write(to writer: some DBusWriter) throws(DBusError) { try writer.write(self) }
    package init?(variant: Variant) {
        guard case .uint64(let value) = variant else { return nil }
        self = value
    }
    package var variant: Variant { .uint64(self) }
}

extension Double: DBusType {
    package static var signature: String { "d" }
    package static func read(from reader: some DBusReader) throws(DBusError) -> Double {
        try reader.readDouble()
    }
    package func write(to writer: some DBusWriter) throws(DBusError) { try writer.write(self) }
    package init?(variant: Variant) {
        guard case .double(let value) = variant else { return nil }
        self = value
    }
    package var variant: Variant { .double(self) }
}

extension String: DBusType {
    package static var signature: String { "s" }
    package static func read(from reader: some DBusReader) throws(DBusError) -> String {
        try reader.readString()
    }
    package func write(to writer: some DBusWriter) throws(DBusError) { try writer.write(self) }
    package init?(variant: Variant) {
        guard case .string(let value) = variant else { return nil }
        self = value
    }
    package var variant: Variant { .string(self) }
}

extension ObjectPath: DBusType {
    package static var signature: String { "o" }
    package static func read(from reader: some DBusReader) throws(DBusError) -> ObjectPath {
        try reader.readObjectPath()
    }
    package func write(to writer: some DBusWriter) throws(DBusError) { try writer.write(self) }
    package init?(variant: Variant) {
        guard case .objectPath(let text) = variant else { return nil }
        self.init(text)
    }
    package var variant: Variant { .objectPath(text) }
}

extension Signature: DBusType {
    package static var signature: String { "g" }
    package static func read(from reader: some DBusReader) throws(DBusError) -> Signature {
        try reader.readSignature()
    }
    package func write(to writer: some DBusWriter) throws(DBusError) { try writer.write(self) }
    package init?(variant: Variant) {
        guard case .signature(let text) = variant else { return nil }
        self.init(text)
    }
    package var variant: Variant { .signature(text) }
}
