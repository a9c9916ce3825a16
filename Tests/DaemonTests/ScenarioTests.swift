import DBusConnection
import TestSupport
import Testing

/// The one table of scenarios, on the model and on the bus.
@Suite(.serialized) struct ScenarioTests {
    static let all =
        Scenario.selection + Scenario.lists + Scenario.more + Scenario.moreInCode + Scenario.lentStacks
        + Scenario.moreChanges + Scenario.editing + Scenario.items + Scenario.navigation + Scenario.bottomBars
        + Scenario.layouts + Scenario.lifeCycle + Scenario.transitions + Scenario.focus + Scenario.focusInContent
        + Scenario.popovers + Scenario.popoverExamples + Scenario.popoverTouches + Scenario.popoverAdaptations

    /// The cases of section M that are listed, M-1 to M-124, but for those of restoration.
    static let cases = [
        2, 3, 5, 7, 8, 10, 12, 13, 15, 17, 18, 20, 22, 23, 25, 27, 28, 30, 32, 33, 35, 37, 38, 40, 42, 43, 45, 47, 48,
        50, 52, 53, 55, 57, 58, 60, 62, 63, 65, 67, 68, 70, 72, 73, 75, 77, 78, 80, 82, 83, 85, 87, 88, 90, 92, 93, 95,
        97, 98, 100, 102, 103, 105, 107, 108, 110, 117, 118, 120, 122, 123,
    ]

    @Test func `every case of section M is in the table once`() {
        for number in Self.cases {
            let named = Self.all.filter { $0.name.hasPrefix("M-\(number) ") }
            #expect(named.count == 1, "M-\(number)")
        }
        let names = Dictionary(grouping: Self.all, by: \.name).filter { $1.count > 1 }.keys
        #expect(names.isEmpty, "twice: \(names)")
    }

    @Test func `model and bus do what the specification says`() async throws {
        try await Self.runAll(on: try PrivateBus(), pendingOn: try PrivateBus())
    }

    /// - Parameter patientBus: where focus stays pending.
    @EventLoop
    private static func runAll(on bus: PrivateBus, pendingOn patientBus: PrivateBus) async throws {
        let stage = try await BusStage(bus, focusDelay: 20)
        let patientStage = try await BusStage(patientBus, focusDelay: 60_000)
        var (onModel, onBus) = (0, 0)
        for scenario in all {
            let inModel = await ModelDriver.difference(in: scenario, nil)
            // The numbers of the rules, which begin each name.
            let label = scenario.name.split(separator: " ").prefix { $0.first?.isUppercase == true && $0 != "More" }
                .joined(separator: " ")
            #expect(inModel == nil, "\(scenario.name) on the model")
            let overBus = await BusScenarioDriver.difference(
                in: scenario, scenario.isPatient ? patientStage : stage)
            #expect(overBus == nil, "\(scenario.name) on the bus")
            print("\(label) model \(inModel == nil ? "ok" : "differs") / bus \(overBus == nil ? "ok" : "differs")")
            onModel += inModel == nil ? 1 : 0
            onBus += overBus == nil ? 1 : 0
        }
        print("\(all.count) scenarios: model \(onModel) ok, bus \(onBus) ok")
        for stage in [stage, patientStage] { #expect(await stage.daemon.stop() == 0) }
    }
}
