package import DBusInterface

/// The signals of the objects.
extension ObjectTree {
    /// A client, and the connection on which it gets a signal for it alone.
    struct Recipient {
        let client: String
        let connection: Connection
    }

    /// Sends a signal to single clients, and to no others. A client with private connections gets it there, and not on
    /// the bus.
    package func emit<each Argument: DBusType>(
        _ signal: Signal<repeat each Argument>, from path: ObjectPath, to clients: Set<String>,
        _ argument: repeat each Argument
    ) throws(DBusError) {
        var others = clients
        let reached = (peers + furtherPeers).filter { clients.contains($0.peerName) }
        for peer in reached { others.remove(peer.peerName) }
        try Connection.sendOnce(to: reached) { (peer) throws(DBusError) in
            try peer.emit(signal, from: path, repeat each argument)
        }
        try connection?.emit(signal, from: path, to: Array(others), repeat each argument)
    }

    /// Sends a signal on all connections.
    package func emit<each Argument: DBusType>(
        _ signal: Signal<repeat each Argument>, from path: ObjectPath, _ argument: repeat each Argument
    ) throws(DBusError) {
        try Connection.sendOnce(to: connections) { (connection) throws(DBusError) in
            try connection.emit(signal, from: path, repeat each argument)
        }
    }

    /// Sends InterfacesAdded, to all clients or to one.
    func announceAdded(_ interfaces: [any ExportedInterface], of path: ObjectPath, to recipient: Recipient? = nil) {
        emit(to: recipient) { (connection) throws(DBusError) in
            try connection.emit(
                member: ObjectManagerInterface.interfacesAdded.name, of: ObjectManagerInterface.name,
                from: managerPath, to: recipient?.client, signature: "oa{sa{sv}}"
            ) { (writer) throws(DBusError) in
                try writer.write(path)
                try write(interfaces, to: writer)
            }
        }
    }

    /// Sends InterfacesRemoved, to all clients or to one.
    func announceRemoved(_ names: [String], of path: ObjectPath, to recipient: Recipient? = nil) {
        emit(to: recipient) { (connection) throws(DBusError) in
            try connection.emit(
                member: ObjectManagerInterface.interfacesRemoved.name, of: ObjectManagerInterface.name,
                from: managerPath, to: recipient?.client, signature: "oas"
            ) { (writer) throws(DBusError) in
                try writer.write(path)
                try writer.open(.array(of: "s"))
                for name in names { try writer.write(name) }
                try writer.close()
            }
        }
    }

    /// Sends PropertiesChanged, to all clients or to one.
    ///
    /// - Parameters:
    ///   - places: The indices of announced properties.
    ///   - carriesValue: Whether the signal carries the property's value.
    func announceChanges(
        of places: [Int], of interface: any ExportedInterface, at path: ObjectPath, to recipient: Recipient? = nil,
        carriesValue: (Int) -> Bool
    ) {
        emit(to: recipient) { (connection) throws(DBusError) in
            try connection.emit(
                member: PropertiesInterface.propertiesChanged.name, of: PropertiesInterface.name, from: path,
                to: recipient?.client, signature: "sa{sv}as"
            ) { (writer) throws(DBusError) in
                try writer.write(interface.name)
                try writer.open(.array(of: "{sv}"))
                for place in places where carriesValue(place) {
                    try writer.open(.dictionaryEntry)
                    try writer.write(interface.announcedProperty(place).name)
                    try interface.writeAnnounced(place, to: writer)
                    try writer.close()
                }
                try writer.close()
                try writer.open(.array(of: "s"))
                for place in places where !carriesValue(place) {
                    try writer.write(interface.announcedProperty(place).name)
                }
                try writer.close()
            }
        }
    }

    /// Writes an object's interfaces and properties, `a{sa{sv}}`.
    package func write(_ path: ObjectPath, to writer: any DBusWriter) throws(DBusError) {
        if let node = nodes[path.text] { try write(node.interfaces, to: writer) }
    }

    func write(_ interfaces: [any ExportedInterface], to writer: any DBusWriter) throws(DBusError) {
        try writer.open(.array(of: "{sa{sv}}"))
        for interface in interfaces {
            try writer.open(.dictionaryEntry)
            try writer.write(interface.name)
            try interface.writeAll(to: writer)
            try writer.close()
        }
        try writer.close()
    }

    /// Sends a signal on all connections, or to one client.
    private func emit(to recipient: Recipient?, _ send: (Connection) throws(DBusError) -> Void) {
        guard let recipient else { return (try? Connection.sendOnce(to: connections, send)) ?? () }
        try? send(recipient.connection)
    }
}
