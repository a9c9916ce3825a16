import DBusInterface

/// Values as TOML writes them.
enum TOMLText {
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\r": quoted += "\\r"
            case "\0"..<" ", "\u{7f}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    static func key(_ text: String) -> String {
        let isBare =
            !text.isEmpty
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                        || "-_".unicodeScalars.contains(scalar))
            }
        return isBare ? text : quoted(text)
    }

    /// Whole ones without a point.
    static func number(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : "\(number)"
    }

    /// nil when TOML has nothing for a value in it.
    static func table(_ entries: [String: Variant]) -> String? {
        guard !entries.isEmpty else { return "{}" }
        var parts: [String] = []
        for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
            guard let text = self.value(value) else { return nil }
            parts.append("\(key(name)) = \(text)")
        }
        return "{ \(parts.joined(separator: ", ")) }"
    }

    /// nil when TOML has nothing like it.
    static func value(_ value: Variant) -> String? {
        switch value {
        case .byte(let number): String(number)
        case .bool(let flag): flag ? "true" : "false"
        case .int16(let number): String(number)
        case .uint16(let number): String(number)
        case .int32(let number): String(number)
        case .uint32(let number): String(number)
        case .int64(let number): String(number)
        case .uint64(let number): number <= UInt64(Int64.max) ? String(number) : nil
        case .double(let number): "\(number)"
        case .string(let text), .objectPath(let text), .signature(let text): quoted(text)
        case .bytes(let bytes): "[\(bytes.map { String($0) }.joined(separator: ", "))]"
        case .array(_, let elements): list(elements)
        case .dictionary("s", _, let entries): dictionary(entries)
        case .variant(let value): self.value(value)
        case .dictionary, .structure: nil
        }
    }

    private static func list(_ elements: [Variant]) -> String? {
        let texts = elements.compactMap { value($0) }
        return texts.count == elements.count ? "[\(texts.joined(separator: ", "))]" : nil
    }

    private static func dictionary(_ entries: [Variant: Variant]) -> String? {
        var values: [String: Variant] = [:]
        for (key, value) in entries { if case .string(let name) = key { values[name] = value } }
        return table(values)
    }
}
