/// The trailing `a{sv}` of a command. A call may omit it. Unknown keys and wrong types are refused.
package struct Options: DBusType, ExpressibleByDictionaryLiteral {
    package var values: [String: Variant]

    package init(_ values: [String: Variant] = [:]) { self.values = values }

    package init(dictionaryLiteral elements: (String, Variant)...) {
        values = Dictionary(elements, uniquingKeysWith: { $1 })
    }

    package static var signature: String { "a{sv}" }
    package static var typeDescription: TypeDescription { [String: Variant].typeDescription }

    package static func read(from reader: some DBusReader) throws(DBusError) -> Options {
        reader.isAtEnd ? Options() : Options(try [String: Variant].read(from: reader))
    }

    package func write(to writer: some DBusWriter) throws(DBusError) { try values.write(to: writer) }

    package init?(variant: Variant) {
        guard let values = [String: Variant](variant: variant) else { return nil }
        self.values = values
    }

    package var variant: Variant { values.variant }

    /// The value of a declared key; nil when the caller passed none.
    package subscript<Content: DBusType>(_ key: OptionKey<Content>) -> Content? {
        values[key.name].flatMap(Content.init(variant:))
    }

    /// Throws `InvalidArgs` with the first key, in order of names, that is unknown or has another type.
    package func validate(against keys: [OptionDescription]) throws(DBusError) {
        for name in values.keys.sorted() {
            guard let key = keys.first(where: { $0.name == name }) else {
                let known = keys.map(\.name).sorted().joined(separator: ", ")
                throw .invalidArgs(
                    "unknown option '\(name)'; "
                        + (known.isEmpty ? "this method has no options" : "expected one of \(known)"))
            }
            guard let given = values[name]?.signature, given != key.signature else { continue }
            throw .invalidArgs("option '\(name)' has type '\(given)'; expected '\(key.signature)'")
        }
    }
}

/// An option that a method declares.
package protocol DeclaredOption: Sendable {
    var description: OptionDescription { get }
}

/// One key of an `a{sv} options`, bound to the Swift type of its value.
package struct OptionKey<Content: DBusType>: DeclaredOption {
    package let name: String
    package let summary: String

    package init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
    }

    package var description: OptionDescription {
        OptionDescription(name: name, type: Content.typeDescription, summary: summary)
    }
}

/// The introspection data of an option, also used to check calls.
package struct OptionDescription: Hashable, Sendable {
    package let name: String
    package let signature: String
    /// The type with the names of fields.
    package let type: TypeDescription
    package let summary: String

    package init(name: String, type: TypeDescription, summary: String) {
        self.name = name
        self.type = type
        signature = type.signature
        self.summary = summary
    }
}
