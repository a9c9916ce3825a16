import TestSupport

/// The option `Methods` of RegisterViewController, and the methods that only it turns on.
@EventLoop @Suite(.bus) struct RemoteMethodsTests {
    private typealias Remote = RemoteViewControllerInterface

    private let user: BusClient
    private let owner: RemoteOwner

    init() async throws {
        user = try await BusClient.ofNewDaemon()
        owner = try RemoteOwner()
    }

    private static func methods(_ names: some Sequence<String>) -> Options { ["Methods": Array(names).variant] }

    /// The tab bar controller of a registered view controller, in a window.
    private func show(_ controller: ObjectPath) async throws -> ObjectPath {
        let tabs = try await user.manager.createTabBarController(["Size": DBusSize(width: 320, height: 480).variant])
        try await user.setTabs([controller], of: tabs)
        try await user.window(tabs).set(\.alwaysVisible, to: true)
        return tabs
    }

    @Test func `traits come before the layout, and again when the window has others`() async throws {
        let controller = try await owner.register(Self.methods(["TraitsChanged", "ViewWillLayout"]))
        let tabs = try await show(controller)
        try await user.window(tabs).set(\.colorScheme, to: "dark")
        try await user.window(tabs).set(\.size, to: DBusSize(width: 480, height: 320))
        try await owner.client.barrier()
        #expect(
            owner.details == [
                "TraitsChanged(ColorScheme=noPreference Contrast=unspecified HorizontalSizeClass=compact LayoutDirection=leftToRight Locale=C TextScale=1 VerticalSizeClass=regular)",
                "ViewWillLayout(0 0 320 480, 20 0 49 0)",
                "TraitsChanged(ColorScheme=dark Contrast=unspecified HorizontalSizeClass=compact LayoutDirection=leftToRight Locale=C TextScale=1 VerticalSizeClass=regular)",
                "TraitsChanged(ColorScheme=dark Contrast=unspecified HorizontalSizeClass=compact LayoutDirection=leftToRight Locale=C TextScale=1 VerticalSizeClass=compact)",
                "ViewWillLayout(0 0 480 320, 20 0 32 0)",
            ])
    }

    @Test func `a tap on a bar button, the end of a presentation, and the destruction are calls`() async throws {
        let controller = try await owner.register(
            Self.methods(["BarButtonItemActivated", "PresentationEnded", "Destroyed"]))
        let presenter = try await user.register()
        let tabs = try await show(presenter)
        let item = BarButtonItemEntry(id: 7, title: "Add", image: "", enabled: true)
        try await user.navigationItem(controller).set(\.rightBarButtonItems, to: [item])
        try await user.navigationItem(controller).tapBarButtonItem(7)
        try await user.viewController(tabs).present(controller)
        try await user.viewController(tabs).dismiss()
        try await user.manager.destroy(controller)
        try await owner.client.barrier()
        #expect(owner.details == ["BarButtonItemActivated(7)", "PresentationEnded()", "Destroyed()"])
    }

    @Test func `the end of a restoration follows the calls that describe the state`() async throws {
        let options: Options = [
            "RestorationIdentifier": .string("notes"), "Methods": ["DidMoveToParent", "RestorationEnded"].variant,
        ]
        let controller = try await owner.register(options)
        let tabs = try await show(controller)
        try await owner.client.barrier()
        #expect(owner.details == ["DidMoveToParent(\(tabs))"])
        owner.client.connection.close()
        try await user.waitUntilOwnerIsGone(controller)
        let heir = try RemoteOwner()
        #expect(try await heir.register(options) == controller)
        try await heir.client.barrier()
        #expect(heir.details == ["DidMoveToParent(\(tabs))", "RestorationEnded()"])
        // The object keeps its methods when its view controller is reopened.
        heir.clearCalls()
        try await user.manager.destroy(controller)
        #expect(try await user.manager.reopen() == controller)
        try await heir.client.barrier()
        #expect(heir.details == ["DidMoveToParent(/)", "DidMoveToParent(\(tabs))", "RestorationEnded()"])
    }

    @Test func `methods that are not named are not called`() async throws {
        owner.methods["EncodeRestorableState"] = { $0.succeed() }
        let controller = try await owner.register(Self.methods(["ViewDidLoad"]))
        _ = try await show(controller)
        try await owner.client.updateView(of: controller, [.view(2, "Switch")])
        #expect(try await user.getView(of: controller).views.map(\.id) == [1, 2])
        let failure = await failure {
            try await user.sendAction("valueChanged", .bool(true), to: 2, of: controller)
        }
        #expect(failure == "NotSupported")
        try await owner.client.barrier()
        #expect(owner.details == ["ViewDidLoad()"])
        #expect(owner.stateQuestions == 0)
    }

    @Test func `an unknown name is refused, and the known ones are listed`() async throws {
        let error = await refusal { _ = try await owner.register(Self.methods(["Action", "ViewDidFly"])) }
        #expect(error?.shortName == "InvalidArgument")
        #expect(error?.message.contains("'ViewDidFly'") == true)
        for name in Remote.description.members.map(\.name) { #expect(error?.message.contains(name) == true) }
        // Nothing was registered.
        #expect(try await user.manager.viewControllers.isEmpty)
    }
}
