import TestSupport

/// Closing of tabs by the user: permission, the delegate, Reopen.
@EventLoop @Suite(.bus) struct CloseTabTests {
    private let stage: ClosingStage
    private var client: BusClient { stage.client }
    private var tabs: ObjectPath { stage.tabs }

    init() async throws { stage = try await ClosingStage() }

    private func close(_ index: Int) async throws(DBusError) -> Bool {
        try await client.tabBarController(tabs).closeTab(stage.children[index])
    }

    private func allow(_ index: Int) async throws(DBusError) {
        try await client.tabBarItem(stage.children[index]).set(\.allowsClosing, to: true)
    }

    @Test(.rules("S-114")) func `a tab is closed only if it allows that, and can be reopened`() async throws {
        let (tab, all) = (stage.children[1], stage.children)
        try await client.select(1, in: tabs)
        #expect(try await !close(1))
        #expect(try await stage.viewControllers() == all)
        try await allow(1)
        client.clearSignals()
        #expect(try await close(1))
        let members = client.signals.filter { $0.path == tabs && $0.interface == TabBarControllerInterface.name }
        #expect(members.map(\.member) == ["ShouldClose", "DidClose"])
        #expect(members.map { $0.arguments } == [[.objectPath(tab)], [.objectPath(tab)]])
        #expect(try await stage.viewControllers() == [all[0], all[2]])
        #expect(try await stage.selectedIndex() == 1)
        #expect(await failure { _ = try await client.viewController(tab).title } == "UnknownObject")
        #expect(try await client.reopen() == tab)
        #expect(try await stage.viewControllers() == all)
        #expect(try await client.tabBarItem(tab).allowsClosing)
    }

    @Test(.rules("S-114"), arguments: [true, false]) func `the delegate decides`(closes: Bool) async throws {
        try await allow(1)
        try await stage.setDelegate()
        let gesture = Task { @EventLoop in try await close(1) }
        let question = try await stage.nextQuestion()
        #expect(question.member == "ShouldClose")
        #expect(question.arguments == [.objectPath(tabs), .objectPath(stage.children[1])])
        // Nothing changes before the reply.
        #expect(try await stage.viewControllers().count == 3)
        question.reply.allow(closes)
        #expect(try await gesture.value == closes)
        #expect(try await stage.viewControllers().count == (closes ? 2 : 3))
        #expect(try await stage.receivedCalls() == ["ShouldClose"] + (closes ? ["DidClose"] : []))
    }

    @Test(.rules("S-114")) func `a tab that no longer allows it when the delegate replies stays`() async throws {
        try await allow(1)
        try await stage.setDelegate()
        let gesture = Task { @EventLoop in try await close(1) }
        let question = try await stage.question()
        try await client.tabBarItem(stage.children[1]).set(\.allowsClosing, to: false)
        question.allow(true)
        #expect(try await !gesture.value)
        #expect(try await stage.viewControllers().count == 3)
    }

    @Test(.rules("S-114")) func `a tab that is destroyed while the delegate is asked ends the gesture`() async throws {
        try await allow(1)
        try await stage.setDelegate()
        let gesture = Task { @EventLoop in try await close(1) }
        let question = try await stage.question()
        try await client.manager.destroy(stage.children[1])
        question.allow(true)
        #expect(try await !gesture.value)
        #expect(try await stage.viewControllers() == [stage.children[0], stage.children[2]])
    }

    @Test(.rules("S-114")) func `other objects can't be closed, and a read-only front end can't close`() async throws {
        let other = try await client.register()
        try await client.tabBarItem(other).set(\.allowsClosing, to: true)
        let paths = [(other, "InvalidArgument"), (tabs, "InvalidArgument"), ("/nowhere", "InvalidArgument")]
        for (path, expected) in paths {
            let found = await failure { _ = try await client.tabBarController(tabs).closeTab(path) }
            #expect(found == expected, "\(path)")
        }
        try await allow(0)
        let viewer = try BusClient()
        _ = try await viewer.window(tabs).attach(["ReadOnly": .bool(true)])
        let found = await failure { _ = try await viewer.tabBarController(tabs).closeTab(stage.children[0]) }
        #expect(found == "AccessDenied")
        #expect(try await stage.viewControllers().count == 3)
    }

    @Test(.rules("S-114")) func `a visible popover receives the gesture as a touch outside`() async throws {
        try await allow(1)
        try await stage.show()
        let (source, popover) = (stage.children[0], try await client.register())
        try await client.viewController(popover).set(\.modalPresentationStyle, to: "popover")
        let view = ViewReference(viewController: source, view: 1)
        let anchored: Options = ["Popover": ["SourceView": view.variant].variant]
        try await client.viewController(source).present(popover, anchored)
        #expect(try await !close(1))
        #expect(try await stage.viewControllers().count == 3)
        #expect(try await !client.popover(popover).presented)
        #expect(try await close(1))
    }
}

/// A tab bar controller with three tabs, and a client whose object can be its delegate.
@EventLoop private final class ClosingStage: ClientStage {
    init() async throws {
        try await super.init(questions: ["ShouldClose"])
        try await createTabs(["Profile": .string("pad")], count: 3)
    }

    func setDelegate() async throws(DBusError) {
        try await owner.setDelegate(object, of: tabs, ["Timeout": .uint32(10_000)])
    }
}
