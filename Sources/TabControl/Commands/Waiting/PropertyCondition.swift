internal import ArgumentParser
internal import DBusInterface
internal import TabInterface
internal import TabMirror

/// `NAME=VALUE` or `NAME!=VALUE` on the command line: the value of a property to wait for.
struct PropertyCondition: ExpressibleByArgument, Hashable, Sendable {
    /// The interface without the prefix of tabd's interfaces; nil for any interface that has the property.
    let interface: String?
    let name: String
    let value: String
    let isEqual: Bool

    init?(argument: String) {
        guard let separator = argument.firstIndex(of: "=") else { return nil }
        var key = argument[..<separator]
        isEqual = key.last != "!"
        if !isEqual { key.removeLast() }
        value = String(argument[argument.index(after: separator)...])
        let dot = key.lastIndex(of: ".")
        interface = dot.map { String(key[..<$0]) }
        name = String(dot.map { key[key.index(after: $0)...] } ?? key)
        guard !name.isEmpty, interface?.isEmpty != true else { return nil }
    }

    static var defaultCompletionKind: CompletionKind { .custom(Completions.properties) }

    /// The property as the user wrote it.
    var property: String { (interface.map { $0 + "." } ?? "") + name }

    /// Returns whether the object has the property with the value.
    ///
    /// - Throws: An error for a property that no interface of the object has. An interface may still be added.
    func holds(for path: ObjectPath, in tree: some ContractObjects) throws(ControlError) -> Bool {
        guard let current = try current(of: path, in: tree) else { return false }
        return Self.texts(of: current).contains(value) == isEqual
    }

    /// Returns the value of the property; nil if the object lacks the interface.
    private func current(of path: ObjectPath, in tree: some ContractObjects) throws(ControlError) -> Variant? {
        let interfaces = tree.objects[path] ?? [:]
        if let interface {
            let full = interface.hasPrefix(TabNames.interfacePrefix) ? interface : TabNames.interfacePrefix + interface
            guard let properties = interfaces[full] else { return nil }
            if let value = properties[name] { return value }
        } else if let value = Self.order(interfaces.keys).lazy.compactMap({ interfaces[$0]?[name] }).first {
            return value
        }
        throw ControlError(
            message: "\(PropertyText.object(path)) has no property '\(property.prefix(80))'; it has "
                + Self.names(of: path, in: tree).joined(separator: ", "), status: ExitStatus.usage)
    }

    /// Returns the interfaces in the order in which a name is searched: ViewController, then by name.
    private static func order(_ interfaces: some Sequence<String>) -> [String] {
        interfaces.filter { $0.hasPrefix(TabNames.interfacePrefix) }.sorted {
            ($0 != ViewControllerInterface.name ? 1 : 0, $0) < ($1 != ViewControllerInterface.name ? 1 : 0, $1)
        }
    }

    /// Returns the texts that a value can have on the command line: as in JSON; a text also without quotes, an object
    /// also as a number.
    private static func texts(of value: Variant) -> [String] {
        let json = JSON(value).text
        switch value {
        case .string(let text): return [text]
        case .objectPath(let path): return [path, PropertyText.object(ObjectPath(path))]
        default: return [json]
        }
    }

    /// Returns the text of the current value, for a message.
    func text(for path: ObjectPath, in tree: some ContractObjects) -> String {
        let value = (try? current(of: path, in: tree)).flatMap(\.self)
        return "\(property) is \(value.map(PropertyText.text) ?? "missing")"
    }

    /// Returns the names of the properties of an object. If several interfaces have a name, the later ones have their
    /// interface before it.
    static func names(of path: ObjectPath, in tree: some ContractObjects) -> [String] {
        let interfaces = tree.objects[path] ?? [:]
        var known: Set<String> = []
        return order(interfaces.keys).flatMap { interface in
            (interfaces[interface] ?? [:]).keys.sorted().map { name in
                known.insert(name).inserted ? name : interface.dropFirst(TabNames.interfacePrefix.count) + ".\(name)"
            }
        }
    }
}
