import Foundation
import TestSupport

/// A client that leaves the bus at every point of a conversation: no object or resource of it remains that should not.
@Suite(.bus) struct DisconnectingClientTests {
    @Test(arguments: Departure.allCases) func `the objects of a client that leaves are destroyed`(
        departure: Departure
    ) async throws {
        let stage = try await DepartureStage()
        for count in 1...DepartureTalk.steps {
            let shared = await stage.tabs.text
            let label = try await onThread {
                var talk = DepartureTalk(try WireClient(), shared)
                return try talk.leave(afterStep: count, departure)
            }
            try await stage.expectNothing(of: "a client that left after \(label), \(departure)")
        }
    }

    @Test(arguments: ["delegate", "front-end"]) func `the objects of a killed client are destroyed`(
        role: String
    ) async throws {
        let stage = try await DepartureStage()
        for isStopped in [false, true] {
            let process = try ClientProcess([role, await stage.tabs.text] + (role == "delegate" ? ["hang"] : []))
            #expect(try await stage.resources() != stage.before)
            if role == "delegate" { try await stage.tap() }
            // Messages to a client that reads nothing stay in the bus until the client dies.
            if isStopped { process.send(SIGSTOP) }
            try await stage.client.barrier()
            process.send(SIGKILL)
            try await stage.expectNothing(of: "a \(role) that was killed")
        }
    }
}

/// The ways in which a client leaves.
enum Departure: CaseIterable {
    /// After the reply to its last call.
    case inOrder
    /// After it has sent a call whose reply it does not read.
    case unread
    /// With half a call on the wire.
    case midway
}

/// A daemon with a tab bar controller of a permanent client, while other clients come and go.
@EventLoop private final class DepartureStage: Stage {
    private(set) var before = Resources()

    /// The resources that a client could leave behind.
    struct Resources: Equatable {
        var objects: BusClient.Objects = [:]
        var descriptors = 0
    }

    init() async throws {
        try await super.init()
        try await createTabs(count: 2)
        // A plugin process stays after the first of its view controllers is destroyed.
        let page = try await client.createViewController("clock.WorldClock")
        try await client.viewController(page).loadViewIfNeeded()
        try await client.manager.destroy(page)
        // A view that was once displayed stays loaded.
        _ = try await client.window(tabs).attach()
        try await client.window(tabs).detach()
        before = try await resources()
    }

    func resources() async throws -> Resources {
        Resources(
            objects: try await client.managedObjects(),
            descriptors: ProcessEntry(daemon.processID).descriptors.count)
    }

    /// Taps the selected tab, whose delegate never replies, without waiting.
    func tap() async throws {
        client.beginTap(0, in: tabs) { _ in }
        try await client.barrier()
    }

    /// Waits until the daemon has the same objects and descriptors as before the client came.
    func expectNothing(of label: String) async throws {
        let end = TestTimeout.deadline
        var now = try await resources()
        while now != before, .now < end {
            // The first snapshot may include a file that was open only briefly, so fewer descriptors are accepted.
            if now.objects == before.objects, now.descriptors < before.descriptors { before = now }
            now = try await resources()
        }
        guard now != before else { return }
        let paths = Set(now.objects.keys).union(before.objects.keys)
        let changed = paths.filter { now.objects[$0] != before.objects[$0] }
        Issue.record("\(label) left \(changed) behind, \(now.descriptors) descriptors instead of \(before.descriptors)")
        before = now
    }
}
