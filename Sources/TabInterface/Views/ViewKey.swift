package import DBusInterface

/// A key of a view's properties: its type, its default and the values that it allows.
package struct ViewKey: Hashable, Sendable {
    /// The constraint on a value, beyond its type.
    package enum Rule: Hashable, Sendable {
        case any
        /// Finite numbers only, in arrays and structures as well.
        case finite
        /// 0 to 1, or a negative number for "unknown".
        case fraction
        /// Finite and above 0.
        case positive
        case choice([String])
        /// A list of words, each at most once.
        case words([String])
        case image
        case colour
        case rows
        case items
        /// A menu: at most `MenuItem.maximumCount` items, each after its parent.
        case menu
    }

    package let defaultValue: Variant
    package let rule: Rule
    /// The key of the same view whose value is the default; without that key, `defaultValue` is the default.
    private(set) var defaultKey: String?
    /// The type with the names of fields; nil for a basic type.
    private var structuredType: TypeDescription?

    init(defaultValue: Variant, rule: Rule) {
        self.defaultValue = defaultValue
        self.rule = rule
    }

    package var signature: String { defaultValue.signature }
    /// The type of the value.
    package var type: TypeDescription { structuredType ?? .basic(signature) }

    /// Returns the value for a view with these properties that leaves the key out.
    package func defaultValue(in properties: [String: Variant]) -> Variant {
        defaultKey.flatMap { properties[$0] } ?? defaultValue
    }

    static func text() -> ViewKey { ViewKey(defaultValue: .string(""), rule: .any) }
    static func image() -> ViewKey { ViewKey(defaultValue: .string(""), rule: .image) }
    static func colour() -> ViewKey { ViewKey(defaultValue: .string(""), rule: .colour) }
    static func flag(_ value: Bool = false) -> ViewKey { ViewKey(defaultValue: .bool(value), rule: .any) }
    /// Returns a flag whose default is the value of another flag of the view, which is false by default.
    static func flag(as key: String) -> ViewKey {
        var flag = flag()
        flag.defaultKey = key
        return flag
    }
    static func index() -> ViewKey { ViewKey(defaultValue: .int32(-1), rule: .any) }
    static func menu() -> ViewKey { value([MenuItem](), .menu) }
    static func count(_ value: UInt32) -> ViewKey { ViewKey(defaultValue: .uint32(value), rule: .any) }
    static func number(_ value: Double = 0, _ rule: Rule = .finite) -> ViewKey {
        ViewKey(defaultValue: .double(value), rule: rule)
    }
    static func value<Value: DBusType>(_ value: Value, _ rule: Rule = .finite) -> ViewKey {
        var key = ViewKey(defaultValue: value.variant, rule: rule)
        key.structuredType = Value.typeDescription
        return key
    }
    /// Returns a key with a fixed set of values; the first is the default.
    static func choice(_ first: String, _ others: String...) -> ViewKey {
        choice(from: [first] + others)
    }
    /// Returns a key with a fixed set of values; the first is the default.
    static func choice(from words: [String]) -> ViewKey {
        ViewKey(defaultValue: .string(words.first ?? ""), rule: .choice(words))
    }
    /// Returns a key with a list of some of these words.
    static func words(_ words: [String]) -> ViewKey { value([String](), .words(words)) }

    /// Checks the type and the value.
    ///
    /// - Throws: `InvalidArgs` for another type, `InvalidArgument` for a value that is not allowed. The message begins
    ///   with `name`.
    package func check(_ value: Variant, named name: String) throws(DBusError) {
        guard value.signature == signature else {
            throw .invalidArgs("\(name) has type '\(value.signature)', expected '\(signature)'")
        }
        switch (rule, value) {
        case (.finite, _):
            guard value.isFinite else { throw .invalidArgument("\(name) is not finite") }
        case (.fraction, .double(let number)):
            guard number.isFinite, number <= 1 else {
                throw .invalidArgument("\(name) is \(number); expected 0 to 1, or a negative number for unknown")
            }
        case (.positive, .double(let number)):
            guard number.isFinite, number > 0 else {
                throw .invalidArgument("\(name) is \(number); expected a finite number above 0")
            }
        case (.choice(let allowed), .string(let text)): try Self.check(text, among: allowed, named: name)
        case (.words(let allowed), _):
            var seen: Set<String> = []
            for word in [String](variant: value) ?? [] {
                try Self.check(word, among: allowed, named: name)
                guard seen.insert(word).inserted else { throw .invalidArgument("\(name) has '\(word)' twice") }
            }
        case (.image, .string(let text)): try Self.check(text, by: TextRules.image, named: name)
        case (.colour, .string(let text)): try Self.check(text, by: TextRules.colour, named: name)
        case (.rows, _):
            for (index, row) in ([TableRow](variant: value) ?? []).enumerated() {
                let name = "\(name), row \(index)"
                try Self.check(row.accessory, among: TableRow.accessories, named: "accessory of \(name)")
                try Self.check(row.image, by: TextRules.image, named: "image of \(name)")
            }
        case (.items, _):
            for (index, item) in ([TabBarEntry](variant: value) ?? []).enumerated() {
                try Self.check(item.image, by: TextRules.image, named: "image of \(name), item \(index)")
            }
        case (.menu, _): try ([MenuItem](variant: value) ?? []).check(named: name)
        default: break
        }
    }

    static func check(_ text: String, among allowed: [String], named name: String) throws(DBusError) {
        guard allowed.contains(text) else {
            throw .invalidArgument(
                "\(name) is '\(text.prefix(80))'; expected one of "
                    + allowed.map { $0.isEmpty ? "''" : $0 }.joined(separator: ", "))
        }
    }

    static func check(
        _ text: String, by rule: (String) throws(DBusError) -> String?, named name: String
    ) throws(DBusError) {
        do throws(DBusError) {
            _ = try rule(text)
        } catch {
            throw DBusError(name: error.name, message: "\(name): \(error.message)")
        }
    }
}

extension Variant {
    /// Whether it contains neither infinity nor NaN.
    package var isFinite: Bool {
        switch self {
        case .double(let number): number.isFinite
        case .array(_, let values), .structure(let values): values.allSatisfy(\.isFinite)
        case .variant(let value): value.isFinite
        case .dictionary(_, _, let entries): entries.allSatisfy { $0.key.isFinite && $0.value.isFinite }
        default: true
        }
    }
}
