/// The introspection data of a D-Bus type: its signature, with the names of the fields of each structure.
package indirect enum TypeDescription: Hashable, Sendable {
    /// A type without structures and dictionaries, by its signature.
    case basic(String)
    case array(of: TypeDescription)
    case dictionary(key: TypeDescription, value: TypeDescription)
    case structure(StructureDescription)

    package var signature: String {
        switch self {
        case .basic(let code): code
        case .array(let element): "a" + element.signature
        case .dictionary(let key, let value): "a{" + key.signature + value.signature + "}"
        case .structure(let structure): "(" + structure.fields.map(\.type.signature).joined() + ")"
        }
    }

    /// The signature, with `name:` before the type of each field and `, ` between the fields.
    package var fieldsText: String {
        switch self {
        case .basic(let code): code
        case .array(let element): "a" + element.fieldsText
        case .dictionary(let key, let value): "a{" + key.fieldsText + value.fieldsText + "}"
        case .structure(let structure): structure.fieldsText
        }
    }

    /// The structures in the type, inner ones first.
    package var structures: [StructureDescription] {
        switch self {
        case .basic: []
        case .array(let element): element.structures
        case .dictionary(let key, let value): key.structures + value.structures
        case .structure(let structure): structure.fields.flatMap(\.type.structures) + [structure]
        }
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
