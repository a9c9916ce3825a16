import TestSupport

/// The object that implements the example interface, at every path of a tree.
@EventLoop
final class Example {
    static let root: ObjectPath = "/org/example"
    static let object: ObjectPath = "/org/example/objects/first"

    let tree = ObjectTree(managerPath: Example.root)
    let owner = Owner()

    /// What the tree asks.
    @EventLoop final class Owner: ObjectTreeDelegate {
        var onCall: @EventLoop (String, String, String, String) throws(DBusError) -> Void = { _, _, _, _ in }
        var depth: @EventLoop (ObjectPath) -> Int = { _ in 0 }

        func authorize(
            _ caller: String, _ path: String, _ interface: String, _ member: String
        ) throws(DBusError) {
            try onCall(caller, path, interface, member)
        }

        func depth(of path: ObjectPath) -> Int { depth(path) }
    }
    private(set) var kept: [Promise<UInt32>] = []
    /// How often the level of any object was read.
    private(set) var reads = 0
    private var levels: [ObjectPath: UInt32] = [:]
    private var histories: [ObjectPath: [UInt32]] = [:]
    /// Called with each promise. It must not retain the stage, which would never end.
    var onKept: (@EventLoop (Promise<UInt32>) -> Void)?

    init() {
        tree.delegate = owner
        tree.add(Self.root, [])
        add(Self.object)
    }

    /// Exports the tree on a bus.
    func serve(_ connection: Connection) {
        tree.connection = connection
        handleCalls(on: connection)
    }

    /// Exports the tree on a private connection.
    func serve(peer: Connection, standingFor client: String? = nil) {
        tree.add(peer: peer, standingFor: client)
        handleCalls(on: peer)
        peer.onDisconnect = { [tree, unowned peer] in tree.remove(peer: peer) }
    }

    private func handleCalls(on connection: Connection) {
        connection.onCall = { [tree] in tree.dispatch($0, $1, $2) }
        connection.beforeReplies = { [tree] in tree.announceChanges() }
    }

    func add(_ path: ObjectPath) {
        levels[path] = 0
        tree.add(path, [Export(interface(of: path)) { _ in self }])
    }

    func setLevel(_ level: UInt32, of path: ObjectPath) {
        levels[path] = level
        tree.markChanged(path)
    }

    func interface(of path: ObjectPath) -> Interface<Example> {
        typealias Table = ExampleInterface
        return Interface(Table.self) {
            Table.echo.handled { (_, value: Variant) in value }
            Table.echoEverything.handled { (_, value: Everything) in value }
            Table.pair.handled { (_) in ("two", UInt32(2)) }
            Table.nothing.handled { (_) in }
            Table.later.handledLater { (object: Example, promise) throws(DBusError) in
                object.kept.append(promise)
                object.onKept?(promise)
            }
            Table.fail.handled { (_, message: String) throws(DBusError) in
                throw DBusError(name: "org.example.Error.Wanted", message: message)
            }
            Table.answerNUL.handled { (_) in "a\0b" }
            Table.choose.handled { (_, _: UInt32, options: Options) in options[Table.label] ?? "none" }
            Table.raise.handled { (object: Example, steps: UInt32) in
                for _ in 0..<steps {
                    object.histories[path, default: []].append(object.levels[path] ?? 0)
                    object.setLevel((object.levels[path] ?? 0) + 1, of: path)
                }
            }
            Table.wiggle.handled { (object: Example) in
                let level = object.levels[path] ?? 0
                object.setLevel(level + 1, of: path)
                object.setLevel(level, of: path)
            }
            Table.create.handled { (object: Example, name: String) throws(DBusError) in
                let created = ObjectPath(Self.root.text + "/objects/" + name)
                object.add(created)
                object.setLevel(5, of: created)
                try object.tree.connection?.emit(Table.spoke, from: created, "hello", .uint32(1))
                return created
            }
            Table.destroy.handled { (object: Example, path: ObjectPath) in object.tree.remove(path) }
            Table.level.reading { (object: Example) in
                object.reads += 1
                return object.levels[path] ?? 0
            } writing: { (object: Example, level: UInt32) throws(DBusError) in
                guard level <= 100 else { throw .invalidArgs("Level is at most 100") }
                object.setLevel(level, of: path)
            }
            Table.history.reading { (object: Example) in object.histories[path] ?? [] }
            Table.kind.reading { (_) in "example" }
        }
    }
}

/// A received signal.
struct ReceivedSignal: Equatable {
    let path: String
    let member: String
    let values: [Variant]
}

/// The example on a private bus, and a client.
@EventLoop
final class Stage {
    let bus: PrivateBus
    let example = Example()
    let service: Connection
    let client: Connection
    private(set) var signals: [ReceivedSignal] = []

    init() throws {
        bus = try PrivateBus()
        service = try Connection.bus(at: bus.address)
        client = try Connection.bus(at: bus.address)
        service.callTimeout = TestTimeout.call
        client.callTimeout = TestTimeout.call
        example.serve(service)
        client.onSignal = { [weak self] signal, reader in self?.receive(signal, reader) }
        client.addMatch("type='signal',sender='\(service.uniqueName)'")
    }

    /// A suite may be released on another thread, but the loop must release the connections.
    isolated deinit {}

    private func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        guard signal.sender == service.uniqueName else { return }
        var values: [Variant] = []
        while !reader.isAtEnd, let value = try? Variant.content(from: reader) { values.append(value) }
        signals.append(ReceivedSignal(path: signal.path, member: signal.member, values: values))
    }

    func removeSignals() { signals = [] }

    /// Returns the signals since the last call. A Ping ensures that all of them have arrived.
    func takeSignals() async throws -> [ReceivedSignal] {
        try await call(PeerInterface.ping)
        defer { signals = [] }
        return signals
    }

    func call<each In: DBusType, Out: DBusType>(
        _ method: Method<(repeat each In) -> Out>,
        at path: ObjectPath = Example.object, _ argument: repeat each In, timeout: Int32 = TestTimeout.call
    ) async throws(DBusError) -> Out {
        try await client.call(method, at: path, on: service.uniqueName, repeat each argument, timeout: timeout)
    }

    func call<each In: DBusType>(
        _ method: Method<(repeat each In) -> Void>,
        at path: ObjectPath = Example.object, _ argument: repeat each In, timeout: Int32 = TestTimeout.call
    ) async throws(DBusError) {
        try await client.call(method, at: path, on: service.uniqueName, repeat each argument, timeout: timeout)
    }

    func get(_ property: String, of interface: String = ExampleInterface.name) async throws(DBusError) -> Variant {
        try await call(PropertiesInterface.get, interface, property)
    }

    func set(
        _ property: String, _ value: Variant, of interface: String = ExampleInterface.name
    ) async throws(DBusError) {
        try await call(PropertiesInterface.set, interface, property, value)
    }
}
