import Foundation
import TestSupport

/// docs/waybar.md: the tabs of a controller in waybar.
@EventLoop
@Suite(.bus, .enabled(if: HeadlessBar.hasPrograms, "sway, waybar, grim or gir1.2-atspi-2.0 is not installed"))
struct WaybarTests {
    private static func create(_ types: [String], _ client: BusClient) async throws -> ObjectPath {
        try await client.manager.createTabBarController([
            "RestorationIdentifier": .string("desk"), "Types": types.variant,
        ])
    }

    @Test func `the module shows the tabs, and clicks and the wheel reach the daemon`() async throws {
        let client = try await BusClient.ofNewDaemon()
        let desk = try await Self.create(["clock.WorldClock", "clock.Stopwatch", "gallery.Labels"], client)
        let tabs = try await client.tabBarController(desk).viewControllers
        try await HeadlessBar.run { bar in
            try await bar.shows("[World Clock]  Stopwatch  Labels")
            try bar.point("move 40 10", "click left")
            try await bar.shows("World Clock  [Stopwatch]  Labels")
            try await client.waitForSignal("the tap") { signal in
                signal.member == "DidSelectViewController" && signal.arguments == [.objectPath(tabs[1])]
            }
            try bar.point("scroll 1")
            try await bar.shows("World Clock  Stopwatch  [Labels]")
            try bar.point("scroll -1")
            try await bar.shows("World Clock  [Stopwatch]  Labels")
            try bar.point("click right")
            try await bar.shows("[World Clock]  Stopwatch  Labels")
            // Text that looks like markup.
            try await client.tabBarItem(tabs[1]).set(\.title, to: "<b>Q&A</b>")
            try await bar.shows("[World Clock]  <b>Q&A</b>  Labels")
            try await client.tabBarItem(tabs[2]).set(\.badgeValue, to: "3 < 4")
            try await bar.shows("[World Clock]  <b>Q&A</b>  Labels 3 < 4")
            #expect(try await client.window(desk).attachedClients.count == 1)
            try await bar.endBar()
            try await EventLoop.until("the end of the module") { try await client.window(desk).attachedClients.isEmpty }
        }
    }

    @Test func `the module finds the next daemon, and the next controller`() async throws {
        let daemon = try await DaemonProcess.start()
        let desk = try await Self.create(["clock.WorldClock", "clock.Stopwatch"], try BusClient())
        try await HeadlessBar.run { bar in
            try await bar.shows("[World Clock]  Stopwatch")
            await daemon.kill()
            try await DaemonProcess.start()
            let client = try BusClient()
            try await EventLoop.until("the next attachment") { try await !client.window(desk).attachedClients.isEmpty }
            #expect(try await client.tap(1, in: desk))
            try await bar.shows("World Clock  [Stopwatch]")
            try await client.manager.destroy(desk)
            // waybar hides a module without a text.
            try await bar.shows("")
            _ = try await Self.create(["gallery.Labels"], client)
            try await bar.shows("[Labels]")
            try await bar.endBar()
        }
    }
}
