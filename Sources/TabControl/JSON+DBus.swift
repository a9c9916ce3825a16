internal import DBusInterface
internal import TabInterface

extension JSON {
    static func path(_ path: ObjectPath) -> JSON { .string(path.text) }

    static func paths(_ paths: [ObjectPath]) -> JSON { .array(paths.map(JSON.path)) }

    /// Arrays and structures are arrays, dictionaries objects (in the order of their keys), variants their content.
    init(_ variant: Variant) {
        switch variant {
        case .byte(let value): self = .integer(value)
        case .bool(let value): self = .bool(value)
        case .int16(let value): self = .integer(value)
        case .uint16(let value): self = .integer(value)
        case .int32(let value): self = .integer(value)
        case .uint32(let value): self = .integer(value)
        case .int64(let value): self = .integer(value)
        case .uint64(let value): self = .integer(value)
        case .double(let value): self = .number(value)
        case .string(let value): self = .string(value)
        case .objectPath(let value): self = .path(ObjectPath(value))
        case .signature(let value): self = .string(value)
        case .bytes(let bytes): self = .array(bytes.map { .integer($0) })
        case .array(_, let values), .structure(let values): self = .array(values.map { JSON($0) })
        case .dictionary(_, _, let entries):
            self = .object(
                entries.map { Member(name: Self.key($0), value: JSON($1)) }.sorted { $0.name < $1.name })
        case .variant(let value): self = JSON(value)
        }
    }

    private static func key(_ variant: Variant) -> String {
        if case .string(let text) = JSON(variant) { return text }
        return JSON(variant).text
    }

    /// The properties of one interface of an object, under the names of the contract with a small first letter.
    init(properties: [String: Variant]) {
        self = .object(
            properties.map { Member(name: $0.prefix(1).lowercased() + $0.dropFirst(), value: JSON($1)) }
                .sorted { $0.name < $1.name })
    }

    init(_ view: ViewEntry) {
        self = [
            "id": .integer(view.id),
            "parent": .integer(view.parent),
            "class": .string(view.className),
            "frame": JSON(view.frame.variant),
            "autoresizing": .integer(view.autoresizing),
            "properties": JSON(view.properties.variant),
        ]
    }
}
