import TestSupport

/// The content of InterfacesAdded for an object that is created with options.
@EventLoop @Suite(.bus) struct AnnouncedObjectTests {
    @Test(arguments: [false, true]) func `a new object is announced with the values of its options`(
        isSubscribed: Bool
    ) async throws {
        try PrivateBus.current.configure("[isolation]\n\"*\" = \"in-process\"\n")
        let client = try await BusClient.ofNewDaemon()
        if isSubscribed { try await client.manager.subscribe() }
        func expectAll(_ count: Int, _ create: () async throws(DBusError) -> ObjectPath) async throws {
            try await client.barrier()
            client.clearSignals()
            let path = try await create()
            let signals = client.signals
            let added = signals.filter { $0.member == "InterfacesAdded" }
            let paths = added.compactMap { $0.arguments[0].get(as: ObjectPath.self) }
            #expect(paths.count == count && paths.contains(path), "\(paths)")
            for signal in signals where signal.member == "PropertiesChanged" {
                #expect(!paths.contains(signal.path), "\(signal)")
            }
            let objects = try await client.managedObjects()
            for (path, signal) in zip(paths, added) {
                let received: ObjectManagerInterface.Interfaces? = signal.arguments[1].get()
                #expect(received == objects[path], "\(path)")
                // Parents come first.
                guard let parent: ObjectPath = received?[ViewControllerInterface.name]?["Parent"]?.get(),
                    let place = paths.firstIndex(of: parent)
                else { continue }
                #expect(place < paths.firstIndex(of: path) ?? 0)
            }
        }
        // The tab bar controller, its bar, More, More's list, and two tabs.
        try await expectAll(6) { () throws(DBusError) in
            try await client.manager.createTabBarController([
                "Title": .string("Desk"), "RestorationIdentifier": .string("desk"), "Profile": .string("pad"),
                "Size": DBusSize(width: 700, height: 500).variant, "MaximumVisibleItems": .uint32(5),
                "Types": ["clock.Stopwatch", "clock.WorldClock"].variant, "DestroyWithCaller": .bool(true),
            ])
        }
        let options: Options = ["Title": .string("Title"), "RestorationIdentifier": .string("page")]
        var page = ObjectPath("/")
        try await expectAll(1) { () throws(DBusError) in
            page = try await client.manager.createViewController("clock.CountdownTimer", options)
            return page
        }
        try await expectAll(1) { () throws(DBusError) in
            try await client.manager.createNavigationController(
                page, ["Title": .string("Stack"), "RestorationIdentifier": .string("stack")])
        }
        try await expectAll(1) { () throws(DBusError) in
            try await client.register(["Title": .string("Remote"), "RestorationIdentifier": .string("remote")])
        }
    }
}
