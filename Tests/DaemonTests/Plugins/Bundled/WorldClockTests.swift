import Foundation
import TestSupport

/// `clock.WorldClock` over the bus.
@EventLoop @Suite(.bus) struct WorldClockTests {
    private typealias Popover = PopoverPresentationControllerInterface

    /// A World Clock in a window.
    @EventLoop private final class Stage {
        let clocks: ClockStage
        let clock: ObjectPath
        let navigation: ObjectPath?
        let window: ObjectPath
        var client: BusClient { clocks.client }

        /// - Parameter hasBar: Whether it is in a navigation controller.
        init(cities: [String], hasBar: Bool = true, size: DBusSize) async throws {
            clocks = try await ClockStage()
            clock = try await clocks.create("WorldClock", ["Cities": cities.variant])
            navigation = hasBar ? try await clocks.client.manager.createNavigationController(clock) : nil
            window = try await clocks.client.manager.createTabBarController([
                "Profile": .string(size.width < 600 ? "phone" : "pad"), "Size": size.variant,
            ])
            try await client.setTabs([navigation ?? clock], of: window)
            try await client.window(window).set(\.alwaysVisible, to: true)
        }

        func cities() async throws -> [String] { try await clocks.rows(of: "Cities", in: clock).map(\.title) }
        func message() async throws -> String { try await clocks.text(of: "Message", in: clock) }

        func presented() async throws -> ObjectPath {
            try await client.barrier()
            return try await client.viewController(clock).presentedViewController
        }

        /// Presses the button for another city, and returns the presented controller.
        func add() async throws -> ObjectPath {
            guard navigation != nil else {
                try await clocks.press("Add", of: clock)
                return try await presented()
            }
            let items = try await client.navigationItem(clock).rightBarButtonItems
            let item = try #require(items.first)
            #expect(items.map(\.image) == ["list-add-symbolic"])
            try await client.navigationItem(clock).tapBarButtonItem(item.id)
            return try await presented()
        }

        func rows(of list: ObjectPath) async throws -> [TableRow] { try await clocks.rows(of: "Results", in: list) }

        func search(_ text: String, in list: ObjectPath) async throws -> [String] {
            try await clocks.send("editingChanged", .string(text), to: "Search", of: list)
            return try await rows(of: list).map(\.detail)
        }

        func select(_ row: UInt32, in list: ObjectPath) async throws {
            try await clocks.send("selectRow", .uint32(row), to: "Results", of: list)
        }

        /// Searches for a city in the list, selects the first row, and waits until the list is gone.
        func choose(_ text: String, in list: ObjectPath) async throws {
            _ = try await search(text, in: list)
            try await select(0, in: list)
            try await leaves(list)
        }

        func leaves(_ list: ObjectPath) async throws {
            try await client.waitForRemoval(of: list)
            #expect(try await presented().isNone)
        }
    }

    private static let pad = DBusSize(width: 768, height: 1024)
    private static let phone = DBusSize(width: 375, height: 667)

    @Test(.rules("P11")) func `a city is chosen from a popover at the bar button, which then closes`() async throws {
        let stage = try await Stage(cities: ["Europe/Rome"], size: Self.pad)
        let list = try await stage.add()
        #expect(try await stage.client.viewController(list).type == "clock.CityList")
        #expect(try await stage.client.popover(list).barButtonItem.viewController == stage.clock)
        #expect(try await stage.client.popover(list).arrowDirection == 1)
        #expect(try await stage.client.popover(list).adaptivePresentationStyle == "none")
        let content = try await stage.client.popover(list).contentFrame
        #expect(DBusSize(width: content.width, height: content.height) == DBusSize(width: 320, height: 400))
        // All cities by name. Those that were already added can't be chosen.
        let rows = try await stage.rows(of: list)
        #expect(rows.count > 300)
        #expect(rows.first { $0.detail == "Europe/Rome" }.map { [$0.title, $0.accessory] } == ["Rome", "checkmark"])
        #expect(rows.filter { !$0.enabled }.map(\.title) == ["Rome"])
        #expect(try await stage.search("new yo", in: list) == ["America/New_York"])
        try await stage.select(0, in: list)
        try await stage.leaves(list)
        #expect(try await stage.cities() == ["Rome", "New York"])
    }

    @Test func `cities are searched by name and zone, and unlisted zones are found as well`() async throws {
        let stage = try await Stage(cities: [], size: Self.pad)
        let list = try await stage.add()
        #expect(try await stage.search("paris", in: list) == ["Europe/Paris"])
        #expect(try await stage.search("europe/p", in: list) == ["Europe/Paris", "Europe/Podgorica", "Europe/Prague"])
        // Debian 13 has no file of the obsolete name.
        let zones = try await stage.search("calcutta", in: list)
        #expect(zones == ["Asia/Calcutta"] || zones == ["Asia/Kolkata"])
        #expect(try await stage.search("Atlantis", in: list).isEmpty)
        #expect(try await stage.clocks.text(of: "Message", in: list).contains("'Atlantis'"))
        #expect(try await stage.search("utc", in: list) == ["Etc/UTC"])
        #expect(try await stage.clocks.text(of: "Message", in: list).isEmpty)
        try await stage.choose("calcutta", in: list)
        #expect(try await stage.cities() == zones.map { String($0.dropFirst("Asia/".count)) })
    }

    @Test func `cities are moved and removed, and restored in their order`() async throws {
        let zones = ["Europe/Rome", "Asia/Tokyo", "Europe/Rome"]
        let stage = try await Stage(cities: zones, size: Self.pad)
        #expect(try await stage.cities() == ["Rome", "Tokyo"])
        try await stage.choose("new york", in: stage.add())
        try await stage.choose("Europe/Paris", in: stage.add())
        #expect(try await stage.cities() == ["Rome", "Tokyo", "New York", "Paris"])
        try await stage.clocks.send("moveRow", .structure([.uint32(3), .uint32(1)]), to: "Cities", of: stage.clock)
        try await stage.clocks.send("deleteRow", .uint32(0), to: "Cities", of: stage.clock)
        #expect(try await stage.cities() == ["Paris", "Tokyo", "New York"])
        try await stage.clocks.reopen(stage.clock)
        #expect(try await stage.cities() == ["Paris", "Tokyo", "New York"])
    }

    @Test(.rules("P15")) func `without a navigation bar the popover is at a button in the view`() async throws {
        let stage = try await Stage(cities: [], hasBar: false, size: Self.pad)
        #expect(try await !stage.clocks.isHidden("Add", in: stage.clock))
        let list = try await stage.add()
        let button = try #require(try await stage.client.getView(of: stage.clock).views.named("Add"))
        let anchor = ViewReference(viewController: stage.clock, view: button.id)
        #expect(try await stage.client.popover(list).sourceView == anchor)
        #expect(try await stage.client.popover(list).presented)
        try await stage.choose("paris", in: list)
        #expect(try await stage.cities() == ["Paris"])
        // In a navigation bar its bar button takes over.
        try await stage.client.setTabs([stage.client.manager.createNavigationController(stage.clock)], of: stage.window)
        #expect(try await stage.clocks.isHidden("Add", in: stage.clock))
    }

    @Test(.rules("P63 P76"), arguments: ["choose", "cancel", "escape"])
    func `on a phone the list is a sheet with a bar and a close button`(how: String) async throws {
        let stage = try await Stage(cities: ["Asia/Tokyo"], size: Self.phone)
        let before = try await Set(stage.client.managedObjects().keys)
        let sheet = try await stage.add()
        #expect(try await stage.client.viewController(sheet).type == "NavigationController")
        let list = try await stage.client.navigationController(sheet).topViewController
        #expect(try await stage.client.viewController(list).type == "clock.CityList")
        #expect(try await stage.client.popover(list).adaptivePresentationStyle == "formSheet")
        #expect(try await stage.client.popover(list).arrowDirection == Popover.unknownDirection)
        switch how {
        case "choose": try await stage.choose("paris", in: list)
        case "cancel":
            let items = try await stage.client.navigationItem(list).leftBarButtonItems
            #expect(items.map(\.title) == ["Cancel"])
            try await stage.client.navigationItem(list).tapBarButtonItem(items[0].id)
            try await stage.leaves(list)
        default:
            #expect(try await stage.client.popover(list).performEscape() == "dismissed")
            try await stage.leaves(list)
        }
        #expect(try await stage.cities() == (how == "choose" ? ["Tokyo", "Paris"] : ["Tokyo"]))
        #expect(try await Set(stage.client.managedObjects().keys) == before)
        // The list is created again when it is needed again.
        #expect(try await !stage.add().isNone)
    }

    @Test func `there are at most a hundred cities`() async throws {
        let names = (0..<150).map { "Nowhere/City_\($0)" }
        let stage = try await Stage(cities: names, size: Self.pad)
        let rows = try await stage.clocks.rows(of: "Cities", in: stage.clock)
        #expect(rows.count == 100)
        #expect(rows.last?.title == "City 99")
        #expect(rows.last?.detail == "unknown time zone")
        #expect(try await stage.add().isNone)
        #expect(try await stage.message().contains("100"))
        try await stage.clocks.send("deleteRow", .uint32(0), to: "Cities", of: stage.clock)
        #expect(try await stage.message().isEmpty)
        try await stage.choose("paris", in: stage.add())
        #expect(try await stage.cities().last == "Paris")
    }

    @Test func `a clock shows the time of its cities`() async throws {
        let stage = try await ClockStage(zone: "Asia/Kathmandu")
        let clock = try await stage.create("WorldClock", ["Cities": ["Asia/Kathmandu", "Etc/GMT+12"].variant])
        try await stage.client.viewController(clock).loadViewIfNeeded()
        // 05:45 and -12:00. A minute may end between the two readings.
        func expected() -> [String] {
            let now = Int(Date().timeIntervalSince1970)
            let days = [20_700, -43_200].map { (now + $0) / 86_400 }
            return zip([20_700, -43_200], days).map { offset, day in
                let minute = (now + offset) % 86_400 / 60
                let text = [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
                return day < days[0] ? text + ", yesterday" : text
            }
        }
        let before = expected()
        let details = try await stage.rows(of: "Cities", in: clock).map(\.detail)
        #expect(details == before || details == expected())
    }
}
