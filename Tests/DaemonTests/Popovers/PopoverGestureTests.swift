import TestSupport

/// Gestures on a popover while its delegate is asked, and the permissions for gestures.
@EventLoop @Suite(.localDaemon) struct PopoverGestureTests {
    private typealias Contract = PopoverPresentationControllerInterface

    private static func stage(_ methods: String...) async throws -> PopoverStage {
        try await PopoverStage(["Methods": methods.variant, "Timeout": .uint32(10_000)])
    }

    @Test(.rules("C-14"))
    func `a touch waits for the question to the delegate of the window's tab bar controller`() async throws {
        let stage = try await PopoverStage()
        let judge = stage.owner.newObject()
        var asked: [PendingReply] = []
        stage.owner.handlers[judge] = { _, _, reply in asked.append(reply) }
        let options: Options = ["Methods": ["ShouldSelectViewController"].variant, "Timeout": .uint32(10_000)]
        try await stage.owner.setDelegate(judge, of: stage.tabs, options)
        let tap = Task.immediate { @EventLoop in try await stage.user.tap(1, in: stage.tabs) }
        try await stage.user.waitForSignal("the question") { $0.member == "ShouldSelectViewController" }
        try await stage.owner.barrier()
        var isOver = false
        let touch = Task.immediate { @EventLoop in
            defer { isOver = true }
            return await stage.touch(900, 740).value
        }
        try await stage.user.barrier()
        #expect(!isOver && asked.count == 1)
        asked.first?.allow(false)
        #expect(try await !tap.value)
        // The item still exists for the touch, and the delegate is asked again.
        try await stage.user.waitForSignal("the next question") { $0.member == "DidRefuseViewController" }
        try await stage.owner.barrier()
        asked.last?.allow(true)
        #expect(await touch.value == "handled")
        #expect(try await stage.user.tabBarController(stage.tabs).selectedIndex == 1)
    }

    @Test(.rules("P55 P60"))
    func `a popover in preparation has no frame yet, and an escape waits for it`() async throws {
        let stage = try await Self.stage("PrepareForPopoverPresentation")
        let presentation = stage.present()
        let question = try await stage.question("PrepareForPopoverPresentation")
        // Nothing covers the tab yet.
        #expect(await stage.touch().value == "content")
        let escape = stage.escape()
        try await stage.user.barrier()
        question.answer()
        #expect(await presentation.value == "none")
        #expect(await escape.value == "dismissed")
        #expect(try await !stage.get(Contract.presented))
    }

    @Test(.rules("P61"))
    func `while the delegate is asked for the anchor nothing moves, and touches wait`() async throws {
        let stage = try await Self.stage("WillReposition")
        #expect(await stage.present().value == "none")
        try await stage.setSize(600, 768)
        let question = try await stage.question("WillReposition")
        #expect(question.arguments[1...] == [DBusRect.null.variant, stage.source.variant])
        // Inside of it before and after the reply.
        let touch = stage.touch(400, 300)
        try await stage.user.barrier()
        #expect(try await stage.get(Contract.frame) == PopoverStage.place)
        question.answer(DBusRect(0, 0, 40, 40).variant, stage.source.variant)
        #expect(await touch.value == "popover")
        #expect(try await stage.get(Contract.frame) == DBusRect(270, 140, 320, 413))
        #expect(try await stage.get(Contract.sourceRect) == DBusRect(0, 0, 40, 40))
    }

    @Test(.rules("P61"), arguments: ["nowhere", "no view", "no number", "nothing"])
    func `an impossible rect is ignored, and the popover keeps its anchor`(place: String) async throws {
        let stage = try await Self.stage("WillReposition")
        #expect(await stage.present().value == "none")
        try await stage.setSize(600, 768)
        let question = try await stage.question("WillReposition")
        let views = [
            "nowhere": ViewReference(viewController: "/nowhere", view: 1),
            "no view": ViewReference(viewController: stage.children[0], view: 99), "no number": stage.source,
        ]
        let (rect, view) = (place == "no number" ? DBusRect(.nan, 0, 1, 1) : .null, views[place] ?? .none)
        let touch = stage.touch(400, 300)
        question.answer(rect.variant, view.variant)
        #expect(await touch.value == "popover")
        #expect(try await stage.get(Contract.sourceView) == stage.source)
        #expect(try await stage.get(Contract.sourceRect) == .null)
        #expect(try await stage.get(Contract.frame) == DBusRect(270, 140, 320, 413))
    }

    @Test(.rules("P55")) func `a touch outlives its caller, also while it waits`() async throws {
        let stage = try await Self.stage("ShouldDismiss", "DidAttemptToDismiss")
        #expect(await stage.present().value == "none")
        let guest = try BusClient()
        let touches = (0..<2).map { _ in
            Task.immediate { @EventLoop in await failure { _ = try await guest.window(stage.tabs).tapAt(5, 5) } }
        }
        let question = try await stage.question("ShouldDismiss")
        try await guest.barrier()
        guest.connection.close()
        for touch in touches { #expect(await touch.value != "none") }
        question.answer(.bool(false))
        try await stage.question("ShouldDismiss").answer(.bool(true))
        try await stage.user.waitForSignal("the dismissal") { $0.member == "DidDismiss" }
        #expect(try await stage.receivedCalls() == ["ShouldDismiss", "DidAttemptToDismiss", "ShouldDismiss"])
    }

    @Test(.rules("P51")) func `a read-only front end can only read a popover`() async throws {
        let stage = try await Self.stage("ShouldDismiss")
        let front = try BusClient()
        try await front.attach(to: stage.tabs, ["ReadOnly": .bool(true)])
        let own = ViewControllerInterface.name
        let present = await failure {
            try await front.viewController(stage.children[0]).present(
                stage.presented, ["Popover": ["SourceView": stage.source.variant].variant])
        }
        #expect(present == "AccessDenied")
        // It has no owner yet.
        try await front.popover(stage.presented).set(\.backgroundColor, to: "#ff0000")
        #expect(await stage.present().value == "none")
        let before = try await stage.all()
        let calls: [(String, String, ObjectPath, [Variant])] = [
            ("SetDelegate", Contract.name, stage.presented, [.objectPath("/delegate")]),
            ("ClearDelegate", Contract.name, stage.presented, []),
            ("PerformEscape", Contract.name, stage.presented, []),
            ("TapAt", WindowInterface.name, stage.tabs, [.double(5), .double(5)]),
            ("Dismiss", own, stage.presented, []), ("Dismiss", own, stage.children[0], []),
            ("Present", own, stage.presented, [.objectPath(stage.children[1])]),
            ("Destroy", ManagerInterface.name, TabNames.root, [.objectPath(stage.presented)]),
        ]
        for (member, interface, path, arguments) in calls {
            let found = await failure { try await front.callAnything(member, of: interface, at: path, arguments) }
            #expect(found == "AccessDenied", "\(member)")
        }
        for (property, value) in before {
            let found = await failure {
                try await front.setAnything(property, of: Contract.name, at: stage.presented, to: value)
            }
            #expect(["AccessDenied", "PropertyReadOnly"].contains(found), "\(property): \(found)")
        }
        #expect(try await stage.all() == before)
        #expect(try await front.properties(stage.presented).getAll(Contract.name) == before)
        #expect(try await stage.receivedCalls().isEmpty)
        // After the dismissal it has no owner again.
        try await stage.dismiss()
        try await front.popover(stage.presented).set(\.backgroundColor, to: "#00ff00")
    }
}
