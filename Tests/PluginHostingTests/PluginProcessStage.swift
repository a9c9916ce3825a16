import Foundation
import TestSupport

@testable import PluginHosting

/// A real `tabd-plugin-host`, and the daemon's end of its connection, which the test controls.
@EventLoop
final class PluginProcessStage {
    typealias Answer = @EventLoop (ReceivedCall) throws(DBusError) -> [Variant]
    private typealias Factory = ViewControllerFactoryInterface

    /// A call of the plugin process.
    struct ReceivedCall: Sendable {
        let path: ObjectPath
        let interface: String
        let member: String
        let arguments: [Variant]

        /// The changed views, if the call updates a view.
        var views: [ViewEntry] {
            guard member == ViewControllerInterface.updateView.name else { return [] }
            return arguments.first?.get() ?? []
        }

        /// The new title, if the call sets the title of a view controller.
        var title: String? {
            let property = [ViewControllerInterface.name, ViewControllerInterface.title.name].map { Variant.string($0) }
            guard member == PropertiesInterface.set.name, arguments.starts(with: property) else { return nil }
            return arguments.last?.get(as: Variant.self)?.get()
        }
    }

    static let token = "a token of one use"

    private let folder: TemporaryFolder
    var directory: String { folder.path }
    private var server: Server?
    private var process: ChildProcess?
    private(set) var connection: Connection?
    /// The calls of the plugin process, in order.
    private(set) var calls: [ReceivedCall] = []
    /// The replies by method name; other calls get an empty reply.
    private var answers: [String: Answer] = [:]
    private var expected: (@EventLoop (ReceivedCall) -> Void)?
    private var ended: Int32?
    private var onEnd: (@EventLoop (Int32) -> Void)?

    init() throws {
        TestLoop.start()
        folder = try TemporaryFolder()
        server = try Server(listeningAt: "unix:path=\(directory)/host") { [unowned self] in accept($0) }
    }

    isolated deinit {
        connection?.close()
        process?.send(SIGKILL)
    }

    private func accept(_ connection: Connection) {
        self.connection = connection
        connection.callTimeout = TestTimeout.call
        connection.onCall = { [unowned self] call, reader, reply in
            var arguments: [Variant] = []
            while !reader.isAtEnd, let argument = try? Variant.content(from: reader) { arguments.append(argument) }
            let call = ReceivedCall(
                path: ObjectPath(call.path), interface: call.interface ?? "", member: call.member, arguments: arguments)
            calls.append(call)
            do throws(DBusError) {
                let results = try answers[call.member]?(call) ?? []
                reply.succeed { (writer) throws(DBusError) in
                    for result in results { try result.writeContent(to: writer) }
                }
            } catch {
                reply.fail(error)
            }
            expected?(call)
        }
    }

    func answer(_ member: String, _ answer: @escaping Answer) { answers[member] = answer }

    // MARK: The process

    /// Starts a plugin process for a library. `command` is a shell prefix, `option` an option of the program.
    func start(
        _ id: String, library: String, environment: [String: String] = [:], through command: String = "exec",
        option: String = "", ending: String = ""
    ) throws {
        let classes = [id + ".Main"]
        let values: [String: Variant] = [
            "Id": .string(id), "Library": .string(library), "DataDirectory": .string("/nonexistent"),
            "Classes": classes.variant,
        ]
        answer("Hello") { (call) throws(DBusError) in
            guard call.arguments == [.string(Self.token)] else { throw .accessDenied("the token is not expected") }
            return [values.variant]
        }
        let host = "\(command) \(BuiltProducts.directory)/tabd-plugin-host \(option) \(id)\(ending)"
        process = try ChildProcess(
            "/bin/sh", ["-c", "cd \(directory) && \(host)"],
            environment: PrivateBus.environment(in: directory, address: nil)
                .merging([HostEnvironment.address: server?.address ?? "", HostEnvironment.token: Self.token]) { $1 }
                .merging(environment) { $1 })
        process?.onEnd { [weak self] in self?.end($0) }
    }

    /// Starts a plugin process for a plugin in C, and waits until it is ready.
    static func start(
        _ id: String, environment: [String: String] = [:], through command: String = "exec"
    ) async throws -> PluginProcessStage {
        let stage = try PluginProcessStage()
        try CPlugin.build(id, in: stage.directory)
        try stage.start(
            id, library: "\(stage.directory)/\(id)/lib\(id).so", environment: environment, through: command)
        try await stage.waitForCall("Ready")
        return stage
    }

    var processID: Int32 { process?.id ?? -1 }

    func send(_ signal: Int32) { process?.send(signal) }

    private func end(_ status: Int32) {
        ended = status
        onEnd?(status)
    }

    /// Waits for the end of the process. Returns its exit status, or the signal that ended it.
    func status() async throws -> Int32 {
        try await EventLoop.waiting(for: "the end of the plugin process") { give in
            if let ended { give(ended) } else { onEnd = give }
        }
    }

    // MARK: Calls of the plugin process

    func removeCalls() { calls = [] }

    var members: [String] { calls.map(\.member) }

    /// Waits for a call of the plugin process that came after the last `removeCalls`.
    @discardableResult
    func waitForCall(
        _ member: String, where fits: @escaping @EventLoop (ReceivedCall) -> Bool = { _ in true }
    ) async throws -> ReceivedCall {
        if let call = calls.first(where: { $0.member == member && fits($0) }) { return call }
        let call: ReceivedCall = try await EventLoop.waiting(for: "the call of \(member)") { give in
            expected = { if $0.member == member, fits($0) { give($0) } }
        }
        expected = nil
        return call
    }

    /// The texts that the plugin has shown in its label `Result`.
    var results: [String] {
        calls.flatMap(\.views).filter { $0.properties["Identifier"] == .string("Result") }
            .compactMap { $0.properties["Text"]?.get() }
    }

    /// The reported states of a view controller; an empty text for none.
    func states(of controller: ViewControllerID) -> [String] {
        calls.filter { $0.member == "RestorableStateChanged" && $0.arguments[0] == controller.variant }.map { call in
            let states: [[String: Variant]] = call.arguments[1].get() ?? []
            return states.first?["Kept"]?.get() ?? ""
        }
    }

    var titles: [String] { calls.compactMap(\.title) }

    // MARK: Calls of the daemon

    private func open() throws(DBusError) -> Connection {
        guard let connection else { throw .disconnected("the plugin process has not connected") }
        return connection
    }

    func call<each In: DBusType, Out: DBusType>(
        _ method: Method<(repeat each In) -> Out>, of controller: ViewControllerID = 7, _ argument: repeat each In
    ) async throws(DBusError) -> Out {
        try await open().call(method, at: controller.path, on: nil, repeat each argument)
    }

    func call<each In: DBusType>(
        _ method: Method<(repeat each In) -> Void>, of controller: ViewControllerID = 7, _ argument: repeat each In
    ) async throws(DBusError) {
        try await open().call(method, at: controller.path, on: nil, repeat each argument)
    }

    /// Calls a method without waiting.
    ///
    /// - Returns: The serial number of the call.
    func begin<each In: DBusType, Out: DBusType>(
        _ method: Method<(repeat each In) -> Out>, of controller: ViewControllerID = 7, _ argument: repeat each In,
        completion: @escaping @EventLoop (Result<Out, DBusError>) -> Void
    ) throws(DBusError) -> UInt32 {
        try open().call(
            method, at: controller.path, on: nil, repeat each argument, timeout: TestTimeout.call,
            completion: completion)
    }

    func notify<each In: DBusType>(
        _ method: Method<(repeat each In) -> Void>, of controller: ViewControllerID = 7, _ argument: repeat each In
    ) throws(DBusError) {
        try open().notify(method, at: controller.path, on: nil, repeat each argument)
    }

    func ping() async throws {
        let connection = try open()
        let result: Result<Void, DBusError> = try await EventLoop.waiting(for: "the reply to a ping") { give in
            SupervisionInterface.ping(connection, timeout: TestTimeout.call, completion: give)
        }
        try result.get()
    }

    /// Sends a ping without waiting for the reply.
    func sendPing() throws(DBusError) { SupervisionInterface.ping(try open(), timeout: TestTimeout.call) { _ in } }

    private static func creation(_ controller: ViewControllerID, _ arguments: [String: Variant]) -> Options {
        [
            Factory.CreateOption.viewController.name: controller.path.variant,
            Factory.CreateOption.arguments.name: arguments.variant,
        ]
    }

    /// Creates an instance of a class. Returns its path.
    @discardableResult
    func createInstance(
        _ controller: ViewControllerID = 7, className: String = "Main", _ arguments: [String: Variant] = [:]
    ) async throws(DBusError) -> ObjectPath {
        try await open().call(
            Factory.create, at: SupervisionInterface.factoryPath, on: nil, className,
            Self.creation(controller, arguments))
    }

    /// Creates an instance without waiting for the reply.
    func beginCreation(
        _ controller: ViewControllerID = 7, className: String = "Main", _ arguments: [String: Variant] = [:]
    ) throws(DBusError) {
        try open().notify(
            Factory.create, at: SupervisionInterface.factoryPath, on: nil, className,
            Self.creation(controller, arguments))
    }

    /// Creates an instance of a class, and loads its view.
    func create(
        _ controller: ViewControllerID = 7, className: String = "Main", _ arguments: [String: Variant] = [:]
    ) async throws {
        try await createInstance(controller, className: className, arguments)
        try notify(RemoteViewControllerInterface.viewDidLoad, of: controller)
        try await ping()
    }

    /// Runs an experiment (`Tests/Fixtures/stage.h`). Returns the last result.
    @discardableResult
    func run(_ experiment: String, of controller: ViewControllerID = 7) async throws(DBusError) -> String? {
        try await call(
            RemoteViewControllerInterface.action, of: controller, 2, "editingDidEnd", .string(experiment))
        return results.last
    }
}
