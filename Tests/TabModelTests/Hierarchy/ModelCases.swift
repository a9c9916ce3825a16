import TestSupport

/// Selection and its errors in the model alone. The scenarios of `DaemonTests` cover the rest.
@Suite struct ModelCases {
    @Test func `a question is answered once`() throws {
        var stage = try Stage("ABC", shown: true)
        let tap = try stage.model.tapItem(1, of: stage.tabs, asking: true)
        guard case .pending(let question) = tap else { throw ModelError.notSupported("no question") }
        #expect(stage.log() == "should(B)")
        #expect(try stage.model.answer(question, allowed: true) == .finished(accepted: true))
        #expect(throws: ModelError.self) { try stage.model.answer(question, allowed: true) }
        #expect(stage.selection == "B 1")
    }

    @Test(.rules("M-35 M-38")) func `the errors of invalid indices say what is valid`() throws {
        var stage = try Stage()
        let tabs = stage.tabs
        #expect(throws: ModelError.outOfRange("index 0 can't be selected; view controller 1 has no tabs")) {
            try stage.model.selectIndex(0, in: tabs)
        }
        try stage.model.select(nil, in: tabs)
        try stage.set("AB")
        _ = stage.model.drainEvents()
        #expect(throws: ModelError.outOfRange("index 2 can't be selected; expected 0 to 1")) {
            try stage.model.selectIndex(2, in: tabs)
        }
        #expect(stage.model.drainEvents().isEmpty)
    }
}
