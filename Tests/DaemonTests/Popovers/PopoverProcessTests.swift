import TestSupport

/// Delegates of popovers in their own processes that hang, stop and die: only their own popovers are affected.
@EventLoop @Suite(.bus) struct PopoverProcessTests {
    private typealias Contract = PopoverPresentationControllerInterface

    @Test(
        .rules("P55 P60 P61"),
        arguments: [
            ("PrepareForPopoverPresentation", "hang"), ("PrepareForPopoverPresentation", "stop"),
            ("PrepareForPopoverPresentation", "die"), ("ShouldDismiss", "stop"), ("ShouldDismiss", "die"),
            ("WillReposition", "hang"), ("WillReposition", "die"),
        ])
    func `a delegate whose process hangs delays only its own popover`(asked: String, behaviour: String) async throws {
        let stage = try await PopoverStage()
        let other = try await Neighbour(stage)
        let words = ["popover", stage.presented.text, asked, behaviour]
        // Not on the loop: other tests wait on it.
        let delegate = try await onThread { try ClientProcess(words) }
        #expect(delegate.answer == "ready")
        if asked != "PrepareForPopoverPresentation" { #expect(await stage.present().value == "none") }
        stage.user.clearSignals()
        let asking = ContinuousClock.now
        var isOver = false
        let outcome = Task.immediate { @EventLoop in
            defer { isOver = true }
            return try await Self.run(asked, stage)
        }
        try await stage.user.waitForSignal("the question") { $0.path == stage.presented && $0.member == asked }
        if behaviour == "die" { _ = try await outcome.value }
        try await other.work()
        // On a loaded machine the delegate may have timed out before the work above was done.
        guard behaviour == "die" || ContinuousClock.now - asking < .seconds(8) else {
            _ = try await outcome.value
            return
        }
        #expect(isOver == (behaviour == "die"))
        #expect(try await outcome.value == (asked == "ShouldDismiss" ? "refused" : "none"))
        #expect(try await stage.get(Contract.presented))
        let frame = try await stage.get(Contract.frame)
        #expect(frame == (asked == "WillReposition" ? DBusRect(270, 140, 320, 413) : PopoverStage.place))
        // It is an ordinary popover from now on.
        try await stage.clearDelegate()
        #expect(await stage.touch().value == "dismissed")
    }

    /// Causes a question to the delegate, and waits for the outcome.
    private static func run(_ asked: String, _ stage: PopoverStage) async throws -> String {
        switch asked {
        case "PrepareForPopoverPresentation": return await stage.present().value
        case "ShouldDismiss": return await stage.touch().value
        default:
            try await stage.setSize(600, 768)
            // A touch inside of it waits for the reply.
            #expect(await stage.touch(400, 300).value == "popover")
            return "none"
        }
    }

    /// Another client, with another window.
    @EventLoop private struct Neighbour {
        let stage: PopoverStage
        let client: BusClient
        let tabs: ObjectPath
        let child: ObjectPath
        let popover: ObjectPath

        init(_ stage: PopoverStage) async throws {
            self.stage = stage
            client = stage.owner
            tabs = try await client.manager.createTabBarController(["Profile": .string("pad")])
            (child, popover) = (try await client.register(), try await client.register())
            try await client.setTabs([child, try await client.register()], of: tabs)
            try await client.window(tabs).set(\.size, to: DBusSize(width: 1024, height: 768))
            try await client.window(tabs).set(\.alwaysVisible, to: true)
            try await stage.prepare(popover)
        }

        /// Selects tabs in the other window and taps tabs in its own, and presents and dismisses its own popover.
        func work() async throws {
            for position: UInt32 in [1, 0] {
                // A tap would be a touch beside the waiting popover.
                try await client.tabBarController(stage.tabs).set(\.selectedIndex, to: Int64(position))
                #expect(try await client.tabBarController(stage.tabs).selectedIndex == Int64(position))
                #expect(try await client.tap(position, in: tabs))
            }
            let source: [String: Variant] = [
                "SourceView": ViewReference(viewController: child, view: 1).variant,
                "SourceRect": PopoverStage.anchor.variant,
            ]
            try await client.viewController(child).present(popover, ["Popover": source.variant])
            #expect(try await client.popover(popover).frame == PopoverStage.place)
            #expect(try await touch() == "dismissed")
            #expect(try await touch() == "content")
            try await client.viewController(child).present(popover, ["Popover": source.variant])
            try await client.viewController(popover).dismiss()
            // Reads and writes of the waiting popover take effect at once.
            let presented = stage.presented
            try await client.popover(presented).set(\.backgroundColor, to: "#ff0000")
            let objects = try await client.managedObjects()
            #expect(objects[presented]?[Contract.name]?["BackgroundColor"] == .string("#ff0000"))
        }

        private func touch() async throws(DBusError) -> String {
            try await client.window(tabs).tapAt(5, 5)
        }
    }
}
