/// The non-generic part of a property, so that announcing a change needs no metadata lookup.
package class PropertyTerms {
    package final let name: String
    package final let policy: ChangePolicy

    fileprivate init(_ name: String, _ policy: ChangePolicy) {
        self.name = name
        self.policy = policy
    }
}

/// One member of an interface, with its implementation.
package enum Member<Object> {
    /// Handles a call or a write, and replies now or later.
    package typealias Answer = (Object, any DBusReader, any DBusPendingReply) throws(DBusError) -> Void

    package struct MethodEntry {
        let name: String
        let signature: String
        let signatureWithoutOptions: String?
        let answer: Answer
    }

    /// A class, because a value of this size would be expensive to copy for each read.
    package final class PropertyEntry: PropertyTerms {
        package let signature: String
        /// Writes a variant with the current value.
        package let write: (Object, any DBusWriter) throws(DBusError) -> Void
        package let value: (Object) throws(DBusError) -> Variant
        private let digest: (Object, ValueDigest) throws(DBusError) -> Void
        /// Returns a number that changes with the value, for a value that is expensive to compute.
        let revision: ((Object) -> UInt64)?
        /// Writes the property, and replies now or later.
        let set: Answer?
        /// The error of every write, whatever the value.
        let refusal: ((Object) -> DBusError)?

        init<Content: DBusType>(
            _ property: Property<Content>, get: @escaping (Object) throws(DBusError) -> Content, set: Answer?,
            refusal: ((Object) -> DBusError)? = nil, revision: ((Object) -> UInt64)? = nil
        ) {
            let signature = Content.signature
            self.signature = signature
            write = { (object, writer) throws(DBusError) in
                let value = try get(object)
                try writer.open(.variant(of: signature))
                try value.write(to: writer)
                try writer.close()
            }
            value = { (object) throws(DBusError) in try get(object).variant }
            digest = { (object, digest) throws(DBusError) in try get(object).write(to: digest) }
            self.revision = revision
            self.set = set
            self.refusal = refusal
            super.init(property.name, property.policy)
        }

        /// Returns a number that changes whenever the property must be announced; nil while it can't be read.
        package func digest(of object: Object, with digest: ValueDigest) -> UInt64? {
            digest.begin()
            do throws(DBusError) {
                if let revision { try digest.write(revision(object)) } else { try self.digest(object, digest) }
                return digest.result
            } catch {
                return nil
            }
        }
    }

    case method(MethodEntry, MemberDescription)
    case property(PropertyEntry, MemberDescription)
    case signal(MemberDescription)

    fileprivate var description: MemberDescription {
        switch self {
        case .method(_, let description), .property(_, let description), .signal(let description): description
        }
    }
}

/// A D-Bus interface, implemented by an `Object` (which may be a value that also names the caller). Its members are the
/// only list of the members that exist: what is not in it is neither callable nor introspectable.
///
/// Not `Sendable`: its closures belong to the actor that built it.
package final class Interface<Object> {
    package let description: InterfaceDescription
    /// In the order of the declaration.
    private let properties: [PropertyTerms]
    /// The properties whose changes are announced.
    package let announcedProperties: [PropertyTerms]
    /// Returns a number that changes with any announced property, where that is faster than reading each property.
    package let stamp: ((Object) -> UInt64)?
    private let methodsByName: [String: Member<Object>.MethodEntry]
    /// The entries of the properties. A dictionary of a generic type would look up metadata at each read.
    private let propertiesByName: [String: AnyObject]

    package var name: String { description.name }

    package init(
        _ contract: any ContractInterface.Type, stamp: ((Object) -> UInt64)? = nil,
        @InterfaceBuilder<Object> _ members: () -> [Member<Object>]
    ) {
        let members = members()
        description = InterfaceDescription(contract, members: members.map(\.description))
        self.stamp = stamp
        var methods: [String: Member<Object>.MethodEntry] = [:]
        var properties: [Member<Object>.PropertyEntry] = []
        for member in members {
            switch member {
            case .method(let entry, _): methods[entry.name] = entry
            case .property(let entry, _): properties.append(entry)
            case .signal: break
            }
        }
        methodsByName = methods
        self.properties = properties
        announcedProperties = properties.filter { $0.policy == .announced || $0.policy == .invalidated }
        propertiesByName = Dictionary(
            properties.map { ($0.name, $0 as AnyObject) }, uniquingKeysWith: { first, _ in first })
    }

    package func hasMethod(_ name: String) -> Bool { methodsByName[name] != nil }

    package func property(_ name: String) throws(DBusError) -> Member<Object>.PropertyEntry {
        guard let entry = propertiesByName[name] else {
            throw description.unknownProperty(name)
        }
        return unsafeDowncast(entry, to: Member<Object>.PropertyEntry.self)
    }

    /// Returns an announced property with its reader.
    package func announcedProperty(_ index: Int) -> Member<Object>.PropertyEntry {
        unsafeDowncast(announcedProperties[index], to: Member<Object>.PropertyEntry.self)
    }

    /// Writes all properties as `a{sv}`.
    package func writeAll(of object: Object, to writer: any DBusWriter) throws(DBusError) {
        try writer.open(.array(of: "{sv}"))
        try writeEntries(of: object, to: writer)
        try writer.close()
    }

    /// Writes the properties whose names are not taken, as entries of an open `a{sv}`.
    package func writeEntries(
        of object: Object, to writer: any DBusWriter, unless isTaken: (String) -> Bool = { _ in false }
    ) throws(DBusError) {
        for property in properties where !isTaken(property.name) {
            try writer.open(.dictionaryEntry)
            try writer.write(property.name)
            try unsafeDowncast(property, to: Member<Object>.PropertyEntry.self).write(object, writer)
            try writer.close()
        }
    }

    /// Handles a call. `signature` compares the message's signature with a string; `given` is that signature, for
    /// errors. The reply goes through
    /// `reply`, now or later.
    package func call(
        _ member: String, signature: (String) -> Bool, given: @autoclosure () -> String, on object: Object,
        reading reader: any DBusReader, replyingTo reply: any DBusPendingReply
    ) throws(DBusError) {
        guard let method = methodsByName[member] else {
            throw description.unknownMethod(member)
        }
        guard signature(method.signature) || method.signatureWithoutOptions.map(signature) == true else {
            let lenient = method.signatureWithoutOptions.map { " or '\($0)'" } ?? ""
            throw .invalidArgs(
                "\(name).\(member) takes arguments of type '\(method.signature)'\(lenient), not '\(given())'")
        }
        try method.answer(object, reader, reply)
    }

    /// Sets a property from a reader before the content of a variant of type `signature`. The reply goes through
    /// `reply`, now or later.
    package func set(
        _ property: String, signature: String, on object: Object, reading reader: any DBusReader,
        replyingTo reply: any DBusPendingReply
    ) throws(DBusError) {
        let entry = try self.property(property)
        if let refusal = entry.refusal { throw refusal(object) }
        guard let set = entry.set else {
            throw .propertyReadOnly("property \(name).\(property) can't be written")
        }
        guard signature == entry.signature else {
            throw .invalidArgs(
                "property \(name).\(property) has type '\(entry.signature)'; the given value has '\(signature)'")
        }
        try set(object, reader, reply)
    }
}

@resultBuilder
package enum InterfaceBuilder<Object> {
    package static func buildExpression(_ member: Member<Object>) -> [Member<Object>] { [member] }
    package static func buildExpression(_ members: [Member<Object>]) -> [Member<Object>] { members }
    package static func buildExpression<each Argument: DBusType>(
        _ signal: Signal<repeat each Argument>
    ) -> [Member<Object>] { [.signal(signal.description)] }
    package static func buildBlock(_ members: [Member<Object>]...) -> [Member<Object>] {
        members.flatMap { $0 }
    }
}
