package import DBusInterface

/// A key of a view's properties, which is declared once in `ViewKeys`. It is a class, so that a read copies no fields.
package final class ViewKey<Value: DBusType>: DeclaredViewKey {
    package let name: String
    /// The value of a view that leaves the key out, unless its class has another default.
    package let defaultValue: Value
    package let rule: ViewKeyDescription.Rule
    /// The key of the same view whose value is the default.
    private let defaultKey: String?
    /// Whether classes have other defaults, so that a read of the default has to look up the class.
    fileprivate let dependsOnClass: Bool

    /// - Parameter rule: The constraint on the values; nil for the one of the type.
    init(
        _ name: String, default value: Value, _ rule: ViewKeyDescription.Rule? = nil, dependsOnClass: Bool = false,
        defaultKey: String? = nil
    ) {
        self.name = name
        defaultValue = value
        self.rule = rule ?? (Value.signature.contains("d") ? .finite : .any)
        self.dependsOnClass = dependsOnClass
        self.defaultKey = defaultKey
    }

    package var description: ViewKeyDescription {
        ViewKeyDescription(
            name: name, type: Value.typeDescription, defaultValue: defaultValue.variant, rule: rule,
            defaultKey: defaultKey)
    }

    /// Returns the key with the default of a class.
    func defaulting(to value: Value) -> ViewKey {
        assert(dependsOnClass, "the declaration of \(name) does not say that its default depends on the class")
        return ViewKey(name, default: value, rule, dependsOnClass: true)
    }

    /// Returns the key with the value of another key of the view as its default.
    func defaulting(to other: ViewKey) -> ViewKey {
        assert(dependsOnClass, "the declaration of \(name) does not say that its default depends on the class")
        return ViewKey(
            name, default: other.defaultValue, rule, dependsOnClass: true, defaultKey: other.name)
    }
}

/// A key of any type.
package protocol DeclaredViewKey: Sendable {
    var description: ViewKeyDescription { get }
}

/// A fixed set of values of a key.
package protocol ViewChoice: DBusType, RawRepresentable<String>, CaseIterable {}

extension ViewChoice {
    package static var words: [String] { allCases.map(\.rawValue) }
}

extension ViewKey where Value: ViewChoice {
    convenience init(_ name: String, default value: Value) {
        self.init(name, default: value, .choice(Value.words))
    }
}

/// An action of views, which is declared once in `UserActions`.
package struct ViewAction<Value: DBusType>: DeclaredViewAction {
    package let name: String

    init(_ name: String) { self.name = name }

    package var type: TypeDescription { Value.typeDescription }
}

/// An action with a value of any type.
package protocol DeclaredViewAction: Sendable {
    var name: String { get }
    var type: TypeDescription { get }
}

// MARK: Values of views

extension ViewEntry {
    /// The value of a key, or the default of the view's class. A default is not stored, unless it depends on the class.
    package subscript<Value>(key: ViewKey<Value>) -> Value {
        get {
            if let value = given(key) { return value }
            guard key.dependsOnClass else { return key.defaultValue }
            return value(of: key.name).flatMap(Value.init(variant:)) ?? key.defaultValue
        }
        set {
            let (new, standard) = (newValue.variant, key.defaultValue.variant)
            properties[key.name] = new == standard && !key.dependsOnClass ? nil : new
        }
    }

    /// Returns the value in the properties; nil if the view leaves the key out.
    package func given<Value>(_ key: ViewKey<Value>) -> Value? { properties[key.name]?.get() }

    /// Whether the properties have a value of the key.
    package func hasValue(_ key: ViewKey<some DBusType>) -> Bool { properties[key.name] != nil }

    /// Returns a text; nil if it is empty or missing.
    package func text(_ key: ViewKey<String>) -> String? {
        if case .string(let text)? = properties[key.name] { return text.isEmpty ? nil : text }
        return key.defaultValue.isEmpty ? nil : key.defaultValue
    }

    /// Returns the value of a key with a name, or its default; nil if the class does not have the key.
    package func value(of key: String) -> Variant? {
        properties[key] ?? ViewClasses.viewClass(className)?.keys[key]?.defaultValue(in: properties)
    }
}
