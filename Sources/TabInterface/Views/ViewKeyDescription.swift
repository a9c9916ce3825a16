package import DBusInterface

/// The untyped description of a `ViewKey`, for checks and documents: its name, type, default and allowed values.
package struct ViewKeyDescription: Hashable, Sendable {
    /// The constraint on a value, beyond its type.
    package enum Rule: Hashable, Sendable {
        case any
        /// Finite numbers only, in arrays and structures as well.
        case finite
        /// 0 to 1, or a negative number for "unknown".
        case fraction
        /// Finite and above 0.
        case positive
        /// Finite and not negative, or -1 for the spacing of the stack.
        case spacing
        /// Finite lengths that are not negative.
        case size
        /// 1 to 1000.
        case priority
        case choice([String])
        /// A list of words, each at most once.
        case words([String])
        case image
        case colour
        case rows
        case items
        /// A menu: at most `MenuItem.maximumCount` items, each after its parent.
        case menu
        /// A URI that a front end may open.
        case link
        /// Attributes of a text: at most `TextAttribute.maximumCount`.
        case textAttributes
        /// Series of a chart: at most `ChartSeries.maximumCount`.
        case series
        /// A list with a limit of its own.
        case atMost(Int)
    }

    package let name: String
    /// The type of the value, with the names of its fields.
    package let type: TypeDescription
    package let defaultValue: Variant
    package let rule: Rule
    /// The key of the same view whose value is the default; without that key, `defaultValue` is the default.
    let defaultKey: String?

    package var signature: String { defaultValue.signature }

    /// Returns the value for a view with these properties that leaves the key out.
    package func defaultValue(in properties: [String: Variant]) -> Variant {
        defaultKey.flatMap { properties[$0] } ?? defaultValue
    }

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
        case (.spacing, .double(let number)):
            guard number.isFinite, number >= 0 || number == -1 else {
                throw .invalidArgument("\(name) is \(number); expected 0 or more, or -1 for the Spacing of the stack")
            }
        case (.size, _):
            guard let size = DBusSize(variant: value) else { break }
            for length in [size.width, size.height] where !length.isFinite || length < 0 {
                throw .invalidArgument("a length of \(name) is \(length); expected a finite number, 0 or more")
            }
        case (.priority, .uint32(let number)):
            guard (1...1000).contains(number) else {
                throw .invalidArgument("\(name) is \(number); expected 1 to 1000")
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
        case (.link, .string(let text)): try Self.check(text, by: TextRules.link, named: name)
        case (.textAttributes, _): try ([TextAttribute](variant: value) ?? []).check(named: name)
        case (.series, _): try ([ChartSeries](variant: value) ?? []).check(named: name)
        case (.atMost(let limit), .array(_, let elements)):
            guard elements.count <= limit else {
                throw .limitsExceeded("\(name) has \(elements.count) elements: at most \(limit) are allowed")
            }
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
