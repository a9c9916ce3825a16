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
    private enum Profile: String, CaseIterable {
        case phone, pad, padLegacy, tv
    }

    private(set) var errors: [LayoutError] = []
    /// The number of entries.
    private var count = 0

    mutating func controllers(in table: TOMLTable) -> [LayoutEntry] {
        for key in table.keys where key.name != "controller" {
            report(key.position, "unknown key '\(key.name)'; expected [[controller]]")
        }
        guard let value = table["controller"] else { return [] }
        let expected = "invalid controller; expected an array of tables, [[controller]]"
        return elements(value, "the layout", "controllers", LayoutDocument.maximumControllers, expected).compactMap {
            guard let table = $0.table else {
                report($0.position, expected)
                return nil
            }
            return entry(table, .root)
        }
    }

    /// Returns the elements of an array. Reports another value, and an array that is too long.
    private mutating func elements(
        _ value: TOMLNode, _ name: String, _ elementsName: String, _ limit: Int, _ expected: String
    ) -> [TOMLNode] {
        guard let array = value.array else {
            report(value.position, expected)
            return []
        }
        guard array.count <= limit else {
            report(value.position, "\(name) has \(array.count) \(elementsName): at most \(limit) are allowed")
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
                position,
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
                key.position,
                "unknown key '\(key.name)' for \(level.rawValue) of kind '\(kind.rawValue)'; expected one of \(offer)")
        }
        if let identifier = text("identifier", in: table), !identifier.isEmpty {
            (entry.identifier, entry.isNamed) = (identifier, true)
        } else if table["identifier"]?.string != nil || table["identifier"] == nil && level == .root {
            report(position("identifier", in: table), "\(level.rawValue) needs an identifier, a non-empty string")
        }
        entry.title = text("title", in: table)
        entry.badge = text("badge", in: table)
        entry.icon = text("icon", in: table)
        if let icon = entry.icon {
            check(position("icon", in: table)) { () throws(DBusError) in _ = try TextRules.image(icon) }
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
        let bar = ["bar_height", "bar_side", "bar_slots"]
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
                    position("kind", in: table),
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
                table.position,
                "\(level.rawValue) needs a type, for example \"clock.Stopwatch\"\(level == .tab ? ", or a stack" : "")")
            return nil
        }
        return .tabBar
    }

    private mutating func readView(_ entry: inout LayoutEntry, _ table: TOMLTable) {
        entry.type = text("type", in: table) ?? ""
        checkType(entry.type, at: position("type", in: table))
        guard let value = table["arguments"] else { return }
        guard let arguments = value.table else {
            return report(value.position, "invalid arguments; expected a table, for example { Duration = 300 }")
        }
        var values: [String: Variant] = [:]
        for key in arguments.keys {
            values[key.name] = arguments[key.name].flatMap { Variant(toml: $0) }
            if values[key.name] == nil { report(key.position, "\(key.name) cannot be represented as a D-Bus value") }
        }
        entry.arguments = values
    }

    private mutating func readContainer(_ entry: inout LayoutEntry, _ table: TOMLTable) {
        entry.profile = text("profile", in: table)
        if let profile = entry.profile {
            check(position("profile", in: table)) { () throws(DBusError) in
                _ = try TextRules.value(profile, named: "profile") as Profile
            }
        }
        readWindow(&entry.window, of: entry.profile, table)
        guard let key = entry.kind.childrenKey else { return }
        if let value = table[key] {
            entry.children = children(value, entry.kind == .tabBar ? .tab : .stack)
        }
        if entry.kind == .navigation, table[key]?.array.map({ $0.isEmpty }) ?? (table[key] == nil) {
            report(position("stack", in: table), "a navigation controller needs a stack with at least its root")
        }
    }

    private mutating func children(_ value: TOMLNode, _ level: Level) -> [LayoutEntry] {
        let expected = "invalid value; expected an array of types and tables, for example [\"clock.WorldClock\"]"
        let array = elements(value, "the array", "elements", LayoutDocument.maximumChildren, expected)
        return array.compactMap { value in
            if let table = value.table { return entry(table, level) }
            guard let type = value.string else {
                report(
                    value.position,
                    "invalid value for \(level.rawValue); expected a type, for example \"clock.WorldClock\", or a table with a type"
                )
                return nil
            }
            guard admit(value.position) else { return nil }
            var entry = LayoutEntry(kind: .view)
            (entry.type, entry.line) = (type, value.position.line)
            checkType(type, at: value.position)
            return entry
        }
    }

    private mutating func readWindow(_ window: inout LayoutWindow, of profile: String?, _ table: TOMLTable) {
        if let value = table["size"] { window.size = size(value) }
        window.sizePolicy = text("size_policy", in: table)
        if let policy = window.sizePolicy {
            check(position("size_policy", in: table)) { () throws(DBusError) in
                _ = try TextRules.value(policy, named: "size policy") as LayoutSizePolicy
            }
        }
        if let value = table["bar_height"] { window.barHeight = barHeight(value) }
        if let value = table["bar_slots"] { window.barSlots = barSlots(value) }
        window.barSide = text("bar_side", in: table)
        if let side = window.barSide {
            check(position("bar_side", in: table)) { () throws(DBusError) in
                _ = try TextRules.value(side, named: "bar side") as LayoutBarSide
            }
        }
        guard profile == Profile.tv.rawValue else { return }
        if let side = window.barSide, side != LayoutBarSide.top.rawValue {
            report(position("bar_side", in: table), "bar_side is not supported in profile tv, whose bar is at the top")
        }
        if table["bar_slots"] != nil {
            report(position("bar_slots", in: table), "bar_slots is not supported in profile tv, which has no More")
        }
    }

    // MARK: Values

    private mutating func text(_ key: String, in table: TOMLTable) -> String? {
        guard let value = table[key] else { return nil }
        guard let text = value.string, !text.utf8.contains(0) else {
            report(value.position, "invalid \(key); expected a string")
            return nil
        }
        check(value.position) { () throws(DBusError) in _ = try TextRules.text(text, named: key) }
        return text
    }

    private mutating func flag(_ key: String, in table: TOMLTable) -> Bool? {
        guard let value = table[key] else { return nil }
        if value.boolean == nil { report(value.position, "invalid \(key); expected true or false") }
        return value.boolean
    }

    private mutating func size(_ value: TOMLNode) -> DBusSize? {
        let numbers = value.array.map { array in array.compactMap { $0.float ?? $0.integer.map(Double.init) } } ?? []
        guard numbers.count == 2, value.array?.count == 2, numbers.allSatisfy({ $0 > 0 && $0 <= 16384 }) else {
            report(
                value.position,
                "invalid size; expected [width, height], each above 0 and at most 16384, for example [375, 667]")
            return nil
        }
        return DBusSize(width: numbers[0], height: numbers[1])
    }

    private mutating func barHeight(_ value: TOMLNode) -> Double? {
        guard let number = value.float ?? value.integer.map(Double.init), number > 0, number <= 16384 else {
            report(value.position, "invalid bar_height; expected a number above 0 and at most 16384")
            return nil
        }
        return number
    }

    private mutating func barSlots(_ value: TOMLNode) -> UInt32? {
        guard let number = value.integer, (2...64).contains(number) else {
            report(value.position, "invalid bar_slots; expected a number from 2 to 64")
            return nil
        }
        return UInt32(number)
    }

    private mutating func checkType(_ type: String, at position: TOMLPosition) {
        let parts = type.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count < 2 || parts.contains("") else { return }
        report(
            position, "'\(type.prefix(80))' is not a type; expected PLUGIN.CLASS, for example clock.Stopwatch")
    }

    private mutating func check(_ position: TOMLPosition, _ body: () throws(DBusError) -> Void) {
        do throws(DBusError) { try body() } catch { report(position, error.message) }
    }

    /// The position of a value; that of the table if the key is missing.
    private func position(_ key: String, in table: TOMLTable) -> TOMLPosition { table[key]?.position ?? table.position }

    private mutating func report(_ position: TOMLPosition, _ message: String) {
        errors.append(LayoutError(line: position.line, message: message))
    }
}
