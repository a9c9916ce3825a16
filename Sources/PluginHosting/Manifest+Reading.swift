internal import DBusInterface
internal import TabInterface

extension Manifest {
    /// Reads a manifest as hostile input.
    ///
    /// - Parameters:
    ///   - file: The name for messages.
    ///   - folder: The name of the folder, which the id must repeat.
    package init(_ bytes: [UInt8], file: String, folder: String) throws(ManifestError) {
        guard bytes.count <= Self.maximumSize else {
            throw ManifestError(file: file, line: 1, key: nil, message: "larger than \(Self.maximumSize) bytes")
        }
        let document: JSON
        do throws(JSON.Failure) {
            document = try JSON(bytes)
        } catch {
            throw ManifestError(file: file, line: error.line, key: nil, message: error.message)
        }
        let root = try Members(document, file: file, path: "")
        id = try root.text("id")
        guard Self.isValidIdentifier(id) else {
            throw root.error("id", "'\(id)' is not of the form [a-z][a-z0-9_]{0,63}")
        }
        guard id == folder else { throw root.error("id", "'\(id)' differs from the folder's name '\(folder)'") }
        name = try root.text("name")
        version = try root.text("version")
        let abi = try root.number("abi")
        guard let abi = UInt32(exactly: abi) else { throw root.error("abi", "expected a whole number from 0") }
        self.abi = abi
        library = try root.text("library")
        guard !library.contains("/"), !library.hasPrefix("."), library.utf8.count < 256,
            library.utf8.allSatisfy({ $0 >= 0x20 })
        else { throw root.error("library", "expected the name of a file in the plugin's folder") }
        swift = try root.optional("swift", root.text)
        let isolation = try root.optional("isolation", root.text) ?? Isolation.process.rawValue
        guard let isolation = Isolation(rawValue: isolation) else {
            throw root.error("isolation", "'\(isolation)' is neither process nor in-process")
        }
        self.isolation = isolation
        var classes: [PluginClass] = []
        var unknownKeys: [String] = []
        for (index, element) in try root.list("classes").enumerated() {
            let members = try Members(element, file: file, path: "classes[\(index)].")
            classes.append(try PluginClass(members, among: classes))
            unknownKeys += members.unknownKeys
        }
        guard !classes.isEmpty else { throw root.error("classes", "there is none") }
        self.classes = classes
        var backgrounds: [PopoverBackground] = []
        let elements = try root.optional("popoverBackgrounds", root.list) ?? []
        for (index, element) in elements.enumerated() {
            let members = try Members(element, file: file, path: "popoverBackgrounds[\(index)].")
            backgrounds.append(try PopoverBackground(members, among: backgrounds))
            unknownKeys += members.unknownKeys
        }
        popoverBackgrounds = backgrounds
        self.unknownKeys = root.unknownKeys + unknownKeys
    }
}

extension Manifest.PluginClass {
    fileprivate init(_ members: Members, among others: [Manifest.PluginClass]) throws(ManifestError) {
        let name = try members.name()
        self.name = name
        guard !others.contains(where: { $0.name == name }) else {
            throw members.error("name", "there is another class '\(name)'")
        }
        title = try members.text("title")
        icon = try members.optional("icon", members.text) ?? ""
        try members.check("icon", icon, TextRules.image)
        background = try members.optional("background", members.text)
        superclass = try members.optional("superclass", members.text) ?? "ViewController"
        guard superclass == "ViewController" || superclass == "TabBarController" else {
            throw members.error("superclass", "'\(superclass)' is neither ViewController nor TabBarController")
        }
    }
}

extension Manifest.PopoverBackground {
    fileprivate init(
        _ members: Members, among others: [Manifest.PopoverBackground]
    ) throws(ManifestError) {
        let name = try members.name()
        guard !others.contains(where: { $0.name == name }) else {
            throw members.error("name", "'\(name)' is the name of another popover background; expected a unique name")
        }
        self.name = name
        arrowHeight = try members.length("arrowHeight")
        arrowBase = try members.length("arrowBase")
        var insets: [Double] = []
        for element in try members.list("contentInsets") {
            guard case .number(let inset) = element.content, (0...1000).contains(inset) else { break }
            insets.append(inset)
        }
        guard insets.count == 4, try members.list("contentInsets").count == 4 else {
            throw members.error("contentInsets", "expected four numbers from 0 to 1000: top, left, bottom, right")
        }
        contentInsets = insets
        wantsDefaultContentAppearance =
            try members.optional(
                "wantsDefaultContentAppearance", members.flag) ?? true
        fillColor = try members.colour("fillColor")
        borderColor = try members.colour("borderColor")
    }
}

/// The members of an object of the manifest, with errors that say where.
private final class Members {
    private let line: Int
    private let members: [String: JSON]
    private let file: String
    private let path: String
    /// The keys that a reader has requested.
    private var knownKeys: Set<String> = []

    init(_ value: JSON, file: String, path: String) throws(ManifestError) {
        guard case .object(let members) = value.content else {
            let key = path.isEmpty ? nil : String(path.dropLast())
            throw ManifestError(
                file: file, line: value.line, key: key, message: "expected an object, found \(value.kind)")
        }
        line = value.line
        self.members = members
        self.file = file
        self.path = path
    }

    func error(_ key: String, _ message: String) -> ManifestError {
        ManifestError(file: file, line: members[key]?.line ?? line, key: path + key, message: message)
    }

    /// A sentence for each key that no reader has requested, in the order of the file.
    var unknownKeys: [String] {
        members.filter { !knownKeys.contains($0.key) }.sorted { ($0.value.line, $0.key) < ($1.value.line, $1.key) }
            .map { error($0.key, "is unknown, and ignored").description }
    }

    private func value(_ key: String) throws(ManifestError) -> JSON {
        knownKeys.insert(key)
        guard let value = members[key] else { throw error(key, "is missing") }
        return value
    }

    /// The value, or nil when the key is missing or null.
    func optional<Content>(
        _ key: String, _ read: (String) throws(ManifestError) -> Content
    ) throws(ManifestError) -> Content? {
        knownKeys.insert(key)
        guard let value = members[key] else { return nil }
        if case .null = value.content { return nil }
        return try read(key)
    }

    /// Between 1 and 1024 bytes.
    func text(_ key: String) throws(ManifestError) -> String {
        let value = try value(key)
        guard case .string(let text) = value.content else { throw error(key, "expected a string, found \(value.kind)") }
        guard (1...1024).contains(text.utf8.count) else { throw error(key, "expected between 1 and 1024 bytes") }
        return text
    }

    /// The key `name`: up to 64 letters, digits and underscores.
    func name() throws(ManifestError) -> String {
        let name = try text("name")
        let isName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isName, name.utf8.count <= 64 else {
            throw error("name", "'\(name.prefix(80))' is not a name; expected up to 64 letters, digits and underscores")
        }
        return name
    }

    /// A colour of the contract; empty when the key is missing or null.
    func colour(_ key: String) throws(ManifestError) -> String {
        let colour = try optional(key, text) ?? ""
        try check(key, colour, TextRules.colour)
        return colour
    }

    /// Checks a value that was read by a rule of the contract.
    func check(
        _ key: String, _ value: String, _ rule: (String) throws(DBusError) -> String?
    ) throws(ManifestError) {
        do throws(DBusError) {
            _ = try rule(value)
        } catch {
            throw self.error(key, error.message)
        }
    }

    func number(_ key: String) throws(ManifestError) -> Double {
        let value = try value(key)
        guard case .number(let number) = value.content else {
            throw error(key, "expected a number, found \(value.kind)")
        }
        return number
    }

    func length(_ key: String) throws(ManifestError) -> Double {
        let number = try number(key)
        guard (0...1000).contains(number) else { throw error(key, "expected a number from 0 to 1000") }
        return number
    }

    func flag(_ key: String) throws(ManifestError) -> Bool {
        let value = try value(key)
        guard case .bool(let flag) = value.content else {
            throw error(key, "expected true or false, found \(value.kind)")
        }
        return flag
    }

    /// At most 256 elements.
    func list(_ key: String) throws(ManifestError) -> [JSON] {
        let value = try value(key)
        guard case .array(let elements) = value.content else {
            throw error(key, "expected an array, found \(value.kind)")
        }
        guard elements.count <= 256 else { throw error(key, "more than 256 elements") }
        return elements
    }
}
