import DBusConnection
import DBusInterface
import EventLoop
import TestSupport
import Testing

/// GetManagedObjects of more objects than one turn of the loop has time for.
@Suite(.serialized) struct ManagedObjectsTests {
    init() { TestLoop.start() }

    typealias Objects = [ObjectPath: ObjectManagerInterface.Interfaces]

    private static let method = ObjectManagerInterface.getManagedObjects

    private static func path(_ number: Int) -> ObjectPath { ObjectPath("/org/example/objects/o\(number)") }

    private static let count = 300

    /// A stage with so many objects that their reply takes several turns.
    @EventLoop private static func crowded() throws -> Stage {
        let stage = try Stage()
        let connection = stage.example.tree.connection
        stage.example.tree.connection = nil
        for number in 0..<count { stage.example.add(path(number)) }
        stage.example.tree.connection = connection
        // The loop is that of all tests: each part of a reply waits for all that they do.
        stage.example.tree.limitLongReplies(each: 4, total: 100, slice: .milliseconds(1))
        return stage
    }

    @EventLoop private static func ask(
        _ stage: Stage, by connection: Connection, completion: @escaping @EventLoop (Result<Objects, DBusError>) -> Void
    ) {
        connection.call(
            method, of: ObjectManagerInterface.name, at: Example.root, on: stage.service.uniqueName,
            timeout: Patience.call,
            completion: completion)
    }

    /// What a client knows that applies every signal.
    private static func apply(_ signals: [Heard], to objects: inout Objects) {
        for signal in signals {
            switch signal.member {
            case "InterfacesAdded":
                guard let path: ObjectPath = signal.values[0].get(),
                    let interfaces: ObjectManagerInterface.Interfaces = signal.values[1].get()
                else { continue }
                objects[path, default: [:]].merge(interfaces) { $1 }
            case "InterfacesRemoved":
                guard let path: ObjectPath = signal.values[0].get(), let names: [String] = signal.values[1].get() else {
                    continue
                }
                for name in names { objects[path]?[name] = nil }
                if objects[path]?.isEmpty == true { objects[path] = nil }
            case "PropertiesChanged":
                guard let interface: String = signal.values[0].get(),
                    let values: [String: Variant] = signal.values[1].get()
                else { continue }
                objects[ObjectPath(signal.path)]?[interface]?.merge(values) { $1 }
            default: break
            }
        }
    }

    @Test @EventLoop func `nobody waits for a long reply`() async throws {
        let stage = try Self.crowded()
        var timer: LoopTimer?
        let order: [String] = try await EventLoop.waiting(for: "the objects") { give in
            var order: [String] = []
            // What is due while the reply is being written comes before it.
            stage.service.onMessage = {
                if timer == nil { timer = LoopTimer(after: 1) { order.append("timer") } }
            }
            Self.ask(stage, by: stage.client) { result in
                order.append((try? result.get().count) == Self.count + 1 ? "objects" : "failure")
                give(order)
            }
        }
        stage.service.onMessage = nil
        #expect(order == ["timer", "objects"])
    }

    @Test @EventLoop func `what changes all the time during a long reply is made good behind it`() async throws {
        let stage = try Self.crowded()
        let other = try Connection.bus(at: stage.bus.address)
        defer { other.close() }
        var changes = 0
        var isAnswered = false
        let example = stage.example
        // Each turn of the service changes, removes and makes objects, some at once and some that were there before.
        let hook = EventLoop.atTurnEnd {
            guard !isAnswered, changes < 40 else { return }
            changes += 1
            example.setLevel(UInt32(changes % 100 + 1), of: Self.path(changes * 7))
            example.tree.remove(Self.path(changes * 7 + 1))
            example.add(Self.path(50_000 + changes))
            if changes % 3 == 0 {
                example.tree.remove(Self.path(changes * 7 + 2))
                example.add(Self.path(changes * 7 + 2))
            }
            if changes > 5 { example.tree.remove(Self.path(50_000 + changes - 5)) }
            example.tree.announceChanges()
        }
        var known: Objects = try await EventLoop.waiting(for: "the objects") { give in
            Self.ask(stage, by: stage.client) { result in
                isAnswered = true
                stage.forgetHeard()
                give((try? result.get()) ?? [:])
            }
        }
        EventLoop.remove(hook)
        #expect(changes > 2)
        Self.apply(try await stage.takeHeard(), to: &known)
        let found = try await stage.call(
            Self.method, of: ObjectManagerInterface.name, at: Example.root, timeout: Patience.call)
        #expect(known.count > 240)
        #expect(known == found)
    }

    @Test @EventLoop func `a long reply tells what was announced before it, and is begun anew for that`() async throws {
        let stage = try Self.crowded()
        let example = stage.example
        var changes = 0
        let hook = EventLoop.atTurnEnd {
            guard changes < 4 else { return }
            changes += 1
            // Whichever objects are written first, one of many was written already.
            for number in stride(from: changes, to: Self.count, by: 20) {
                example.setLevel(50 + UInt32(changes), of: Self.path(number))
            }
            example.tree.remove(Self.path(changes * 7))
            example.add(Self.path(50_000 + changes))
            example.tree.announceChanges()
        }
        let known: Objects = try await EventLoop.waiting(for: "the objects") { give in
            Self.ask(stage, by: stage.client) { result in
                stage.forgetHeard()
                give((try? result.get()) ?? [:])
            }
        }
        EventLoop.remove(hook)
        #expect(changes == 4)
        #expect(try await stage.takeHeard().isEmpty)
        let found = try await stage.call(
            Self.method, of: ObjectManagerInterface.name, at: Example.root, timeout: Patience.call)
        #expect(known == found)
    }

    @Test @EventLoop func `who asks after a change is told of it, however much changes meanwhile`() async throws {
        let stage = try Self.crowded()
        let example = stage.example
        example.tree.limitLongReplies(each: 100, total: 100, slice: .milliseconds(1))
        var hook: TurnEndHook?
        let told: [UInt32?] = try await EventLoop.waiting(for: "all replies") { give in
            var (changes, told) = (0, [UInt32?]())
            hook = EventLoop.atTurnEnd {
                guard changes < 60 else { return }
                changes += 1
                let path = Self.path(changes * 37 % Self.count)
                example.setLevel(77, of: path)
                example.tree.announceChanges()
                guard changes % 3 == 0 else { return }
                Self.ask(stage, by: stage.client) { result in
                    told.append((try? result.get())?[path]?[ExampleInterface.name]?["Level"]?.get())
                    if told.count == 20 { give(told) }
                }
            }
        }
        if let hook { EventLoop.remove(hook) }
        #expect(told == Array(repeating: 77, count: 20))
    }

    @Test @EventLoop func `who asks meanwhile gets the same reply, and a client that asks too often an error`()
        async throws
    {
        let stage = try Self.crowded()
        let refusals: [String] = try await EventLoop.waiting(for: "all replies") { give in
            var refusals: [String] = []
            var left = 7
            for _ in 0..<left {
                // To read them all would take long.
                stage.client.call(
                    Self.method.name, of: ObjectManagerInterface.name, at: Example.root, on: stage.service.uniqueName,
                    returning: "a{oa{sa{sv}}}", timeout: Patience.call, autoStart: false,
                    body: { (_) throws(DBusError) in },
                    reading: { (_) throws(DBusError) in }
                ) { (result: Result<Void, DBusError>) in
                    if case .failure(let error) = result { refusals.append(String(error.shortName)) }
                    left -= 1
                    if left == 0 { give(refusals) }
                }
            }
            // Blocks the loop until the bus has delivered all calls, so that none comes after the first reply.
            try? stage.client.callBlocking(PeerInterface.ping, of: PeerInterface.name, at: "/")
        }
        #expect(refusals == ["LimitsExceeded", "LimitsExceeded", "LimitsExceeded"])
    }

    @Test @EventLoop func `a caller that has gone is not waited for`() async throws {
        let stage = try Self.crowded()
        let other = try Connection.bus(at: stage.bus.address)
        let name = other.uniqueName
        // What the service hears of the bus in earnest.
        stage.service.addMatch("type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(name)'")
        stage.service.onSignal = { signal, reader in
            if signal.member == "NameOwnerChanged" { stage.example.tree.callerVanished(name) }
        }
        Self.ask(stage, by: other) { _ in }
        try await stage.call(PeerInterface.ping, of: PeerInterface.name, at: Example.root)
        other.close()
        let objects = try await stage.call(
            Self.method, of: ObjectManagerInterface.name, at: Example.root, timeout: Patience.call)
        #expect(objects.count == Self.count + 1)
    }

    @Test @EventLoop func `a reply that is kept tells what there is`() async throws {
        let stage = try Stage()
        for level: UInt32 in 1...3 {
            try await stage.set("Level", .uint32(level))
            for _ in 0..<2 {
                let objects = try await stage.call(
                    Self.method, of: ObjectManagerInterface.name, at: Example.root, timeout: Patience.call)
                #expect(objects[Example.object]?[ExampleInterface.name]?["Level"] == .uint32(level))
            }
        }
        _ = try await stage.call(ExampleInterface.create, "second")
        var objects = try await stage.call(
            Self.method, of: ObjectManagerInterface.name, at: Example.root, timeout: Patience.call)
        #expect(objects.count == 2)
        try await stage.call(ExampleInterface.destroy, Example.object, timeout: Patience.call)
        objects = try await stage.call(
            Self.method, of: ObjectManagerInterface.name, at: Example.root, timeout: Patience.call)
        #expect(objects.count == 1)
    }
}
