import TestSupport

/// The standard interfaces of every object.
@EventLoop @Suite struct ObjectTreeTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    private func introspect(_ path: ObjectPath) async throws -> String {
        try await stage.call(IntrospectableInterface.introspect, at: path)
    }

    // MARK: Introspectable, Peer

    @Test func `an object lists its interfaces`() async throws {
        let xml = try await introspect(Example.object)
        for name in [
            ExampleInterface.name, IntrospectableInterface.name, PropertiesInterface.name, PeerInterface.name,
        ] {
            #expect(xml.contains("<interface name=\"\(name)\">"), "\(name)")
        }
        #expect(!xml.contains(ObjectManagerInterface.name))
        for member in stage.example.interface(of: Example.object).description.members {
            #expect(xml.contains("name=\"\(member.name)\""))
        }
    }

    @Test func `a path between objects lists its children`() async throws {
        #expect(try await introspect("/").contains("<node name=\"org\"/>"))
        #expect(try await introspect("/org").contains("<node name=\"example\"/>"))
        let root = try await introspect(Example.root)
        #expect(root.contains("<node name=\"objects\"/>"))
        #expect(root.contains(ObjectManagerInterface.name))
        #expect(try await introspect("/org/example/objects").contains("<node name=\"first\"/>"))
        try await stage.call(PeerInterface.ping, at: "/org")
        let error = await refusal { try await stage.call(ExampleInterface.nothing, at: "/org") }
        #expect(error?.shortName == "UnknownObject")
    }

    @Test func `a path without objects is an unknown object`() async throws {
        for path: ObjectPath in ["/org/example/nothing", "/org/example/objects/first/below", "/com"] {
            let call = await refusal { try await stage.call(ExampleInterface.nothing, at: path) }
            #expect(call?.shortName == "UnknownObject")
            #expect(await refusal { _ = try await introspect(path) }?.shortName == "UnknownObject")
        }
    }

    @Test func `the parent path ends with its last object`() async throws {
        try await stage.call(ExampleInterface.destroy, Example.object)
        #expect(await refusal { _ = try await introspect("/org/example/objects") }?.shortName == "UnknownObject")
        #expect(try await !introspect(Example.root).contains("<node name="))
    }

    @Test func `every peer returns the machine id`() async throws {
        let id = try await stage.call(PeerInterface.getMachineID)
        #expect(id.count == 32)
        #expect(id.allSatisfy { $0.isHexDigit })
    }

    // MARK: Properties

    @Test func `properties are read individually and all at once`() async throws {
        #expect(try await stage.get("Kind") == .string("example"))
        #expect(try await stage.get("Kind", of: "") == .string("example"))
        let all = try await stage.call(PropertiesInterface.getAll, ExampleInterface.name)
        #expect(all == ["Level": .uint32(0), "History": .array(of: "u", []), "Kind": .string("example")])
        #expect(try await stage.call(PropertiesInterface.getAll, PeerInterface.name).isEmpty)
        #expect(try await stage.call(PropertiesInterface.getAll, "") == all)
    }

    @Test func `a written property is read back and announced`() async throws {
        try await stage.set("Level", .uint32(9))
        try await stage.set("Level", .uint32(10), of: "")
        #expect(try await stage.get("Level") == .uint32(10))
        #expect(try await stage.takeSignals() == [changed(level: 9), changed(level: 10)])
    }

    @Test func `a property that can't be read or written has an error`() async throws {
        #expect(await refusal { _ = try await stage.get("Nothing") }?.shortName == "UnknownProperty")
        #expect(await refusal { _ = try await stage.get("Nothing", of: "") }?.shortName == "UnknownProperty")
        #expect(await refusal { _ = try await stage.get("Level", of: "org.x.Y") }?.shortName == "UnknownInterface")
        #expect(await refusal { try await stage.set("Nothing", .byte(1)) }?.shortName == "UnknownProperty")
        #expect(await refusal { try await stage.set("Kind", .string("x")) }?.shortName == "PropertyReadOnly")
        #expect(await refusal { try await stage.set("Level", .string("x")) }?.shortName == "InvalidArgs")
        #expect(await refusal { try await stage.set("Level", .uint32(101)) }?.shortName == "InvalidArgs")
        #expect(try await stage.takeSignals().isEmpty)
    }

    private func changed(level: UInt32, invalidated: [String] = []) -> ReceivedSignal {
        ReceivedSignal(
            path: Example.object.text, member: "PropertiesChanged",
            values: [
                .string(ExampleInterface.name), ["Level": Variant.uint32(level)].variant, invalidated.variant,
            ])
    }

    @Test func `a turn announces an object's changes once, before its reply`() async throws {
        try await stage.call(ExampleInterface.raise, 7)
        // No barrier: the signal was sent before the reply.
        #expect(stage.signals == [changed(level: 7, invalidated: ["History"])])
    }

    @Test func `nothing is announced when nothing changed`() async throws {
        try await stage.call(ExampleInterface.wiggle)
        try await stage.set("Level", .uint32(0))
        #expect(try await stage.takeSignals().isEmpty)
    }

    // MARK: ObjectManager

    @Test func `an object is announced before its other signals`() async throws {
        let path = try await stage.call(ExampleInterface.create, "second")
        #expect(path == "/org/example/objects/second")
        let signals = try await stage.takeSignals()
        #expect(signals.map(\.member) == ["InterfacesAdded", "Spoke"])
        #expect(signals.first?.path == Example.root.text)
        #expect(signals.first?.values.first == .objectPath(path))
        let interfaces: ObjectManagerInterface.Interfaces? = signals.first?.values.last?.get()
        #expect(interfaces?.keys.sorted() == [ExampleInterface.name])
        // The value that was set before the first signal was sent.
        #expect(interfaces?[ExampleInterface.name]?["Level"] == .uint32(5))
        #expect(signals.dropFirst().allSatisfy { $0.path == path.text })
        #expect(signals.dropFirst().first?.values == [.string("hello"), .variant(.uint32(1))])
    }

    @Test func `an object that is removed before the next message is not announced`() async throws {
        let path: ObjectPath = "/org/example/objects/brief"
        stage.example.add(path)
        stage.example.setLevel(5, of: path)
        stage.example.tree.remove(path)
        stage.example.add("/org/example/objects/stays")
        #expect(try await stage.takeSignals().map(\.values.first) == [.objectPath("/org/example/objects/stays")])
    }

    @Test func `objects announced together are in order, parents first`() async throws {
        let names = ["child", "other", "parent"]
        stage.example.owner.depth = { $0.text.hasSuffix("child") ? 1 : 0 }
        for name in names { stage.example.add(ObjectPath("/org/example/objects/\(name)")) }
        let signals = try await stage.takeSignals()
        let order = ["other", "parent", "child"].map { Variant.objectPath(ObjectPath("/org/example/objects/\($0)")) }
        #expect(signals.map(\.values.first) == order)
    }

    @Test func `a removed object is announced and unknown`() async throws {
        try await stage.call(ExampleInterface.destroy, Example.object)
        // The object that replies to other barriers is removed.
        try await stage.call(PeerInterface.ping, at: Example.root)
        #expect(
            stage.signals == [
                ReceivedSignal(
                    path: Example.root.text, member: "InterfacesRemoved",
                    values: [.objectPath(Example.object), [ExampleInterface.name].variant])
            ])
        #expect(await refusal { try await stage.call(ExampleInterface.nothing) }?.shortName == "UnknownObject")
    }

    @Test func `the manager returns all objects with all properties`() async throws {
        _ = try await stage.call(ExampleInterface.create, "second")
        let objects = try await stage.call(ObjectManagerInterface.getManagedObjects, at: Example.root)
        #expect(objects.keys.sorted() == [Example.object, "/org/example/objects/second"])
        #expect(objects["/org/example/objects/second"]?[ExampleInterface.name]?["Level"] == .uint32(5))
        let error = await refusal {
            _ = try await stage.call(ObjectManagerInterface.getManagedObjects)
        }
        #expect(error?.shortName == "UnknownInterface")
    }

    @Test func `a cached reply is up to date`() async throws {
        let method = ObjectManagerInterface.getManagedObjects
        for level: UInt32 in 1...3 {
            try await stage.set("Level", .uint32(level))
            for _ in 0..<2 {
                let objects = try await stage.call(method, at: Example.root)
                #expect(objects[Example.object]?[ExampleInterface.name]?["Level"] == .uint32(level))
            }
        }
        _ = try await stage.call(ExampleInterface.create, "second")
        var objects = try await stage.call(method, at: Example.root)
        #expect(objects.count == 2)
        try await stage.call(ExampleInterface.destroy, Example.object)
        objects = try await stage.call(method, at: Example.root)
        #expect(objects.count == 1)
    }

    @Test func `an unauthorized caller changes nothing`() async throws {
        var asked: [[String]] = []
        stage.example.owner.onCall = { (caller, path, interface, member) throws(DBusError) in
            asked.append([caller, path, interface, member])
            throw .accessDenied("not authorized")
        }
        #expect(await refusal { try await stage.call(ExampleInterface.raise, 1) } == .accessDenied("not authorized"))
        #expect(await refusal { try await stage.set("Level", .uint32(1)) } == .accessDenied("not authorized"))
        #expect(try await stage.get("Level") == .uint32(0))
        let caller = stage.client.uniqueName
        #expect(
            asked == [
                [caller, Example.object.text, ExampleInterface.name, "Raise"],
                [caller, Example.object.text, ExampleInterface.name, "Set"],
            ])
    }
}
