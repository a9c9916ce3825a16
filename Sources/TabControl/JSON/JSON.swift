internal import DBusInterface
internal import TabInterface

/// A JSON value for output. The members of an object keep their order.
indirect enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case signed(Int64)
    case unsigned(UInt64)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([Member])

    struct Member: Sendable, Hashable {
        var name: String
        var value: JSON
    }

    static func integer(_ value: some BinaryInteger) -> JSON {
        Int64(exactly: value).map(JSON.signed) ?? .unsigned(UInt64(clamping: value))
    }

    /// Returns an object with the members of both.
    func merging(_ other: JSON) -> JSON {
        guard case .object(let members) = self, case .object(let others) = other else { return self }
        return .object(members + others)
    }

    /// The value on one line.
    var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .signed(let value): String(value)
        case .unsigned(let value): String(value)
        // JSON has no infinity.
        case .number(let value): value.isFinite ? PropertyText.short(value) : "null"
        case .string(let value): Self.quoted(value)
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0.name) + ":" + $0.value.text }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default:
                if scalar.isControlOrDirection {
                    text += scalar.escapedWithFourDigits
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        return text + "\""
    }
}

extension JSON: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral members: (String, JSON)...) { self = .object(members.map(Member.init)) }
}

extension JSON {
    static func path(_ path: ObjectPath) -> JSON { .string(path.text) }

    static func paths(_ paths: [ObjectPath]) -> JSON { .array(paths.map(JSON.path)) }

    /// Converts a D-Bus value: arrays and structures become arrays, dictionaries become objects sorted by key, and
    /// variants become their content. The values that stand for none on the bus become null: `NSNotFound`, the unknown
    /// arrow direction, and the null rectangle.
    init(_ variant: Variant) {
        switch variant {
        case .int64(TabNames.notFound), .uint64(PopoverPresentationControllerInterface.unknownDirection),
            DBusRect.null.variant:
            self = .null
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

    /// Creates an object from the properties of one interface. The names are those of the contract with a lower-case
    /// first letter.
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
