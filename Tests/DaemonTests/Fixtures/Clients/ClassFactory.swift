import TestSupport

/// A client that offers classes of view controllers, with an object for each view controller that it has created.
@EventLoop final class ClassFactory {
    /// A call of Create.
    struct Creation {
        let className: String
        let options: Options
        let reply: PendingReply

        var viewController: ObjectPath { options[ViewControllerFactoryInterface.CreateOption.viewController] ?? .none }

        func succeed(_ object: ObjectPath) {
            reply.succeed { (writer) throws(DBusError) in try writer.write(object) }
        }
    }

    let client: BusClient
    let object: ObjectPath
    /// The well-known name to which the classes belong; nil for none.
    private var busName: String?
    /// All calls of Create, in order.
    private(set) var creations: [Creation] = []
    /// The latest object of each view controller.
    private(set) var owners: [ObjectPath: RemoteOwner] = [:]
    /// Handles Create. By default it replies with a new object.
    var create: (@EventLoop (Creation) -> Void)?
    /// Prepares each new object.
    var prepare: @EventLoop (RemoteOwner) -> Void = { _ in }
    private let held = OpenQuestions()

    /// - Parameter client: The client that has the factory, or nil for a new one.
    init(client: BusClient? = nil) throws {
        let client = try client ?? BusClient()
        self.client = client
        object = client.newObject()
        client.handlers[object] = { [weak self] call, arguments, reply in self?.called(call, arguments, reply) }
    }

    /// A new client that owns a well-known name, to which its classes belong.
    convenience init(owning name: String) async throws {
        try self.init()
        try await own(name)
    }

    /// Takes a well-known name, to which classes that are registered later belong.
    func own(_ name: String) async throws {
        #expect(try await client.connection.requestName(name, replacing: true))
        busName = name
    }

    private func called(_ call: IncomingCall, _ arguments: [Variant], _ reply: PendingReply) {
        guard call.member == ViewControllerFactoryInterface.create.name, arguments.count == 2,
            let className: String = arguments[0].get(), let options: Options = arguments[1].get()
        else { return reply.fail(.unknownMethod("\(call.member) is not there")) }
        let creation = Creation(className: className, options: options, reply: reply)
        creations.append(creation)
        if let create { create(creation) } else { answer(creation) }
    }

    /// Replies to Create with a new object.
    @discardableResult
    func answer(_ creation: Creation) -> RemoteOwner? {
        guard let owner = try? RemoteOwner(client: client) else { return nil }
        prepare(owner)
        owners[creation.viewController] = owner
        creation.succeed(owner.object)
        return owner
    }

    func register(_ classes: [String], _ options: Options = [:]) async throws(DBusError) {
        var options = options
        if let busName { options.values["BusName"] = .string(busName) }
        try await client.manager.registerClasses(object, classes, options)
    }

    /// Waits until the daemon has handled the replies to Create, and its calls have arrived.
    func barrier() async throws(DBusError) {
        // A reply leaves at the end of the turn, after the calls of that turn.
        for _ in 1...2 { try await client.barrier() }
    }

    // MARK: Open calls of Create

    /// Lets all further calls of Create wait for the test.
    func holdCreations() {
        create = { [held] in
            held.add(OpenQuestion(member: $0.className, arguments: [$0.options.variant], reply: $0.reply))
        }
    }

    /// Waits for the next call of Create that has no reply.
    func nextCreation() async throws -> Creation {
        let question = try await held.next()
        return Creation(
            className: question.member, options: question.arguments.first?.get() ?? [:], reply: question.reply)
    }
}

extension ClassFactory {
    /// Keeps a count in the restorable state of each new object.
    func keep(_ count: Int32) {
        prepare = { owner in
            owner.methods["EncodeRestorableState"] = { reply in
                reply.succeed { (writer) throws(DBusError) in
                    try ["Count": Variant.int32(count)].variant.writeContent(to: writer)
                }
            }
            owner.methods["Action"] = { $0.succeed() }
        }
    }
}

extension BusClient {
    /// Creates a view controller without waiting for the result.
    func beginCreation(_ type: String, _ options: Options = [:]) -> Task<ObjectPath, any Error> {
        Task.immediate { @EventLoop in try await self.manager.createViewController(type, options) }
    }
}
