/// The layout of a Swift structure on the bus: its memberwise initializer and its fields, in order.
package struct FieldLayout<Root: Sendable>: Sendable {
    let signature: String
    let description: StructureDescription
    let read: @Sendable (any DBusReader) throws(DBusError) -> Root
    let write: @Sendable (Root, any DBusWriter) throws(DBusError) -> Void
    let fromVariants: @Sendable ([Variant]) -> Root?
    let variants: @Sendable (Root) -> [Variant]

    /// - Parameters:
    ///   - name: The name of the structure for other languages, in upper camel case.
    ///   - make: Makes a structure from its fields.
    ///   - names: The names of the fields, in lower case with underscores.
    package init<each Field: DBusType>(
        _ name: String, _ make: @escaping @Sendable (repeat each Field) -> Root, _ names: repeat Name<each Field>,
        values fields: repeat @escaping @Sendable (Root) -> each Field
    ) {
        var described: [StructureDescription.Field] = []
        repeat described.append(
            StructureDescription.Field(name: (each names).text, type: (each Field).typeDescription))
        description = StructureDescription(name: name, fields: described)
        signature = TypeDescription.structure(description).signature
        read = { (reader: any DBusReader) throws(DBusError) -> Root in
            try reader.enter()
            let root = make(repeat try (each Field).read(from: reader))
            try reader.leave()
            return root
        }
        write = { (root: Root, writer: any DBusWriter) throws(DBusError) -> Void in
            try writer.open(.structure)
            for field in repeat each fields { try field(root).write(to: writer) }
            try writer.close()
        }
        fromVariants = { (variants: [Variant]) -> Root? in
            var remaining = variants[...]
            func next<T: DBusType>(_ type: T.Type) throws(DBusError) -> T {
                guard let value = remaining.popFirst().flatMap(T.init(variant:)) else {
                    throw .invalidArgs("expected a value of type '\(T.signature)'")
                }
                return value
            }
            let root = try? make(repeat next((each Field).self))
            return remaining.isEmpty ? root : nil
        }
        variants = { (root: Root) -> [Variant] in
            var variants: [Variant] = []
            for field in repeat each fields { variants.append(field(root).variant) }
            return variants
        }
    }
}

/// A Swift structure that crosses the bus as a D-Bus structure.
package protocol DBusStructure: DBusType {
    static var layout: FieldLayout<Self> { get }
}

extension DBusStructure {
    package static var signature: String { layout.signature }
    package static var typeDescription: TypeDescription { .structure(layout.description) }

    package static func read(from reader: some DBusReader) throws(DBusError) -> Self { try layout.read(reader) }

    package func write(to writer: some DBusWriter) throws(DBusError) { try Self.layout.write(self, writer) }

    package init?(variant: Variant) {
        guard case .structure(let fields) = variant, let value = Self.layout.fromVariants(fields) else { return nil }
        self = value
    }

    package var variant: Variant { .structure(Self.layout.variants(self)) }
}
