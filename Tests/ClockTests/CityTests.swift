import Foundation
import TestSupport

@testable import ClockPlugin

/// The search for cities.
@Suite struct CityTests {
    @Test(arguments: [
        ("Paris", "Europe/Paris"), ("paris ", "Europe/Paris"), (" europe/PARIS", "Europe/Paris"),
        ("new york", "America/New_York"), ("New_York", "America/New_York"), ("indiana/knox", "America/Indiana/Knox"),
        ("Buenos Aires", "America/Argentina/Buenos_Aires"), ("UTC", "Etc/UTC"), ("Amsterdam", "Europe/Amsterdam"),
    ])
    func `a city has a zone`(text: String, zone: String) {
        #expect(CityIndex().city(named: text)?.zoneName == zone)
    }

    @Test func `an obsolete name has the zone of the current one, if it has none of its own`() throws {
        let folder = try TemporaryFolder()
        try Data("L Asia/Kolkata Asia/Nowhere\nL Asia/Nowhere Asia/Lost\n".utf8).write(
            to: URL(fileURLWithPath: folder.path + "/tzdata.zi"))
        #expect(CityIndex(folder: folder.path).city(named: "nowhere")?.zoneName == "Asia/Kolkata")
        #expect(CityIndex(folder: folder.path).city(named: "lost") == nil)
        #expect(["Asia/Calcutta", "Asia/Kolkata"].contains(CityIndex().city(named: "Calcutta")?.zoneName))
    }

    @Test(arguments: [
        "", " ", "Atlantis", "ork", "/Paris", "Europe/", "..", "../Europe/Paris", "Paris\n", "#", "\u{0}",
    ])
    func `an invalid city is refused`(text: String) {
        #expect(CityIndex().city(named: text) == nil)
    }

    @Test func `a city has a readable name`() {
        #expect(City(zoneName: "America/New_York").name == "New York")
        #expect(City(zoneName: "UTC").name == "UTC")
        #expect(City(zoneName: "").name == "")
    }

    @Test(arguments: [
        ("new y", ["America/New_York"]), ("YORK", ["America/New_York"]), ("new_york", ["America/New_York"]),
        ("europe/p", ["Europe/Paris", "Europe/Podgorica", "Europe/Prague"]), (" oslo ", ["Europe/Oslo"]),
        ("atlantis", []),
    ])
    func `cities are found by a part of their name`(text: String, zones: [String]) {
        #expect(CityIndex.cities(CityIndex().cities(), matching: text).map(\.zoneName) == zones)
    }

    @Test func `cities are sorted by name, and those that begin with the text come first`() {
        let cities = CityIndex().cities()
        #expect(cities.count > 300)
        #expect(cities.map(\.name) == cities.map(\.name).sorted())
        #expect(CityIndex.cities(cities, matching: " ") == cities)
        let found = CityIndex.cities(cities, matching: "an").map(\.name)
        let others = found.drop { $0.hasPrefix("An") }
        #expect(found.first?.hasPrefix("An") == true && !others.contains { $0.hasPrefix("An") } && others.count > 20)
    }

    @Test func `wrong entries in a list have no effect`() throws {
        let folder = try TemporaryFolder()
        let lines = [
            "FR\t+0\t../../../etc/passwd", "FR\t+0\tEurope/Nowhere", "FR", "\t\t\t", "FR\t+0\t", "IT\t+0\tEurope/Rome",
            "",
        ]
        var bytes = Array(lines.joined(separator: "\n").utf8)
        bytes += [0xff, 0xfe, 0x0a, 0x00]
        try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/zone.tab"))
        try Data(repeating: 0x41, count: 2 << 20).write(to: URL(fileURLWithPath: folder.path + "/zone1970.tab"))
        try Data("L\nZ\nL a\nZ Europe/Madrid 1 2 3\nR x\n".utf8).write(
            to: URL(fileURLWithPath: folder.path + "/tzdata.zi"))
        let index = CityIndex(folder: folder.path)
        #expect(index.city(named: "passwd") == nil)
        #expect(index.city(named: "Nowhere") == nil)
        #expect(index.city(named: "rome")?.zoneName == "Europe/Rome")
        #expect(index.city(named: "madrid")?.zoneName == "Europe/Madrid")
        // None of the lists has the zone, but its file exists.
        #expect(index.city(named: "Asia/Tokyo")?.zoneName == "Asia/Tokyo")
        #expect(index.cities().map(\.zoneName).contains("Europe/Rome"))
        #expect(CityIndex(folder: "/nonexistent").cities().isEmpty)
        #expect(CityIndex(folder: "/nonexistent").city(named: "Europe/Rome")?.name == "Rome")
    }
}
