import TestSupport

/// A daemon, a client, and a tab bar controller of the client: the base of all stages.
@EventLoop class Stage {
    /// Both are nil with the trait `.localDaemon`.
    private let ownBus: PrivateBus?
    private var process: DaemonProcess?
    let client: BusClient
    /// The tab bar controller, and the client's tabs in it.
    var tabs = ObjectPath.none
    private(set) var children: [ObjectPath] = []
    private let options: DaemonOptions
    private let isSubscribed: Bool

    /// - Parameter isSubscribed: Whether the client is subscribed to all signals.
    init(_ options: DaemonOptions = DaemonOptions(), isSubscribed: Bool = false) async throws {
        self.options = options
        self.isSubscribed = isSubscribed
        if BusClient.privateAddress == nil {
            ownBus = try PrivateBus.current
            process = try await options.start()
        } else {
            ownBus = nil
        }
        client = try BusClient()
        if isSubscribed { try await client.manager.subscribe() }
    }

    var bus: PrivateBus {
        guard let ownBus else { preconditionFailure("the daemon of .localDaemon has no bus") }
        return ownBus
    }

    var daemon: DaemonProcess {
        get {
            guard let process else { preconditionFailure("the daemon of .localDaemon has no process") }
            return process
        }
        set { process = newValue }
    }

    /// The path of the daemon's log, if it has one.
    var logFile: String { bus.directory + "/log" }

    /// The plugin path for the plugins that a test builds.
    var folder: String { bus.directory + "/fixtures" }

    // MARK: The daemon

    func kill() async {
        await daemon.kill()
    }

    /// Starts the next daemon.
    func start(environment: [String: String] = [:], wrapper: [String]? = nil) async throws {
        client.clearSignals()
        var options = options
        options.environment.merge(environment) { $1 }
        // Another bus may be the current one.
        daemon = try await bus.asCurrent { [options] in try await options.start(wrapper: wrapper) }
        if isSubscribed { try await client.manager.subscribe() }
    }

    // MARK: The tab bar controller

    /// Creates the tab bar controller, with a number of tabs of the client.
    func createTabs(_ options: Options = [:], count: Int = 0, isShown: Bool = false) async throws(DBusError) {
        tabs = try await client.manager.createTabBarController(options)
        for _ in 0..<count { children.append(try await client.register()) }
        if count > 0 { try await client.setTabs(children, of: tabs) }
        if isShown { try await show() }
    }

    /// Makes the window visible without a front end, or hides it.
    func show(_ isShown: Bool = true) async throws(DBusError) {
        try await client.window(tabs).set(\.alwaysVisible, to: isShown)
    }

    func setSize(_ width: Double, _ height: Double) async throws(DBusError) {
        try await client.window(tabs).set(\.size, to: DBusSize(width: width, height: height))
    }

    func viewControllers() async throws(DBusError) -> [ObjectPath] {
        try await client.tabBarController(tabs).viewControllers
    }

    func selectedIndex() async throws(DBusError) -> Int64 { try await client.tabBarController(tabs).selectedIndex }

    // MARK: View controllers

    func state(_ controller: ObjectPath) async throws(DBusError) -> String {
        try await client.viewController(controller).state
    }

    func reason(_ controller: ObjectPath) async throws(DBusError) -> String {
        try await client.viewController(controller).failureReason
    }

    func respawn(_ controller: ObjectPath) async throws(DBusError) {
        try await client.viewController(controller).respawn()
    }

    /// Waits until a view controller or a plugin has announced a state, unless that happened since the last
    /// `clearSignals`.
    func waitForState(_ state: String, of path: ObjectPath) async throws {
        try await client.waitForSignal("\(path) being \(state)") { signal in
            signal.path == path && signal.changes["State"] == .string(state)
        }
    }
}

/// The options of `DaemonProcess.start`, for stages that start more than one daemon.
struct DaemonOptions {
    /// The plugin paths besides that of the bundled plugins.
    var plugins: [String] = []
    var environment: [String: String] = [:]
    var hasLog = false
    var program: String?
    var wrapper: [String] = []

    @EventLoop func start(wrapper: [String]? = nil) async throws -> DaemonProcess {
        try await DaemonProcess.start(
            arguments: plugins.flatMap { ["--plugin-path", $0] }, environment: environment,
            log: hasLog ? PrivateBus.current.directory + "/log" : nil, program: program,
            wrapper: wrapper ?? self.wrapper)
    }
}

/// A stage with a second client, whose object is a delegate or the owner of a view controller.
@EventLoop class ClientStage: Stage {
    let owner: BusClient
    let object: ObjectPath
    /// The calls to the object, in order.
    var calls: [String] = []
    /// The serial number of the last call.
    private(set) var serial: UInt32 = 0
    /// The members that wait for a reply of the test.
    private let questions: Set<String>
    private let open = OpenQuestions()

    init(questions: Set<String> = [], _ options: DaemonOptions = DaemonOptions(), isSubscribed: Bool = false)
        async throws
    {
        self.questions = questions
        owner = try BusClient()
        object = owner.newObject()
        try await super.init(options, isSubscribed: isSubscribed)
        owner.handlers[object] = { [weak self] call, arguments, reply in
            self?.serial = call.serial
            self?.called(call.member, arguments, reply)
        }
    }

    /// Handles a call to the object. Subclasses override it.
    func called(_ member: String, _ arguments: [Variant], _ reply: PendingReply) {
        calls.append(member)
        if questions.contains(member) { open.add(OpenQuestion(member: member, arguments: arguments, reply: reply)) }
    }

    /// The calls to the object, with all that were sent before.
    func receivedCalls() async throws(DBusError) -> [String] {
        try await owner.barrier()
        return calls
    }

    func clearCalls() { calls = [] }

    /// Waits for the next question to the object.
    func nextQuestion() async throws -> OpenQuestion { try await open.next() }

    /// Waits for the next question to the object, and returns its reply.
    func question() async throws -> PendingReply { try await nextQuestion().reply }
}
