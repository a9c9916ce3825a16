import TestSupport
import Testing

/// A daemon with a tab bar controller of a permanent client, while other clients come and go.
@EventLoop final class DepartureStage {
    let daemon: DaemonProcess
    let client: BusClient
    let tabs: ObjectPath
    private(set) var before = Resources()

    /// The resources that a client could leave behind.
    struct Resources: Equatable {
        var objects: BusClient.Objects = [:]
        var descriptors = 0
    }

    init() async throws {
        daemon = try await DaemonProcess.start()
        client = try BusClient()
        tabs = try await client.manager.createTabBarController()
        try await client.setTabs([try await client.register(), try await client.register()], of: tabs)
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
