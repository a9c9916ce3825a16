import DBusConnection
import TestSupport
import Testing

/// The one table of scenarios, on the model and on the bus.
@Suite(.serialized) struct ScenarioTests {
    static let all = Scenario.selection + Scenario.lists + Scenario.items + Scenario.navigation + Scenario.lifeCycle

    /// Cases of section M that need neither More nor animation.
    static let cases = [
        2, 3, 5, 7, 8, 10, 12, 13, 14, 15, 16, 17, 18, 20, 23, 25, 27, 28, 30, 32, 33, 35, 37, 38, 40, 42, 43, 45, 47,
        48, 50, 52, 53, 55, 97, 98, 100, 102, 103, 107, 108,
    ]

    @Test func `every case of section M in reach is in the table once`() {
        for number in Self.cases {
            let named = Self.all.filter { $0.name.hasPrefix("M-\(number) ") }
            #expect(named.count == 1, "M-\(number)")
        }
        #expect(Set(Self.all.map(\.name)).count == Self.all.count)
    }

    @Test func `model and bus do what the specification says`() async throws {
        try await Self.runAll(on: try PrivateBus())
    }

    @EventLoop
    private static func runAll(on bus: PrivateBus) async throws {
        let stage = try await BusStage(bus)
        for scenario in all {
            let onModel = await ModelDriver.difference(in: scenario, nil)
            let label = scenario.name.split(separator: " ").first ?? ""
            #expect(onModel == nil, "\(scenario.name) on the model")
            let onBus = await BusScenarioDriver.difference(in: scenario, stage)
            #expect(onBus == nil, "\(scenario.name) on the bus")
            print("\(label) model \(onModel == nil ? "ok" : "differs") / bus \(onBus == nil ? "ok" : "differs")")
        }
        #expect(await stage.daemon.stop() == 0)
    }
}
