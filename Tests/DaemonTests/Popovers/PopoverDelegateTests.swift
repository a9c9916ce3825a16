import TestSupport

/// Delegates of popovers with all kinds of behaviour, over a real bus.
@EventLoop @Suite(.bus) struct PopoverDelegateTests {
    private typealias Contract = PopoverPresentationControllerInterface

    @Test(.rules("P59"))
    func `an invalid delegate is refused with the reason, and the previous one stays`() async throws {
        let stage = try await PopoverStage([:])
        let before = try await stage.all()
        let cases: [(ObjectPath, Options, String, String)] = [
            (.none, [:], "InvalidArgument", "ClearDelegate"),
            ("/d", ["Methods": ["ShouldSelectViewController"].variant], "InvalidArgument", "ShouldDismiss"),
            ("/d", ["Methods": ["Released"].variant], "InvalidArgument", "'Released'"),
            ("/d", ["Methods": .string("ShouldDismiss")], "InvalidArgs", "'Methods'"),
            ("/d", ["Timeout": .uint32(0)], "InvalidArgument", "Timeout 0"),
            ("/d", ["Timeout": .uint32(10_001)], "InvalidArgument", "10001"),
            ("/d", ["Timeout": .int32(5)], "InvalidArgs", "'Timeout'"),
            ("/d", ["OnTimeout": .uint32(1)], "InvalidArgs", "'OnTimeout'"),
            ("/d", ["Timeouts": .uint32(1)], "InvalidArgs", "expected one of Methods, OnTimeout, Timeout"),
        ]
        for (object, options, name, part) in cases {
            let error = await complaint { try await stage.setDelegate(options, by: stage.user, object) }
            #expect(error.hasPrefix(name + ": ") && error.contains(part), "\(options.values): \(error)")
        }
        #expect(
            await failure { try await stage.owner.popover(stage.children[0]).setDelegate(stage.object) }
                == "UnknownInterface")
        #expect(try await stage.all() == before)
        #expect(try await stage.receivedCalls().isEmpty)
    }

    @Test(.rules("P8 P14")) func `a delegate survives a missing anchor, and ends with the popover`() async throws {
        let stage = try await PopoverStage(["Methods": ["WillDismiss"].variant])
        #expect(await stage.present([:]).value == "MissingAnchor")
        #expect(try await stage.get(Contract.delegate).path == stage.object)
        #expect(await stage.present().value == "none")
        #expect(await stage.touch().value == "dismissed")
        #expect(try await stage.get(Contract.delegate).isNone)
        #expect(try await stage.receivedCalls() == ["WillDismiss"])
    }

    @Test(.rules("P59"))
    func `a delegate is released when it is replaced or cleared, and not when it is set again`() async throws {
        let stage = try await PopoverStage([:])
        try await stage.setDelegate(["Timeout": .uint32(5000)])
        #expect(try await stage.receivedCalls().isEmpty)
        try await stage.setDelegate(by: stage.user, "/other")
        #expect(try await stage.receivedCalls() == ["Released"])
        let other = ClientObject(name: stage.user.connection.uniqueName, path: "/other")
        #expect(try await stage.get(Contract.delegate) == other)
        try await stage.setDelegate()
        // Any client may clear it, once.
        try await stage.clearDelegate()
        try await stage.clearDelegate()
        #expect(try await stage.receivedCalls() == ["Released", "Released"])
        #expect(try await stage.get(Contract.delegate).isNone)
        // The delegate is removed with the interface.
        try await stage.setDelegate()
        try await stage.setStyle("automatic", of: stage.presented)
        #expect(try await stage.receivedCalls() == ["Released", "Released", "Released"])
    }

    @Test(.rules("P56 P59")) func `only the methods that the delegate declares are called`() async throws {
        let stage = try await PopoverStage(["Methods": ["WillDismiss"].variant])
        #expect(await stage.present().value == "none")
        #expect(await stage.touch().value == "dismissed")
        #expect(try await stage.receivedCalls() == ["WillDismiss"])
        stage.clearCalls()
        // That lasts until the dismissal.
        #expect(await stage.present().value == "none")
        #expect(await stage.touch().value == "dismissed")
        try await stage.setDelegate(["Methods": [String]().variant])
        #expect(await stage.present().value == "none")
        #expect(await stage.touch().value == "dismissed")
        #expect(try await stage.receivedCalls().isEmpty)
        // Without Methods it has all of them.
        try await stage.setDelegate(["Timeout": .uint32(10_000)])
        let presentation = stage.present()
        try await stage.question("AdaptivePresentationStyle").answer(.string(""))
        try await stage.question("PrepareForPopoverPresentation").answer()
        #expect(await presentation.value == "none")
        let touch = stage.touch()
        try await stage.question("ShouldDismiss").answer(.bool(false))
        #expect(await touch.value == "refused")
        let again = stage.touch()
        try await stage.question("ShouldDismiss").answer(.bool(true))
        #expect(await again.value == "dismissed")
        #expect(
            try await stage.receivedCalls() == [
                "AdaptivePresentationStyle", "PrepareForPopoverPresentation", "ShouldDismiss", "DidAttemptToDismiss",
                "ShouldDismiss", "WillDismiss", "DidDismiss",
            ])
    }

    @Test(.rules("P55")) func `a missing method that the delegate did not declare allows`() async throws {
        let stage = try await PopoverStage()
        stage.owner.handlers[stage.object] = nil
        try await stage.setDelegate(["OnTimeout": .bool(false), "Timeout": .uint32(10_000)])
        #expect(await stage.present().value == "none")
        #expect(try await stage.get(Contract.frame) == PopoverStage.place)
        #expect(await stage.touch().value == "dismissed")
    }

    @Test(.rules("P60"))
    func `a delegate can call the daemon while it is asked, but not touch the waiting views`() async throws {
        let stage = try await PopoverStage(
            ["Methods": ["PrepareForPopoverPresentation", "ShouldDismiss"].variant, "Timeout": .uint32(10_000)])
        let presentation = stage.present()
        let preparing = try await stage.question("PrepareForPopoverPresentation")
        #expect(try await !stage.get(Contract.presented))
        try await stage.owner.popover(stage.presented).set(\.sourceRect, to: DBusRect(0, 0, 20, 40))
        func escape() async throws { _ = try await stage.owner.popover(stage.presented).performEscape() }
        func touch() async throws { _ = try await stage.owner.window(stage.tabs).tapAt(5, 5) }
        #expect(await failure(escape) == "InternalInconsistency")
        preparing.answer()
        #expect(await presentation.value == "none")
        #expect(try await stage.get(Contract.frame) == DBusRect(342, 140, 320, 413))
        let user = stage.touch()
        let question = try await stage.question("ShouldDismiss")
        #expect(await failure(touch) == "InternalInconsistency")
        #expect(await failure(escape) == "InternalInconsistency")
        try await stage.owner.select(1, in: stage.tabs)
        #expect(try await stage.owner.tabBarController(stage.tabs).selectedIndex == 1)
        question.answer(.bool(false))
        #expect(await user.value == "refused")
        // No call waits for it any longer.
        let own = Task.immediate { @EventLoop in await failure(touch) }
        try await stage.question("ShouldDismiss").answer(.bool(true))
        #expect(await own.value == "none")
        #expect(try await !stage.get(Contract.presented))
    }

    @Test(.rules("P59")) func `a delegate's end does not end the popover`() async throws {
        let stage = try await PopoverStage(["Methods": ["ShouldDismiss"].variant, "OnTimeout": .bool(false)])
        #expect(await stage.present().value == "none")
        stage.owner.connection.close()
        try await stage.user.waitForSignal("the delegate's end") {
            $0.path == stage.presented && $0.changes["Delegate"] == ClientObject.none.variant
        }
        #expect(try await stage.get(Contract.presented))
        // The delegate has gone, so the gesture acts at once.
        #expect(await stage.touch().value == "dismissed")
    }
}
