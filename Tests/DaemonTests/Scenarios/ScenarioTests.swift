import TestSupport

/// The table of all scenarios, run on the model and on the bus.
@Suite struct ScenarioTests {
    static let all =
        Scenario.selection + Scenario.lists + Scenario.more + Scenario.moreInCode + Scenario.lentStacks
        + Scenario.moreChanges + Scenario.morePage + Scenario.editing + Scenario.items + Scenario.navigation
        + Scenario.bottomBars + Scenario.layouts + Scenario.toolbars + Scenario.lifeCycle + Scenario.transitions
        + Scenario.focus + Scenario.focusInContent + Scenario.popovers + Scenario.popoverExamples
        + Scenario.popoverTouches + Scenario.coveredTouches + Scenario.popoverAdaptations + Scenario.restoration
        + Scenario.restoredStacks + Scenario.restoredMore + Scenario.tabEdits + Scenario.hiddenTabs
        + Scenario.shellBars + Scenario.profileFocus

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
        #expect(Scenario.layouts.count == 15, "the examples in the page of the rules")
    }

    @Test func `the model does what the rules say`() async {
        await Self.run(Self.all, as: "the model") { await ModelDriver.difference(in: $0, nil) }
    }

    /// Each part has daemons of its own, which work in parallel.
    @Test(arguments: ScenarioHosting.allCases, 0..<parts) @EventLoop
    func `clients and plugins do what the rules say`(hosting: ScenarioHosting, part: Int) async throws {
        let scenarios = Self.all.indices.filter { $0 % Self.parts == part }.map { Self.all[$0] }
        let patient = scenarios.filter(\.hasLongDelays)
        try await Self.run(scenarios.filter { !$0.hasLongDelays }, with: hosting, focusDelay: 20)
        // Here focus stays pending.
        if !patient.isEmpty { try await Self.run(patient, with: hosting, focusDelay: 60_000) }
    }

    private static let parts = 4

    @EventLoop
    private static func run(_ scenarios: [Scenario], with hosting: ScenarioHosting, focusDelay: Int) async throws {
        try await PrivateBus.withNew {
            let plugins = try PrivateBus.current.directory + "/fixtures"
            if hosting.isolation != nil { try await onThread { try BusStage.buildPlugin(in: plugins) } }
            let stage = try await BusStage(focusDelay: focusDelay, hosting: hosting, plugins: plugins)
            await run(scenarios, as: hosting.title) { await BusScenarioDriver.difference(in: $0, stage) }
            #expect(try await stage.hostingFailure(hosting) == nil)
        }
    }

    @EventLoop
    private static func run(
        _ scenarios: [Scenario], as name: String, _ difference: @EventLoop (Scenario) async -> String?
    ) async {
        var count = 0
        for scenario in scenarios {
            let found = await difference(scenario)
            #expect(found == nil, "\(scenario.name) with \(name)")
            if found == nil { count += 1 }
        }
        print("\(scenarios.count) scenarios with \(name): \(count) ok")
    }
}
