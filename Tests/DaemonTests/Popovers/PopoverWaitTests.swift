import TestSupport

/// The time that the first layout of a popover waits for the calls that configure it (P6, P7, P14).
@EventLoop @Suite(.bus) struct PopoverWaitTests {
    private typealias Contract = PopoverPresentationControllerInterface
    private typealias Controller = ViewControllerInterface

    /// A stage on which a popover waits longer than a test lasts.
    private static func waitingStage() async throws -> PopoverStage {
        try PrivateBus.current.configure("[deadlines]\nanchor = 60000\n")
        let stage = try await PopoverStage()
        stage.user.clearSignals()
        return stage
    }

    /// Whether a signal announced that the popover appears or has a frame.
    private static func hasAppeared(_ stage: PopoverStage) async throws -> Bool {
        try await stage.user.barrier()
        return stage.user.signals.contains { signal in
            guard signal.path == stage.presented else { return false }
            let isOfPopover = signal.arguments.first == .string(Contract.name)
            return signal.member == "ViewWillAppear" || isOfPopover && signal.changes["Frame"] != nil
        }
    }

    @Test(
        .rules("P6"),
        arguments: ["Get", "GetAll", "GetManagedObjects", "Get without an interface", "GetAll without an interface"])
    func `a popover with an anchor appears when it is read, and the reply shows it`(how: String) async throws {
        let stage = try await Self.waitingStage()
        let user = stage.user
        try await stage.set(Contract.sourceView, to: stage.source)
        let presentation = stage.present([:])
        try await stage.set(Contract.permittedArrowDirections, to: 1)
        // A client that reads other properties.
        let watcher = try BusClient()
        try await watcher.attach(to: stage.tabs)
        _ = try await user.getView(of: stage.presented)
        for interface in [Controller.name, TabBarItemInterface.name] {
            _ = try await user.properties(stage.presented).getAll(interface)
        }
        _ = try await user.viewController(stage.children[0]).presentedViewController
        #expect(try await !Self.hasAppeared(stage))
        let frame: DBusRect?
        switch how {
        case "Get": frame = try await stage.get(Contract.frame)
        case "GetAll": frame = try await stage.all()["Frame"]?.get()
        case "GetManagedObjects":
            frame = try await user.managedObjects()[stage.presented]?[Contract.name]?["Frame"]?.get()
        case "GetAll without an interface":
            let values = try await user.properties(stage.presented).getAll("")
            #expect(values["ArrowDirection"] == .uint64(1))
            frame = try await stage.get(Contract.frame)
        default:
            // The interface's name may be left out for a property that only one interface has.
            #expect(try await user.properties(stage.presented).get("", "ArrowDirection") == .uint64(1))
            frame = try await stage.get(Contract.frame)
        }
        #expect(frame == PopoverStage.place)
        #expect(try await Self.hasAppeared(stage))
        #expect(await presentation.value == "none")
    }

    @Test(.rules("P6 P14")) func `a read of a popover without an anchor does not end its wait`() async throws {
        let stage = try await Self.waitingStage()
        let presentation = stage.present([:])
        #expect(try await !stage.get(Contract.presented))
        _ = try await stage.user.managedObjects()
        try await stage.set(Contract.sourceView, to: stage.source)
        #expect(try await !Self.hasAppeared(stage))
        try await stage.set(Contract.sourceRect, to: DBusRect(0, 0, 20, 40))
        #expect(try await !Self.hasAppeared(stage))
        #expect(try await stage.get(Contract.frame) == DBusRect(342, 140, 320, 413))
        #expect(await presentation.value == "none")
    }

    @Test(.rules("P6"))
    func `a popover that no client reads appears after the time limit, with all properties`() async throws {
        let stage = try await PopoverStage()
        try await stage.set(Contract.sourceView, to: stage.source)
        #expect(await stage.present([:]).value == "none")
        #expect(try await stage.get(Contract.frame) == PopoverStage.place)
    }

    @Test(.rules("P6"), arguments: [true, false])
    func `the option Popover with an anchor is complete, and waits without one`(hasAnchor: Bool) async throws {
        let stage = try await Self.waitingStage()
        if hasAnchor {
            #expect(await stage.present().value == "none")
            #expect(try await Self.hasAppeared(stage))
        } else {
            try await stage.set(Contract.sourceView, to: stage.source)
            let presentation = stage.present(["PermittedArrowDirections": .uint64(1)])
            #expect(try await !Self.hasAppeared(stage))
            #expect(try await stage.get(Contract.frame) == PopoverStage.place)
            #expect(await presentation.value == "none")
        }
    }
}
