package import DBusConnection
package import DBusInterface
package import EventLoop

/// One interface of an object of the daemon. Properties and methods have the names of the bus contract:
///
/// ```swift
/// let items = try await client.tabBar(bar).items
/// let isAccepted = try await client.tabBar(bar).tapItem(1)
/// ```
///
/// A trailing `options` argument may be omitted.
@EventLoop
@dynamicMemberLookup
package struct ObjectProxy<Interface: ContractInterface> {
    fileprivate let connection: Connection
    /// The bus name that is called; nil on a private connection.
    fileprivate let destination: String?
    package let path: ObjectPath

    package init(_ connection: Connection, on destination: String?, at path: ObjectPath) {
        self.connection = connection
        self.destination = destination
        self.path = path
    }

    /// Reads a property from the daemon.
    package subscript<Content: DBusType>(
        dynamicMember property: KeyPath<Interface.Type, Property<Content>>
    ) -> Content {
        get async throws(DBusError) {
            let name = Interface.self[keyPath: property].name
            let value = try await properties.get(Interface.name, name)
            guard let content = Content(variant: value) else {
                throw .invalidArgs("\(Interface.name).\(name) is of type '\(value.signature)'")
            }
            return content
        }
    }

    /// Writes a property.
    package func set<Content: DBusType>(
        _ property: KeyPath<Interface.Type, Property<Content>>, to value: Content
    ) async throws(DBusError) {
        try await properties[dynamicMember: \.set](
            Interface.name, Interface.self[keyPath: property].name, value.variant)
    }

    private var properties: ObjectProxy<PropertiesInterface> {
        ObjectProxy<PropertiesInterface>(connection, on: destination, at: path)
    }

    /// A method with one result.
    package subscript<each In: DBusType, Out: DBusType>(
        dynamicMember method: KeyPath<Interface.Type, Method<(repeat each In) -> Out>>
    ) -> MethodProxy<(repeat each In), Out> {
        let method = Interface.self[keyPath: method]
        return MethodProxy(call: RemoteCall(self, method.name, returning: method.replySignature))
    }

    /// A method with no results, or with more than one.
    package subscript<each In: DBusType, each Out: DBusType>(
        dynamicMember method: KeyPath<Interface.Type, Method<(repeat each In) -> (repeat each Out)>>
    ) -> TupleMethodProxy<(repeat each In), repeat each Out> {
        let method = Interface.self[keyPath: method]
        return TupleMethodProxy(call: RemoteCall(self, method.name, returning: method.replySignature))
    }
}

/// A method of an object, to call as a function.
@EventLoop
package struct MethodProxy<Inputs, Out: DBusType> {
    fileprivate let call: RemoteCall

    /// - Parameters:
    ///   - timeout: The time to wait for the reply, in milliseconds; nil for the default of the connection.
    ///   - autoStart: Whether the call starts the daemon if it is not running.
    package func callAsFunction<each In: DBusType>(
        _ argument: repeat each In, timeout: Int32? = nil, autoStart: Bool = true
    ) async throws(DBusError) -> Out where Inputs == (repeat each In) {
        try await call.send(timeout, autoStart) { (writer) throws(DBusError) in
            for argument in repeat each argument { try argument.write(to: writer) }
        } reading: { (reader) throws(DBusError) in
            try Out.read(from: reader)
        }
    }

    package func callAsFunction<each In: DBusType>(
        _ argument: repeat each In, timeout: Int32? = nil, autoStart: Bool = true
    ) async throws(DBusError) -> Out where Inputs == (repeat each In, Options) {
        try await call.send(timeout, autoStart) { (writer) throws(DBusError) in
            for argument in repeat each argument { try argument.write(to: writer) }
            try Options().write(to: writer)
        } reading: { (reader) throws(DBusError) in
            try Out.read(from: reader)
        }
    }
}

/// A method of an object with no results or with more than one, to call as a function.
@EventLoop
package struct TupleMethodProxy<Inputs, each Out: DBusType> {
    fileprivate let call: RemoteCall

    /// - Parameters: As for `MethodProxy`.
    package func callAsFunction<each In: DBusType>(
        _ argument: repeat each In, timeout: Int32? = nil, autoStart: Bool = true
    ) async throws(DBusError) -> (repeat each Out) where Inputs == (repeat each In) {
        try await call.send(timeout, autoStart) { (writer) throws(DBusError) in
            for argument in repeat each argument { try argument.write(to: writer) }
        } reading: { (reader) throws(DBusError) in
            (repeat try (each Out).read(from: reader))
        }
    }

    package func callAsFunction<each In: DBusType>(
        _ argument: repeat each In, timeout: Int32? = nil, autoStart: Bool = true
    ) async throws(DBusError) -> (repeat each Out) where Inputs == (repeat each In, Options) {
        try await call.send(timeout, autoStart) { (writer) throws(DBusError) in
            for argument in repeat each argument { try argument.write(to: writer) }
            try Options().write(to: writer)
        } reading: { (reader) throws(DBusError) in
            (repeat try (each Out).read(from: reader))
        }
    }
}

/// A call of one member, without its arguments.
@EventLoop
private struct RemoteCall {
    let connection: Connection
    let destination: String?
    let path: ObjectPath
    let interface: String
    let member: String
    let replySignature: String

    init<Interface>(_ object: ObjectProxy<Interface>, _ member: String, returning replySignature: String) {
        connection = object.connection
        destination = object.destination
        path = object.path
        interface = Interface.name
        self.member = member
        self.replySignature = replySignature
    }

    func send<Out: Sendable>(
        _ timeout: Int32?, _ autoStart: Bool, body: (MessageWriter) throws(DBusError) -> Void,
        reading read: @escaping (MessageReader) throws(DBusError) -> Out
    ) async throws(DBusError) -> Out {
        try await EventLoop.result { completion in
            connection.call(
                member, of: interface, at: path, on: destination, returning: replySignature,
                timeout: timeout ?? connection.callTimeout, autoStart: autoStart, body: body, reading: read,
                completion: completion)
        }
    }
}
