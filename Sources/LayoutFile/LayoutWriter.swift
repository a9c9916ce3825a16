package import DBusInterface
import TabInterface

/// Writes entries as a layout, as short as a person would: a tab with nothing but its type is a text.
package enum LayoutWriter {
    /// - Parameter remarks: Lines of comment at the end.
    package static func text(of controllers: [LayoutEntry], remarks: [String] = []) -> String {
        var parts = [
            """
            # The tab bar controllers and their tabs, as 'man 5 tabd-layout' tells.
            # tabd makes what is missing when it starts; 'tabctl layout apply' makes it exactly so.

            """
        ]
        for entry in controllers { parts.append(table(entry, ["controller"])) }
        if !remarks.isEmpty { parts.append(remarks.map { "# \($0)\n" }.joined()) }
        return parts.joined(separator: "\n")
    }

    private static func table(_ entry: LayoutEntry, _ path: [String]) -> String {
        var text = "[[\(path.joined(separator: "."))]]\n"
        func line(_ key: String, _ value: String?) { if let value { text += "\(key) = \(value)\n" } }
        func line(_ key: String, text value: String?) { line(key, value.map(TOMLText.quoted)) }
        line("identifier", text: entry.isNamed ? entry.identifier : nil)
        line("type", text: entry.type.isEmpty ? nil : entry.type)
        line("title", text: entry.title)
        line("icon", text: entry.icon)
        line("badge", text: entry.badge)
        line("profile", text: entry.profile)
        line("size", entry.size.map { "[\(TOMLText.number($0.width)), \(TOMLText.number($0.height))]" })
        if let arguments = entry.arguments, !arguments.isEmpty { line("arguments", TOMLText.table(arguments)) }
        guard let key = entry.kind.childrenKey, let children = entry.children else { return text }
        guard !children.allSatisfy(\.isPlain) else { return text + list(key, children.map(\.type)) }
        for child in children { text += "\n" + table(child, path + [key]) }
        return text
    }

    /// On one line, or one line for each when that gets long.
    private static func list(_ key: String, _ types: [String]) -> String {
        let line = "\(key) = [\(types.map(TOMLText.quoted).joined(separator: ", "))]\n"
        guard line.count > 100 else { return line }
        return "\(key) = [\n" + types.map { "    \(TOMLText.quoted($0)),\n" }.joined() + "]\n"
    }
}

extension LayoutEntry {
    /// Whether its type is all that there is to say.
    fileprivate var isPlain: Bool {
        kind == .view && !isNamed && title == nil && icon == nil && badge == nil && (arguments ?? [:]).isEmpty
    }
}

/// Values as TOML writes them.
package enum TOMLText {
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
    package static func table(_ entries: [String: Variant]) -> String? {
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
