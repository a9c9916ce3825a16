import TestSupport

/// Gestures on a target that a visible popover covers, while the popover's delegate delays its reply (P51 to P58).
@EventLoop @Suite(.bus) struct CoveredGestureTests {
    private typealias Contract = PopoverPresentationControllerInterface

    /// A stage whose popover is presented, and a controller in another tab.
    private static func presented(_ methods: String...) async throws -> (PopoverStage, Actor) {
        let options: Options = ["Methods": methods.variant, "Timeout": .uint32(10_000)]
        let stage = try await PopoverStage(methods.isEmpty ? nil : options)
        let actor = try await Actor(stage)
        #expect(await stage.present().value == "none")
        return (stage, actor)
    }

    // MARK: Actions on views

    @Test(.rules("P51 P55"))
    func `an action on a view outside dismisses the popover, and does not reach its owner`() async throws {
        let (stage, actor) = try await Self.presented()
        // A field that loses the focus reports its text, which is not a touch.
        try await stage.user.sendAction("editingDidEnd", .string("typed"), to: 6, of: actor.controller)
        // Invalid arguments keep their errors.
        #expect(await actor.press(9).value == "InvalidArgument")
        #expect(await actor.press(5).value == "InvalidArgument")
        #expect(try await stage.get(Contract.presented))
        let error = await complaint {
            try await stage.user.sendAction("primaryActionTriggered", .bool(true), to: 4, of: actor.controller)
        }
        for part in ["InternalInconsistency: ", "popover of \(stage.presented)", "was dismissed by it"] {
            #expect(error.contains(part), "\(error)")
        }
        #expect(try await !stage.get(Contract.presented))
        #expect(actor.presses == [6])
        #expect(await actor.press(4).value == "none")
        #expect(actor.presses == [6, 4])
    }

    @Test(.rules("P51 P58"))
    func `an action reaches a passthrough view unless the popover is modal`() async throws {
        let (stage, actor) = try await Self.presented()
        for view: UInt32 in [1, 3, 4] {
            let views = [ViewReference(viewController: actor.controller, view: view)]
            try await stage.set(Contract.passthroughViews, to: views)
            #expect(await actor.press(4).value == "none")
        }
        #expect(actor.presses == [4, 4, 4])
        #expect(try await stage.get(Contract.presented))
        try await stage.user.viewController(stage.presented).set(\.modalInPresentation, to: true)
        let error = await complaint {
            try await stage.user.sendAction("primaryActionTriggered", .bool(true), to: 4, of: actor.controller)
        }
        #expect(error.hasPrefix("InternalInconsistency: ") && error.contains("was not dismissed"), "\(error)")
        #expect(try await stage.get(Contract.presented))
        #expect(actor.presses == [4, 4, 4])
    }

    @Test(.rules("P51"))
    func `actions in the popover, in another window and without a window are not covered`() async throws {
        let stage = try await PopoverStage()
        let (inside, lost) = (try await Actor(stage, isTab: false), try await Actor(stage, isTab: false))
        try await stage.prepare(inside.controller)
        try await stage.user.viewController(stage.children[0]).present(
            inside.controller, ["Popover": ["SourceView": stage.source.variant].variant])
        let other = try await stage.user.manager.createTabBarController(["Profile": .string("pad")])
        let elsewhere = try await Actor(stage, in: other)
        for actor in [inside, lost, elsewhere] {
            #expect(await actor.press(4).value == "none")
            #expect(actor.presses == [4])
        }
        #expect(try await stage.user.tap(0, in: other))
        #expect(try await stage.user.popover(inside.controller).presented)
    }

    // MARK: Waiting

    @Test(.rules("P55")) func `gestures wait for the delegate, and act when it has allowed the dismissal`() async throws
    {
        let (stage, actor) = try await Self.presented("ShouldDismiss")
        let first = stage.tap(1)
        let question = try await stage.question("ShouldDismiss")
        let (action, tap, touch) = (actor.press(4), stage.tap(1), stage.touch())
        // Calls by programs do not wait.
        try await stage.user.viewController(stage.children[1]).loadViewIfNeeded()
        try await stage.user.popover(stage.presented).set(\.backgroundColor, to: "#ff0000")
        #expect(try await stage.user.tabBarController(stage.tabs).selectedIndex == 0)
        // The gestures of another client have arrived before the answer.
        try await stage.user.barrier()
        question.answer(.bool(true))
        #expect(await first.value == "false")
        #expect(await action.value == "none")
        #expect(await tap.value == "true")
        #expect(await touch.value == "content")
        #expect(try await stage.user.tabBarController(stage.tabs).selectedIndex == 1)
        #expect(actor.presses == [4])
        #expect(try await stage.receivedCalls() == ["ShouldDismiss"])
    }

    @Test(.rules("P55")) func `each waiting gesture tries again when the previous one was refused`() async throws {
        let (stage, actor) = try await Self.presented("ShouldDismiss", "DidAttemptToDismiss")
        let first = actor.press(4)
        let question = try await stage.question("ShouldDismiss")
        let inside = stage.touch(400, 300)
        let waiting = [
            (stage.tap(1), "false"), (stage.touch(), "refused"), (actor.press(4), "InternalInconsistency"),
            (stage.escape(), "dismissed"),
        ]
        let last = actor.press(4)
        // The gestures of another client have arrived before the answer.
        try await stage.user.barrier()
        question.answer(.bool(false))
        #expect(await first.value == "InternalInconsistency")
        #expect(await inside.value == "popover")
        for (gesture, expected) in waiting {
            try await stage.question("ShouldDismiss").answer(.bool(expected == "dismissed"))
            #expect(await gesture.value == expected)
        }
        #expect(await last.value == "none")
        #expect(actor.presses == [4])
        #expect(try await stage.user.tabBarController(stage.tabs).selectedIndex == 0)
        try await stage.owner.barrier()
        let refused = ["ShouldDismiss", "DidAttemptToDismiss"]
        #expect(stage.calls == refused + refused + refused + refused + ["ShouldDismiss"])
    }

    @Test(.rules("P55")) func `16 gestures wait for the delegate and the next one is refused`() async throws {
        let (stage, actor) = try await Self.presented("ShouldDismiss")
        let first = stage.tap(1)
        let question = try await stage.question("ShouldDismiss")
        func gestures() -> [Task<String, Never>] { [stage.tap(1), actor.press(4), stage.touch(), stage.escape()] }
        let waiting = (0..<4).map { _ in gestures() }
        for gesture in gestures() { #expect(await gesture.value == "LimitsExceeded") }
        // The gestures of another client have arrived before the answer.
        try await stage.user.barrier()
        question.answer(.bool(true))
        #expect(await first.value == "false")
        // A touch is passed to the content below. Escape needs a popover.
        for gestures in waiting {
            for (gesture, expected) in zip(gestures, ["true", "none", "content", "none"]) {
                #expect(await gesture.value == expected)
            }
        }
        #expect(actor.presses.count == 4)
        #expect(try await stage.receivedCalls() == ["ShouldDismiss"])
    }

    @Test(.rules("P55"))
    func `the asked delegate can't touch covered views, and can read everything else`() async throws {
        let stage = try await PopoverStage(["Methods": ["ShouldDismiss"].variant, "Timeout": .uint32(10_000)])
        #expect(await stage.present().value == "none")
        let first = stage.tap(1)
        let question = try await stage.question("ShouldDismiss")
        let error = await complaint { _ = try await stage.owner.tap(1, in: stage.tabs) }
        #expect(error.hasPrefix("InternalInconsistency: "), "\(error)")
        #expect(error.contains("waits for the answer of this client"), "\(error)")
        // A passthrough bar is not covered.
        try await stage.set(
            Contract.passthroughViews, to: [ViewReference(viewController: BusClient.bar(of: stage.tabs), view: 0)])
        #expect(try await stage.owner.tap(1, in: stage.tabs))
        // The gestures of another client have arrived before the answer.
        try await stage.user.barrier()
        question.answer(.bool(false))
        #expect(await first.value == "false")
        #expect(try await stage.get(Contract.presented))
    }

    // MARK: Ends

    @Test(
        .rules("P55"),
        arguments: ["the popover", "the program", "the tabs", "the source", "the delegate", "the daemon"],
        [true, false])
    func `gestures get a reply when an object ends while the delegate is asked`(ended: String, isTouch: Bool)
        async throws
    {
        let (stage, actor) = try await Self.presented("ShouldDismiss")
        let first = isTouch ? stage.touch() : actor.press(4)
        let question = try await stage.question("ShouldDismiss")
        let waiting = [stage.tap(1), actor.press(4), stage.touch(), stage.escape()]
        try await stage.user.barrier()
        switch ended {
        case "the popover": try await stage.user.manager.destroy(stage.presented)
        case "the program": try await stage.dismiss()
        case "the tabs": try await stage.user.manager.destroy(stage.tabs)
        case "the source": try await stage.user.manager.destroy(stage.children[0])
        case "the daemon": #expect(await stage.daemon.stop() == 0)
        default: stage.owner.connection.close()
        }
        if ended == "the source" { question.answer(.bool(true)) }
        var expected =
            switch ended {
            case "the tabs": ["none", "UnknownObject", "none", "UnknownObject", "none"]
            // It stays where it was (P80).
            case "the source": ["dismissed", "true", "none", "content", "none"]
            case "the daemon": [String](repeating: "NoReply", count: 5)
            case "the delegate": ["dismissed", "true", "none", "content", "none"]
            default: ["none", "true", "none", "content", "none"]
            }
        // An action that dismisses the popover does nothing else.
        if !isTouch, ended != "the daemon" { expected[0] = "InternalInconsistency" }
        var found = [await first.value]
        for gesture in waiting { found.append(await gesture.value) }
        #expect(found == expected)
        if !["the delegate", "the daemon"].contains(ended) { try await stage.owner.barrier() }
        #expect(stage.calls.filter { $0 != "Released" } == ["ShouldDismiss"])
        // Kept until here: dropping a reply sends an error, which would answer the question.
        withExtendedLifetime(question) {}
    }
}

/// A controller with a button (4) in a view (3) and a disabled one (5), of a client that records presses.
@EventLoop private final class Actor {
    let stage: PopoverStage
    private(set) var controller = ObjectPath.none
    private(set) var presses: [UInt32] = []

    /// - Parameters:
    ///   - tabs: The tab bar controller whose last tab it becomes. By default that of the stage.
    ///   - isTab: Whether it becomes a tab. Otherwise it has no window.
    init(_ stage: PopoverStage, in tabs: ObjectPath? = nil, isTab: Bool = true) async throws {
        self.stage = stage
        let object = stage.user.newObject()
        controller = try await stage.user.register(object, [:])
        stage.user.handlers[object] = { [weak self] call, arguments, reply in
            guard call.member == "Action" else { return reply.fail(.unknownMethod(call.member)) }
            if let view: UInt32 = arguments.first?.get() { self?.presses.append(view) }
            reply.succeed { (_) throws(DBusError) in }
        }
        if isTab {
            try await stage.user.setTabs((tabs == nil ? stage.children : []) + [controller], of: tabs ?? stage.tabs)
        }
        try await stage.user.viewController(controller).loadViewIfNeeded()
        try await stage.user.updateView(
            of: controller,
            [
                .view(3), .view(4, "Button", in: 3), .view(5, "Button", in: 3, with: ["Enabled": .bool(false)]),
                .view(6, "TextField", in: 3),
            ])
    }

    func press(_ view: UInt32) -> Task<String, Never> {
        Task.immediate { @EventLoop in
            await failure {
                try await stage.user.sendAction("primaryActionTriggered", .bool(true), to: view, of: controller)
            }
        }
    }
}

extension PopoverStage {
    /// Taps a tab as the user. The task returns whether it was accepted, or the last component of the error's name.
    fileprivate func tap(_ position: UInt32) -> Task<String, Never> {
        Task.immediate { @EventLoop in
            var isAccepted = false
            let failure = await failure { isAccepted = try await user.tap(position, in: tabs) }
            return failure == "none" ? "\(isAccepted)" : failure
        }
    }
}
