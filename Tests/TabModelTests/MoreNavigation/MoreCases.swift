import TestSupport

/// More in the model alone. The scenarios of `DaemonTests` cover the rest.
@Suite struct MoreCases {
    @Test(.rules("S-85")) func `the tv profile has no More`() throws {
        var stage = try Stage("ABCDEFGHI", profile: .tv)
        try stage.select("I")
        #expect(stage.highlighted == "nil")
        #expect(stage.model.nodes.moreNavigationController(of: stage.tabs) == nil)
        let more = stage.id("more")
        let tabs = stage.tabs
        #expect(throws: ModelError.self) { try stage.model.select(more, in: tabs) }
        #expect(throws: ModelError.self) { try stage.model.tapRow(0, of: tabs) }
    }
}
