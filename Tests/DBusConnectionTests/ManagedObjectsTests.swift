import TestSupport

/// GetManagedObjects of more objects than fit into one turn of the loop.
@EventLoop @Suite(.serialized) struct ManagedObjectsTests {
    typealias Objects = [ObjectPath: ObjectManagerInterface.Interfaces]

    private static let method = ObjectManagerInterface.getManagedObjects

    private static func path(_ number: Int) -> ObjectPath { ObjectPath("/org/example/objects/o\(number)") }

    private static let count = 300

    /// A stage with so many objects that their reply takes several turns.
    private let stage: Stage

    init() throws {
        stage = try Stage()
        let connection = stage.example.tree.connection
        stage.example.tree.connection = nil
        for number in 0..<Self.count { stage.example.add(Self.path(number)) }
        stage.example.tree.connection = connection
        // A turn for each object, so that a reply needs many turns on any machine.
        stage.example.tree.limitLongReplies(each: 4, total: 100, slice: .zero)
    }

    private func ask(
        by connection: Connection, completion: @escaping @EventLoop (Result<Objects, DBusError>) -> Void
    ) {
        connection.call(
            Self.method, at: Example.root, on: stage.service.uniqueName, timeout: TestTimeout.call,
            completion: completion)
    }

    /// The state of a client that applies every signal.
    private static func apply(_ signals: [ReceivedSignal], to objects: inout Objects) {
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

    @Test func `a long reply does not delay other calls`() async throws {
        var timer: LoopTimer?
        let order: [String] = try await EventLoop.waiting(for: "the objects") { give in
            var order: [String] = []
            // Announcements that are due while the reply is written are sent before it.
            stage.service.onMessage = {
                if timer == nil { timer = LoopTimer(after: 1) { order.append("timer") } }
            }
            ask(by: stage.client) { result in
                order.append((try? result.get().count) == Self.count + 1 ? "objects" : "failure")
                give(order)
            }
        }
        stage.service.onMessage = nil
        #expect(order == ["timer", "objects"])
    }

    /// A further connection of the client, and the signals on it.
    @EventLoop private final class FurtherConnection {
        let connection: Connection
        private let server: Server
        private var signals: [ReceivedSignal] = []

        init(of stage: Stage) throws {
            let (example, name) = (stage.example, stage.client.uniqueName)
            server = try Server(listeningAt: "unix:path=\(stage.bus.directory)/further") {
                example.serve(peer: $0, standingFor: name)
            }
            connection = try Connection.peer(at: server.address)
            connection.onSignal = { [unowned self] signal, reader in
                var values: [Variant] = []
                while !reader.isAtEnd, let value = try? Variant.content(from: reader) { values.append(value) }
                signals.append(ReceivedSignal(path: signal.path, member: signal.member, values: values))
            }
        }

        func removeSignals() { signals = [] }

        /// Returns the signals since the last call.
        func takeSignals() async throws -> [ReceivedSignal] {
            try await connection.call(ExampleInterface.nothing, at: Example.object, on: nil, timeout: TestTimeout.call)
            defer { signals = [] }
            return signals
        }
    }

    @Test(arguments: [false, true])
    func `constant changes during a long reply are announced after it, to its caller`(isFurther: Bool) async throws {
        let further = isFurther ? try FurtherConnection(of: stage) : nil
        _ = try await further?.takeSignals()
        var changes = 0
        var isAnswered = false
        let example = stage.example
        // Each turn of the service changes, removes and adds objects, including objects that existed before.
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
        stage.removeSignals()
        var known: Objects = try await EventLoop.waiting(for: "the objects") { give in
            ask(by: further?.connection ?? stage.client) { result in
                isAnswered = true
                if let further { further.removeSignals() } else { stage.removeSignals() }
                give((try? result.get()) ?? [:])
            }
        }
        EventLoop.remove(hook)
        #expect(changes > 2)
        let signals = if let further { try await further.takeSignals() } else { try await stage.takeSignals() }
        Self.apply(signals, to: &known)
        let found = try await stage.call(Self.method, at: Example.root)
        #expect(known.count > 240)
        #expect(known == found)
    }

    @Test func `a long reply contains earlier announcements, and restarts for them`() async throws {
        let example = stage.example
        var changes = 0
        let hook = EventLoop.atTurnEnd {
            guard changes < 4 else { return }
            changes += 1
            // Whichever objects are written first, some of the changed ones have been written already.
            for number in stride(from: changes, to: Self.count, by: 20) {
                example.setLevel(50 + UInt32(changes), of: Self.path(number))
            }
            example.tree.remove(Self.path(changes * 7))
            example.add(Self.path(50_000 + changes))
            example.tree.announceChanges()
        }
        let known: Objects = try await EventLoop.waiting(for: "the objects") { give in
            ask(by: stage.client) { result in
                stage.removeSignals()
                give((try? result.get()) ?? [:])
            }
        }
        EventLoop.remove(hook)
        #expect(changes == 4)
        #expect(try await stage.takeSignals().isEmpty)
        let found = try await stage.call(Self.method, at: Example.root)
        #expect(known == found)
    }

    @Test func `a call after a change gets it, however much changes meanwhile`() async throws {
        let example = stage.example
        example.tree.limitLongReplies(each: 100, total: 100, slice: .milliseconds(1))
        var hook: TurnEndHook?
        let levels: [UInt32?] = try await EventLoop.waiting(for: "all replies") { give in
            var (changes, levels) = (0, [UInt32?]())
            hook = EventLoop.atTurnEnd {
                guard changes < 60 else { return }
                changes += 1
                let path = Self.path(changes * 37 % Self.count)
                example.setLevel(77, of: path)
                example.tree.announceChanges()
                guard changes % 3 == 0 else { return }
                ask(by: stage.client) { result in
                    levels.append((try? result.get())?[path]?[ExampleInterface.name]?["Level"]?.get())
                    if levels.count == 20 { give(levels) }
                }
            }
        }
        if let hook { EventLoop.remove(hook) }
        #expect(levels == Array(repeating: 77, count: 20))
    }

    @Test func `a reply that is too long is refused, the next time at once, and advised against`() async throws {
        let (tree, example) = (stage.example.tree, stage.example)
        tree.limitLongReplies(each: 4, total: 100, slice: .milliseconds(100), size: 20_000)
        tree.adviseLongReplies("pieces")
        /// Asks, and returns how many levels were read for it.
        func refused() async -> Int {
            let before = example.reads
            do throws(DBusError) {
                _ = try await stage.call(Self.method, at: Example.root)
                Issue.record("it has fewer than 20,000 bytes")
            } catch {
                #expect(error.name.hasSuffix("LimitsExceeded"))
                #expect(error.message.hasSuffix("the reply would be larger than 0 MiB; use pieces"), "\(error.message)")
            }
            return example.reads - before
        }
        let first = await refused()
        #expect(first > 10 && first < Self.count)
        #expect(await refused() == 0)
        // Objects that have changed are measured again, before the others.
        for number in 0..<Self.count { example.setLevel(9, of: Self.path(number)) }
        tree.announceChanges()
        // They are measured in no order, and their paths have different lengths.
        let again = await refused()
        #expect((first - 5...first + 5).contains(again))
        example.setLevel(10, of: Self.path(5))
        tree.announceChanges()
        #expect(await refused() <= 1)
        // Without most of them the rest fits.
        for number in 20..<Self.count { tree.remove(Self.path(number)) }
        #expect(try await stage.call(Self.method, at: Example.root).count == 21)
    }

    @Test func `concurrent callers share a reply, and too many calls are an error`() async throws {
        let refusals: [String] = try await EventLoop.waiting(for: "all replies") { give in
            var refusals: [String] = []
            var left = 7
            for _ in 0..<left {
                // Reading all of them would take long.
                stage.client.call(
                    Self.method.name, of: ObjectManagerInterface.name, at: Example.root, on: stage.service.uniqueName,
                    returning: "a{oa{sa{sv}}}", timeout: TestTimeout.call, autoStart: false,
                    body: { (_) throws(DBusError) in },
                    reading: { (_) throws(DBusError) in }
                ) { (result: Result<Void, DBusError>) in
                    if case .failure(let error) = result { refusals.append(error.shortName) }
                    left -= 1
                    if left == 0 { give(refusals) }
                }
            }
            // Blocks the loop until the bus has all calls, and then until the service has them, so that none arrives after
            // the first reply.
            for connection in [stage.client, stage.service] {
                try? BlockingCalls(on: connection).call(PeerInterface.ping, at: "/")
            }
        }
        #expect(refusals == ["LimitsExceeded", "LimitsExceeded", "LimitsExceeded"])
    }

    @Test func `a client waits for its second long reply, and others do not`() async throws {
        var pacing = LongReplyPacing()
        // The second reply would come after days.
        (pacing.least, pacing.rate, pacing.pauses) = (1, 1, 0)
        stage.example.tree.limitLongReplies(each: 4, total: 100, slice: .zero, pacing: pacing)
        let other = try Connection.bus(at: stage.bus.address)
        let order: [String] = try await EventLoop.waiting(for: "two replies") { give in
            var order: [String] = []
            @EventLoop func note(_ name: String) {
                order.append(name)
                if order.count == 2 { give(order) }
            }
            ask(by: stage.client) { if case .success = $0 { note("first") } }
            ask(by: stage.client) { if case .success = $0 { note("second") } }
            // Blocks the loop until the service has both calls.
            for connection in [stage.client, stage.service] {
                try? BlockingCalls(on: connection).call(PeerInterface.ping, at: "/")
            }
            ask(by: other) { if case .success = $0 { note("other") } }
        }
        // Both replies are sent in this order, but each comes over a socket of its own.
        #expect(order.sorted() == ["first", "other"])
        // It counts as waiting, and is dropped with its client.
        #expect(stage.example.tree.waitingCalls == 1)
        stage.example.tree.callerVanished(stage.client.uniqueName)
        #expect(stage.example.tree.waitingCalls == 0)
        other.close()
    }

    @Test func `the pause after a long reply begins when the bus has it, and not with the next request`() async throws {
        var pacing = LongReplyPacing()
        (pacing.least, pacing.rate) = (1, .max)
        stage.example.tree.limitLongReplies(each: 4, total: 100, slice: .zero, pacing: pacing)
        #expect(try await stage.call(Self.method, at: Example.root).count == Self.count + 1)
        try await EventLoop.until("the bus to have the reply") { !stage.example.tree.awaitsBus }
    }

    @Test func `a vanished caller is not waited for`() async throws {
        let other = try Connection.bus(at: stage.bus.address)
        let name = other.uniqueName
        // Real messages from the bus to the service.
        stage.service.addMatch("type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(name)'")
        stage.service.onSignal = { signal, reader in
            if signal.member == "NameOwnerChanged" { stage.example.tree.callerVanished(name) }
        }
        ask(by: other) { _ in }
        try await stage.call(PeerInterface.ping, at: Example.root)
        other.close()
        #expect(try await stage.call(Self.method, at: Example.root).count == Self.count + 1)
    }
}
