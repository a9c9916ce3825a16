import DBusConnection
import DBusInterface
import EventLoop
import Foundation
import Glibc
import TabInterface
import TestSupport
import Testing

/// The trees in the store: those whose root has an identifier.
@Suite(.serialized) struct StoredTreeTests {
    @Test(.rules("R4")) func `a tree without an identifier is not written, and is written whole when it gets one`()
        async throws
    {
        try await Self.named(try PrivateBus())
    }

    private static let types: Options = ["Types": ["clock.WorldClock", "clock.Stopwatch"].variant]

    @EventLoop private static func named(_ bus: PrivateBus) async throws {
        let daemon = try await DaemonProcess.start(on: bus)
        let client = try BusClient(on: bus)
        let tabs = try await client.createTabBarController(types)
        let pages = try await client.get(TabBarControllerInterface.viewControllers, at: tabs)
        for (page, name) in zip(pages, ["a", "b"]) {
            try await client.set(ViewControllerInterface.restorationIdentifier, at: page, to: name)
            try await client.set(ViewControllerInterface.title, at: page, to: "title \(name)")
        }
        let log = bus.directory + "/state/tabd/tabd.sqlite-wal"
        func size() throws -> Int? { try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int }
        let before = try size()
        for position: UInt32 in [1, 0, 1] { _ = try await client.tap(position, in: tabs) }
        #expect(try size() == before)
        try await client.set(ViewControllerInterface.restorationIdentifier, at: tabs, to: "desk")
        daemon.send(SIGKILL)
        _ = await daemon.status()
        let next = try await DaemonProcess.start(on: bus)
        let again = try BusClient(on: bus)
        #expect(try await again.selectedIndex(of: tabs) == 1)
        for (page, name) in zip(pages, ["a", "b"]) {
            #expect(try await again.own(ViewControllerInterface.title, of: page) == "title \(name)")
        }
        #expect(await next.stop() == 0)
    }

    @Test(.rules("R4"))
    func `controllers that move into a tree without an identifier are no longer kept, with their content`()
        async throws
    {
        try await Self.moved(try PrivateBus())
    }

    @EventLoop private static func moved(_ bus: PrivateBus) async throws {
        let daemon = try await DaemonProcess.start(on: bus)
        let client = try BusClient(on: bus)
        let desk = try await client.createTabBarController(["RestorationIdentifier": .string("desk")])
        let other = try await client.createTabBarController()
        let page = try await client.call(
            ManagerInterface.createViewController, at: TabNames.root, "clock.Alarm",
            ["RestorationIdentifier": .string("page")])
        let stack = try await client.call(
            ManagerInterface.createNavigationController, at: TabNames.root, page,
            ["RestorationIdentifier": .string("stack")])
        try await client.setTabs([stack], of: desk)
        try await client.setTabs([], of: desk)
        try await client.setTabs([stack], of: other)
        daemon.send(SIGKILL)
        _ = await daemon.status()
        let next = try await DaemonProcess.start(on: bus)
        let found = try await BusClient(on: bus).get(ManagerInterface.viewControllers, at: TabNames.root)
        #expect(found.contains(desk))
        for path in [other, stack, page] { #expect(!found.contains(path), "\(path)") }
        #expect(await next.stop() == 0)
    }
}
