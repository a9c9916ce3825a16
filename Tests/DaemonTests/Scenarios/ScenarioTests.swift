import TestSupport
import Testing

/// The table of all scenarios, run on the model and on the bus.
@Suite(.serialized) struct ScenarioTests {
    static let all =
        Scenario.selection + Scenario.lists + Scenario.more + Scenario.moreInCode + Scenario.lentStacks
        + Scenario.moreChanges + Scenario.morePage + Scenario.editing + Scenario.items + Scenario.navigation
        + Scenario.bottomBars + Scenario.layouts + Scenario.toolbars + Scenario.lifeCycle + Scenario.transitions
        + Scenario.focus + Scenario.focusInContent + Scenario.popovers + Scenario.popoverExamples
        + Scenario.popoverTouches + Scenario.coveredTouches + Scenario.popoverAdaptations + Scenario.restoration
        + Scenario.restoredStacks + Scenario.restoredMore

    /// The listed cases of the rules, M-2 to M-123.
    static let cases = [
        2, 3, 5, 7, 8, 10, 12, 13, 15, 17, 18, 20, 22, 23, 25, 27, 28, 30, 32, 33, 35, 37, 38, 40, 42, 43, 45, 47, 48,
        50, 52, 53, 55, 57, 58, 60, 62, 63, 65, 67, 68, 70, 72, 73, 75, 77, 78, 80, 82, 83, 85, 87, 88, 90, 92, 93, 95,
        97, 98, 100, 102, 103, 105, 107, 108, 110, 112, 113, 115, 117,
        118, 120, 122, 123,
    ]

    @Test func `every case of the rules is in the table once`() {
        for number in Self.cases {
            let named = Self.all.filter { $0.rules.first == "M-\(number)" }
            #expect(named.count == 1, "M-\(number)")
        }
        let names = Dictionary(grouping: Self.all, by: \.name).filter { $1.count > 1 }.keys
        #expect(names.isEmpty, "twice: \(names)")
    }

    @Test func `the model, the bus and plugins do what the rules say`() async throws {
        let inModel = await Self.runAll(as: "the model") { await ModelDriver.difference(in: $0, nil) }
        // The daemons work in parallel.
        async let client = Self.runAll(.client)
        async let inProcess = Self.runAll(.inProcess)
        async let isolated = Self.runAll(.isolated)
        print(
            "\(Self.all.count) scenarios: model \(inModel) ok, bus \(try await client) ok, "
                + "in-process plugins \(try await inProcess) ok, isolated plugins \(try await isolated) ok")
    }

    @EventLoop private static func runAll(_ hosting: ScenarioHosting) async throws -> Int {
        try await PrivateBus.withNew {
            let plugins = try PrivateBus.current.directory + "/fixtures"
            if hosting != .client { try await onThread { try BusStage.buildPlugin(in: plugins) } }
            let stage = try await BusStage(focusDelay: 20, hosting: hosting, plugins: plugins)
            return try await PrivateBus.withNew { try await runAll(hosting, stage, plugins) }
        }
    }

    @EventLoop
    private static func runAll(_ hosting: ScenarioHosting, _ stage: BusStage, _ plugins: String) async throws -> Int {
        // Here focus stays pending.
        let pendingStage = try await BusStage(focusDelay: 60_000, hosting: hosting, plugins: plugins)
        let count = await runAll(as: hosting.title) { scenario in
            await BusScenarioDriver.difference(in: scenario, scenario.hasLongDelays ? pendingStage : stage)
        }
        for stage in [stage, pendingStage] {
            #expect(try await stage.hostingFailure(hosting) == nil)
        }
        return count
    }

    /// Runs scenarios. Returns the number of those that succeed.
    @EventLoop
    private static func runAll(as name: String, _ difference: @EventLoop (Scenario) async -> String?) async -> Int {
        var count = 0
        for scenario in all {
            let found = await difference(scenario)
            #expect(found == nil, "\(scenario.name) with \(name)")
            print("\(scenario.name) with \(name): \(found == nil ? "ok" : "differs")")
            count += found == nil ? 1 : 0
        }
        return count
    }
}
