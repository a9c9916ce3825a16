import TabModel
import TestSupport
import Testing

/// More in the model alone. The scenarios of `DaemonTests` cover the rest.
@Suite struct MoreCases {
    @Test(.rules("M-79")) func `More can be selected in code`() throws {
        var stage = try Stage("ABCDEFG", shown: true)
        try stage.select("F")
        #expect(stage.stack("more") == "list,F")
        try stage.select("G")
        #expect(stage.stack("more") == "list,G")
        try stage.select("A")
        #expect(stage.selection == "A 0")
        try stage.select("more")
        #expect(stage.selection == "G 6")
        try stage.select("more")
        #expect(stage.selection == "more NF")
        _ = stage.model.drainEvents()
    }

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
