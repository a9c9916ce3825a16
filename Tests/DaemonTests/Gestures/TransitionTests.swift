import TestSupport
import Testing

/// Animated and interactive changes of tabs over a real bus: F-8, F-9, F-20, G-25, G-26, C-23, C-25 and C-26.
@EventLoop @Suite(.bus) struct TransitionTests {
    private static let beginning = "B.WillAppear A.WillDisappear B.IsAppearing did(B)"

    @Test(.rules("F-20 G-25")) func `an animated change ends after its duration, and the reply does not wait for it`()
        async throws
    {
        let stage = try await TransitionStage()
        stage.animation = ["Duration": .double(0.2), "Curve": .string("easeIn")]
        #expect(try await stage.user.tap(1, in: stage.tabs))
        #expect(stage.calls.first == "AnimationControllerForTransition(A,B)")
        #expect(try await stage.user.tabBarController(stage.tabs).selectedIndex == 1)
        try await stage.appeared(1)
        #expect(try await stage.log() == Self.beginning + " B.DidAppear A.DidDisappear")
        #expect(try await stage.transition().isEmpty)
        #expect(stage.calls == ["AnimationControllerForTransition(A,B)", "DidSelectViewController(B)"])
    }

    @Test(.rules("C-23")) func `a selection in code is animated too, and does not notify the delegate`() async throws {
        let stage = try await TransitionStage()
        stage.animation = ["Interactive": .bool(true), "Duration": .double(1)]
        try await stage.user.select(1, in: stage.tabs)
        let running = try await stage.transition()
        #expect(running["From"] == stage.children[0].variant && running["To"] == stage.children[1].variant)
        #expect(running["Curve"] == .string("easeInOut") && running["Progress"] == .double(0))
        // The first change is completed and the delegate is asked about the second one (C-25).
        try await stage.user.select(2, in: stage.tabs)
        try await stage.finish()
        let log = try await stage.log()
        #expect(
            log == "B.WillAppear A.WillDisappear B.IsAppearing B.DidAppear A.DidDisappear "
                + "C.WillAppear B.WillDisappear C.IsAppearing C.DidAppear B.DidDisappear")
        #expect(stage.calls == ["AnimationControllerForTransition(A,B)", "AnimationControllerForTransition(B,C)"])
    }

    @Test(.rules("C-26 G-26")) func `a cancelled change reverts, and does not notify the delegate`() async throws {
        let stage = try await TransitionStage()
        stage.animation = ["Interactive": .bool(true)]
        #expect(try await stage.user.tap(1, in: stage.tabs))
        try await stage.update(0.4)
        #expect(try await stage.transition()["Progress"] == .double(0.4))
        #expect(await failure { try await stage.update(1.5) } == "InvalidArgument")
        #expect(await failure { try await stage.update(.nan) } == "InvalidArgument")
        #expect(await failure { try await stage.update(0.5, by: stage.user) } == "AccessDenied")
        try await stage.cancel()
        #expect(try await stage.user.tabBarController(stage.tabs).selectedIndex == 0)
        let log = try await stage.log()
        #expect(log == Self.beginning + " B.WillDisappear B.DidDisappear A.WillAppear A.IsAppearing A.DidAppear")
        #expect(await failure { try await stage.cancel() } == "InternalInconsistency")
        #expect(await failure { try await stage.finish() } == "InternalInconsistency")
        #expect(stage.calls == ["AnimationControllerForTransition(A,B)", "DidSelectViewController(B)"])
    }

    @Test func `an interactive change without updates is finished`() async throws {
        let stage = try await TransitionStage(deadlines: "interactive_transition = 100")
        stage.animation = ["Interactive": .bool(true)]
        #expect(try await stage.user.tap(1, in: stage.tabs))
        try await stage.appeared(1)
        #expect(try await stage.user.tabBarController(stage.tabs).selectedIndex == 1)
    }

    @Test(arguments: ["dies", "is cleared"])
    func `an interactive change whose delegate is gone is finished`(_ end: String) async throws {
        let stage = try await TransitionStage()
        try await stage.user.manager.subscribe()
        stage.animation = ["Interactive": .bool(true)]
        #expect(try await stage.user.tap(1, in: stage.tabs))
        if end == "dies" {
            stage.owner.connection.close()
        } else {
            try await stage.user.tabBarController(stage.tabs).clearDelegate()
        }
        let path = stage.children[1]
        try await stage.user.waitForSignal("B appearing") { $0.path == path && $0.member == "ViewDidAppear" }
        #expect(try await stage.transition().isEmpty)
    }

    @Test(
        arguments: [
            ["Duration": .double(11)], ["Duration": .double(-1)], ["Duration": .string("long")],
            ["Curve": .string("bent")],
            ["Colour": .string("red")], ["Interactive": .uint32(1)],
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

    @Test(.rules("M-110 F-9 S-22")) func `the delegate is not asked for an animation of an invisible change`()
        async throws
    {
        let stage = try await TransitionStage()
        #expect(try await stage.user.tap(0, in: stage.tabs))
        try await stage.user.select(0, in: stage.tabs)
        try await stage.user.setTabs([stage.children[1], stage.children[2]], of: stage.tabs)
        try await stage.user.window(stage.tabs).set(\.alwaysVisible, to: false)
        try await stage.user.select(1, in: stage.tabs)
        try await stage.owner.barrier()
        #expect(stage.calls == ["DidSelectViewController(A)"])
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
            await failure {
                try await stage.user.window(stage.tabs).set(\.interfaceOrientation, to: orientation)
            }
        }
        func supported() async throws(DBusError) -> UInt32 {
            try await stage.user.tabBarController(stage.tabs).getSupportedInterfaceOrientations()
        }
        func preferred() async throws(DBusError) -> String {
            try await stage.user.tabBarController(stage.tabs).getPreferredInterfaceOrientation()
        }
        #expect(try await supported() == 18)
        #expect(try await preferred() == "landscapeLeft")
        #expect(await turn("landscapeLeft") == "none")
        #expect(await turn("landscapeRight") == "InvalidArgument")
        #expect(try await stage.user.window(stage.tabs).interfaceOrientation == "landscapeLeft")
        try await stage.user.tabBarController(stage.tabs).clearDelegate()
        #expect(try await supported() == 26)
        #expect(try await preferred() == "landscapeLeft")
        #expect(await turn("portraitUpsideDown") == "none")
    }
}
