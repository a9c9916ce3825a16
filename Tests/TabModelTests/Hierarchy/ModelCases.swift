import TabModel
import TestSupport
import Testing

/// Cases of docs/rules/cases.md that need only the model.
@Suite struct ModelCases {
    @Test(.rules("M-2")) func `a new controller has a More and nothing selected`() throws {
        let stage = try Stage()
        #expect(stage.model.nodes.moreNavigationController(of: stage.tabs) == stage.ids["more"])
        #expect(stage.selection == "nil NF")
        #expect(stage.stack("more") == "list")
    }

    @Test(.rules("M-7 M-47 M-48")) func `the first list selects index 0 and says whether the items are animated`()
        throws
    {
        var stage = try Stage()
        try stage.set("ABC", animated: true)
        #expect(stage.selection == "A 0")
        let moves = "A.willMove(tabs) A.didMove(tabs) B.willMove(tabs) B.didMove(tabs) C.willMove(tabs) C.didMove(tabs)"
        #expect(stage.log() == moves + " items(ABC,true)")
        try stage.set("ABC")
        #expect(stage.model.drainEvents().isEmpty)
    }

    @Test(.rules("M-8 M-10")) func `only the selected controller is loaded and appears`() throws {
        var stage = try Stage("ABC")
        try stage.select("C")
        #expect(stage.log() == "")
        try stage.show()
        #expect(stage.log() == "C.didLoad C.willAppear C.isAppearing C.didAppear")
        #expect(!stage.model.nodes.isViewLoaded(stage.id("A")))
    }

    @Test(.rules("M-12 M-13"))
    func `a tap asks the delegate, switches in the modern order, then notifies the delegate`() throws {
        var stage = try Stage("ABC", shown: true)
        let tap = try stage.model.tapItem(1, of: stage.tabs, asking: true)
        guard case .pending(let question) = tap else { throw ModelError.notSupported("no question") }
        #expect(stage.log() == "should(B)")
        #expect(stage.selection == "A 0")
        #expect(try stage.model.answer(question, allowed: true) == .finished(accepted: true))
        #expect(stage.log() == "B.didLoad B.willAppear A.willDis B.isAppearing B.didAppear A.didDis did(B)")
        #expect(stage.selection == "B 1")
        #expect(throws: ModelError.self) { try stage.model.answer(question, allowed: true) }
    }

    @Test(.rules("M-14")) func `the legacy lifecycle order interleaves both appearances`() throws {
        var stage = try Stage("AB", order: .legacy, shown: true)
        try stage.select("B")
        #expect(stage.log() == "B.didLoad B.willAppear A.willDis B.isAppearing A.didDis B.didAppear")
        try stage.tap(0)
        #expect(stage.log(delegateOnly: true) == "should(A) did(A)")
    }

    @Test(.rules("M-16")) func `a refused tap changes nothing`() throws {
        var stage = try Stage("AB", shown: true)
        guard case .pending(let question) = try stage.model.tapItem(1, of: stage.tabs, asking: true) else { return }
        #expect(try stage.model.answer(question, allowed: false) == .finished(accepted: false))
        #expect(stage.log() == "should(B) refused(B)")
        #expect(stage.selection == "A 0")
    }

    @Test(.rules("M-20 M-21")) func `a second tap pops to the root, the first tap does not`() throws {
        var stage = try Stage()
        try stage.navigation("N", "xyz")
        try stage.set("NB")
        try stage.show()
        _ = stage.model.drainEvents()
        try stage.tap(0)
        let will = "y.willMove(nil) z.willMove(nil) x.didLoad z.willDis x.willAppear willShow(x) x.isAppearing"
        let did = "z.didDis x.didAppear y.didMove(nil) z.didMove(nil) didShow(x)"
        #expect(stage.log() == "should(N) \(will) \(did) did(N)")
        #expect(stage.stack("N") == "x")
        try stage.tap(0)
        #expect(stage.log() == "should(N) did(N)")
    }

    @Test(.rules("M-23 M-32")) func `another tab keeps its stack, and so does a repeated selection in code`() throws {
        var stage = try Stage()
        try stage.navigation("N", "xy")
        try stage.set("NB")
        try stage.select("B")
        try stage.tap(0)
        #expect(stage.stack("N") == "x,y")
        _ = stage.model.drainEvents()
        try stage.select("N")
        #expect(stage.model.drainEvents().isEmpty)
        #expect(stage.stack("N") == "x,y")
    }

    @Test(.rules("M-25")) func `a disabled item can't be tapped`() throws {
        var stage = try Stage("AB", shown: true)
        try stage.model.setTabBarItem(of: stage.id("B")) { $0.isEnabled = false }
        _ = stage.model.drainEvents()
        #expect(try stage.tap(1) == .finished(accepted: false))
        #expect(stage.model.drainEvents().isEmpty)
        try stage.select("B")
        #expect(stage.selection == "B 1")
    }

    @Test(.rules("M-27 M-29")) func `changes during an open question remain, and a removed target is refused`() throws {
        var stage = try Stage("ABC")
        guard case .pending(let first) = try stage.model.tapItem(2, of: stage.tabs, asking: true) else { return }
        try stage.select("B")
        #expect(try stage.model.answer(first, allowed: false) == .finished(accepted: false))
        #expect(stage.selection == "B 1")
        guard case .pending(let second) = try stage.model.tapItem(2, of: stage.tabs, asking: true) else { return }
        try stage.set("AB")
        _ = stage.model.drainEvents()
        #expect(try stage.model.answer(second, allowed: true) == .finished(accepted: false))
        #expect(stage.log() == "refused(C)")
    }

    @Test(.rules("M-30 M-33")) func `a selection in code does not notify the delegate`() throws {
        var stage = try Stage("ABC")
        try stage.model.selectIndex(2, in: stage.tabs)
        #expect(stage.selection == "C 2")
        #expect(stage.highlighted == "C")
        #expect(stage.log(delegateOnly: true) == "")
    }

    @Test(.rules("M-34 M-35 M-37 M-38")) func `invalid selections are errors`() throws {
        var stage = try Stage()
        let tabs = stage.tabs
        #expect(throws: ModelError.outOfRange("index 0 can't be selected; view controller 1 has no tabs")) {
            try stage.model.selectIndex(0, in: tabs)
        }
        try stage.model.select(nil, in: tabs)
        try stage.set("AB")
        let other = stage.id("X")
        let more = stage.id("more")
        _ = stage.model.drainEvents()
        #expect(throws: ModelError.outOfRange("index 2 can't be selected; expected 0 to 1")) {
            try stage.model.selectIndex(2, in: tabs)
        }
        #expect(throws: ModelError.self) { try stage.model.selectIndex(nil, in: tabs) }
        #expect(throws: ModelError.self) { try stage.model.select(nil, in: tabs) }
        #expect(throws: ModelError.self) { try stage.model.select(other, in: tabs) }
        #expect(throws: ModelError.self) { try stage.model.select(more, in: tabs) }
        #expect(stage.selection == "A 0")
        #expect(stage.model.drainEvents().isEmpty)
    }

    @Test(.rules("M-40 M-41 M-42 M-43"))
    func `a new list keeps the selected tab, otherwise its index, otherwise the first tab`() throws {
        var stage = try Stage("ABC")
        try stage.select("B")
        try stage.set("CBA")
        #expect(stage.selection == "B 1")
        try stage.set("BC")
        #expect(stage.selection == "B 0")
        try stage.set("ABC")
        try stage.select("C")
        try stage.set("DE")
        #expect(stage.selection == "D 0")
        try stage.select("E")
        try stage.set("FGH")
        #expect(stage.selection == "G 1")
    }

    @Test(.rules("M-45 M-50")) func `the customizable tabs follow the list, and an empty list clears the selection`()
        throws
    {
        var stage = try Stage("ABC")
        try stage.model.setCustomizableViewControllers(stage.list("A"), of: stage.tabs)
        try stage.set("ABC")
        #expect(stage.model.nodes.customizableViewControllers(of: stage.tabs) == stage.list("ABC"))
        try stage.set("")
        #expect(stage.selection == "nil NF")
        #expect(stage.parent("A") == "nil")
        #expect(stage.model.nodes.tabBarController(of: stage.id("A")) == nil)
    }

    @Test(.rules("M-52 M-53")) func `duplicates, More and tab bar controllers are refused`() throws {
        var stage = try Stage("A")
        let tabs = stage.tabs
        let twice = stage.list("AA")
        let more = [stage.id("A"), stage.id("more")]
        #expect(throws: ModelError.self) { try stage.model.setViewControllers(twice, of: tabs, animated: false) }
        #expect(throws: ModelError.self) { try stage.model.setViewControllers(more, of: tabs, animated: false) }
        #expect(
            throws: ModelError.hierarchyInconsistency(
                "view controller 1 is a tab bar controller and can't be a tab")
        ) { try stage.model.setViewControllers([tabs], of: tabs, animated: false) }
        #expect(stage.model.drainEvents().isEmpty)
    }

    @Test(.rules("M-54 M-55")) func `removals come before insertions, and a kept controller gets no callbacks`() throws
    {
        var stage = try Stage("ABC", shown: true)
        try stage.select("B")
        _ = stage.model.drainEvents()
        try stage.set("AB")
        #expect(stage.log() == "C.willMove(nil) C.didMove(nil) items(AB,false)")
        try stage.set("DA")
        let removed = "B.willMove(nil) B.willDis B.didDis B.didMove(nil) "
        let installed = "D.willMove(tabs) D.didMove(tabs) items(DA,false) A.willAppear A.isAppearing A.didAppear"
        #expect(stage.log() == removed + installed)
    }

    @Test(.rules("M-57 M-58"))
    func `without More the first tab is selected, and a tab that moves from More to the bar stays visible`() throws {
        var stage = try Stage("ABCDEF", shown: true)
        try stage.select("more")
        #expect(stage.selection == "more NF")
        try stage.set("AB")
        #expect(stage.selection == "A 0")
        try stage.set("ABCDEF")
        try stage.select("F")
        _ = stage.model.drainEvents()
        try stage.set("FAB")
        #expect(stage.selection == "F 0")
        #expect(stage.bar == "F,A,B")
        #expect(stage.parent("F") == "tabs")
        #expect(!stage.log().contains("F.willDis"))
    }

    @Test(.rules("M-59")) func `a tab that joins another tab bar controller leaves the first`() throws {
        var stage = try Stage("ABC", shown: true)
        let other = stage.model.createTabBarController(profile: .phone, lifecycleOrder: .modern, maximumVisibleItems: 7)
        _ = stage.model.drainEvents()
        let taken = stage.id("A")
        try stage.model.setViewControllers([taken], of: other, animated: false)
        #expect(stage.selection == "B 0")
        let middle = "A.willMove(?) A.willDis A.didDis items(BC,false) B.didLoad B.willAppear B.isAppearing B.didAppear"
        #expect(stage.log() == middle + " A.didMove(?) items(A,false)")
        #expect(stage.model.nodes.selectedViewController(of: other) == taken)
    }
}
