package import DBusInterface

/// One key of a view's properties: its type, its default and what its values may be.
package struct ViewKey: Hashable, Sendable {
    /// What a value must fulfil beside its type.
    package enum Rule: Hashable, Sendable {
        case any
        /// Finite numbers only, in arrays and structures as well.
        case finite
        /// 0 to 1, or negative for "unknown".
        case fraction
        /// Finite and above 0.
        case positive
        case choice([String])
        case image
        case colour
        case rows
        case items
    }

    package let defaultValue: Variant
    package let rule: Rule
    /// The key of the same view whose value is the default; `defaultValue` when the view does not have that key.
    private(set) var defaultKey: String?

    package var signature: String { defaultValue.signature }

    /// The value that a view with these properties has when it leaves the key out.
    package func defaultValue(in properties: [String: Variant]) -> Variant {
        defaultKey.flatMap { properties[$0] } ?? defaultValue
    }

    static func text() -> ViewKey { ViewKey(defaultValue: .string(""), rule: .any) }
    static func image() -> ViewKey { ViewKey(defaultValue: .string(""), rule: .image) }
    static func colour() -> ViewKey { ViewKey(defaultValue: .string(""), rule: .colour) }
    static func flag(_ value: Bool = false) -> ViewKey { ViewKey(defaultValue: .bool(value), rule: .any) }
    /// A flag whose default is the value of another flag of the view, which is false by default.
    static func flag(as key: String) -> ViewKey {
        var flag = flag()
        flag.defaultKey = key
        return flag
    }
    static func index() -> ViewKey { ViewKey(defaultValue: .int32(-1), rule: .any) }
    static func count(_ value: UInt32) -> ViewKey { ViewKey(defaultValue: .uint32(value), rule: .any) }
    static func number(_ value: Double = 0, _ rule: Rule = .finite) -> ViewKey {
        ViewKey(defaultValue: .double(value), rule: rule)
    }
    static func value(_ value: some DBusType, _ rule: Rule = .finite) -> ViewKey {
        ViewKey(defaultValue: value.variant, rule: rule)
    }
    /// The first is the default.
    static func choice(_ first: String, _ others: String...) -> ViewKey {
        ViewKey(defaultValue: .string(first), rule: .choice([first] + others))
    }

    /// - Throws: `InvalidArgs` for another type, `InvalidArgument` for a value that is not allowed; the message begins
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
                throw .invalidArgument("\(name) is \(number): 0 to 1, or a negative number for unknown, is allowed")
            }
        case (.positive, .double(let number)):
            guard number.isFinite, number > 0 else {
                throw .invalidArgument("\(name) is \(number): a finite number above 0 is allowed")
            }
        case (.choice(let allowed), .string(let text)): try Self.check(text, among: allowed, named: name)
        case (.image, .string(let text)): try Self.naming(name) { () throws(DBusError) in try TextRules.image(text) }
        case (.colour, .string(let text)): try Self.naming(name) { () throws(DBusError) in try TextRules.colour(text) }
        case (.rows, _):
            for (index, row) in ([TableRow](variant: value) ?? []).enumerated() {
                let name = "\(name), row \(index)"
                try Self.check(row.accessory, among: TableRow.accessories, named: "accessory of \(name)")
                try Self.naming("image of \(name)") { () throws(DBusError) in try TextRules.image(row.image) }
            }
        case (.items, _):
            for (index, item) in ([TabBarEntry](variant: value) ?? []).enumerated() {
                try Self.naming("image of \(name), item \(index)") { () throws(DBusError) in
                    try TextRules.image(item.image)
                }
            }
        default: break
        }
    }

    private static func check(_ text: String, among allowed: [String], named name: String) throws(DBusError) {
        guard allowed.contains(text) else {
            throw .invalidArgument(
                "\(name) is '\(text.prefix(80))': \(allowed.joined(separator: ", ")) are allowed")
        }
    }

    private static func naming(
        _ name: String, _ check: () throws(DBusError) -> String?
    ) throws(DBusError) {
        do throws(DBusError) {
            _ = try check()
        } catch {
            throw DBusError(name: error.name, message: "\(name): \(error.message)")
        }
    }
}

extension Variant {
    /// Whether no number inside is infinite or NaN.
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
