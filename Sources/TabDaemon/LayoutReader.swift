import DBusInterface
import TOMLKit
import TabInterface
import TabModel

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

    private typealias Path = [TOMLPlaces.Step]

    private let places: TOMLPlaces
    private(set) var problems: [LayoutProblem] = []
    /// How many entries there were.
    private var count = 0

    init(places: TOMLPlaces) { self.places = places }

    mutating func controllers(in table: TOMLTable) -> [LayoutEntry] {
        for key in table.keys where key != "controller" {
            complain([.key(key)], "unknown key '\(key)'; a layout has [[controller]] tables only")
        }
        guard let value = table["controller"] else { return [] }
        let path: Path = [.key("controller")]
        guard let array = value.array else {
            complain(path, "controller is an array of tables, [[controller]]")
            return []
        }
        guard array.count <= LayoutFile.maximumControllers else {
            complain(
                path, "there are \(array.count) controllers: at most \(LayoutFile.maximumControllers) are allowed")
            return []
        }
        return array.enumerated().compactMap { index, value in
            let path = path + [.index(index)]
            guard let table = value.table else {
                complain(path, "controller is an array of tables, [[controller]]")
                return nil
            }
            return entry(table, at: path, .root)
        }
    }

    // MARK: Entries

    /// Counts an entry; the first that is too many is told.
    private mutating func admit(_ path: Path) -> Bool {
        count += 1
        if count == LayoutFile.maximumEntries + 1 {
            complain(path, "there are more controllers, tabs and members of stacks than \(LayoutFile.maximumEntries)")
        }
        return count <= LayoutFile.maximumEntries
    }

    private mutating func entry(_ table: TOMLTable, at path: Path, _ level: Level) -> LayoutEntry? {
        guard admit(path), let kind = kind(of: table, at: path, level) else { return nil }
        var entry = LayoutEntry(kind: kind)
        entry.line = places.line(of: path)
        let known = Self.keys(of: kind, level)
        for key in table.keys where !known.contains(key) {
            let offer = known.joined(separator: ", ")
            complain(
                path + [.key(key)],
                "unknown key '\(key)' of \(level.name) of kind '\(kind.rawValue)'; known are \(offer)")
        }
        if let identifier = text("identifier", in: table, at: path), !identifier.isEmpty {
            (entry.identifier, entry.isNamed) = (identifier, true)
        } else if table["identifier"]?.string != nil || table["identifier"] == nil && level == .root {
            complain(path + [.key("identifier")], "\(level.name) has an identifier, a text that is not empty")
        }
        entry.title = text("title", in: table, at: path)
        entry.badge = text("badge", in: table, at: path)
        entry.icon = text("icon", in: table, at: path)
        if let icon = entry.icon {
            check(path + [.key("icon")]) { () throws(DBusError) in _ = try TextRules.image(icon) }
        }
        if kind == .view { readView(&entry, table, path) } else { readContainer(&entry, table, path, level) }
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
    private mutating func kind(of table: TOMLTable, at path: Path, _ level: Level) -> LayoutEntry.Kind? {
        let allowed = level.kinds.map(\.rawValue)
        guard table["kind"] == nil else {
            let given = table["kind"]?.string ?? ""
            guard let kind = LayoutEntry.Kind(rawValue: given), level.kinds.contains(kind) else {
                complain(
                    path + [.key("kind")],
                    "'\(given.prefix(80))' is no kind of \(level.name): \(allowed.joined(separator: ", ")) are allowed")
                return nil
            }
            return kind
        }
        if table["type"] != nil { return .view }
        if table["stack"] != nil, level != .stack { return .navigation }
        guard level == .root else {
            complain(
                path, "\(level.name) has a type, such as \"clock.Stopwatch\"\(level == .tab ? ", or a stack" : "")")
            return nil
        }
        return .tabBar
    }

    private mutating func readView(_ entry: inout LayoutEntry, _ table: TOMLTable, _ path: Path) {
        entry.type = text("type", in: table, at: path) ?? ""
        checkType(entry.type, at: path + [.key("type")])
        guard let value = table["arguments"] else { return }
        let path = path + [.key("arguments")]
        guard let arguments = value.table else {
            return complain(path, "arguments is a table, such as { Duration = 300 }")
        }
        var values: [String: Variant] = [:]
        for key in arguments.keys {
            values[key] = arguments[key].flatMap { Variant(toml: $0) }
            if values[key] == nil { complain(path + [.key(key)], "\(key) is nothing that a plugin can read") }
        }
        entry.arguments = values
    }

    private mutating func readContainer(_ entry: inout LayoutEntry, _ table: TOMLTable, _ path: Path, _ level: Level) {
        entry.profile = text("profile", in: table, at: path)
        if let profile = entry.profile {
            check(path + [.key("profile")]) { () throws(DBusError) in
                _ = try TextRules.value(profile, of: Profile.self, named: "profile", allowed: Profile.allCases)
            }
        }
        if let value = table["size"] { entry.size = size(value, at: path + [.key("size")]) }
        guard let key = entry.kind.childrenKey else { return }
        if let value = table[key] {
            entry.children = children(value, at: path + [.key(key)], entry.kind == .tabBar ? .tab : .stack)
        }
        if entry.kind == .navigation, table[key]?.array.map({ $0.isEmpty }) ?? (table[key] == nil) {
            complain(path + [.key("stack")], "a navigation controller has a stack with its root at least")
        }
    }

    private mutating func children(_ value: any TOMLValueConvertible, at path: Path, _ level: Level) -> [LayoutEntry] {
        guard let array = value.array else {
            complain(path, "this is an array of types and tables, such as [\"clock.WorldClock\"]")
            return []
        }
        guard array.count <= LayoutFile.maximumChildren else {
            complain(path, "there are \(array.count) of them: at most \(LayoutFile.maximumChildren) are allowed")
            return []
        }
        return array.enumerated().compactMap { index, value in
            let path = path + [.index(index)]
            if let table = value.table { return entry(table, at: path, level) }
            guard let type = value.string else {
                complain(path, "\(level.name) is a type such as \"clock.WorldClock\", or a table with that")
                return nil
            }
            guard admit(path) else { return nil }
            var entry = LayoutEntry(kind: .view)
            (entry.type, entry.line) = (type, places.line(of: path))
            checkType(type, at: path)
            return entry
        }
    }

    // MARK: Values

    private mutating func text(_ key: String, in table: TOMLTable, at path: Path) -> String? {
        guard let value = table[key] else { return nil }
        let path = path + [.key(key)]
        guard let text = value.string, !text.utf8.contains(0) else {
            complain(path, "\(key) is a text")
            return nil
        }
        check(path) { () throws(DBusError) in _ = try TextRules.text(text, named: key) }
        return text
    }

    private mutating func size(_ value: any TOMLValueConvertible, at path: Path) -> DBusSize? {
        let numbers = value.array.map { array in array.compactMap { $0.double ?? $0.int.map(Double.init) } } ?? []
        guard numbers.count == 2, value.array?.count == 2, numbers.allSatisfy({ $0 > 0 && $0 <= 16384 }) else {
            complain(path, "size is width and height, such as [375, 667], each above 0 and at most 16384")
            return nil
        }
        return DBusSize(width: numbers[0], height: numbers[1])
    }

    private mutating func checkType(_ type: String, at path: Path) {
        let parts = type.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count < 2 || parts.contains("") else { return }
        complain(path, "'\(type.prefix(80))' is no type: a plugin and its class, such as clock.Stopwatch, are wanted")
    }

    private mutating func check(_ path: Path, _ body: () throws(DBusError) -> Void) {
        do throws(DBusError) { try body() } catch { complain(path, error.message) }
    }

    private mutating func complain(_ path: Path, _ message: String) {
        problems.append(LayoutProblem(line: places.line(of: path), message: message))
    }
}
