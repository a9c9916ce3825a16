internal import CDBus
internal import DBusInterface

extension ObjectTree {
    /// Dispatches a call. The reply is its result, now or later, or an error that says what to do.
    package func dispatch(_ call: IncomingCall, _ reader: MessageReader, _ reply: PendingReply) {
        do throws(DBusError) {
            guard let node = node(of: call) else {
                return try dispatchInnerPath(call, reply)
            }
            let interface = try interfaceName(of: call, at: node)
            switch interface {
            case PropertiesInterface.name: try properties(call, node, reader, reply)
            case IntrospectableInterface.name:
                try introspect(call, node.interfaces.map(\.description) + standardInterfaces(of: node), reply)
            case PeerInterface.name: try peer(call, reply)
            case ObjectManagerInterface.name where node.path == managerPath: try manage(call, reply)
            default:
                guard let exported = node.interface(named: interface) else {
                    throw unknownInterface(interface, node)
                }
                try delegate?.authorize(call.sender, call.path, interface, call.member)
                try exported.dispatch(call, reading: reader, replyingTo: reply)
            }
        } catch {
            reply.fail(error)
        }
    }

    private static let everywhere: [InterfaceDescription] = [
        IntrospectableInterface.description, PeerInterface.description, PropertiesInterface.description,
    ]

    private func standardInterfaces(of node: Node) -> [InterfaceDescription] {
        Self.everywhere + (node.path == managerPath ? [ObjectManagerInterface.description] : [])
    }

    private func unknownInterface(_ name: String, _ node: Node) -> DBusError {
        let known = node.names + standardInterfaces(of: node).map(\.name)
        return .unknownInterface(
            "object \(node.path) has no interface '\(name)'; it has \(known.joined(separator: ", "))")
    }

    /// Returns the interface of a call. A call without one is accepted when exactly one interface has the member.
    private func interfaceName(of call: IncomingCall, at node: Node) throws(DBusError) -> String {
        if let name = call.interface { return name }
        let standard = standardInterfaces(of: node).filter { description in
            description.members.contains {
                if case .method(call.member, _, _, _, _, _) = $0 { true } else { false }
            }
        }
        let names =
            standard.map(\.name) + node.interfaces.filter { $0.hasMethod(call.member) }.map(\.name)
        guard let name = names.first else {
            let known = node.names + standardInterfaces(of: node).map(\.name)
            throw .unknownMethod(
                "object \(node.path) has no method '\(call.member)' in any of \(known.joined(separator: ", "))")
        }
        guard names.count == 1 else {
            throw .invalidArgs(
                "'\(call.member)' is in several interfaces of \(node.path); name one of "
                    + names.joined(separator: ", "))
        }
        return name
    }

    /// Replies for a path that only has objects below it: Introspect and Peer.
    private func dispatchInnerPath(_ call: IncomingCall, _ reply: PendingReply) throws(DBusError) {
        guard let names = childNames(of: call.path) else {
            throw .unknownObject("no object at \(call.path)")
        }
        let guess = call.member == "Introspect" ? IntrospectableInterface.name : PeerInterface.name
        let interface = call.interface ?? guess
        switch interface {
        case IntrospectableInterface.name:
            try introspect(call, [IntrospectableInterface.description, PeerInterface.description], reply)
        case PeerInterface.name: try peer(call, reply)
        default:
            throw .unknownObject(
                "no object at \(call.path), only below it: \(names.prefix(8).joined(separator: ", "))")
        }
    }

    /// Throws when the call is not of this member (the last candidate of the interface), or has another signature.
    private func expect(
        _ signature: String, _ call: IncomingCall, _ member: String, _ interface: InterfaceDescription
    ) throws(DBusError) {
        guard call.member == member else { throw interface.unknownMethod(call.member) }
        guard call.hasSignature(signature) else {
            throw .invalidArgs(
                "\(interface.name).\(call.member) takes arguments of type '\(signature)', not '\(call.signature)'")
        }
    }

    // MARK: Introspectable, Peer, ObjectManager

    private func introspect(
        _ call: IncomingCall, _ interfaces: [InterfaceDescription], _ reply: PendingReply
    ) throws(DBusError) {
        try expect("", call, IntrospectableInterface.introspect.name, IntrospectableInterface.description)
        let xml = Introspection.document(interfaces: interfaces, children: childNames(of: call.path) ?? [])
        reply.isImmediate = true
        reply.succeed { (writer) throws(DBusError) in try writer.write(xml) }
    }

    private func peer(_ call: IncomingCall, _ reply: PendingReply) throws(DBusError) {
        switch call.member {
        case PeerInterface.getMachineID.name:
            try expect("", call, PeerInterface.getMachineID.name, PeerInterface.description)
            guard let id = dbus_get_local_machine_id() else { throw .noMemory("the machine's id can't be read") }
            defer { dbus_free(id) }
            let text = String(cString: id)
            reply.succeed { (writer) throws(DBusError) in try writer.write(text) }
        default:
            // Ping is a barrier: its reply leaves at the end of the turn, like that of a command.
            try expect("", call, PeerInterface.ping.name, PeerInterface.description)
            let isDelayed = delegate?.delaysBarrier(of: call.sender) { reply.succeed { (_) throws(DBusError) in } }
            if isDelayed != true { reply.succeed { (_) throws(DBusError) in } }
        }
    }

    private func manage(_ call: IncomingCall, _ reply: PendingReply) throws(DBusError) {
        try expect("", call, ObjectManagerInterface.getManagedObjects.name, ObjectManagerInterface.description)
        // Without a waiting caller, the work would be wasted.
        guard reply.isOwed else { return }
        delegate?.willRead(ObjectManagerInterface.name, at: managerPath)
        willRead(reply)
        try managedObjects.reply(to: reply, with: self)
    }

    // MARK: Properties

    /// Announces changes before a read, so that a reply never contains an unannounced value.
    func willRead(_ reply: PendingReply) {
        announceChanges()
        delegate?.willReplyToRead()
        reply.isImmediate = true
    }

    private func properties(
        _ call: IncomingCall, _ node: Node, _ reader: MessageReader, _ reply: PendingReply
    ) throws(DBusError) {
        switch call.member {
        case PropertiesInterface.get.name:
            try expect("ss", call, PropertiesInterface.get.name, PropertiesInterface.description)
            let name = try reader.readName()
            let property = try reader.readName()
            let interface = try exported(name, property: property, at: node)
            delegate?.willRead(interface.name, at: node.path)
            willRead(reply)
            reply.succeed { (writer) throws(DBusError) in try interface.write(property, to: writer) }
        case PropertiesInterface.getAll.name:
            try expect("s", call, PropertiesInterface.getAll.name, PropertiesInterface.description)
            let name = try reader.readName()
            if name.isEmpty {
                for name in node.names { delegate?.willRead(name, at: node.path) }
                willRead(reply)
                return reply.succeed { (writer) throws(DBusError) in try writeAllProperties(of: node, to: writer) }
            }
            delegate?.willRead(name, at: node.path)
            willRead(reply)
            if standardInterfaces(of: node).contains(where: { $0.name == name }) {
                return reply.succeed { (writer) throws(DBusError) in try [String: Variant]().write(to: writer) }
            }
            let interface = try exported(name, property: nil, at: node)
            reply.succeed { (writer) throws(DBusError) in try interface.writeAll(to: writer) }
        default:
            try expect("ssv", call, PropertiesInterface.set.name, PropertiesInterface.description)
            let name = try reader.readName()
            let property = try reader.readName()
            let interface = try exported(name, property: property, at: node)
            try delegate?.authorize(call.sender, call.path, interface.name, "Set")
            try reader.enter()
            try interface.set(property, for: call.sender, reading: reader, replyingTo: reply)
        }
    }

    /// Writes the properties of all interfaces as `a{sv}`. If several have one of the same name, the first counts.
    private func writeAllProperties(of node: Node, to writer: any DBusWriter) throws(DBusError) {
        try writer.open(.array(of: "{sv}"))
        for (place, interface) in node.interfaces.enumerated() {
            let earlier = node.interfaces[..<place]
            try interface.writeEntries(to: writer) { name in earlier.contains { $0.hasProperty(name) } }
        }
        try writer.close()
    }

    /// Returns the interface with a name. An empty name stands for the only interface that has the property.
    private func exported(
        _ name: String, property: String?, at node: Node
    ) throws(DBusError) -> any ExportedInterface {
        if name.isEmpty, let property {
            let having = node.interfaces.filter { $0.hasProperty(property) }
            guard let interface = having.first else {
                throw .unknownProperty(
                    "object \(node.path) has no property '\(property)' in any of "
                        + node.names.joined(separator: ", "))
            }
            guard having.count == 1 else {
                throw .invalidArgs(
                    "'\(property)' is in several interfaces of \(node.path); name one of "
                        + having.map(\.name).joined(separator: ", "))
            }
            return interface
        }
        guard let interface = node.interface(named: name) else {
            if let property, let standard = standardInterfaces(of: node).first(where: { $0.name == name }) {
                throw standard.unknownProperty(property)
            }
            throw unknownInterface(name, node)
        }
        return interface
    }
}
