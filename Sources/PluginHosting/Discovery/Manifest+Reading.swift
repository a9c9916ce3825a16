internal import DBusInterface
internal import TOML
internal import TabInterface

extension Manifest {
    /// Reads a manifest. The file is not trusted.
    ///
    /// - Parameters:
    ///   - file: The file's name in messages.
    ///   - folder: The folder's name, which the id must repeat.
    package init(_ bytes: [UInt8], file: String, folder: String) throws(ManifestError) {
        guard bytes.count <= Self.maximumSize else {
            throw ManifestError(file: file, line: 1, column: 1, message: "larger than \(Self.maximumSize) bytes")
        }
        let root: ManifestTable
        do throws(TOMLError) {
            root = ManifestTable(try TOMLReader.read(bytes), file: file)
        } catch {
            throw ManifestError(
                file: file, line: error.position.line, column: error.position.column, message: error.message)
        }
        id = try root.require("id") { key throws(ManifestError) in
            try root.text(key, "a small letter, then up to 63 small letters, digits and underscores") {
                TextRules.isPluginIdentifier($0)
            }
        }
        guard id == folder else { throw root.error("id", "'\(id)'", "'\(folder)', the name of the folder") }
        name = try root.require("name", root.text)
        version = try root.require("version", root.text)
        abi = try root.require("abi") { key throws(ManifestError) in
            try root.value(key, "a whole number from 0 to \(UInt32.max)") { $0.integer.flatMap(UInt32.init(exactly:)) }
        }
        library = try root.require("library") { key throws(ManifestError) in
            try root.text(key, "the name of a file in the plugin's folder") {
                !$0.contains("/") && !$0.hasPrefix(".") && $0.utf8.count < 256 && $0.utf8.allSatisfy { $0 >= 0x20 }
            }
        }
        swift = try root.text("swift")
        isolation = try root.choice("isolation", of: ["process", "in-process"]).flatMap(Isolation.init) ?? .process
        classes = try root.tables("class", PluginClass.init, name: \.name)
        guard !classes.isEmpty else { throw root.missing("class", "; expected at least one [[class]]") }
        popoverBackgrounds = try root.tables("popover_background", PopoverBackground.init, name: \.name)
        unknownKeys = root.unknownKeys
    }
}

extension Manifest.PluginClass {
    fileprivate init(_ table: ManifestTable) throws(ManifestError) {
        name = try table.name()
        title = try table.require("title", table.text)
        titles = try table.texts("titles") ?? [:]
        // Whether the file exists is checked when it is needed.
        icon = try table.text("icon") { (text) throws(DBusError) in
            ImageName.parts(ofPath: text) != nil ? text : try TextRules.image(text)
        }
        background = try table.text("background")
        superclass = try table.choice("superclass", of: ["ViewController", "TabBarController"]) ?? "ViewController"
    }
}

extension Manifest.PopoverBackground {
    fileprivate init(_ table: ManifestTable) throws(ManifestError) {
        name = try table.name()
        arrowHeight = try table.require("arrow_height", table.length)
        arrowBase = try table.require("arrow_base", table.length)
        contentInsets = try table.require("content_insets") { key throws(ManifestError) in
            try table.value(key, "four numbers from 0 to 1000: top, left, bottom, right") { node in
                guard let elements = node.array, elements.count == 4 else { return nil }
                let insets = elements.compactMap(ManifestTable.length)
                return insets.count == 4 ? insets : nil
            }
        }
        wantsDefaultContentAppearance =
            try table.value("wants_default_content_appearance", "true or false") { $0.boolean } ?? true
        fillColor = try table.text("fill_color", rule: TextRules.colour)
        borderColor = try table.text("border_color", rule: TextRules.colour)
    }
}

/// A table of the manifest, whose errors have a position. Reading a missing optional key returns nil.
private final class ManifestTable {
    private let table: TOMLTable
    private let file: String
    private var children: [ManifestTable] = []
    /// The keys that a reader has requested.
    private var knownKeys: Set<String> = []

    init(_ table: TOMLTable, file: String) { (self.table, self.file) = (table, file) }

    // MARK: Errors

    private func error(at position: TOMLPosition, _ message: String) -> ManifestError {
        ManifestError(file: file, line: position.line, column: position.column, message: message)
    }

    func error(_ key: String, _ found: String, _ expected: String) -> ManifestError {
        error(at: table[key]?.position ?? table.position, "'\(key)' is \(found); expected \(expected)")
    }

    func missing(_ key: String, _ advice: String = "") -> ManifestError {
        error(at: table.position, "'\(key)' is missing\(advice)")
    }

    func duplicate(_ name: String) -> ManifestError { error("name", "a duplicate, '\(name)'", "a unique name") }

    /// A sentence for each key that no reader has requested.
    var unknownKeys: [String] {
        let unknown = table.keys.filter { !knownKeys.contains($0.name) }.map {
            let known = knownKeys.sorted().joined(separator: ", ")
            return error(at: $0.position, "'\($0.name.prefix(80))' is unknown and ignored; expected one of \(known)")
                .description
        }
        return unknown + children.flatMap(\.unknownKeys)
    }

    // MARK: Values

    func require<Value>(
        _ key: String, _ read: (String) throws(ManifestError) -> Value?
    ) throws(ManifestError) -> Value {
        guard let value = try read(key) else { throw missing(key) }
        return value
    }

    /// - Parameter read: Returns nil for a value that is not allowed.
    func value<Value>(
        _ key: String, _ expected: String, _ read: (TOMLNode) -> Value?
    ) throws(ManifestError) -> Value? {
        knownKeys.insert(key)
        guard let node = table[key] else { return nil }
        if let value = read(node) { return value }
        throw error(key, Self.shown(node.value), expected)
    }

    /// Returns the text of a value in a message: a short value itself, else its type.
    private static func shown(_ value: TOMLValue) -> String {
        switch value {
        case .string(let text): "'\(text.prefix(80))'"
        case .integer(let number): "\(number)"
        case .float(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        default: value.typeName
        }
    }

    func text(_ key: String) throws(ManifestError) -> String? {
        try text(key, "a text of 1 to 1024 bytes") { _ in true }
    }

    /// Reads a text of 1 to 1024 bytes without U+0000.
    func text(
        _ key: String, _ expected: String, where isAllowed: (String) -> Bool
    ) throws(ManifestError) -> String? {
        try value(key, expected) { node in
            guard let text = node.string, (1...1024).contains(text.utf8.count), !text.utf8.contains(0) else {
                return nil
            }
            return isAllowed(text) ? text : nil
        }
    }

    /// Reads a text that a rule of the contract allows; empty when the key is missing.
    func text(_ key: String, rule: (String) throws(DBusError) -> String?) throws(ManifestError) -> String {
        guard let text = try text(key) else { return "" }
        do throws(DBusError) {
            return try rule(text) ?? ""
        } catch {
            throw self.error(at: table[key]?.position ?? table.position, "'\(key)': \(error.message)")
        }
    }

    /// Reads a table of at most 64 texts of 1 to 1024 bytes without U+0000.
    func texts(_ key: String) throws(ManifestError) -> [String: String]? {
        try value(key, "a table of at most 64 texts, for example { de = \"Uhr\" }") { node in
            guard let table = node.table, table.keys.count <= 64 else { return nil }
            var texts: [String: String] = [:]
            for name in table.keys.map(\.name) {
                guard let text = table[name]?.string, (1...1024).contains(text.utf8.count), !text.utf8.contains(0)
                else {
                    return nil
                }
                texts[name] = text
            }
            return texts
        }
    }

    /// The key `name`.
    func name() throws(ManifestError) -> String {
        try require("name") { key throws(ManifestError) in
            try text(key, "up to 64 letters, digits and underscores") { name in
                name.utf8.count <= 64 && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            }
        }
    }

    func choice(_ key: String, of choices: [String]) throws(ManifestError) -> String? {
        try value(key, choices.map { "'\($0)'" }.joined(separator: " or ")) { node in
            choices.first { $0 == node.string }
        }
    }

    /// Reads a number from 0 to 1000.
    static func length(_ node: TOMLNode) -> Double? {
        guard let number = node.float ?? node.integer.map(Double.init) else { return nil }
        return (0...1000).contains(number) ? number : nil
    }

    func length(_ key: String) throws(ManifestError) -> Double? {
        try value(key, "a number from 0 to 1000", Self.length)
    }

    /// Reads the tables of `[[KEY]]`, at most 256, each with a unique name.
    func tables<Element>(
        _ key: String, _ read: (ManifestTable) throws(ManifestError) -> Element, name: (Element) -> String
    ) throws(ManifestError) -> [Element] {
        let tables = try value(key, "at most 256 tables, each below [[\(key)]]") { node -> [TOMLTable]? in
            guard let elements = node.array, elements.count <= 256 else { return nil }
            let tables = elements.compactMap(\.table)
            return tables.count == elements.count ? tables : nil
        }
        let new = (tables ?? []).map { ManifestTable($0, file: file) }
        children += new
        var names: Set<String> = []
        return try new.map { (table) throws(ManifestError) in
            let element = try read(table)
            guard names.insert(name(element)).inserted else { throw table.duplicate(name(element)) }
            return element
        }
    }
}
