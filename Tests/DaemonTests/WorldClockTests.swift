import DBusConnection
import DBusInterface
import Foundation
import TabInterface
import TestSupport
import Testing

/// `clock.WorldClock` over the bus.
@Suite(.serialized) struct WorldClockTests {
    @Test func `cities are added, moved and removed, and come back in their order`() async throws {
        try await Self.edit(try PrivateBus())
    }

    @EventLoop private static func edit(_ bus: PrivateBus) async throws {
        let stage = try await ClockStage(bus)
        let zones = ["Europe/Rome", "Asia/Tokyo", "Europe/Rome"]
        let clock = try await stage.create("WorldClock", ["Cities": zones.variant])
        try await stage.client.loadView(of: clock)
        func cities() async throws -> [String] { try await stage.rows(of: "Cities", in: clock).map(\.title) }
        func message() async throws -> String { try await stage.text(of: "Message", in: clock) }
        #expect(try await cities() == ["Rome", "Tokyo"])
        try await stage.type("new york", into: "AddCity", of: clock)
        #expect(try await cities() == ["Rome", "Tokyo", "New York"])
        #expect(try await stage.text(of: "AddCity", in: clock).isEmpty)
        // The button after the field adds nothing twice, and says nothing.
        try await stage.press("Add", of: clock)
        #expect(try await message().isEmpty)
        try await stage.type("Atlantis", into: "AddCity", of: clock)
        #expect(try await message().contains("'Atlantis'"))
        try await stage.type("asia/tokyo", into: "AddCity", of: clock)
        #expect(try await message() == "Tokyo is there already")
        #expect(try await cities() == ["Rome", "Tokyo", "New York"])
        try await stage.send("editingChanged", .string("Europe/Paris"), to: "AddCity", of: clock)
        try await stage.press("Add", of: clock)
        try await stage.send(
            "moveRow", .structure([.uint32(3), .uint32(1)]), to: "Cities", of: clock)
        try await stage.send("deleteRow", .uint32(0), to: "Cities", of: clock)
        #expect(try await cities() == ["Paris", "Tokyo", "New York"])
        try await stage.reopen(clock)
        #expect(try await cities() == ["Paris", "Tokyo", "New York"])
        #expect(await stage.daemon.stop() == 0)
    }

    @Test func `there are at most a hundred cities`() async throws {
        try await Self.limit(try PrivateBus())
    }

    @EventLoop private static func limit(_ bus: PrivateBus) async throws {
        let stage = try await ClockStage(bus)
        let names = (0..<150).map { "Nowhere/City_\($0)" }
        let clock = try await stage.create("WorldClock", ["Cities": names.variant])
        try await stage.client.loadView(of: clock)
        #expect(try await stage.rows(of: "Cities", in: clock).count == 100)
        try await stage.type("Paris", into: "AddCity", of: clock)
        let rows = try await stage.rows(of: "Cities", in: clock)
        #expect(rows.count == 100)
        #expect(rows.last?.title == "City 99")
        #expect(rows.last?.detail == "unknown time zone")
        #expect(try await stage.text(of: "Message", in: clock).contains("100"))
        #expect(await stage.daemon.stop() == 0)
    }

    @Test func `a clock shows the time of its cities`() async throws {
        try await Self.time(try PrivateBus())
    }

    @EventLoop private static func time(_ bus: PrivateBus) async throws {
        let stage = try await ClockStage(bus, zone: "Asia/Kathmandu")
        let clock = try await stage.create("WorldClock", ["Cities": ["Asia/Kathmandu", "Etc/GMT+12"].variant])
        try await stage.client.loadView(of: clock)
        // 05:45 and -12:00; the minute may end between the two readings.
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
        #expect(await stage.daemon.stop() == 0)
    }
}
