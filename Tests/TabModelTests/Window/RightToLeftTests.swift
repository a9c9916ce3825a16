import TestSupport

/// Bars and the focus in a window that is read from right to left.
@Suite struct RightToLeftTests {
    private static let arabic = Language(locale: "ar", isRightToLeft: true, strings: .english)

    private static func stage(_ letters: String, profile: Profile = .phone) throws -> Stage {
        var stage = try Stage(letters, profile: profile, shown: true)
        try stage.model.updateWindow(of: stage.tabs) { $0.language = arabic }
        _ = stage.model.drainEvents()
        return stage
    }

    @Test(.rules("S-172")) func `the back button, the buttons and the toolbar are mirrored`() throws {
        var stage = try Self.stage("")
        try stage.navigation("N", "rt")
        try stage.set("N")
        let (nav, top) = (stage.id("N"), stage.id("t"))
        let buttons = (1...4).map { BarButtonItem(id: $0, title: "\($0)", image: "", isEnabled: true) }
        let hit = HitTest(stage.model.nodes).result(atX: 300, y: 40, in: stage.tabs)
        #expect(hit == .content(.back(nav)))
        try stage.model.setNavigationItem(of: top) {
            $0.leftBarButtonItems = [buttons[0]]
            $0.rightBarButtonItems = [buttons[1]]
            $0.toolbarItems = [buttons[2], buttons[3]]
        }
        try stage.model.changeSettings(of: nav) { $0.isToolbarHidden = false }
        let frames = stage.model.geometry.windowFrames(ofBarButtonItemsOf: top).map { ($0.item, $0.frame.x) }
        #expect(frames.map(\.0) == [1, 2, 3, 4])
        #expect(frames.map(\.1) == [321, 10, 321, 277])
    }

    @Test(.rules("S-172")) func `on a television, left goes to the next item`() throws {
        var stage = try Self.stage("ABC", profile: .tv)
        _ = try stage.model.press(.left, in: stage.tabs, content: FocusContent())
        #expect(stage.model.nodes.focusedItem(of: stage.tabs) == 1)
        _ = try stage.model.press(.right, in: stage.tabs, content: FocusContent())
        #expect(stage.model.nodes.focusedItem(of: stage.tabs) == 0)
    }

    @Test(.rules("S-163")) func `next goes from right to left through the items and the views`() throws {
        var stage = try Self.stage("AB")
        let views = [10.0, 200].enumerated().map { index, x in
            FocusableView(
                id: ViewAddress(viewController: stage.id("A"), view: UInt32(index + 2)),
                frame: Rect(x: x, y: 100, width: 50, height: 50))
        }
        let content = FocusContent(views: views)
        try stage.model.setFocusEnabled(true, of: stage.tabs)
        // The bar is at the bottom, so it follows the content.
        var visited: [UInt32] = []
        for _ in 1...4 {
            _ = try stage.model.press(.next, in: stage.tabs, content: content)
            let item = stage.model.nodes.focusedItem(of: stage.tabs).map { UInt32($0) }
            visited.append(stage.model.nodes.focusedView(of: stage.tabs)?.view ?? item ?? 99)
        }
        #expect(visited == [1, 3, 2, 0])
        _ = try stage.model.press(.left, in: stage.tabs, content: content)
        #expect(stage.model.nodes.focusedItem(of: stage.tabs) == 1)
    }
}
