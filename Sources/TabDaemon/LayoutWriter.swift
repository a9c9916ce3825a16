import DBusInterface
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
