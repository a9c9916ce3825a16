import TestSupport

/// View controllers of clients' classes whose client leaves, or whose daemon restarts.
@EventLoop @Suite(.bus) struct ClientClassRestorationTests {
    private static let busName = "org.example.Memo"

    private let stage: RestartStage
    private let factory: ClassFactory
    private let tabs: ObjectPath
    private let note: ObjectPath
    private var user: BusClient { stage.client }

    init() async throws {
        stage = try await RestartStage(isSubscribed: true)
        factory = try await ClassFactory(owning: Self.busName)
        factory.keep(1)
        try await factory.register(["memo.Note"])
        let arguments: [String: Variant] = ["Text": .string("x")]
        note = try await stage.client.manager.createViewController(
            "memo.Note", ["Arguments": arguments.variant, "RestorationIdentifier": .string("note")])
        try await stage.createTabs([
            "RestorationIdentifier": .string("desk"), "Size": DBusSize(width: 320, height: 480).variant,
        ])
        tabs = stage.tabs
        try await stage.client.setTabs([note], of: tabs)
        try await stage.show()
        try await factory.client.updateView(of: note, [.view(2, "Switch")])
        try await act()
    }

    /// Acts on the view, after which the owner's state is known.
    private func act(on view: UInt32 = 2) async throws {
        try await user.sendAction("valueChanged", .bool(true), to: view, of: note)
    }

    private func lose(_ factory: ClassFactory) async throws {
        user.clearSignals()
        factory.client.connection.close()
        try await user.waitUntilOwnerIsGone(note)
    }

    /// The calls to a new object of the view controller, whose view is in the window.
    private var expectedCalls: [String] {
        [
            "DecodeRestorableState(Count=i)", "WillMoveToParent(\(tabs))", "DidMoveToParent(\(tabs))", "ViewDidLoad()",
            "ViewWillAppear(false)", "ViewIsAppearing(false)",
            "TraitsChanged(ColorScheme=noPreference Contrast=unspecified HorizontalSizeClass=compact LayoutDirection=leftToRight Locale=C TextScale=1 VerticalSizeClass=regular)",
            "ViewWillLayout(0 0 320 480, 20 0 49 0)", "ViewDidAppear(false)", "RestorationEnded()",
        ]
    }

    private func expectRestored(by factory: ClassFactory, count: Int32 = 1) async throws {
        try await factory.barrier()
        let creation = try #require(factory.creations.last)
        #expect(creation.className == "memo.Note")
        #expect(
            creation.options.values == [
                "ViewController": note.variant, "Arguments": ["Text": Variant.string("x")].variant,
                "Restored": .bool(true),
            ])
        let owner = try #require(factory.owners[note])
        #expect(owner.details == expectedCalls)
        #expect(owner.decoded == [["Count": .int32(count)]])
        #expect(try await stage.state(note) == "ready")
        #expect(try await stage.reason(note).isEmpty)
    }

    // MARK: Clients that leave

    @Test func `after the end of its client a view controller waits, and is created with its state`() async throws {
        let views = try await user.getView(of: note).views
        try await lose(factory)
        #expect(try await stage.reason(note).contains("has left the bus"))
        #expect(try await user.getView(of: note).views == views)
        #expect(await failure { try await act() } == "PluginUnavailable")
        let unavailable = await complaint { try await stage.respawn(note) }
        #expect(unavailable.hasPrefix("PluginUnavailable: ") && unavailable.contains("memo.Note"), "\(unavailable)")
        // An object can't be registered for it.
        #expect(
            await failure { _ = try await RemoteOwner().register(["RestorationIdentifier": .string("note")]) }
                == "InvalidArgument")
        // Another class does not take it.
        let heir = try await ClassFactory(owning: Self.busName)
        heir.keep(2)
        try await heir.register(["memo.Other"])
        #expect(try await stage.state(note) == "failed")
        user.clearSignals()
        try await heir.register(["memo.Note"])
        try await stage.waitForState("ready", of: note)
        try await expectRestored(by: heir)
        #expect(heir.creations.count == 1)
        // The new owner's views and state count from then on.
        try await heir.client.updateView(of: note, [.view(3, "Switch")], removing: [2])
        #expect(try await user.getView(of: note).views.map(\.id) == [1, 3])
        #expect(await failure { try await factory.client.updateView(of: note, []) } != "none")
        try await act(on: 3)
        try await lose(heir)
        let third = try await ClassFactory(owning: Self.busName)
        try await third.register(["memo.Note"])
        try await expectRestored(by: third, count: 2)
    }

    @Test func `a client that leaves while it creates an object again leaves its view controller waiting`()
        async throws
    {
        try await lose(factory)
        for fault in ["leaves", "error", "none"] {
            let heir = try await ClassFactory(owning: Self.busName)
            heir.holdCreations()
            user.clearSignals()
            try await heir.register(["memo.Note"])
            let creation = try await heir.nextCreation()
            #expect(try await stage.state(note) == "restarting")
            // Calls wait for the object.
            let action = Task.immediate { @EventLoop in await failure { try await act() } }
            switch fault {
            case "leaves": heir.client.connection.close()
            case "error": creation.reply.fail(.failed("not now"))
            default:
                heir.keep(1)
                let owner = try #require(heir.answer(creation))
                #expect(await action.value == "none")
                #expect(owner.details.last == "Action(2, valueChanged, true)!")
                #expect(owner.details.dropLast() == expectedCalls[...])
                continue
            }
            try await stage.waitForState("failed", of: note)
            #expect(await action.value == "PluginUnavailable")
            #expect(try await stage.reason(note).contains(fault == "leaves" ? "has left the bus" : "not now"))
            guard fault == "error" else { continue }
            // Respawn tries again, also while it is being created.
            let respawns = (0..<2).map { _ in
                Task.immediate { @EventLoop in await failure { try await stage.respawn(note) } }
            }
            try await heir.nextCreation().reply.fail(.failed("later"))
            for respawn in respawns { #expect(await respawn.value == "PluginFailed") }
            #expect(try await stage.reason(note).contains("later"))
            try await heir.register([])
            #expect(await failure { try await stage.respawn(note) } == "PluginUnavailable")
        }
    }

    @Test func `Respawn creates an object that its class has refused`() async throws {
        try await lose(factory)
        let heir = try await ClassFactory(owning: Self.busName)
        heir.keep(1)
        heir.create = { $0.reply.fail(.failed("not now")) }
        user.clearSignals()
        try await heir.register(["memo.Note"])
        try await stage.waitForState("failed", of: note)
        heir.create = nil
        try await stage.respawn(note)
        try await expectRestored(by: heir)
        #expect(heir.creations.count == 2)
        // A ready view controller stays as it is.
        try await stage.respawn(note)
        #expect(heir.creations.count == 2)
    }

    @Test func `a class that is now a tab bar controller gets no view controller`() async throws {
        try await lose(factory)
        let heir = try await ClassFactory(owning: Self.busName)
        try await heir.register(["memo.Note"], ["TabBarControllers": ["memo.Note"].variant])
        #expect(try await stage.state(note) == "failed")
        #expect(try await stage.reason(note).contains("'memo.Note' is now a TabBarController"))
        #expect(heir.creations.isEmpty)
        heir.keep(1)
        try await heir.register(["memo.Note"])
        try await expectRestored(by: heir)
    }

    // MARK: Restarts

    @Test func `after a restart of the daemon a view controller waits, and is created with its state`() async throws {
        for _ in 1...2 {
            try await stage.restart()
            #expect(try await stage.state(note) == "failed")
            #expect(try await stage.reason(note).contains("memo.Note"))
            #expect(try await user.tabBarController(tabs).viewControllers == [note])
        }
        // The client is the same, and its earlier object has no view controller.
        let earlier = try #require(factory.owners[note])
        earlier.clearCalls()
        try await stage.show()
        try await factory.register(["memo.Note"])
        try await expectRestored(by: factory)
        #expect(earlier.calls.isEmpty)
        try await factory.client.updateView(of: note, [.view(2, "Switch")])
        try await act()
        // A view controller without an identifier has the defaults of a new one.
        let second = try await user.manager.createViewController("memo.Note")
        try await user.setTabs([note, second], of: tabs)
        try await user.tabBarItem(second).set(\.title, to: "Mine")
        try await stage.restart()
        try await factory.register(["memo.Note"])
        try await factory.barrier()
        let creation = try #require(factory.creations.last { $0.viewController == second })
        #expect(creation.options.values == ["ViewController": second.variant])
        #expect(factory.owners[second]?.decoded.isEmpty == true)
        #expect(try await user.tabBarItem(second).title.isEmpty)
        #expect(try await stage.state(second) == "ready")
    }

    @Test func `a client can claim the view controller of its class by the identifier`() async throws {
        try await stage.restart()
        let options: Options = ["RestorationIdentifier": .string("note")]
        #expect(try await user.manager.createViewController("memo.Note", options) == note)
        #expect(await failure { _ = try await user.manager.createViewController("memo.Note", options) } != "none")
        #expect(try await stage.state(note) == "failed")
        try await stage.show()
        try await factory.register(["memo.Note"])
        try await expectRestored(by: factory)
    }

    // MARK: Reopen

    @Test func `a reopened view controller is created with its state`() async throws {
        let owner = try #require(factory.owners[note])
        owner.clearCalls()
        try await user.manager.destroy(note)
        try await factory.barrier()
        #expect(owner.calls.last == "Destroyed")
        owner.clearCalls()
        #expect(try await user.manager.reopen() == note)
        try await expectRestored(by: factory)
        #expect(owner.calls.isEmpty)
    }

    @Test func `a destroyed view controller can be reopened after the end of its client`() async throws {
        // Without an identifier only its class can bring it back.
        try await user.viewController(note).set(\.restorationIdentifier, to: "")
        try await user.manager.destroy(note)
        let name = factory.client.connection.uniqueName
        factory.client.connection.close()
        try await user.left(name)
        #expect(try await user.manager.reopen() == note)
        #expect(try await stage.state(note) == "failed")
        let heir = try await ClassFactory(owning: Self.busName)
        heir.keep(1)
        try await heir.register(["memo.Note"])
        try await expectRestored(by: heir)
    }

    @Test func `a view controller that is reopened during Create gets the object of the second call`() async throws {
        try await user.manager.destroy(note)
        factory.holdCreations()
        let first = Task.immediate { @EventLoop in try await user.manager.reopen() }
        let missed = try await factory.nextCreation()
        try await user.manager.destroy(note)
        _ = await failure { _ = try await first.value }
        let second = Task.immediate { @EventLoop in try await user.manager.reopen() }
        let creation = try await factory.nextCreation()
        #expect(missed.viewController == creation.viewController)
        let late = try #require(factory.answer(missed))
        factory.answer(creation)
        #expect(try await second.value == note)
        try await expectRestored(by: factory)
        #expect(late.calls.isEmpty)
    }
}
