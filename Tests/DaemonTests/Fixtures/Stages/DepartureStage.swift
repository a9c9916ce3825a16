import DBusConnection
import DBusInterface
import TabInterface
import TestSupport
import Testing

/// A daemon with a tab bar controller of a client that stays, on which others come and go.
@EventLoop
final class DepartureStage {
    let daemon: DaemonProcess
    let client: BusClient
    let tabs: ObjectPath
    private(set) var before = Look()

    /// What a client could leave something in.
    struct Look: Equatable {
        var objects: BusClient.Objects = [:]
        var descriptors = 0
    }

    init(_ bus: PrivateBus) async throws {
        daemon = try await DaemonProcess.start(on: bus)
        client = try BusClient(on: bus)
        tabs = try await client.createTabBarController()
        try await client.setTabs([try await client.register(), try await client.register()], of: tabs)
        // The process of a plugin stays when the first of its view controllers goes.
        let page = try await client.createViewController("clock.WorldClock")
        try await client.loadView(of: page)
        try await client.destroy(page)
        // What was displayed once stays loaded.
        _ = try await client.connection.call(
            WindowInterface.attach, of: WindowInterface.name, at: tabs, on: TabNames.busName, [:])
        try await client.call(WindowInterface.detach, of: WindowInterface.name, at: tabs, [:])
        before = try await look()
    }

    func look() async throws -> Look {
        Look(
            objects: try await client.managedObjects(),
            descriptors: ProcessEntry(daemon.processID).descriptors.count)
    }

    /// Taps the selected tab, whose delegate is asked for ever, and waits for nothing.
    func tap() async throws {
        client.beginTap(0, in: tabs) { _ in }
        try await client.barrier()
    }

    /// Waits until all is as it was before a client came.
    func expectNothing(of what: String) async throws {
        let end = Patience.end
        var now = try await look()
        while now != before, .now < end {
            // The first look may have found a file that was open for a moment only: fewer are nothing left behind.
            if now.objects == before.objects, now.descriptors < before.descriptors { before = now }
            now = try await look()
        }
        guard now != before else { return }
        let paths = Set(now.objects.keys).union(before.objects.keys)
        let changed = paths.filter { now.objects[$0] != before.objects[$0] }
        Issue.record("\(what) has left \(changed), \(now.descriptors) descriptors for \(before.descriptors)")
        before = now
    }
}
