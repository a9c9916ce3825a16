import DBusInterface
import TOML
import TabInterface

/// Turns a layout's tables into entries, and says what is wrong in them.
struct LayoutReader {
    /// Where an entry stands.
    private enum Level {
        case root, tab, stack

        var kinds: [LayoutEntry.Kind] {
            switch self {
            case .root: [.tabBar, .navigation, .view]
            case .tab: [.navigation, .view]
            case .stack: [.view]
            }
        }

        /// For messages.
        var name: String {
            switch self {
            case .root: "a controller"
            case .tab: "a tab"
            case .stack: "a member of a stack"
            }
        }
    }

    /// The contract's names of profiles.
    private enum Profile: String, CaseIterable {
        case phone, pad, padLegacy, tv
    }

    private(set) var problems: [LayoutProblem] = []
    /// How many entries there were.
    private var count = 0

    mutating func controllers(in table: TOMLTable) -> [LayoutEntry] {
        for key in table.keys where key.name != "controller" {
            complain(key.position, "unknown key '\(key.name)'; a layout has [[controller]] tables only")
        }
        guard let value = table["controller"] else { return [] }
        guard let array = value.array else {
            complain(value.position, "controller is an array of tables, [[controller]]")
            return []
        }
        guard array.count <= LayoutDocument.maximumControllers else {
            complain(
                value.position,
                "there are \(array.count) controllers: at most \(LayoutDocument.maximumControllers) are allowed")
            return []
        }
        return array.compactMap { value in
            guard let table = value.table else {
                complain(value.position, "controller is an array of tables, [[controller]]")
                return nil
            }
            return entry(table, .root)
        }
    }

    // MARK: Entries

    /// Counts an entry; the first that is too many is told.
    private mutating func admit(_ position: TOMLPosition) -> Bool {
        count += 1
        if count == LayoutDocument.maximumEntries + 1 {
            complain(
                position,
                "there are more controllers, tabs and members of stacks than \(LayoutDocument.maximumEntries)")
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
            complain(
                key.position,
                "unknown key '\(key.name)' of \(level.name) of kind '\(kind.rawValue)'; known are \(offer)")
        }
        if let identifier = text("identifier", in: table), !identifier.isEmpty {
            (entry.identifier, entry.isNamed) = (identifier, true)
        } else if table["identifier"]?.string != nil || table["identifier"] == nil && level == .root {
            complain(place("identifier", in: table), "\(level.name) has an identifier, a text that is not empty")
        }
        entry.title = text("title", in: table)
        entry.badge = text("badge", in: table)
        entry.icon = text("icon", in: table)
        if let icon = entry.icon {
            check(place("icon", in: table)) { () throws(DBusError) in _ = try TextRules.image(icon) }
        }
        if kind == .view { readView(&entry, table) } else { readContainer(&entry, table, level) }
        return entry
    }

    private static func keys(of kind: LayoutEntry.Kind, _ level: Level) -> [String] {
        let item = level == .root ? [] : ["icon", "badge"]
        let window = level == .root ? ["size"] : []
        return switch kind {
        case .tabBar: ["identifier", "kind", "title", "profile", "size", "tabs"]
        case .navigation: ["identifier", "kind", "title"] + item + window + ["stack"]
        case .view: ["identifier", "kind", "type", "title"] + item + ["arguments"]
        }
    }

    /// What the file says, or what follows from the keys.
    private mutating func kind(of table: TOMLTable, _ level: Level) -> LayoutEntry.Kind? {
        let allowed = level.kinds.map(\.rawValue)
        guard table["kind"] == nil else {
            let given = table["kind"]?.string ?? ""
            guard let kind = LayoutEntry.Kind(rawValue: given), level.kinds.contains(kind) else {
                complain(
                    place("kind", in: table),
                    "'\(given.prefix(80))' is no kind of \(level.name): \(allowed.joined(separator: ", ")) are allowed")
                return nil
            }
            return kind
        }
        if table["type"] != nil { return .view }
        if table["stack"] != nil, level != .stack { return .navigation }
        guard level == .root else {
            complain(
                table.position,
                "\(level.name) has a type, such as \"clock.Stopwatch\"\(level == .tab ? ", or a stack" : "")")
            return nil
        }
        return .tabBar
    }

    private mutating func readView(_ entry: inout LayoutEntry, _ table: TOMLTable) {
        entry.type = text("type", in: table) ?? ""
        checkType(entry.type, at: place("type", in: table))
        guard let value = table["arguments"] else { return }
        guard let arguments = value.table else {
            return complain(value.position, "arguments is a table, such as { Duration = 300 }")
        }
        var values: [String: Variant] = [:]
        for key in arguments.keys {
            values[key.name] = arguments[key.name].flatMap { Variant(toml: $0) }
            if values[key.name] == nil { complain(key.position, "\(key.name) is nothing that a plugin can read") }
        }
        entry.arguments = values
    }

    private mutating func readContainer(_ entry: inout LayoutEntry, _ table: TOMLTable, _ level: Level) {
        entry.profile = text("profile", in: table)
        if let profile = entry.profile {
            check(place("profile", in: table)) { () throws(DBusError) in
                _ = try TextRules.value(profile, named: "profile") as Profile
            }
        }
        if let value = table["size"] { entry.size = size(value) }
        guard let key = entry.kind.childrenKey else { return }
        if let value = table[key] {
            entry.children = children(value, entry.kind == .tabBar ? .tab : .stack)
        }
        if entry.kind == .navigation, table[key]?.array.map({ $0.isEmpty }) ?? (table[key] == nil) {
            complain(place("stack", in: table), "a navigation controller has a stack with its root at least")
        }
    }

    private mutating func children(_ value: TOMLNode, _ level: Level) -> [LayoutEntry] {
        guard let array = value.array else {
            complain(value.position, "this is an array of types and tables, such as [\"clock.WorldClock\"]")
            return []
        }
        guard array.count <= LayoutDocument.maximumChildren else {
            complain(
                value.position,
                "there are \(array.count) of them: at most \(LayoutDocument.maximumChildren) are allowed")
            return []
        }
        return array.compactMap { value in
            if let table = value.table { return entry(table, level) }
            guard let type = value.string else {
                complain(
                    value.position, "\(level.name) is a type such as \"clock.WorldClock\", or a table with that")
                return nil
            }
            guard admit(value.position) else { return nil }
            var entry = LayoutEntry(kind: .view)
            (entry.type, entry.line) = (type, value.position.line)
            checkType(type, at: value.position)
            return entry
        }
    }

    // MARK: Values

    private mutating func text(_ key: String, in table: TOMLTable) -> String? {
        guard let value = table[key] else { return nil }
        guard let text = value.string, !text.utf8.contains(0) else {
            complain(value.position, "\(key) is a text")
            return nil
        }
        check(value.position) { () throws(DBusError) in _ = try TextRules.text(text, named: key) }
        return text
    }

    private mutating func size(_ value: TOMLNode) -> DBusSize? {
        let numbers = value.array.map { array in array.compactMap { $0.float ?? $0.integer.map(Double.init) } } ?? []
        guard numbers.count == 2, value.array?.count == 2, numbers.allSatisfy({ $0 > 0 && $0 <= 16384 }) else {
            complain(
                value.position, "size is width and height, such as [375, 667], each above 0 and at most 16384")
            return nil
        }
        return DBusSize(width: numbers[0], height: numbers[1])
    }

    private mutating func checkType(_ type: String, at position: TOMLPosition) {
        let parts = type.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count < 2 || parts.contains("") else { return }
        complain(
            position, "'\(type.prefix(80))' is no type: a plugin and its class, such as clock.Stopwatch, are wanted")
    }

    private mutating func check(_ position: TOMLPosition, _ body: () throws(DBusError) -> Void) {
        do throws(DBusError) { try body() } catch { complain(position, error.message) }
    }

    /// The place of a key's value; that of the table for a key that is not there.
    private func place(_ key: String, in table: TOMLTable) -> TOMLPosition { table[key]?.position ?? table.position }

    private mutating func complain(_ position: TOMLPosition, _ message: String) {
        problems.append(LayoutProblem(line: position.line, message: message))
    }
}
