import TestSupport

/// Animated and interactive changes of tabs over a real bus: F-8, F-9, F-20, G-25, G-26, C-23, C-25 and C-26.
@EventLoop @Suite(.bus) struct TransitionTests {
    @Test(.rules("C-26 G-26")) func `only the delegate updates, finishes and cancels a change`() async throws {
        let stage = try await TransitionStage()
        stage.animation = ["Interactive": .bool(true)]
        #expect(try await stage.user.tap(1, in: stage.tabs))
        #expect(try await stage.transition()["Curve"] == .string("easeInOut"))
        try await stage.update(0.4)
        #expect(try await stage.transition()["Progress"] == .double(0.4))
        for progress in [1.5, .nan] { #expect(await failure { try await stage.update(progress) } == "InvalidArgument") }
        #expect(await failure { try await stage.update(0.5, by: stage.user) } == "AccessDenied")
        try await stage.cancel()
        #expect(await failure { try await stage.cancel() } == "InternalInconsistency")
        #expect(await failure { try await stage.finish() } == "InternalInconsistency")
        #expect(stage.calls == ["AnimationControllerForTransition(A,B)", "DidSelectViewController(B)"])
    }

    // MARK: Gestures

    private static let byGesture: [String: Variant] = ["Duration": .double(10), "Gesture": .bool(true)]

    @Test(.rules("S-209")) func `the front end whose gesture began a change drives it`() async throws {
        let stage = try await TransitionStage()
        stage.animation = Self.byGesture
        let (tabs, other) = (stage.user.tabBarController(stage.tabs), try BusClient())
        #expect(try await tabs.beginInteractiveTransition(stage.children[1]))
        #expect(try await stage.transition()["Interactive"] == .bool(true))
        #expect(try await tabs.selectedIndex == 1)
        try await stage.update(0.4, by: stage.user)
        #expect(try await stage.transition()["Progress"] == .double(0.4))
        #expect(await failure { try await stage.update(0.5, by: other) } == "AccessDenied")
        try await tabs.cancelInteractiveTransition()
        #expect(try await tabs.selectedIndex == 0)
        #expect(await failure { try await tabs.finishInteractiveTransition() } == "InternalInconsistency")
        #expect(try await tabs.beginInteractiveTransition(stage.children[2]))
        try await stage.update(0.9, by: stage.user)
        try await tabs.finishInteractiveTransition()
        #expect(try await tabs.selectedIndex == 2)
        #expect(try await stage.transition().isEmpty)
        // The delegate may drive it as well.
        #expect(try await tabs.beginInteractiveTransition(stage.children[0]))
        try await stage.update(0.2)
        try await stage.cancel()
        #expect(try await tabs.selectedIndex == 2)
    }

    @Test(.rules("S-209")) func `without the delegate's permission a gesture changes nothing`() async throws {
        let stage = try await TransitionStage()
        let tabs = stage.user.tabBarController(stage.tabs)
        for animation in [[:], ["Duration": .double(1)], ["Interactive": .bool(true)]] as [[String: Variant]] {
            stage.animation = animation
            #expect(try await !tabs.beginInteractiveTransition(stage.children[1]), "\(animation)")
        }
        stage.animation = Self.byGesture
        #expect(try await !tabs.beginInteractiveTransition(stage.children[0]), "the selected tab")
        #expect(await failure { _ = try await tabs.beginInteractiveTransition(stage.tabs) } == "InvalidArgument")
        try await tabs.clearDelegate()
        #expect(try await !tabs.beginInteractiveTransition(stage.children[1]), "no delegate")
        #expect(try await tabs.selectedIndex == 0)
        #expect(try await stage.transition().isEmpty)
        #expect(!stage.calls.contains { $0.hasPrefix("DidSelect") })
    }

    @Test(.rules("S-209")) func `a tap takes the duration of an animation that follows gestures`() async throws {
        let stage = try await TransitionStage()
        stage.animation = Self.byGesture
        #expect(try await stage.user.tap(1, in: stage.tabs))
        let transition = try await stage.transition()
        #expect(transition["Interactive"] == .bool(false) && transition["Duration"] == .double(10))
        #expect(await failure { try await stage.update(0.5, by: stage.user) } == "AccessDenied")
    }

    @Test(.rules("S-209")) func `a change is cancelled when the front end leaves that drives it`() async throws {
        let stage = try await TransitionStage()
        stage.animation = Self.byGesture
        let front = try BusClient()
        #expect(try await front.tabBarController(stage.tabs).beginInteractiveTransition(stage.children[1]))
        let name = front.connection.uniqueName
        front.connection.close()
        try await stage.user.left(name)
        #expect(try await stage.user.tabBarController(stage.tabs).selectedIndex == 0)
        #expect(try await stage.transition().isEmpty)
    }

    @Test(.rules("S-209"), arguments: [false, true])
    func `a change is cancelled when its front end was the only one that shows the tabs`(dies: Bool) async throws {
        let stage = try await TransitionStage()
        stage.animation = Self.byGesture
        let front = try BusClient()
        try await front.attach(to: stage.tabs)
        try await stage.user.window(stage.tabs).set(\.alwaysVisible, to: false)
        #expect(try await front.tabBarController(stage.tabs).beginInteractiveTransition(stage.children[1]))
        if dies {
            let name = front.connection.uniqueName
            front.connection.close()
            try await stage.user.left(name)
        } else {
            try await front.window(stage.tabs).detach()
        }
        #expect(try await stage.user.tabBarController(stage.tabs).selectedIndex == 0)
        #expect(try await !stage.user.window(stage.tabs).visible)
    }

    @Test(.rules("S-209")) func `no change begins for a front end that leaves before the delegate answers`()
        async throws
    {
        let stage = try await TransitionStage()
        stage.animation = nil
        let front = try BusClient()
        Task { @EventLoop in try await front.tabBarController(stage.tabs).beginInteractiveTransition(stage.children[1])
        }
        try await EventLoop.until("the question") { !stage.held.isEmpty }
        let name = front.connection.uniqueName
        front.connection.close()
        try await stage.user.left(name)
        stage.held.first?.succeed { (writer) throws(DBusError) in try Self.byGesture.write(to: writer) }
        try await stage.owner.barrier()
        #expect(try await stage.user.tabBarController(stage.tabs).selectedIndex == 0)
        #expect(try await stage.transition().isEmpty)
    }

    @Test(.rules("S-209"), arguments: ["selected", "hidden", "cleared"])
    func `a gesture changes nothing if it can't drive the change when the delegate allows it`(
        _ event: String
    ) async throws {
        let stage = try await TransitionStage(also: ["ShouldSelectViewController"])
        stage.animation = Self.byGesture
        let tabs = stage.user.tabBarController(stage.tabs)
        let begun = Task { @EventLoop in try await tabs.beginInteractiveTransition(stage.children[1]) }
        try await EventLoop.until("the question") { !stage.held.isEmpty }
        switch event {
        case "selected": try await tabs.set(\.selectedIndex, to: 1)
        case "hidden": try await stage.user.window(stage.tabs).set(\.alwaysVisible, to: false)
        default: try await tabs.clearDelegate()
        }
        stage.held.first?.succeed { (writer) throws(DBusError) in try writer.write(true) }
        #expect(try await !begun.value)
        #expect(try await tabs.selectedIndex == (event == "selected" ? 1 : 0))
        #expect(try await stage.transition().isEmpty)
    }

    @Test(arguments: ["dies", "is cleared", "sends no updates"])
    func `an interactive change whose delegate is gone or silent is finished`(_ end: String) async throws {
        let stage = try await TransitionStage(
            deadlines: end == "sends no updates" ? "interactive_transition = 100" : "")
        try await stage.user.manager.subscribe()
        stage.animation = ["Interactive": .bool(true)]
        #expect(try await stage.user.tap(1, in: stage.tabs))
        switch end {
        case "dies": stage.owner.connection.close()
        case "is cleared": try await stage.user.tabBarController(stage.tabs).clearDelegate()
        default: break
        }
        let path = stage.children[1]
        try await stage.user.waitForSignal("B appearing") { $0.path == path && $0.member == "ViewDidAppear" }
        #expect(try await stage.transition().isEmpty)
        #expect(try await stage.user.tabBarController(stage.tabs).selectedIndex == 1)
    }

    @Test(
        arguments: [
            ["Duration": .double(11)], ["Duration": .double(-1)], ["Duration": .string("long")],
            ["Curve": .string("bent")],
            ["Colour": .string("red")], ["Interactive": .uint32(1)], ["Gesture": .string("swipe")],
        ] as [[String: Variant]])
    func `an invalid animation is ignored`(_ animation: [String: Variant]) async throws {
        let stage = try await TransitionStage()
        stage.animation = animation
        #expect(try await stage.user.tap(1, in: stage.tabs))
        let log = try await stage.log()
        #expect(log == "B.WillAppear! A.WillDisappear! B.IsAppearing! B.DidAppear! A.DidDisappear! did(B)")
    }

    @Test(.rules("S-97"), arguments: [2, 0])
    func `a write applies at once while a delegate is asked for an animation, and replaces it`(_ later: Int64)
        async throws
    {
        let stage = try await TransitionStage()
        var open: PendingReply?
        stage.owner.handlers[stage.object] = { _, _, reply in open = reply }
        let first = Task.immediate { @EventLoop in try await stage.user.select(1, in: stage.tabs) }
        try await stage.user.barrier()
        try await stage.user.select(later, in: stage.tabs)
        #expect(try await stage.user.tabBarController(stage.tabs).selectedIndex == later)
        try await stage.owner.barrier()
        open?.succeed { (writer) throws(DBusError) in try [String: Variant]().write(to: writer) }
        try await first.value
        #expect(try await stage.user.tabBarController(stage.tabs).selectedIndex == later)
    }

    @Test
    func `a later orientation change replaces one about which the delegate is asked`() async throws {
        let stage = try await TransitionStage(also: ["SupportedInterfaceOrientations"])
        var open: [PendingReply] = []
        stage.owner.handlers[stage.object] = { _, _, reply in open.append(reply) }
        func turn(_ orientation: String) -> Task<Void, any Error> {
            Task.immediate { @EventLoop in
                try await stage.user.window(stage.tabs).set(\.interfaceOrientation, to: orientation)
            }
        }
        func orientation() async throws(DBusError) -> String {
            try await stage.user.window(stage.tabs).interfaceOrientation
        }
        let first = turn("landscapeRight")
        let second = turn("landscapeLeft")
        try await first.value
        try await stage.owner.barrier()
        for reply in open.reversed() { reply.succeed { (writer) throws(DBusError) in try writer.write(UInt32(30)) } }
        try await second.value
        #expect(try await orientation() == "landscapeLeft")
        let third = turn("portrait")
        try await stage.user.barrier()
        try await stage.user.tabBarController(stage.tabs).clearDelegate()
        try await third.value
        #expect(try await orientation() == "portrait")
        // A read-only front end may ask as well.
        try await stage.user.attach(to: stage.tabs, ["ReadOnly": .bool(true)])
        #expect(try await stage.user.tabBarController(stage.tabs).getSupportedInterfaceOrientations() == 26)
    }

    @Test(.rules("B-4 F-6 F-7")) func `a delegate determines the allowed orientations`() async throws {
        let stage = try await TransitionStage(also: ["SupportedInterfaceOrientations", "PreferredInterfaceOrientation"])
        func turn(_ orientation: String) async -> String {
            await failure { try await stage.user.window(stage.tabs).set(\.interfaceOrientation, to: orientation) }
        }
        let tabs = stage.user.tabBarController(stage.tabs)
        #expect(try await tabs.getSupportedInterfaceOrientations() == 18)
        #expect(try await tabs.getPreferredInterfaceOrientation() == "landscapeLeft")
        #expect(await turn("landscapeLeft") == "none")
        #expect(await turn("landscapeRight") == "InvalidArgument")
        #expect(try await stage.user.window(stage.tabs).interfaceOrientation == "landscapeLeft")
        try await tabs.clearDelegate()
        #expect(try await tabs.getSupportedInterfaceOrientations() == 26)
        #expect(try await tabs.getPreferredInterfaceOrientation() == "landscapeLeft")
        #expect(await turn("portraitUpsideDown") == "none")
    }
}
