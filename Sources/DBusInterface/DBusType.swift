/// A Swift type with a D-Bus signature, read and written in place.
package protocol DBusType: Sendable {
    /// The complete type in D-Bus notation, such as `"u"` or `"a{sv}"`.
    static var signature: String { get }
    /// The type with the names of the fields of its structures.
    static var typeDescription: TypeDescription { get }

    static func read(from reader: some DBusReader) throws(DBusError) -> Self
    func write(to writer: some DBusWriter) throws(DBusError)

    /// Returns the value of a variant; nil when the variant has another type or an unknown case.
    init?(variant: Variant)
    var variant: Variant { get }
}

/// A type without structures, arrays and dictionaries.
extension DBusType {
    package static var typeDescription: TypeDescription { .basic(signature) }
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
