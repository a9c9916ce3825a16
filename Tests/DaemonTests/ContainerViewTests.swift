import DBusConnection
import DBusInterface
import TabInterface
import TestSupport
import Testing

/// The views of containers: they follow what they show.
@Suite(.serialized) struct ContainerViewTests {
    @Test(arguments: [false, true])
    func `the content view of a container has the frame of what it shows`(isOnStack: Bool) async throws {
        try await Self.content(try PrivateBus(), isOnStack)
    }

    @EventLoop private static func content(_ bus: PrivateBus, _ isOnStack: Bool) async throws {
        let stage = try await NavigationStage(bus)
        let client = stage.client
        let container = isOnStack ? stage.navigation : stage.tabs
        let child = isOnStack ? stage.root : try await client.register()
        if !isOnStack { try await client.setTabs([child], of: stage.tabs) }
        try await client.barrier()
        client.forgetSignals()
        try await client.set(
            ViewControllerInterface.edgesForExtendedLayout, of: ViewControllerInterface.name, at: child, to: 0)
        try await client.barrier()
        let frame = try await client.own(ViewControllerInterface.frame, of: child)
        #expect(frame.height == (isOnStack ? 554 : 618))
        let changes = client.signals.filter { $0.path == container && $0.member == "ViewChanged" }
        #expect(changes.count == 1)
        let changed: [ViewEntry] = changes.first?.arguments[1].get() ?? []
        #expect(changed.map(\.id) == [2])
        #expect(changed.map(\.frame) == [frame])
        #expect(try await client.getView(of: container).views.named("Content")?.frame == frame)
        #expect(await stage.daemon.stop() == 0)
    }
}
