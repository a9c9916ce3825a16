import Foundation
import TestSupport

/// The trees in the store: those whose root has an identifier.
@EventLoop @Suite(.bus) struct StoredTreeTests {
    @Test(.rules("R4")) func `a tree without an identifier is not written, and is written whole when it gets one`()
        async throws
    {
        let (daemon, client) = try await DaemonProcess.startWithClient()
        let tabs = try await client.manager.createTabBarController(Self.types)
        let pages = try await client.tabBarController(tabs).viewControllers
        for (page, name) in zip(pages, ["a", "b"]) {
            try await client.viewController(page).set(\.restorationIdentifier, to: name)
            try await client.viewController(page).set(\.title, to: "title \(name)")
        }
        let log = try PrivateBus.current.directory + "/state/tabd/tabd.sqlite-wal"
        func size() throws -> Int? { try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int }
        let before = try size()
        for position: UInt32 in [1, 0, 1] { _ = try await client.tap(position, in: tabs) }
        #expect(try size() == before)
        try await client.viewController(tabs).set(\.restorationIdentifier, to: "desk")
        await daemon.kill()
        let again = try await BusClient.ofNewDaemon()
        #expect(try await again.tabBarController(tabs).selectedIndex == 1)
        for (page, name) in zip(pages, ["a", "b"]) {
            #expect(try await again.viewController(page).title == "title \(name)")
        }
    }

    private static let types: Options = ["Types": ["clock.WorldClock", "clock.Stopwatch"].variant]

    @Test(.rules("R4"))
    func `controllers that move into a tree without an identifier are no longer kept, with their content`()
        async throws
    {
        let (daemon, client) = try await DaemonProcess.startWithClient()
        let desk = try await client.manager.createTabBarController(["RestorationIdentifier": .string("desk")])
        let other = try await client.manager.createTabBarController()
        let page = try await client.manager.createViewController(
            "clock.Alarm", ["RestorationIdentifier": .string("page")])
        let stack = try await client.manager.createNavigationController(
            page, ["RestorationIdentifier": .string("stack")])
        try await client.setTabs([stack], of: desk)
        try await client.setTabs([], of: desk)
        try await client.setTabs([stack], of: other)
        await daemon.kill()
        try await DaemonProcess.start()
        let found = try await BusClient().get(ManagerInterface.viewControllers, at: TabNames.root)
        #expect(found.contains(desk))
        for path in [other, stack, page] { #expect(!found.contains(path), "\(path)") }
    }
}
