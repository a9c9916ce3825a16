import TestSupport

/// Factories of clients that fail: nothing stays behind.
@EventLoop @Suite(.bus) struct ClientClassFailureTests {
    private let user: BusClient
    private let factory: ClassFactory

    init() async throws {
        user = try await BusClient.ofNewDaemon()
        factory = try ClassFactory()
        try await factory.register(["memo.Note"])
    }

    /// The ways in which Create fails.
    enum Fault: CaseIterable {
        case error, noMethod, noObject, usedObject, wrongType, dropped, leaves, destroyed

        var name: String {
            switch self {
            case .error, .noMethod, .noObject, .usedObject, .wrongType, .dropped: "PluginFailed"
            case .leaves: "PluginUnavailable"
            case .destroyed: "UnknownObject"
            }
        }

        /// A part of the message.
        var reason: String {
            switch self {
            case .error: "org.example.Full: the desk is full"
            case .noMethod: "does not implement the method"
            case .noObject: "returned '/'"
            case .usedObject: "already has a view controller"
            case .wrongType, .dropped: ""
            case .leaves: "has left the bus"
            case .destroyed: "was destroyed"
            }
        }
    }

    private func fail(_ creation: ClassFactory.Creation, _ fault: Fault, _ used: ObjectPath) async throws {
        switch fault {
        case .error: creation.reply.fail(DBusError(name: "org.example.Full", message: "the desk is full"))
        case .noMethod: creation.reply.fail(.unknownMethod("Create is not there"))
        case .noObject: creation.succeed(.none)
        case .usedObject: creation.succeed(used)
        case .wrongType: creation.reply.allow(true)
        case .dropped: creation.reply.fail(.noReply("no reply"))
        case .leaves: factory.client.connection.close()
        case .destroyed: try await user.manager.destroy(creation.viewController)
        }
    }

    @Test(arguments: Fault.allCases)
    func `a failed Create leaves nothing behind that was created within it`(fault: Fault) async throws {
        let used = try await user.manager.createViewController("memo.Note")
        let object = try #require(factory.owners[used]?.object)
        let before = try await user.managedObjects().keys
        let usage = try await user.manager.usage
        factory.holdCreations()
        let outer = user.beginCreation("memo.Note")
        let creation = try await factory.nextCreation()
        let creator: Options = ["Creator": creation.viewController.variant]
        let manager = factory.client.manager
        // A class of its own with an object within, one without a reply, a plugin's class, and a stack around that.
        let inner = factory.client.beginCreation("memo.Note", creator)
        let second = try await factory.nextCreation()
        let innermost = factory.client.beginCreation("memo.Note", ["Creator": second.viewController.variant])
        factory.answer(try await factory.nextCreation())
        _ = try await innermost.value
        factory.answer(second)
        _ = try await inner.value
        let open = factory.client.beginCreation("memo.Note", creator)
        let third = try await factory.nextCreation()
        let alarm = try await manager.createViewController("clock.Alarm", creator)
        let stack = try await manager.createNavigationController(alarm, creator)
        #expect(
            try await user.manager.viewControllers.count == before.count { TabNames.number(of: $0) != nil } + 6)

        try await fail(creation, fault, object)
        let error = await complaint { _ = try await outer.value }
        #expect(error.hasPrefix(fault.name + ": ") && error.contains(fault.reason), "\(error)")
        for path in [second.viewController, third.viewController, alarm, stack] {
            #expect(await failure { _ = try await user.viewController(path).title } == "UnknownObject", "\(path)")
        }
        guard fault != .leaves else {
            #expect(try await user.manager.viewControllers == [used])
            #expect(try await user.viewController(used).state == "failed")
            return
        }
        #expect(await failure { _ = try await open.value } == "UnknownObject")
        #expect(try await user.managedObjects().keys == before)
        #expect(try await user.manager.usage == usage)
        #expect(try await user.viewController(used).state == "ready")
    }

    @Test func `what was created within a Create stays after its success`() async throws {
        factory.holdCreations()
        let outer = user.beginCreation("memo.Note")
        let creation = try await factory.nextCreation()
        let creator: Options = ["Creator": creation.viewController.variant]
        let alarm = try await factory.client.manager.createViewController("clock.Alarm", creator)
        factory.answer(creation)
        let path = try await outer.value
        // A Create that is over, or of another client, does not count.
        let late = try await factory.client.manager.createViewController("clock.Alarm", creator)
        let failing = user.beginCreation("memo.Note")
        let second = try await factory.nextCreation()
        let foreign = try await user.manager.createViewController(
            "clock.Alarm", ["Creator": second.viewController.variant])
        let free = try await factory.client.manager.createViewController("clock.Alarm")
        second.reply.fail(.failed("no"))
        #expect(await failure { _ = try await failing.value } == "PluginFailed")
        #expect(try await user.manager.viewControllers.sorted() == [path, alarm, late, foreign, free].sorted())
    }

    @Test func `two view controllers can't have the same object`() async throws {
        factory.holdCreations()
        let tasks = [user.beginCreation("memo.Note"), user.beginCreation("memo.Note")]
        let creations = [try await factory.nextCreation(), try await factory.nextCreation()]
        let object = factory.client.newObject()
        for creation in creations { creation.succeed(object) }
        #expect(try await tasks[0].value == creations[0].viewController)
        #expect(await failure { _ = try await tasks[1].value } == "PluginFailed")
        #expect(try await user.manager.viewControllers == [creations[0].viewController])
        // It is free again after the end of the first.
        try await user.manager.destroy(creations[0].viewController)
        let again = user.beginCreation("memo.Note")
        try await factory.nextCreation().succeed(object)
        #expect(try await user.viewController(again.value).state == "ready")
    }

    @Test func `an object that is created too late gets Destroyed`() async throws {
        factory.holdCreations()
        let task = user.beginCreation("memo.Note")
        let creation = try await factory.nextCreation()
        try await user.manager.destroy(creation.viewController)
        #expect(await failure { _ = try await task.value } == "UnknownObject")
        let owner = try #require(factory.answer(creation))
        try await factory.barrier()
        #expect(owner.details == ["Destroyed()"])
        #expect(try await user.manager.viewControllers.isEmpty)
        // The object has no view controller.
        let path = try await factory.client.register(owner.object, [:])
        #expect(try await user.viewController(path).type == "remote")
    }

    @Test func `the creator may leave during Create`() async throws {
        factory.holdCreations()
        let guest = try BusClient()
        let options: Options = ["DestroyWithCaller": .bool(true)]
        let tasks = [guest.beginCreation("memo.Note"), guest.beginCreation("memo.Note", options)]
        let creations = [try await factory.nextCreation(), try await factory.nextCreation()]
        let name = guest.connection.uniqueName
        guest.connection.close()
        try await user.left(name)
        #expect(try await user.manager.viewControllers == [creations[0].viewController])
        let owners = creations.map { factory.answer($0) }
        try await factory.barrier()
        #expect(owners.map { $0?.details } == [[], ["Destroyed()"]])
        #expect(try await user.viewController(creations[0].viewController).state == "ready")
        for task in tasks { _ = await failure { _ = try await task.value } }
    }
}

/// A factory that does not reply in time.
@EventLoop @Suite(.bus) struct ClientClassTimeoutTests {
    @Test func `a Create without a reply in time fails, and its late object gets Destroyed`() async throws {
        try PrivateBus.current.configure("", deadlines: ["action": 300])
        let user = try await BusClient.ofNewDaemon()
        let factory = try ClassFactory()
        try await factory.register(["memo.Note"])
        factory.holdCreations()
        let task = user.beginCreation("memo.Note")
        let creation = try await factory.nextCreation()
        let error = await complaint { _ = try await task.value }
        #expect(error.hasPrefix("Timeout: ") && error.contains("Create of memo.Note within 300 ms"), "\(error)")
        #expect(try await user.manager.viewControllers.isEmpty)
        let owner = try #require(factory.answer(creation))
        try await factory.barrier()
        #expect(owner.details == ["Destroyed()"])
        // The next one is not affected.
        factory.create = nil
        #expect(try await user.viewController(user.manager.createViewController("memo.Note")).state == "ready")
    }
}
