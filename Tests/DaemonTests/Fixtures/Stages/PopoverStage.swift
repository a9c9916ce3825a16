import TestSupport

/// A window with two tabs, and a controller to present in a popover at view 2 of the first tab. The user's client has
/// created all of them and is subscribed to all signals. The owner's client has an object that can be the popover's
/// delegate.
@EventLoop final class PopoverStage: ClientStage {
    typealias Contract = PopoverPresentationControllerInterface

    var user: BusClient { client }
    private(set) var presented = ObjectPath.none

    static let anchor = DBusRect(492, 100, 40, 40)
    /// The popover's frame there, with an arrow at its top.
    static let place = DBusRect(352, 140, 320, 413)
    private static let questions: Set = [
        "PrepareForPopoverPresentation", "ShouldDismiss", "WillReposition", "AdaptivePresentationStyle",
        "ViewControllerForAdaptivePresentationStyle",
    ]

    /// - Parameters:
    ///   - options: The options of the delegate, or nil for none.
    ///   - pluginPaths: Additional plugin paths.
    init(_ options: Options? = nil, pluginPaths paths: [String] = []) async throws {
        try await super.init(questions: Self.questions, DaemonOptions(plugins: paths), isSubscribed: true)
        try await createTabs(["Profile": .string("pad")], count: 2)
        presented = try await client.register()
        try await setSize(1024, 768)
        try await show()
        try await client.updateView(of: children[0], [.view(2, at: Self.anchor)])
        try await prepare(presented)
        if let options { try await setDelegate(options) }
    }

    /// Waits for the next question to the delegate, and checks its member.
    func question(_ member: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> OpenQuestion {
        let question = try await nextQuestion()
        #expect(question.member == member, sourceLocation: sourceLocation)
        #expect(question.arguments.first == .objectPath(presented), sourceLocation: sourceLocation)
        return question
    }

    // MARK: Setup

    /// Prepares a controller for presentation in a popover of 320 by 400.
    func prepare(_ controller: ObjectPath) async throws(DBusError) {
        try await setStyle("popover", of: controller)
        try await client.viewController(controller).set(\.preferredContentSize, to: DBusSize(width: 320, height: 400))
    }

    func setStyle(_ style: String, of controller: ObjectPath) async throws(DBusError) {
        try await client.viewController(controller).set(\.modalPresentationStyle, to: style)
    }

    // MARK: The popover

    /// View 2 of the first tab.
    var source: ViewReference { ViewReference(viewController: children[0], view: 2) }

    func get<Content: DBusType>(_ property: Property<Content>) async throws(DBusError) -> Content {
        try await client.get(property, at: presented)
    }

    func set<Content: DBusType>(_ property: Property<Content>, to value: Content) async throws(DBusError) {
        try await client.set(property, at: presented, to: value)
    }

    func all() async throws(DBusError) -> [String: Variant] {
        try await client.properties(presented).getAll(Contract.name)
    }

    /// Presents the controller from the first tab. The task returns the last component of the error's name, or `none`.
    /// Without properties the popover points at its source.
    func present(_ popover: [String: Variant]? = nil) -> Task<String, Never> {
        let popover = popover ?? [Contract.sourceView.name: source.variant]
        let options: Options = popover.isEmpty ? [:] : ["Popover": popover.variant]
        return Task.immediate { @EventLoop in
            await failure { try await client.viewController(children[0]).present(presented, options) }
        }
    }

    func dismiss() async throws(DBusError) {
        try await client.viewController(presented).dismiss()
    }

    /// Touches a point as the user. The task returns the handler of the touch, or the last component of the error's
    /// name.
    func touch(_ x: Double = 5, _ y: Double = 5) -> Task<String, Never> {
        gesture { try await $0.client.window($0.tabs).tapAt(x, y) }
    }

    func escape() -> Task<String, Never> {
        gesture { try await $0.client.popover($0.presented).performEscape() }
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
        try await client.popover(presented).clearDelegate()
    }
}
