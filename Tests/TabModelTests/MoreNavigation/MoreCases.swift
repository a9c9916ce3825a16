import TabModel
import TestSupport
import Testing

/// Cases of docs/rules/cases.md about More and the width.
@Suite struct MoreCases {
    @Test(.rules("M-60 M-62 M-63 M-65")) func `tabs beyond the bar's capacity are under More`() throws {
        var stage = try Stage("ABCDE")
        #expect(stage.bar == "A,B,C,D,E")
        try stage.set("ABCDEF")
        #expect(stage.bar == "A,B,C,D,more")
        #expect(stage.model.nodes.moreRows(of: stage.tabs) == stage.list("EF"))
        #expect(try Stage("ABCDEFGHIJKL", profile: .pad).bar == "A,B,C,D,E,F,G,H,I,J,K,L")
        #expect(try Stage("ABCDEFGHI", profile: .padLegacy).bar == "A,B,C,D,E,F,G,more")
        #expect(try Stage("ABCDEFGHI", profile: .tv).bar == "A,B,C,D,E,F,G")
    }

    @Test(.rules("M-67 M-68 M-70 M-72")) func `a tap on More restores its last tab, and a second tap shows the list`()
        throws
    {
        var stage = try Stage("ABCDEF", shown: true)
        try stage.tap(4)
        #expect(stage.log(delegateOnly: true) == "should(more) did(more)")
        #expect(stage.selection == "more NF")
        #expect(try stage.model.tapRow(1, of: stage.tabs))
        let push = "F.didLoad F.willAppear willShow(F) F.isAppearing F.didAppear"
        #expect(stage.log() == "F.willMove(more) " + push + " F.didMove(more) didShow(F)")
        #expect(stage.selection == "F 5")
        #expect(stage.highlighted == "more")
        try stage.tap(2)
        try stage.tap(4)
        #expect(stage.log(delegateOnly: true) == "should(C) did(C) should(more) did(F)")
        try stage.tap(4)
        #expect(stage.log(delegateOnly: true) == "should(more) willShow(list) didShow(list) did(more)")
        #expect(stage.parent("F") == "tabs")
        try stage.tap(4)
        #expect(stage.log() == "should(more) did(more)")
    }

    @Test(.rules("M-73 M-75 M-79")) func `More can be selected in code`() throws {
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

    @Test(.rules("M-77 M-78")) func `a navigation controller lends its stack`() throws {
        var stage = try Stage()
        try stage.navigation("N", "xy")
        try stage.set("ABCDEN")
        try stage.show()
        try stage.tap(4)
        _ = try stage.model.tapRow(1, of: stage.tabs)
        #expect(stage.stack("more") == "list,x,y")
        #expect(stage.stack("N") == "")
        #expect(stage.selection == "N 5")
        #expect(stage.parent("N") == "tabs")
        let nav = stage.id("N")
        let free = stage.id("Z")
        #expect(throws: ModelError.self) { try stage.model.push(free, onto: nav, animated: false) }
        try stage.set("NA")
        #expect(stage.stack("N") == "x,y")
        #expect(stage.stack("more") == "list")
        #expect(stage.selection == "N 0")
    }

    @Test(.rules("M-82 M-83")) func `a pad's width decides whether More is on the bar`() throws {
        var stage = try Stage("ABCDEF", profile: .pad, shown: true)
        try stage.select("C")
        try stage.select("F")
        try stage.resize(320, 1024)
        #expect(stage.highlighted == "more")
        #expect(stage.selection == "F 5")
        try stage.tap(4)
        try stage.resize(768, 1024)
        #expect(stage.selection == "F 5")
        #expect(stage.highlighted == "F")
        try stage.resize(320, 1024)
        try stage.select("E")
        try stage.resize(768, 1024)
        #expect(stage.selection == "E 4")
        #expect(stage.parent("E") == "tabs")
    }

    @Test(.rules("S-43")) func `a push that causes its stack to be lent moves to More with it`() throws {
        var stage = try Stage()
        try stage.navigation("N", "x")
        try stage.set("ABCDEFN")
        try stage.show()
        try stage.select("F")
        _ = stage.model.drainEvents()
        try stage.model.push(stage.id("F"), onto: stage.id("N"), animated: false)
        #expect(stage.stack("more") == "list,x,F")
        #expect(stage.selection == "N 5")
        let moves = stage.log().split(separator: " ").filter { $0.hasPrefix("F.") && $0.contains("Move") }
        #expect(moves == ["F.willMove(N)", "F.didMove(N)", "F.willMove(more)", "F.didMove(more)"])
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
