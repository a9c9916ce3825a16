import Testing

/// Popovers whose first layout waits until a client reads them (`P6`).
@Suite struct AwaitedReaderTests {
    private struct World {
        var model = Hierarchy()
        let tab: ViewControllerID
        let presented: ViewControllerID
        private let frames: ViewFrames = { _, _ in Rect(x: 492, y: 100, width: 40, height: 40) }

        init() throws {
            let tabs = model.createTabBarController(profile: .pad, lifecycleOrder: .modern, maximumVisibleItems: 7)
            tab = model.createViewController()
            presented = model.createViewController()
            try model.setViewControllers([tab], of: tabs, animated: false)
            try model.updateWindow(of: tabs) { $0.isVisible = true }
            try model.changeSettings(of: presented) { $0.modalPresentationStyle = .popover }
            try model.present(presented, from: tab, animated: false, awaitsReader: true)
        }

        mutating func setAnchor() throws {
            let view = ViewAddress(viewController: tab, view: 2)
            try model.configurePopover(of: presented) { $0.sourceView = view }
        }

        /// Runs update cycles until none is needed. Returns how often the model asked for the end of the wait.
        mutating func runUntilIdle() -> Int {
            model.runUpdateCycle(frames)
            while model.hasUpdateCycleWork(frames) { model.runUpdateCycle(frames) }
            let (events, presented) = (model.drainEvents(), presented)
            return events.count { if case .presentationWaits(presented) = $0 { true } else { false } }
        }

        var isShown: Bool { model.nodes.popoverPlacement(of: presented) != nil }
    }

    @Test func `a popover with an anchor waits for its reader, and requests the end of the wait once`() throws {
        var world = try World()
        try world.setAnchor()
        #expect(world.runUntilIdle() == 1)
        #expect(world.runUntilIdle() == 0)
        #expect(!world.isShown && world.model.nodes.awaitsReader(world.presented))
        world.model.endWaitForReader(ofPopover: world.presented)
        #expect(!world.model.nodes.awaitsReader(world.presented))
        _ = world.runUntilIdle()
        #expect(world.isShown)
    }

    @Test func `a read of a popover without an anchor changes nothing`() throws {
        var world = try World()
        #expect(world.runUntilIdle() == 1)
        #expect(!world.model.nodes.awaitsReader(world.presented))
        world.model.endWaitForReader(ofPopover: world.presented)
        try world.setAnchor()
        #expect(world.runUntilIdle() == 0)
        #expect(!world.isShown && world.model.nodes.awaitsReader(world.presented))
    }

    @Test func `the timeout counts as a read`() throws {
        var world = try World()
        try world.setAnchor()
        _ = world.runUntilIdle()
        world.model.endWaitForAnchor(ofPopover: world.presented)
        #expect(!world.model.nodes.awaitsReader(world.presented))
        _ = world.runUntilIdle()
        #expect(world.isShown)
    }

    @Test func `a popover that is dismissed while it waits never appears`() throws {
        var world = try World()
        try world.setAnchor()
        _ = world.runUntilIdle()
        try world.model.dismiss(from: world.presented, animated: false)
        world.model.endWaitForReader(ofPopover: world.presented)
        _ = world.runUntilIdle()
        #expect(!world.isShown)
    }
}
