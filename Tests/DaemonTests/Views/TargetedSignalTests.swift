import TestSupport

/// The receivers of ViewChanged and of life cycle signals. All clients here have match rules for every signal.
@EventLoop @Suite(.bus) struct TargetedSignalTests {
    private let stage: ViewStage
    private var tabs: ObjectPath { stage.tabs }
    private var page: ObjectPath { stage.controller }

    init() async throws { stage = try await ViewStage() }

    /// The members of the targeted signals that a client has received, with all that were sent before.
    private func received(_ client: BusClient, from path: ObjectPath? = nil) async throws -> [String] {
        try await client.barrier()
        let path = path ?? page
        return client.lifeCycle(of: path)
            + client.signals.filter { $0.path == path && $0.member == "ViewChanged" }.map(\.member)
    }

    @Test func `views change for attached and subscribed clients, once for each`() async throws {
        let (front, subscriber, both, other) = (try BusClient(), try BusClient(), try BusClient(), try BusClient())
        for client in [front, both] { _ = try await client.attach(to: tabs) }
        for client in [subscriber, both] { try await client.manager.subscribe() }
        // It has a window of its own.
        _ = try await other.attach(to: try await other.manager.createTabBarController())
        for client in [front, subscriber, both, other] { client.clearSignals() }
        for number in 0..<5 { try await stage.update([.view(7, at: DBusRect(0, 0, 10, Double(number)))]) }
        for client in [front, subscriber, both] {
            #expect(try await received(client) == Array(repeating: "ViewChanged", count: 5))
        }
        // Nothing of all that has woken the other front end.
        try await other.barrier()
        #expect(other.signals.isEmpty)
        try await both.manager.unsubscribe()
        try await front.window(tabs).detach()
        for client in [front, both] { client.clearSignals() }
        try await stage.update([.view(8)])
        #expect(try await received(both) == ["ViewChanged"])
        #expect(try await received(front).isEmpty)
    }

    @Test func `a tab that moves to another tree is followed by the clients of both`() async throws {
        let (old, new, other) = (try BusClient(), try BusClient(), try BusClient())
        let window = try await new.manager.createTabBarController()
        _ = try await old.attach(to: tabs)
        _ = try await new.attach(to: window)
        for client in [old, new, other] { client.clearSignals() }
        try await new.setTabs([page], of: window)
        for client in [old, new] {
            let members = try await received(client)
            #expect(members.contains("WillMoveToParent") && members.contains("DidMoveToParent"), "\(members)")
            #expect(members.contains("ViewDidAppear"))
        }
        #expect(try await received(other).isEmpty)
        #expect(other.signals.contains { $0.member == "ItemsChanged" }, "other signals are for all")
    }

    @Test func `a client with a private connection gets the signals there`() async throws {
        let client = try BusClient()
        let further = try await BusClient(privateOf: client)
        _ = try await further.attach(to: tabs)
        for client in [client, further] { client.clearSignals() }
        try await stage.update([.view(7)])
        #expect(try await received(further) == ["ViewChanged"])
        #expect(try await received(client).isEmpty)
        further.connection.close()
        var number = 0.0
        try await EventLoop.until("the end of the connection") {
            number += 1
            try await stage.update([.view(7, at: DBusRect(0, 0, number, 1))])
            return try await received(client).contains("ViewChanged")
        }
    }
}
