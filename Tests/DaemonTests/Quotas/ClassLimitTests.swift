import TestSupport

/// The quota of clients' classes, and what their registrations cost other clients.
@EventLoop @Suite(.localDaemon) struct ClassLimitTests {
    private let user: BusClient

    init() throws { user = try BusClient() }

    /// Classes with names of the greatest length.
    private static func names(_ count: Int, of client: Int) -> [String] {
        (0..<count).map { number in
            let name = "C\(client)x\(number)"
            return "n.\(name)\(String(repeating: "y", count: 128 - name.utf8.count))"
        }
    }

    private func classes() async throws -> Usage? { try await user.manager.usage["Classes"] }

    @Test func `all clients together have a limit of classes, and a departure makes room`() async throws {
        var factories: [ClassFactory] = []
        var counts: [Int] = []
        for client in 0..<40 {
            let factory = try ClassFactory()
            factories.append(factory)
            var count = 256
            while count > 0 {
                let names = Self.names(count, of: client)
                let error = await complaint { try await factory.register(names) }
                if error == "none" { break }
                #expect(error.hasPrefix("LimitsExceeded: class limit reached: this client has 0 of 256"), "\(error)")
                count /= 2
            }
            counts.append(count)
        }
        #expect(counts[0] == 256)
        #expect(counts.allSatisfy { $0 > 0 }, "\(counts)")
        let sum = counts.reduce(0, +)
        #expect(try await classes() == Usage(UInt64(sum), 4096))
        user.clearSignals()
        for factory in factories { factory.client.connection.close() }
        try await EventLoop.until("the end of all classes") { try await classes()?.used == 0 }
        try await ClassFactory().register(Self.names(256, of: 0))
    }

    @Test func `many registrations announce long lists seldom, and the last list is complete`() async throws {
        let clock = ContinuousClock()
        let start = clock.now
        user.clearSignals()
        let factories = try (0..<8).map { _ in try ClassFactory() }
        for round in 0..<12 {
            for (client, factory) in factories.enumerated() {
                try await factory.register(Self.names(round % 2 == 0 ? 256 : 255, of: client))
            }
        }
        // The last round has 255 classes of each.
        let count = 8 * 255
        try await EventLoop.until("the complete list") {
            try await user.manager.viewControllerTypes.count { $0.hasPrefix("n.") } == count
        }
        try await user.barrier()
        let lists: [[String]] = user.signals.compactMap { $0.changes["ViewControllerTypes"]?.get() }
        #expect(lists.last?.count { $0.hasPrefix("n.") } == count)
        let bytes = lists.reduce(0) { $0 + $1.reduce(0) { $0 + $1.utf8.count } }
        let longest = 8 * 256 * 130
        let seconds = (clock.now - start) / .seconds(1)
        // At most 256 KiB in a second, and the last list after that time. Without the limit: 96 lists, 20 MB.
        #expect(
            Double(bytes) <= seconds * Double(256 << 10) + Double(2 * longest), "\(lists.count) lists, \(bytes) bytes")
        // What is not announced yet can be used.
        let factory = factories[0]
        try await factory.register(["n.New"] + Self.names(255, of: 0))
        try await factory.register(["n.Newer"] + Self.names(255, of: 0))
        _ = try await user.manager.createViewController("n.Newer")
        #expect(factory.creations.map(\.className) == ["n.Newer"])
    }

    @Test func `a short list is announced in the turn of its change`() async throws {
        let factory = try ClassFactory()
        for round in 0..<20 {
            user.clearSignals()
            try await factory.register(["n.C\(round)"])
            #expect(try await user.manager.viewControllerTypes == ["n.C\(round)"])
        }
    }
}
