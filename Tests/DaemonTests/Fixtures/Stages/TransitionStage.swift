import TestSupport

/// A tab bar controller in a window with tabs A, B and C, and a client whose object animates their changes.
@EventLoop final class TransitionStage: ClientStage {
    typealias Tabs = TabBarControllerInterface

    /// The reply of AnimationControllerForTransition. nil sends no reply, and keeps it in `held`.
    var animation: [String: Variant]? = [:]
    /// Replies to AnimationControllerForTransition and ShouldSelectViewController that the test sends.
    private(set) var held: [PendingReply] = []
    var user: BusClient { client }

    init(also methods: [String] = [], deadlines: String = "") async throws {
        // By default an interactive transition waits longer than any test takes.
        let deadlines = deadlines.isEmpty ? "interactive_transition = 600000" : deadlines
        try PrivateBus.current.configure("[deadlines]\n\(deadlines)\n")
        try await super.init()
        try await createTabs(count: 3, isShown: true)
        // The delegate's client is also subscribed.
        try await owner.manager.subscribe()
        let names = ["AnimationControllerForTransition", "DidSelectViewController"] + methods
        try await owner.setDelegate(object, of: tabs, ["Methods": names.variant, "Timeout": .uint32(10_000)])
        owner.clearSignals()
    }

    /// `calls` has the members with the names of their arguments.
    override func called(_ member: String, _ arguments: [Variant], _ reply: PendingReply) {
        let names = arguments.compactMap { $0.get(as: ObjectPath.self) }.dropFirst().map(name)
        calls.append(member + (names.isEmpty ? "" : "(\(names.joined(separator: ",")))"))
        switch member {
        case "AnimationControllerForTransition":
            guard let animation else { return held.append(reply) }
            reply.succeed { (writer) throws(DBusError) in try animation.write(to: writer) }
        case "ShouldSelectViewController": held.append(reply)
        case "SupportedInterfaceOrientations":
            reply.succeed { (writer) throws(DBusError) in try writer.write(UInt32(2 | 16)) }
        case "PreferredInterfaceOrientation":
            reply.succeed { (writer) throws(DBusError) in try writer.write("landscapeLeft") }
        default: break
        }
    }

    func name(_ path: ObjectPath) -> String {
        guard let index = children.firstIndex(of: path) else { return path == tabs ? "tabs" : "?" }
        return String(UnicodeScalar(UInt8(65 + index)))
    }

    /// The signals about callbacks of the tabs and of the delegate, in order.
    func log() async throws -> String {
        try await owner.barrier()
        return owner.signals.compactMap { signal -> String? in
            let own = children.contains(signal.path) ? name(signal.path) : nil
            switch signal.member {
            case "DidSelectViewController":
                return "did(\(signal.arguments[0].get(as: ObjectPath.self).map(name) ?? ""))"
            case "ViewWillAppear", "ViewDidAppear", "ViewWillDisappear", "ViewDidDisappear", "ViewIsAppearing":
                let isAnimated = signal.arguments[0].get(as: Bool.self) == true
                return own.map { "\($0).\(signal.member.dropFirst(4))\(isAnimated ? "" : "!")" }
            default: return nil
            }
        }.joined(separator: " ")
    }

    /// Waits until a view has appeared.
    func appeared(_ index: Int) async throws {
        let path = children[index]
        try await owner.waitForSignal("\(name(path)) appearing") { $0.path == path && $0.member == "ViewDidAppear" }
    }

    func transition() async throws(DBusError) -> [String: Variant] {
        try await client.tabBarController(tabs).transition
    }

    func update(_ progress: Double, by client: BusClient? = nil) async throws(DBusError) {
        try await (client ?? owner).tabBarController(tabs).updateInteractiveTransition(progress)
    }

    func finish() async throws(DBusError) {
        try await owner.tabBarController(tabs).finishInteractiveTransition()
    }

    func cancel() async throws(DBusError) {
        try await owner.tabBarController(tabs).cancelInteractiveTransition()
    }
}
