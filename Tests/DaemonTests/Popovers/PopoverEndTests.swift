import TestSupport

/// Objects that end while a popover's delegate is asked: every waiting call gets a reply.
@EventLoop @Suite(.bus) struct PopoverEndTests {
    private typealias Contract = PopoverPresentationControllerInterface

    /// The object that ends.
    enum End: CaseIterable, Sendable {
        case presented, window, source, dismissed, daemon
    }

    @Test(
        .rules("P65 P68"),
        arguments: [
            "PrepareForPopoverPresentation", "AdaptivePresentationStyle", "ViewControllerForAdaptivePresentationStyle",
        ], End.allCases)
    func `Present gets a reply whichever object ends while the delegate is asked`(
        asked: String, end: End
    ) async throws {
        let stage = try await PopoverStage(["Methods": [asked].variant, "Timeout": .uint32(10_000)])
        if asked != "PrepareForPopoverPresentation" { try await stage.setSize(375, 667) }
        let presentation = stage.present()
        let question = try await stage.question(asked)
        let escape = stage.escape()
        try await stage.user.barrier()
        try await Self.go(end, stage)
        if end != .source {
            #expect(await presentation.value == (end == .daemon ? "NoReply" : "InternalInconsistency"))
        }
        switch asked {
        case "PrepareForPopoverPresentation": question.answer()
        case "AdaptivePresentationStyle": question.answer(.string("formSheet"))
        default: question.answer(.objectPath(.none))
        }
        if end == .source {
            // An adapted presentation has no anchor.
            let isPopover = asked == "PrepareForPopoverPresentation"
            #expect(await presentation.value == (isPopover ? "MissingAnchor" : "none"))
        }
        // It dismisses whatever is presented by then.
        let isThere = end == .source && asked != "PrepareForPopoverPresentation"
        #expect(await escape.value == (end == .daemon ? "NoReply" : isThere ? "dismissed" : "none"))
        if end != .daemon { try await stage.owner.barrier() }
        #expect(stage.calls.filter { $0 != "Released" } == [asked])
    }

    @Test(.rules("P63")) func `a front end of a replacement is detached when the replacement ends`() async throws {
        let methods = ["ViewControllerForAdaptivePresentationStyle"].variant
        let stage = try await PopoverStage(["Methods": methods, "Timeout": .uint32(10_000)])
        let replacement = try await stage.user.manager.createNavigationController(try await stage.user.register())
        try await stage.user.attach(to: replacement, ["Visible": .bool(false)])
        try await stage.setSize(375, 667)
        let presentation = stage.present()
        try await stage.question("ViewControllerForAdaptivePresentationStyle").answer(.objectPath(replacement))
        #expect(await presentation.value == "none")
        #expect(try await stage.user.window(replacement).attachedClients.isEmpty)
    }

    @Test(.rules("P8"))
    func `a reopened controller has a new popover, with defaults and without delegate`() async throws {
        let stage = try await PopoverStage()
        let fresh = try await stage.all()
        try await stage.set(Contract.backgroundColor, to: "#ff0000")
        try await stage.setDelegate(["Methods": [String]().variant])
        #expect(await stage.present().value == "none")
        try await stage.user.manager.destroy(stage.presented)
        #expect(try await stage.receivedCalls().filter { $0 != "Released" }.isEmpty)
        #expect(try await stage.user.manager.reopen() == stage.presented)
        #expect(try await stage.all() == fresh)
        #expect(await stage.present().value == "none")
        #expect(try await stage.get(Contract.frame) == PopoverStage.place)
    }

    @Test(.rules("P69 P72"))
    func `a dismissal of the lower popover ends the question about the upper one`() async throws {
        let stage = try await PopoverStage()
        let below = try await stage.user.register()
        try await stage.prepare(below)
        try await stage.user.viewController(stage.children[0]).present(
            below, ["Popover": ["SourceView": stage.source.variant].variant])
        try await stage.setDelegate(["Methods": ["ShouldDismiss"].variant, "Timeout": .uint32(10_000)])
        let source = ViewReference(viewController: below, view: 1)
        try await stage.user.viewController(below).present(
            stage.presented,
            ["Popover": ["SourceView": source.variant, "SourceRect": DBusRect(0, 0, 9, 9).variant].variant])
        let touch = stage.touch()
        let question = try await stage.question("ShouldDismiss")
        try await stage.user.viewController(stage.children[0]).dismiss()
        #expect(await touch.value == "none")
        question.answer(.bool(false))
        #expect(try await stage.receivedCalls().filter { $0 != "Released" } == ["ShouldDismiss"])
        #expect(try await !stage.get(Contract.presented))
        #expect(try await !stage.user.popover(below).presented)
    }

    private static func go(_ end: End, _ stage: PopoverStage) async throws {
        switch end {
        case .presented: try await stage.user.manager.destroy(stage.presented)
        case .window: try await stage.user.manager.destroy(stage.tabs)
        case .source: try await stage.user.manager.destroy(stage.children[0])
        case .dismissed: try await stage.dismiss()
        case .daemon: #expect(await stage.daemon.stop() == 0)
        }
    }
}
