import TestSupport
import Testing

/// A window with two tabs, and a controller to present in a popover at view 2 of the first tab. The user's client has
/// created all of them and is subscribed to all signals. The owner's client has an object that can be the popover's
/// delegate.
@EventLoop final class PopoverStage {
    typealias Contract = PopoverPresentationControllerInterface

    /// A question without a reply so far.
    struct Open {
        let member: String
        let arguments: [Variant]
        let reply: PendingReply

        func answer(_ results: Variant...) {
            reply.succeed { (writer) throws(DBusError) in
                for result in results { try result.writeContent(to: writer) }
            }
        }
    }

    let bus: PrivateBus
    let daemon: DaemonProcess
    let user: BusClient
    let owner: BusClient
    let tabs: ObjectPath
    let children: [ObjectPath]
    let presented: ObjectPath
    let object: ObjectPath
    /// The calls to the delegate, in order.
    private(set) var calls: [String] = []
    private var open: [Open] = []
    private var onQuestion: (@EventLoop (Open) -> Void)?

    static let anchor = DBusRect(492, 100, 40, 40)
    /// The popover's frame there, with an arrow at its top.
    static let place = DBusRect(352, 140, 320, 413)
    private static let questions: Set = [
        "PrepareForPopoverPresentation", "ShouldDismiss", "WillReposition", "AdaptivePresentationStyle",
        "ViewControllerForAdaptivePresentationStyle",
    ]

    /// - Parameters:
    ///   - options: The options of the delegate, or nil for none.
    ///   - paths: Additional plugin paths.
    init(_ options: Options? = nil, pluginPaths paths: [String] = []) async throws {
        bus = try PrivateBus.current
        daemon = try await DaemonProcess.start(arguments: paths.flatMap { ["--plugin-path", $0] })
        user = try BusClient()
        owner = try BusClient()
        try await user.manager.subscribe()
        tabs = try await user.manager.createTabBarController(["Profile": .string("pad")])
        children = [try await user.register(), try await user.register()]
        try await user.setTabs(children, of: tabs)
        presented = try await user.register()
        object = owner.newObject()
        try await setSize(1024, 768)
        try await user.window(tabs).set(\.alwaysVisible, to: true)
        try await user.updateView(of: children[0], [.view(2, at: Self.anchor)])
        try await prepare(presented)
        owner.handlers[object] = { [weak self] call, arguments, reply in
            self?.called(Open(member: call.member, arguments: arguments, reply: reply))
        }
        if let options { try await setDelegate(options) }
    }

    private func called(_ call: Open) {
        calls.append(call.member)
        guard Self.questions.contains(call.member) else { return }
        if let onQuestion {
            self.onQuestion = nil
            onQuestion(call)
        } else {
            open.append(call)
        }
    }

    func clearCalls() { calls = [] }

    /// Waits for the next question to the delegate, and checks its member.
    func question(_ member: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> Open {
        let question: Open = try await EventLoop.waiting(for: member) { resolve in
            if open.isEmpty { onQuestion = resolve } else { resolve(open.removeFirst()) }
        }
        #expect(question.member == member, sourceLocation: sourceLocation)
        #expect(question.arguments.first == .objectPath(presented), sourceLocation: sourceLocation)
        return question
    }

    // MARK: Setup

    func setSize(_ width: Double, _ height: Double) async throws(DBusError) {
        try await user.window(tabs).set(\.size, to: DBusSize(width: width, height: height))
    }

    /// Prepares a controller for presentation in a popover of 320 by 400.
    func prepare(_ controller: ObjectPath) async throws(DBusError) {
        try await setStyle("popover", of: controller)
        try await user.viewController(controller).set(\.preferredContentSize, to: DBusSize(width: 320, height: 400))
    }

    func setStyle(_ style: String, of controller: ObjectPath) async throws(DBusError) {
        try await user.viewController(controller).set(\.modalPresentationStyle, to: style)
    }

    // MARK: The popover

    /// View 2 of the first tab.
    var source: ViewReference { ViewReference(viewController: children[0], view: 2) }

    func get<Content: DBusType>(_ property: Property<Content>) async throws(DBusError) -> Content {
        try await user.get(property, at: presented)
    }

    func set<Content: DBusType>(_ property: Property<Content>, to value: Content) async throws(DBusError) {
        try await user.set(property, at: presented, to: value)
    }

    func all() async throws(DBusError) -> [String: Variant] {
        try await user.properties(presented).getAll(Contract.name)
    }

    /// Presents the controller from the first tab. The task returns the last component of the error's name, or `none`.
    /// Without properties the popover points at its source.
    func present(_ popover: [String: Variant]? = nil) -> Task<String, Never> {
        let popover = popover ?? [Contract.sourceView.name: source.variant]
        let options: Options = popover.isEmpty ? [:] : ["Popover": popover.variant]
        return Task.immediate { @EventLoop in
            await failure {
                try await user.viewController(children[0]).present(presented, options)
            }
        }
    }

    func dismiss() async throws(DBusError) {
        try await user.viewController(presented).dismiss()
    }

    /// Touches a point as the user. The task returns the handler of the touch, or the last component of the error's
    /// name.
    func touch(_ x: Double = 5, _ y: Double = 5) -> Task<String, Never> {
        gesture { try await $0.user.window($0.tabs).tapAt(x, y) }
    }

    func escape() -> Task<String, Never> {
        gesture { try await $0.user.popover($0.presented).performEscape() }
    }

    private func gesture(_ body: @escaping @EventLoop (PopoverStage) async throws -> String) -> Task<String, Never> {
        Task.immediate { @EventLoop in
            var result = ""
            let failure = await failure { result = try await body(self) }
            return failure == "none" ? result : failure
        }
    }

    func setDelegate(
        _ options: Options = [:], by client: BusClient? = nil, _ object: ObjectPath? = nil
    ) async throws(DBusError) {
        try await (client ?? owner).popover(presented).setDelegate(object ?? self.object, options)
    }

    func clearDelegate() async throws(DBusError) {
        try await user.popover(presented).clearDelegate()
    }
}

/// The error of a call.
@EventLoop func refusal(_ body: @EventLoop () async throws(DBusError) -> Void) async -> DBusError? {
    do throws(DBusError) {
        try await body()
        return nil
    } catch {
        return error
    }
}
