/// A signal of the daemon that a client has received.
package struct ReceivedSignal: Sendable {
    package let path: ObjectPath
    package let interface: String
    package let member: String
    package let arguments: [Variant]
}

/// A client of the daemon, on a private bus or on a private connection.
@EventLoop
package final class BusClient: DaemonClient {
    package typealias Handler = @EventLoop (IncomingCall, [Variant], PendingReply) -> Void

    package let connection: Connection
    package let destination: String? = TabNames.busName
    /// The received signals, in order.
    package private(set) var signals: [ReceivedSignal] = []
    /// The handlers of calls to objects of this client. Other objects have no methods.
    package var handlers: [ObjectPath: Handler] = [:]
    private var nextObject = 1
    private var departed: Set<String> = []
    private var awaited: (@EventLoop (String) -> Void)?
    private var expected: (@EventLoop (ReceivedSignal) -> Void)?

    /// The socket of a daemon without a bus, to which clients connect.
    @TaskLocal package static var privateAddress: String?

    /// A client of the test's daemon.
    ///
    /// - Parameter isSubscribed: Whether it subscribes to the daemon's signals on the bus.
    package convenience init(isSubscribed: Bool = true) throws {
        if let address = Self.privateAddress {
            try self.init(Connection.peer(at: address))
        } else {
            try self.init(address: PrivateBus.current.address, isSubscribed: isSubscribed)
        }
    }

    package convenience init(address: String, isSubscribed: Bool = true) throws {
        try self.init(Connection.bus(at: address))
        if isSubscribed { connection.addMatch("type='signal',sender='\(TabNames.busName)'") }
    }

    /// The same client on a private connection, which it asks the daemon for.
    package convenience init(privateOf client: BusClient) async throws {
        let address = try await client.manager.openConnection()
        try await self.init(Connection.openPrivate(at: address, timeout: TestTimeout.call))
    }

    private init(_ connection: Connection) {
        self.connection = connection
        connection.callTimeout = TestTimeout.call
        connection.onSignal = { [weak self] signal, reader in
            guard let self else { return }
            guard signal.sender != "org.freedesktop.DBus" else { return receive(signal, reader) }
            let received = ReceivedSignal(
                path: ObjectPath(signal.path), interface: signal.interface, member: signal.member,
                arguments: Self.arguments(reader))
            signals.append(received)
            expected?(received)
        }
        connection.onCall = { [weak self] call, reader, reply in
            let arguments = Self.arguments(reader)
            if let handler = self?.handlers[ObjectPath(call.path)] { return handler(call, arguments, reply) }
            reply.fail(.unknownMethod("\(call.member): this object has no methods"))
        }
    }

    isolated deinit { connection.close() }

    /// Handles the bus's signals about clients that have left.
    private func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        guard signal.member == "NameOwnerChanged", let name = try? reader.readString() else { return }
        departed.insert(name)
        awaited?(name)
    }

    /// Waits until a client has left the bus. The daemon handles later calls without that client.
    package func left(_ name: String) async throws {
        guard !departed.contains(name) else { return }
        let _: Bool = try await EventLoop.waiting(for: "\(name) leaving") { resolve in
            awaited = { if $0 == name { resolve(true) } }
        }
        awaited = nil
    }

    private static func arguments(_ reader: MessageReader) -> [Variant] {
        var arguments: [Variant] = []
        while !reader.isAtEnd {
            guard let argument = try? Variant.content(from: reader) else { break }
            arguments.append(argument)
        }
        return arguments
    }

    package func clearSignals() { signals = [] }

    /// Waits for a signal that satisfies the condition, unless it was already received.
    package func waitForSignal(
        _ event: String, milliseconds: UInt64 = TestTimeout.milliseconds,
        where fits: @escaping @EventLoop (ReceivedSignal) -> Bool
    ) async throws {
        guard !signals.contains(where: fits) else { return }
        let _: Bool = try await EventLoop.waiting(for: event, milliseconds: milliseconds) { resolve in
            expected = { if fits($0) { resolve(true) } }
        }
        expected = nil
    }

    /// An unused object path of this client.
    package func newObject() -> ObjectPath {
        defer { nextObject += 1 }
        return ObjectPath("/client/o\(nextObject)")
    }

    /// Waits for a reply, by which all signals that were sent before have arrived.
    package func barrier() async throws(DBusError) {
        try await connection.call(PeerInterface.ping, at: TabNames.root, on: destination)
    }

    // MARK: Calls

    package func call<each In: DBusType, Out: DBusType>(
        _ method: Method<(repeat each In) -> Out>, at path: ObjectPath,
        _ argument: repeat each In
    ) async throws(DBusError) -> Out {
        try await connection.call(method, at: path, on: destination, repeat each argument)
    }

    package func call<each In: DBusType>(
        _ method: Method<(repeat each In) -> Void>, at path: ObjectPath,
        _ argument: repeat each In
    ) async throws(DBusError) {
        try await connection.call(method, at: path, on: destination, repeat each argument)
    }

    /// Makes any call with any arguments. The results are not read.
    package func callAnything(
        _ member: String, of interface: String, at path: ObjectPath, _ arguments: [Variant] = [],
        returning signature: String = ""
    ) async throws(DBusError) {
        let result: Result<Void, DBusError> = await withCheckedContinuation { continuation in
            connection.call(
                member, of: interface, at: path, on: destination, returning: signature, timeout: TestTimeout.call,
                autoStart: false,
                body: { (writer) throws(DBusError) in
                    for argument in arguments { try argument.writeContent(to: writer) }
                }, reading: { (_) throws(DBusError) in }, completion: { continuation.resume(returning: $0) })
        }
        try result.get()
    }

    package func get<Content: DBusType>(
        _ property: Property<Content>, at path: ObjectPath
    ) async throws(DBusError) -> Content {
        let value = try await call(PropertiesInterface.get, at: path, property.interface, property.name)
        guard let content: Content = value.get() else {
            throw .invalidArgs("\(property.name) has type '\(value.signature)'")
        }
        return content
    }

    package func set<Content: DBusType>(
        _ property: Property<Content>, at path: ObjectPath, to value: Content
    ) async throws(DBusError) {
        try await setAnything(property.name, of: property.interface, at: path, to: value.variant)
    }

    package func setAnything(
        _ property: String, of interface: String, at path: ObjectPath, to value: Variant
    ) async throws(DBusError) {
        try await call(PropertiesInterface.set, at: path, interface, property, value)
    }

    // MARK: Setup

    /// Registers an object of this client as a view controller.
    package func register(_ options: Options = [:]) async throws(DBusError) -> ObjectPath {
        try await manager.registerViewController(newObject(), options)
    }

    package func setTabs(
        _ tabs: [ObjectPath], of controller: ObjectPath, animated: Bool = false
    ) async throws(DBusError) {
        try await tabBarController(controller).setViewControllers(tabs, animated)
    }

    package func tap(_ position: UInt32, in controller: ObjectPath) async throws(DBusError) -> Bool {
        try await tabBar(of: controller).tapItem(position)
    }

    /// Taps without waiting: `completion` gets the reply.
    package func beginTap(
        _ position: UInt32, in controller: ObjectPath,
        completion: @escaping @EventLoop (Result<Bool, DBusError>) -> Void
    ) {
        connection.call(
            TabBarInterface.tapItem, at: Self.bar(of: controller), on: destination, position, [:],
            timeout: TestTimeout.call, completion: completion)
    }

    package func select(_ index: Int64, in controller: ObjectPath) async throws(DBusError) {
        try await tabBarController(controller).set(\.selectedIndex, to: index)
    }

    package func setDelegate(
        _ object: ObjectPath, of controller: ObjectPath, _ options: Options = [:]
    ) async throws(DBusError) {
        try await tabBarController(controller).setDelegate(object, options)
    }

    /// The bar of a tab bar controller.
    package func tabBar(of controller: ObjectPath) -> ObjectProxy<TabBarInterface> { tabBar(Self.bar(of: controller)) }

    package static func bar(of controller: ObjectPath) -> ObjectPath { ObjectPath("\(controller)/tab_bar") }
}
