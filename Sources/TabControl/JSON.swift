/// A JSON value; members of an object keep their order.
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

    /// An object with the members of two.
    func merging(_ other: JSON) -> JSON {
        guard case .object(let members) = self, case .object(let others) = other else { return self }
        return .object(members + others)
    }

    /// The value on one line.
    var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .signed(let value): text += String(value)
        case .unsigned(let value): text += String(value)
        // JSON has no infinity, which a null rect holds.
        case .number(let value): text += value.isFinite ? PropertyText.short(value) : "null"
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.name, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default:
                if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
                    let digits = String(scalar.value, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        text += "\""
    }
}

extension JSON: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral members: (String, JSON)...) { self = .object(members.map(Member.init)) }
}
