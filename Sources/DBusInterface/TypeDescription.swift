/// The introspection data of a D-Bus type: its signature, with the names of the fields of each structure.
///
/// An indirect enumeration would keep tags in its pointers, and valgrind would report the values as lost.
package struct TypeDescription: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case basic, array, dictionary, structure }

    let kind: Kind
    /// The signature of a basic type, or the name of a structure.
    private let name: String
    private let fieldNames: [String]
    /// The types of the elements, of the key and the value, or of the fields.
    let parts: [TypeDescription]

    private init(_ kind: Kind, _ name: String = "", _ fieldNames: [String] = [], _ parts: [TypeDescription] = []) {
        self.kind = kind
        self.name = name
        self.fieldNames = fieldNames
        self.parts = parts
    }

    /// A type without structures and dictionaries, by its signature.
    package static func basic(_ code: String) -> Self { Self(.basic, code) }
    package static func array(of element: TypeDescription) -> Self { Self(.array, "", [], [element]) }
    package static func dictionary(key: TypeDescription, value: TypeDescription) -> Self {
        Self(.dictionary, "", [], [key, value])
    }
    package static func structure(_ structure: StructureDescription) -> Self {
        Self(.structure, structure.name, structure.fields.map(\.name), structure.fields.map(\.type))
    }

    /// The structure; nil for another type.
    var structure: StructureDescription? {
        guard kind == .structure else { return nil }
        return StructureDescription(
            name: name, fields: zip(fieldNames, parts).map { StructureDescription.Field(name: $0, type: $1) })
    }

    package var signature: String {
        let content = parts.map(\.signature).joined()
        switch kind {
        case .basic: return name
        case .array: return "a" + content
        case .dictionary: return "a{" + content + "}"
        case .structure: return "(" + content + ")"
        }
    }

    /// The signature, with `name:` before the type of each field and `, ` between the fields.
    package var fieldsText: String {
        switch kind {
        case .basic: name
        case .array: "a" + parts.map(\.fieldsText).joined()
        case .dictionary: "a{" + parts.map(\.fieldsText).joined() + "}"
        case .structure: structure?.fieldsText ?? ""
        }
    }

    /// The structures in the type, inner ones first.
    package var structures: [StructureDescription] {
        parts.flatMap(\.structures) + (structure.map { [$0] } ?? [])
    }
}

extension TypeDescription: ExpressibleByStringLiteral {
    /// A basic type, by its type code.
    package init(stringLiteral code: String) { self = .basic(code) }
}

/// The name and the fields of a structure.
package struct StructureDescription: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        /// In lower case with underscores, as the names of arguments.
        package let name: String
        package let type: TypeDescription
    }

    /// In upper camel case, without a prefix.
    package let name: String
    package let fields: [Field]

    package init(name: String, fields: [Field]) {
        self.name = name
        self.fields = fields
    }

    /// For example `(width:d, height:d)`.
    package var fieldsText: String {
        "(" + fields.map { $0.name + ":" + $0.type.fieldsText }.joined(separator: ", ") + ")"
    }
}
