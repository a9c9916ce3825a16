/// The name of an argument, bound to the Swift type of that argument.
///
/// A pack of these is what lets the compiler reject a declaration that names too many or too few arguments.
package struct Name<Argument>: ExpressibleByStringLiteral, Sendable {
    package let text: String
    package init(stringLiteral text: String) { self.text = text }
}

/// The introspection data of one argument.
package struct ArgumentDescription: Hashable, Sendable {
    package let name: String
    package let signature: String
    /// The type with the names of fields.
    package let type: TypeDescription

    init(name: String, type: TypeDescription) {
        self.name = name
        self.type = type
        signature = type.signature
    }
}

func describe<each T: DBusType>(_ names: repeat Name<each T>) -> [ArgumentDescription] {
    var descriptions: [ArgumentDescription] = []
    repeat descriptions.append(ArgumentDescription(name: (each names).text, type: (each T).typeDescription))
    return descriptions
}

/// How a change of a property is announced (`org.freedesktop.DBus.Property.EmitsChangedSignal`).
package enum ChangePolicy: String, Sendable {
    /// With its value.
    case announced = "true"
    /// By name only, because the value is large or announced in another way.
    case invalidated = "invalidates"
    /// It never changes during the object's life.
    case constant = "const"
    /// It changes without a signal.
    case silent = "false"
}

/// The introspection data of one member.
package enum MemberDescription: Hashable, Sendable {
    case method(
        name: String, inputs: [ArgumentDescription], outputs: [ArgumentDescription], options: [OptionDescription],
        summary: String, expectsReply: Bool)
    case property(
        name: String, type: TypeDescription, isWritable: Bool, policy: ChangePolicy, summary: String,
        cName: String?)
    case signal(name: String, arguments: [ArgumentDescription], summary: String)

    package var name: String {
        switch self {
        case .method(let name, _, _, _, _, _), .property(let name, _, _, _, _, _), .signal(let name, _, _): name
        }
    }

    /// The types of its arguments, options and value.
    package var types: [TypeDescription] {
        switch self {
        case .method(_, let inputs, let outputs, let options, _, _):
            (inputs + outputs).map(\.type) + options.map(\.type)
        case .property(_, let type, _, _, _, _): [type]
        case .signal(_, let arguments, _): arguments.map(\.type)
        }
    }
}

/// A method, a property or a signal that an interface declares.
package protocol DeclaredMember: Sendable {
    var description: MemberDescription { get }
}

/// The introspection data of an interface.
package struct InterfaceDescription: Hashable, Sendable {
    package let name: String
    package let summary: String
    package let members: [MemberDescription]

    package init(_ contract: any ContractInterface.Type, _ members: [any DeclaredMember]) {
        self.init(contract, members: members.map(\.description))
    }

    init(_ contract: any ContractInterface.Type, members: [MemberDescription]) {
        name = contract.name
        summary = contract.summary
        self.members = members
    }

    /// The names that are declared more than once; empty in a valid declaration.
    package var duplicateNames: Set<String> {
        var seen: Set<String> = []
        return Set(members.map(\.name).filter { !seen.insert($0).inserted })
    }

    // MARK: Errors for unknown member names, which list the known ones

    package func unknownMethod(_ member: String) -> DBusError {
        let known: [String] = members.compactMap { if case .method(let name, _, _, _, _, _) = $0 { name } else { nil } }
        return .unknownMethod("interface \(name) has no method '\(member)'; \(Self.list(known))")
    }

    package func unknownProperty(_ property: String) -> DBusError {
        let known: [String] = members.compactMap {
            if case .property(let name, _, _, _, _, _) = $0 { name } else { nil }
        }
        return .unknownProperty("interface \(name) has no property '\(property)'; \(Self.list(known))")
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))"
    }
}
