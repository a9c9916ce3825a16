import Testing

/// More's list as a page: behaviour that the scenarios can't observe.
@Suite struct MorePageCases {
    private func stage(_ letters: String = "ABCDEF") throws -> Stage {
        var stage = try Stage(letters, shown: true)
        try stage.tap(4)
        _ = stage.log()
        return stage
    }

    private func error(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "none"
        } catch let error as ModelError {
            return String("\(error)".prefix { $0 != "(" })
        } catch {
            return "\(error)"
        }
    }

    @Test func `a refused tap or drag changes nothing and sends no events`() throws {
        var stage = try stage()
        let tabs = stage.tabs
        #expect(error { try stage.model.movePageRow(from: 0, to: 1, of: tabs) } == "internalInconsistency")
        #expect(error { try stage.model.selectPageRow(2, of: tabs) } == "outOfRange")
        try stage.model.beginEditing(in: tabs)
        try stage.model.selectPageRow(5, of: tabs)
        _ = stage.model.drainEvents()
        for row in [-1, 6, .max, .min] {
            #expect(error { try stage.model.selectPageRow(row, of: tabs) } == "outOfRange")
            #expect(error { try stage.model.movePageRow(from: row, to: 0, of: tabs) } == "outOfRange")
            #expect(error { try stage.model.movePageRow(from: 0, to: row, of: tabs) } == "outOfRange")
        }
        #expect(error { try stage.model.movePageRow(from: 5, to: 4, of: tabs) } == "invalidArgument")
        #expect(stage.model.nodes.pickedRow(of: tabs) == 5)
        #expect(stage.model.nodes.pageRows(of: tabs) == stage.list("ABCDEF"))
        #expect(!stage.model.hasEvents)
    }

    @Test func `a tap on an absent Edit button sends no event`() throws {
        var stage = try stage()
        let list = stage.id("list")
        try stage.model.tapBack(in: stage.id("more"))
        try stage.tap(0)
        _ = stage.model.drainEvents()
        #expect(error { try stage.model.tapBarButtonItem(1, of: list) } == "internalInconsistency")
        #expect(!stage.model.hasEvents)
    }

    @Test func `a picked row follows its tab until the end of the session`() throws {
        var stage = try stage()
        let tabs = stage.tabs
        try stage.model.beginEditing(in: tabs)
        try stage.model.selectPageRow(0, of: tabs)
        try stage.model.moveItem(stage.id("F"), to: 0, in: tabs)
        #expect(stage.model.nodes.pickedRow(of: tabs) == 4)
        _ = try stage.model.endEditing(in: tabs)
        #expect(stage.model.nodes.pickedRow(of: tabs) == nil)
        try stage.model.beginEditing(in: tabs)
        #expect(stage.model.nodes.pickedRow(of: tabs) == nil)
    }

    @Test func `a tap on another row below the bar's rows picks that row, unless it is locked`() throws {
        var stage = try stage("ABCDEFG")
        let tabs = stage.tabs
        try stage.model.setCustomizableViewControllers(stage.list("ABCDEF"), of: tabs)
        try stage.model.beginEditing(in: tabs)
        try stage.model.selectPageRow(4, of: tabs)
        try stage.model.selectPageRow(5, of: tabs)
        #expect(stage.model.nodes.pickedRow(of: tabs) == 5)
        #expect(error { try stage.model.selectPageRow(6, of: tabs) } == "invalidArgument")
        #expect(stage.model.nodes.pickedRow(of: tabs) == 5)
        try stage.model.selectPageRow(0, of: tabs)
        #expect(stage.model.nodes.pageRows(of: tabs) == stage.list("FBCDAEG"))
        #expect(stage.model.nodes.pickedRow(of: tabs) == nil)
    }

    @Test func `the tv profile has no page`() throws {
        var stage = try Stage("ABCDEFGHI", profile: .tv)
        let (tabs, list) = (stage.tabs, stage.id("list"))
        #expect(stage.model.nodes.pageRows(of: tabs).isEmpty)
        #expect(stage.model.nodes.navigationItem(of: list).rightBarButtonItems.isEmpty)
        #expect(error { try stage.model.selectPageRow(0, of: tabs) } == "notSupported")
        #expect(error { try stage.model.movePageRow(from: 0, to: 1, of: tabs) } == "notSupported")
    }
}
