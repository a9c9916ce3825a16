import Foundation
import TestSupport

/// To whom a class belongs: a stranger gets nothing of the view controllers of another client's class, and does not keep
/// their owner out.
@EventLoop @Suite(.bus) struct ClientClassOwnerTests {
    private static let busName = "org.example.Memo"
    private static let arguments: [String: Variant] = ["Secret": .string("x")]

    private let stage: RestartStage
    private let tabs: ObjectPath
    private var user: BusClient { stage.client }

    init() async throws {
        stage = try await RestartStage(isSubscribed: true)
        try await stage.createTabs(["RestorationIdentifier": .string("desk")])
        tabs = stage.tabs
        try await stage.show()
    }

    /// Creates a view controller whose owner has a state.
    private func makeNote(of factory: ClassFactory) async throws -> ObjectPath {
        factory.keep(7)
        try await factory.register(["memo.Note"])
        let note = try await user.manager.createViewController(
            "memo.Note", ["Arguments": Self.arguments.variant, "RestorationIdentifier": .string("note")])
        try await user.setTabs([note], of: tabs)
        try await factory.client.updateView(of: note, [.view(2, "Switch")])
        try await user.sendAction("valueChanged", .bool(true), to: 2, of: note)
        return note
    }

    private func lose(_ factory: ClassFactory, _ note: ObjectPath) async throws {
        user.clearSignals()
        factory.client.connection.close()
        try await user.waitUntilOwnerIsGone(note)
    }

    @Test(.rules("S-223"), arguments: [false, true])
    func `strangers neither get a view controller nor keep its owner out`(restarts: Bool) async throws {
        let factory = try await ClassFactory(owning: Self.busName)
        let note = try await makeNote(of: factory)
        try await lose(factory, note)
        if restarts { try await stage.restart() }
        let nameless = try ClassFactory()
        try await nameless.register(["memo.Note"])
        let named = try await ClassFactory(owning: "org.example.Other")
        try await named.register(["memo.Note"])
        try await user.barrier()
        #expect(nameless.creations.isEmpty && named.creations.isEmpty)
        #expect(try await stage.state(note) == "failed")
        #expect(try await stage.reason(note).contains(restarts ? "'\(Self.busName)'" : "has left the bus"))
        #expect(await failure { try await stage.respawn(note) } == "PluginUnavailable")
        #expect(nameless.creations.isEmpty && named.creations.isEmpty)
        // New view controllers are those of the first client with a name.
        _ = try await user.manager.createViewController("memo.Note")
        #expect(named.creations.count == 1)

        let owner = try await ClassFactory(owning: Self.busName)
        owner.keep(7)
        try await owner.register(["memo.Note"])
        try await stage.waitForState("ready", of: note)
        try await owner.barrier()
        #expect(
            owner.creations.map { $0.options[ViewControllerFactoryInterface.CreateOption.arguments] } == [
                Self.arguments
            ])
        #expect(owner.owners[note]?.decoded == [["Count": .int32(7)]])
        #expect(nameless.creations.isEmpty && named.creations.count == 1)
        #expect(try await user.manager.viewControllerTypes.count { $0 == "memo.Note" } == 1)
    }

    @Test(.rules("S-223")) func `a class without a bus name serves new view controllers only`() async throws {
        let factory = try ClassFactory()
        let note = try await makeNote(of: factory)
        // The client itself can offer it again.
        try await factory.register([])
        try await factory.register(["memo.Note"])
        #expect(try await stage.state(note) == "ready")
        try await lose(factory, note)
        for restarts in [false, true] {
            if restarts { try await stage.restart() }
            let other = try ClassFactory()
            try await other.register(["memo.Note"])
            let named = try await ClassFactory(owning: Self.busName)
            try await named.register(["memo.Note"])
            #expect(await complaint { try await stage.respawn(note) }.contains("without a BusName"))
            #expect(other.creations.isEmpty && named.creations.isEmpty)
            #expect(try await stage.state(note) == "failed")
            // New ones get their arguments.
            let new = try await user.manager.createViewController("memo.Note", ["Arguments": Self.arguments.variant])
            #expect(named.creations.map(\.viewController) == [new])
            for client in [other.client, named.client] {
                let name = client.connection.uniqueName
                client.connection.close()
                try await user.left(name)
            }
        }
    }

    @Test(.rules("S-223")) func `a lazy tab gets its instance from the client whose class it was`() async throws {
        let factory = try await ClassFactory(owning: Self.busName)
        try await factory.register(["memo.Note"])
        let lazy = try await user.manager.createViewController(
            "memo.Note", ["Arguments": Self.arguments.variant, "Lazy": .bool(true)])
        let name = factory.client.connection.uniqueName
        factory.client.connection.close()
        try await user.left(name)
        let stranger = try ClassFactory()
        try await stranger.register(["memo.Note"])
        try await user.setTabs([lazy], of: tabs)
        try await stage.waitForState("failed", of: lazy)
        #expect(stranger.creations.isEmpty)
        let owner = try await ClassFactory(owning: Self.busName)
        try await owner.register(["memo.Note"])
        try await stage.waitForState("ready", of: lazy)
        #expect(
            owner.creations.map { $0.options[ViewControllerFactoryInterface.CreateOption.arguments] } == [
                Self.arguments
            ])
    }

    @Test func `the caller must own the bus name of its classes`() async throws {
        let factory = try ClassFactory()
        try await factory.register(["memo.Book"])
        let other = try await ClassFactory(owning: Self.busName)
        let cases = [
            (Self.busName, "InvalidArgument: BusName '\(Self.busName)' is not owned by the caller"),
            (
                other.client.connection.uniqueName,
                "InvalidArgument: BusName '\(other.client.connection.uniqueName)' is a unique"
            ),
            ("org.example.Nobody", "InvalidArgument: BusName 'org.example.Nobody' is not owned"),
        ]
        for (name, start) in cases {
            let error = await complaint { try await factory.register(["memo.Note"], ["BusName": .string(name)]) }
            #expect(error.hasPrefix(start), "\(error)")
        }
        #expect(await complaint { try await factory.register([], ["BusName": .string("no name")]) } != "none")
        #expect(try await user.manager.viewControllerTypes.filter { $0.hasPrefix("memo.") } == ["memo.Book"])
    }

    @Test func `the next owner of the name gets the classes while the former one is on the bus`() async throws {
        let factory = try await ClassFactory(owning: Self.busName)
        let note = try await makeNote(of: factory)
        let heir = try await ClassFactory(owning: Self.busName)
        try await heir.register(["memo.Note", "memo.Book"])
        // An object stays with its client as long as that is there.
        #expect(try await stage.state(note) == "ready" && heir.creations.isEmpty)
        _ = try await user.manager.createViewController("memo.Note")
        #expect(heir.creations.count == 1 && factory.creations.count == 1)
        factory.client.connection.close()
        // The heir continues it at once.
        try await EventLoop.until("the creation by the heir") { heir.creations.count == 2 }
        try await EventLoop.until("its end") { try await stage.state(note) == "ready" }
        #expect(
            try await user.manager.viewControllerTypes.filter { $0.hasPrefix("memo.") } == ["memo.Book", "memo.Note"])
        #expect(heir.creations.count == 2)
    }

    @Test(.rules("S-224")) func `a plugin that is installed later takes the classes with its id`() async throws {
        let folder = try PrivateBus.current.directory + "/plugins"
        let factory = try await ClassFactory(owning: Self.busName)
        try await factory.register(["echo.Echo", "echo.Other", "memo.Note"])
        let old = try await user.manager.createViewController("echo.Echo")
        #expect(factory.creations.count == 1)
        try await onThread { try CPlugin.build("echo", classes: ["Echo"], in: folder) }
        let made = try await user.manager.createViewController("echo.Echo")
        #expect(try await user.viewController(made).plugin == TabNames.plugin("echo"))
        #expect(factory.creations.count == 1)
        let types = try await user.manager.viewControllerTypes.filter { $0.hasPrefix("echo.") || $0.hasPrefix("memo.") }
        #expect(types == ["echo.Echo", "memo.Note"])
        #expect(await failure { _ = try await user.manager.createViewController("echo.Other") } == "NoSuchType")
        #expect(await complaint { try await factory.register(["echo.Echo"]) }.contains("id of a plugin"))
        // The client keeps its object.
        #expect(try await user.viewController(old).state == "ready")
    }
}
