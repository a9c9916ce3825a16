package import DBusInterface
package import TOML

extension Variant {
    /// Converts a TOML value for plugins: `b`, `x`, `d`, `s`, an array (`av` for elements of different types) or
    /// `a{sv}`. Dates become strings. nil for strings that D-Bus can't carry, and beyond 16 levels.
    package init?(toml node: TOMLNode, depth: Int = 0) {
        guard depth < 16 else { return nil }
        switch node.value {
        case .boolean(let flag): self = .bool(flag)
        case .integer(let number): self = .int64(number)
        case .float(let number): self = .double(number)
        case .string(let text), .offsetDateTime(let text), .localDateTime(let text), .localDate(let text),
            .localTime(let text):
            guard !text.utf8.contains(0) else { return nil }
            self = .string(text)
        case .array(let array):
            let elements = array.compactMap { Variant(toml: $0, depth: depth + 1) }
            guard elements.count == array.count else { return nil }
            let signature = elements.first?.signature ?? "v"
            let isUniform = elements.allSatisfy { $0.signature == signature }
            self = isUniform ? .array(of: signature, elements) : .array(of: "v", elements.map { .variant($0) })
        case .table(let table):
            var entries: [String: Variant] = [:]
            for key in table.keys {
                guard let entry = table[key.name].flatMap({ Variant(toml: $0, depth: depth + 1) }) else { return nil }
                entries[key.name] = entry
            }
            self = entries.variant
        }
    }
}
