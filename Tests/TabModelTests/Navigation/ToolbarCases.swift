import TestSupport

/// Toolbars in the model alone. The scenarios of `DaemonTests` cover their frames.
@Suite struct ToolbarCases {
    private static func button(_ id: UInt32) -> BarButtonItem {
        BarButtonItem(id: id, title: "\(id)", image: "", isEnabled: true)
    }

    private static func stage() throws -> Stage {
        var stage = try Stage(shown: true)
        try stage.navigation("N", "x")
        try stage.set("N")
        let (nav, root) = (stage.id("N"), stage.id("x"))
        try stage.model.setNavigationItem(of: root) {
            $0.leftBarButtonItems = [button(1)]
            $0.rightBarButtonItems = [button(2)]
            $0.toolbarItems = [button(3), button(4)]
        }
        try stage.model.changeSettings(of: nav) { $0.isToolbarHidden = false }
        _ = stage.model.drainEvents()
        return stage
    }

    @Test(.rules("P15")) func `the buttons of both bars have frames in the window`() throws {
        var stage = try Self.stage()
        let (nav, root) = (stage.id("N"), stage.id("x"))
        func frames() -> [UInt32: Rect] {
            Dictionary(uniqueKeysWithValues: stage.model.geometry.windowFrames(ofBarButtonItemsOf: root))
        }
        #expect(
            frames() == [
                1: Rect(x: 10, y: 20, width: 44, height: 44), 2: Rect(x: 321, y: 20, width: 44, height: 44),
                3: Rect(x: 10, y: 574, width: 44, height: 44), 4: Rect(x: 54, y: 574, width: 44, height: 44),
            ])
        try stage.model.changeSettings(of: nav) { $0.isNavigationBarHidden = true }
        #expect(Set(frames().keys) == [3, 4])
        try stage.model.changeSettings(of: nav) { $0.isToolbarHidden = true }
        #expect(frames().isEmpty)
    }

    @Test func `a hidden toolbar is announced with every view controller whose layout it changes`() throws {
        var stage = try Self.stage()
        let (nav, root) = (stage.id("N"), stage.id("x"))
        #expect(stage.model.geometry.safeAreaInsets(of: root).bottom == 93)
        try stage.model.changeSettings(of: nav) { $0.isToolbarHidden = true }
        #expect(stage.model.geometry.safeAreaInsets(of: root).bottom == 49)
        #expect(stage.model.drainEvents() == [.changed(nav), .changed(root)])
        try stage.model.changeSettings(of: nav) { $0.isToolbarHidden = true }
        #expect(stage.model.drainEvents().isEmpty)
    }

    @Test func `only navigation controllers have toolbars`() throws {
        var stage = try Self.stage()
        for id in [stage.id("x"), stage.tabs, stage.id("list")] {
            #expect(throws: ModelError.self) { try stage.model.changeSettings(of: id) { $0.isToolbarHidden = false } }
            #expect(stage.model.nodes.isToolbarHidden(id))
            #expect(stage.model.geometry.toolbarFrame(of: id) == .zero)
        }
        #expect(stage.model.drainEvents().isEmpty)
    }

    @Test(.rules("P51")) func `a hit test on the toolbar returns the button or the toolbar`() throws {
        var stage = try Self.stage()
        let (nav, root) = (stage.id("N"), stage.id("x"))
        func hitTest(_ x: Double, _ y: Double) -> HitTestResult {
            HitTest(stage.model.nodes).result(atX: x, y: y, in: stage.tabs)
        }
        #expect(hitTest(60, 574) == .content(.barButtonItem(BarButtonItemAddress(viewController: root, item: 4))))
        #expect(hitTest(200, 600) == .content(.toolbar(nav)))
        #expect(hitTest(60, 573) == .content(.view(root, Point(x: 60, y: 573))))
        #expect(hitTest(60, 618) == .content(.tabBarItem(stage.tabs, position: 0)))
    }
}
