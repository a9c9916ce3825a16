import DBusInterface
import TOML
import TabInterface

/// Converts the tables of a layout file to entries, and collects errors.
struct LayoutReader {
    /// The level of an entry. The raw value is its name for messages.
    private enum Level: String {
        case root = "a controller"
        case tab = "a tab"
        case stack = "a member of a stack"

        var kinds: [LayoutEntry.Kind] {
            switch self {
            case .root: [.tabBar, .navigation, .view]
            case .tab: [.navigation, .view]
            case .stack: [.view]
            }
        }
    }

    /// The contract's names of profiles.
    enum Profile: String, CaseIterable {
        case phone, pad, padLegacy, tv
    }

    private(set) var errors: [LayoutError] = []
    /// The number of entries.
    private var count = 0

    mutating func controllers(in table: TOMLTable) -> [LayoutEntry] {
        for key in table.keys where key.name != "controller" {
            report(
                key.position, .unknownKey, key.name, table[key.name],
                "unknown key '\(key.name)'; expected [[controller]]")
        }
        guard let value = table["controller"] else { return [] }
        let expected = "invalid controller; expected an array of tables, [[controller]]"
        let limit = LayoutDocument.maximumControllers
        return elements(value, of: "controller", "the layout", "controllers", limit, expected).compactMap {
            guard let table = $0.table else {
                report($0.position, .wrongType, "controller", $0, expected)
                return nil
            }
            return entry(table, .root)
        }
    }

    /// Returns the elements of an array. Reports another value, and an array that is too long.
    private mutating func elements(
        _ value: TOMLNode, of key: String, _ name: String, _ elementsName: String, _ limit: Int, _ expected: String
    ) -> [TOMLNode] {
        guard let array = value.array else {
            report(value.position, .wrongType, key, value, expected)
            return []
        }
        guard array.count <= limit else {
            report(
                value.position, .tooMany, key, value,
                "\(name) has \(array.count) \(elementsName): at most \(limit) are allowed")
            return []
        }
        return array
    }

    // MARK: Entries

    /// Counts an entry. Reports the first one beyond the limit.
    private mutating func admit(_ position: TOMLPosition) -> Bool {
        count += 1
        if count == LayoutDocument.maximumEntries + 1 {
            report(
                position, .tooMany, "", nil,
                "the layout has more than \(LayoutDocument.maximumEntries) controllers, tabs and stack members")
        }
        return count <= LayoutDocument.maximumEntries
    }

    private mutating func entry(_ table: TOMLTable, _ level: Level) -> LayoutEntry? {
        guard admit(table.position), let kind = kind(of: table, level) else { return nil }
        var entry = LayoutEntry(kind: kind)
        entry.line = table.position.line
        let known = Self.keys(of: kind, level)
        for key in table.keys where !known.contains(key.name) {
            let offer = known.joined(separator: ", ")
            report(
                key.position, .unknownKey, key.name, table[key.name],
                "unknown key '\(key.name)' for \(level.rawValue) of kind '\(kind.rawValue)'; expected one of \(offer)")
        }
        if let identifier = text("identifier", in: table), !identifier.isEmpty {
            (entry.identifier, entry.isNamed) = (identifier, true)
        } else if table["identifier"]?.string != nil || table["identifier"] == nil && level == .root {
            report(
                position("identifier", in: table), table["identifier"] == nil ? .missingKey : .invalidValue,
                "identifier", table["identifier"], "\(level.rawValue) needs an identifier, a non-empty string")
        }
        entry.title = text("title", in: table)
        entry.badge = text("badge", in: table)
        entry.icon = text("icon", in: table)
        if let icon = entry.icon {
            check("icon", in: table) { () throws(DBusError) in _ = try TextRules.image(icon) }
        }
        entry.isHidden = flag("hidden", in: table)
        entry.allowsHiding = flag("allows_hiding", in: table)
        entry.isLazy = flag("lazy", in: table)
        if kind == .view { readView(&entry, table) } else { readContainer(&entry, table) }
        return entry
    }

    private static func keys(of kind: LayoutEntry.Kind, _ level: Level) -> [String] {
        let item = level == .root ? [] : ["icon", "badge"]
        let tab = level == .tab ? ["hidden", "allows_hiding"] : []
        let lazy = level == .root ? [] : ["lazy"]
        let window = level == .root ? ["size", "size_policy"] : []
        let bar = ["bar_height", "bar_side", "bar_slots", "focus"]
        return switch kind {
        case .tabBar: ["identifier", "kind", "title", "profile"] + window + bar + ["tabs"]
        case .navigation: ["identifier", "kind", "title"] + item + tab + window + ["stack"]
        case .view: ["identifier", "kind", "type", "title"] + item + tab + lazy + ["arguments"]
        }
    }

    /// The kind that the file declares, or that follows from the keys.
    private mutating func kind(of table: TOMLTable, _ level: Level) -> LayoutEntry.Kind? {
        let allowed = level.kinds.map(\.rawValue)
        guard table["kind"] == nil else {
            let given = table["kind"]?.string ?? ""
            guard let kind = LayoutEntry.Kind(rawValue: given), level.kinds.contains(kind) else {
                report(
                    position("kind", in: table), given.isEmpty ? .wrongType : .invalidValue, "kind", table["kind"],
                    "'\(given.prefix(80))' is not a kind for \(level.rawValue); expected \(allowed.joined(separator: ", "))"
                )
                return nil
            }
            return kind
        }
        if table["type"] != nil { return .view }
        if table["stack"] != nil, level != .stack { return .navigation }
        guard level == .root else {
            report(
                table.position, .missingKey, "type", nil,
                "\(level.rawValue) needs a type, for example \"clock.Stopwatch\"\(level == .tab ? ", or a stack" : "")")
            return nil
        }
        return .tabBar
    }

    private mutating func readView(_ entry: inout LayoutEntry, _ table: TOMLTable) {
        entry.type = text("type", in: table) ?? ""
        checkType(entry.type, table["type"], at: position("type", in: table))
        guard let value = table["arguments"] else { return }
        guard let arguments = value.table else {
            return report(
                value.position, .wrongType, "arguments", value,
                "invalid arguments; expected a table, for example { Duration = 300 }")
        }
        var values: [String: Variant] = [:]
        for key in arguments.keys {
            values[key.name] = arguments[key.name].flatMap { Variant(toml: $0) }
            if values[key.name] == nil {
                report(
                    key.position, .invalidValue, "arguments.\(key.name)", arguments[key.name],
                    "\(key.name) cannot be represented as a D-Bus value")
            }
        }
        entry.arguments = values
    }

    private mutating func readContainer(_ entry: inout LayoutEntry, _ table: TOMLTable) {
        entry.profile = text("profile", in: table)
        if let profile = entry.profile {
            check("profile", in: table) { () throws(DBusError) in
                _ = try TextRules.value(profile, named: "profile") as Profile
            }
        }
        readWindow(&entry.window, of: entry.profile, table)
        guard let key = entry.kind.childrenKey else { return }
        if let value = table[key] {
            entry.children = children(value, entry.kind == .tabBar ? .tab : .stack)
        }
        if entry.kind == .navigation, table[key]?.array.map({ $0.isEmpty }) ?? (table[key] == nil) {
            report(
                position("stack", in: table), table[key] == nil ? .missingKey : .invalidValue, "stack", table[key],
                "a navigation controller needs a stack with at least its root")
        }
    }

    private mutating func children(_ value: TOMLNode, _ level: Level) -> [LayoutEntry] {
        let expected = "invalid value; expected an array of types and tables, for example [\"clock.WorldClock\"]"
        let key = level == .tab ? "tabs" : "stack"
        let array = elements(value, of: key, "the array", "elements", LayoutDocument.maximumChildren, expected)
        return array.compactMap { value in
            if let table = value.table { return entry(table, level) }
            guard let type = value.string else {
                report(
                    value.position, .wrongType, key, value,
                    "invalid value for \(level.rawValue); expected a type, for example \"clock.WorldClock\", or a table with a type"
                )
                return nil
            }
            guard admit(value.position) else { return nil }
            var entry = LayoutEntry(kind: .view)
            (entry.type, entry.line) = (type, value.position.line)
            checkType(type, value, at: value.position)
            return entry
        }
    }

    // MARK: Values

    mutating func text(_ key: String, in table: TOMLTable) -> String? {
        guard let value = table[key] else { return nil }
        guard let text = value.string, !text.utf8.contains(0) else {
            report(
                value.position, value.string == nil ? .wrongType : .invalidValue, key, value,
                "invalid \(key); expected a string")
            return nil
        }
        check(key, in: table) { () throws(DBusError) in _ = try TextRules.text(text, named: key) }
        return text
    }

    mutating func flag(_ key: String, in table: TOMLTable) -> Bool? {
        guard let value = table[key] else { return nil }
        if value.boolean == nil {
            report(value.position, .wrongType, key, value, "invalid \(key); expected true or false")
        }
        return value.boolean
    }

    private mutating func checkType(_ type: String, _ value: TOMLNode?, at position: TOMLPosition) {
        guard !Self.isType(type) else { return }
        report(
            position, value == nil ? .missingKey : .invalidValue, "type", value,
            "'\(type.prefix(80))' is not a type; expected PLUGIN.CLASS, for example clock.Stopwatch")
    }

    /// Whether a text has the form PLUGIN.CLASS.
    static func isType(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count >= 2 && !parts.contains("")
    }

    /// Reports the error of a value of the contract.
    mutating func check(_ key: String, in table: TOMLTable, _ body: () throws(DBusError) -> Void) {
        do throws(DBusError) {
            try body()
        } catch {
            report(position(key, in: table), .invalidValue, key, table[key], error.message)
        }
    }

    /// The position of a value; that of the table if the key is missing.
    func position(_ key: String, in table: TOMLTable) -> TOMLPosition { table[key]?.position ?? table.position }

    mutating func report(
        _ position: TOMLPosition, _ code: LayoutFinding.Code, _ key: String, _ value: TOMLNode?, _ message: String
    ) {
        errors.append(
            LayoutError(code, line: position.line, key: key, value: value?.brief ?? "", message: message))
    }
}
