package import DBusInterface
import TOML
import TabInterface

/// Writes entries as the text of a layout file, in the shortest form: a tab with only a type is a string.
package enum LayoutWriter {
    /// Returns the text of a layout file.
    ///
    /// - Parameter remarks: Comment lines at the end. Names in them may have line breaks.
    package static func text(of controllers: [LayoutEntry], remarks: [String] = []) -> String {
        var parts = [
            """
            # Tab bar controllers and their tabs, see 'man 5 tabd-layout'.
            # tabd creates missing ones at its start; 'tabctl layout apply' applies all changes.

            """
        ]
        for entry in controllers { parts.append(table(entry, ["controller"])) }
        if !remarks.isEmpty { parts.append(remarks.map { "# \($0.onOneLine)\n" }.joined()) }
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
        line("hidden", entry.isHidden.map { "\($0)" })
        line("allows_hiding", entry.allowsHiding.map { "\($0)" })
        line("lazy", entry.isLazy.map { "\($0)" })
        line("profile", text: entry.profile)
        let window = entry.window
        line("size", window.size.map { "[\(TOMLText.number($0.width)), \(TOMLText.number($0.height))]" })
        line("size_policy", text: window.sizePolicy)
        line("bar_height", window.barHeight.map(TOMLText.number))
        line("bar_side", text: window.barSide)
        line("bar_slots", window.barSlots.map { "\($0)" })
        line("focus", window.focus.map { "\($0)" })
        if let arguments = entry.arguments, !arguments.isEmpty { line("arguments", TOMLText.table(arguments)) }
        guard let key = entry.kind.childrenKey, let children = entry.children else { return text }
        guard !children.allSatisfy(\.isPlain) else { return text + list(key, children.map(\.type)) }
        for child in children { text += "\n" + table(child, path + [key]) }
        return text
    }

    /// Returns a list on one line, or with one line per element if it is long.
    private static func list(_ key: String, _ types: [String]) -> String {
        let line = "\(key) = [\(types.map(TOMLText.quoted).joined(separator: ", "))]\n"
        guard line.count > 100 else { return line }
        return "\(key) = [\n" + types.map { "    \(TOMLText.quoted($0)),\n" }.joined() + "]\n"
    }
}

extension LayoutEntry {
    /// Whether the type is its only property.
    fileprivate var isPlain: Bool {
        kind == .view && !isNamed && title == nil && icon == nil && badge == nil && isHidden == nil
            && allowsHiding == nil && isLazy == nil && (arguments ?? [:]).isEmpty
    }
}

/// The TOML syntax of values.
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
            case _ where scalar.isControlOrDirection: quoted += scalar.escapedWithFourDigits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    static func key(_ text: String) -> String {
        !text.isEmpty && text.unicodeScalars.allSatisfy(TOMLScalar.isBare) ? text : quoted(text)
    }

    /// Returns a number. Whole numbers have no decimal point.
    static func number(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : "\(number)"
    }

    /// Returns an inline table; nil if TOML can't represent one of the values.
    package static func table(_ entries: [String: Variant]) -> String? {
        guard !entries.isEmpty else { return "{}" }
        var parts: [String] = []
        for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
            guard let text = self.value(value) else { return nil }
            parts.append("\(key(name)) = \(text)")
        }
        return "{ \(parts.joined(separator: ", ")) }"
    }

    /// Returns a value; nil if TOML can't represent it.
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
