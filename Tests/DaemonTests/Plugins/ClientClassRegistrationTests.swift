import TestSupport

/// `Manager.RegisterClasses`: which classes a client can offer, and for how long.
@EventLoop @Suite(.bus) struct ClientClassRegistrationTests {
    private let user: BusClient
    private let factory: ClassFactory

    init() async throws {
        user = try await BusClient.ofNewDaemon()
        factory = try ClassFactory()
    }

    /// The types of clients.
    private func types() async throws -> [String] {
        try await user.manager.viewControllerTypes.filter { $0.hasPrefix("memo.") || $0.hasPrefix("n.") }
    }

    private static func names(_ count: Int, from start: Int = 0) -> [String] {
        (start..<start + count).map { "n.C\($0)" }
    }

    @Test func `an invalid list is refused with the value and what is allowed, and changes nothing`() async throws {
        try await factory.register(["memo.Note"])
        let other = try ClassFactory()
        let form = "expected PREFIX.CLASS"
        let long = "memo." + String(repeating: "x", count: 129)
        let malformed = [
            "", "Note", ".", ".Note", "memo.", "Notes.Note", "1n.Note", "_n.Note", "no-tes.Note", "memo.No-te",
            "memo.A.B", "memo.Zettél", "nötes.Note", " memo.Note", "memo.Note\n",
            String(repeating: "n", count: 65) + ".Note",
        ]
        var cases: [(ObjectPath, [String], Options, String, [String])] = malformed.map {
            ("/f", [$0], [:], "InvalidArgument", ["'\($0.onOneLine)' is not a class", form])
        }
        let owner = "\(factory.client.connection.uniqueName) at \(factory.object)"
        cases += [
            ("/f", [long], [:], "InvalidArgument", ["'\(long)'", form]),
            ("/", ["memo.Book"], [:], "InvalidArgument", ["'/' is not an object"]),
            ("/f", ["memo.Book", "clock.Alarm"], [:], "InvalidArgument", ["'clock.Alarm'", "id of a plugin"]),
            ("/f", ["clock.Unknown"], [:], "InvalidArgument", ["'clock.Unknown'", "choose another prefix"]),
            ("/f", ["memo.Book", "memo.Note"], [:], "InvalidArgument", ["'memo.Note' is already offered", owner]),
            ("/f", ["memo.Book", "Book"], [:], "InvalidArgument", ["'Book'", form]),
            (
                "/f", ["memo.Book"], ["TabBarControllers": ["memo.Desk"].variant], "InvalidArgument",
                ["TabBarControllers: 'memo.Desk' is not one of the classes"]
            ),
            ("/f", ["memo.Book"], ["TabBarControllers": .string("memo.Book")], "InvalidArgs", ["TabBarControllers"]),
            ("/f", ["memo.Book"], ["Title": .string("x")], "InvalidArgs", ["TabBarControllers"]),
            ("/f", Self.names(257), [:], "LimitsExceeded", ["requested 257 more", "of 256"]),
        ]
        let before = try await user.managedObjects()
        for (object, classes, options, name, parts) in cases {
            let error = await complaint {
                try await other.client.manager.registerClasses(object, classes, options)
            }
            #expect(error.hasPrefix(name + ": ") && parts.allSatisfy { error.contains($0) }, "\(classes): \(error)")
        }
        #expect(try await user.managedObjects() == before)
        #expect(try await types() == ["memo.Note"])
        #expect(await failure { _ = try await user.manager.createViewController("memo.Book") } == "NoSuchType")
        // The longest names.
        let names = ["n.\(String(repeating: "x", count: 128))", "n_0." + String(repeating: "X", count: 128)]
        try await other.register(names)
        for name in names { _ = try await user.manager.createViewController(name) }
        #expect(other.creations.map(\.className) == names)
    }

    @Test func `a client can offer 256 classes with all of its factories`() async throws {
        let second = try ClassFactory(client: factory.client)
        try await factory.register(Self.names(200))
        let error = await complaint { try await second.register(Self.names(57, from: 200)) }
        #expect(
            error
                == "LimitsExceeded: class limit reached: this client has 200 of 256, all clients 200 of 4096, requested "
                + "57 more (classes in [limits] of tabd.toml)")
        #expect(try await user.manager.usage["Classes"] == Usage(200, 4096))
        #expect(try await types().count == 200)
        try await second.register(Self.names(56, from: 200))
        #expect(try await types() == Self.names(256).sorted())
        // Its own list does not count twice, and other clients have a limit of their own.
        try await second.register(Self.names(56, from: 200))
        let other = try ClassFactory()
        try await other.register(Self.names(256, from: 1000))
        _ = try await user.manager.createViewController("n.C255")
        #expect(factory.creations.isEmpty && second.creations.count == 1)
        // A class belongs to one factory.
        let taken = await complaint { try await second.register(["n.C0"]) }
        #expect(taken.contains("'n.C0' is already offered by \(factory.client.connection.uniqueName)"), "\(taken)")
        #expect(try await types().count == 512)
    }

    @Test func `each list replaces the one before, and the view controllers stay`() async throws {
        try await factory.register(["memo.Note", "memo.Desk", "memo.Note"])
        #expect(try await types() == ["memo.Desk", "memo.Note"])
        let note = try await user.manager.createViewController("memo.Note")
        try await factory.register(["memo.Desk", "memo.Book"], ["TabBarControllers": ["memo.Desk"].variant])
        #expect(try await types() == ["memo.Book", "memo.Desk"])
        let error = await complaint { _ = try await user.manager.createViewController("memo.Note") }
        #expect(error.hasPrefix("NoSuchType: ") && error.contains("memo.Book, memo.Desk"), "\(error)")
        let desk = try await user.manager.createViewController("memo.Desk")
        #expect(try await user.manager.tabBarControllers == [desk])
        user.clearSignals()
        try await factory.register([])
        #expect(try await types().isEmpty)
        try await user.waitForSignal("the end of the types") { signal in
            let types: [String]? = signal.changes["ViewControllerTypes"]?.get()
            return signal.path == TabNames.root && types?.contains("memo.Desk") == false
        }
        try await factory.register([])
        for path in [note, desk] { #expect(try await user.viewController(path).state == "ready") }
        try await user.manager.destroy(note)
        try await factory.barrier()
        #expect(factory.owners[note]?.calls == ["Destroyed"])
        // Another client can offer them now.
        let other = try ClassFactory()
        try await other.register(["memo.Note"])
        _ = try await user.manager.createViewController("memo.Note")
        #expect(other.creations.count == 1)
    }

    @Test func `a client's classes end with it`() async throws {
        let second = try ClassFactory(client: factory.client)
        let other = try ClassFactory()
        try await factory.register(["memo.Note"])
        try await second.register(["memo.Desk"])
        try await other.register(["memo.Book"])
        user.clearSignals()
        factory.client.connection.close()
        try await user.waitForSignal("the end of the types") { signal in
            let types: [String]? = signal.changes["ViewControllerTypes"]?.get()
            return types?.contains("memo.Note") == false
        }
        #expect(try await types() == ["memo.Book"])
        #expect(await failure { _ = try await user.manager.createViewController("memo.Desk") } == "NoSuchType")
        try await other.register(["memo.Book", "memo.Note", "memo.Desk"])
        _ = try await user.manager.createViewController("memo.Desk")
        #expect(other.creations.count == 1)
    }

    @Test func `a client's classes end with its bus`() async throws {
        try await factory.register(["memo.Note"])
        let bus = try PrivateBus.current
        bus.stop()
        try bus.restart()
        let again = try BusClient()
        try await again.daemonAppeared()
        #expect(try await again.manager.viewControllerTypes.contains("memo.Note") == false)
        let other = try ClassFactory(client: again)
        try await other.register(["memo.Note"])
        let caller = try BusClient()
        _ = try await caller.manager.createViewController("memo.Note")
        #expect(other.creations.count == 1)
    }
}
