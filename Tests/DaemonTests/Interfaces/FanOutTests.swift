import TestSupport

/// The number of PropertiesChanged signals for one change among 50 tabs.
@EventLoop @Suite(.bus) struct FanOutTests {
    private let stage: Stage
    private var client: BusClient { stage.client }

    init() async throws {
        stage = try await Stage()
        try await stage.createTabs(["Profile": .string("pad")], count: 50, isShown: true)
    }

    /// The changes that are announced by an action.
    private func announced(_ action: () async throws -> Void) async throws -> [ReceivedSignal] {
        try await client.barrier()
        client.clearSignals()
        try await action()
        try await client.barrier()
        return client.signals.filter { $0.member == "PropertiesChanged" }
    }

    @Test(.rules("P66")) func `a presentation is announced for the displayed tab, not for each`() async throws {
        let (tab, other, page) = (stage.children[0], stage.children[49], try await client.register())
        try await client.viewController(page).set(\.modalPresentationStyle, to: "fullScreen")
        let shown = try await announced { try await client.viewController(tab).present(page) }
        #expect(shown.count <= 5, "\(shown)")
        let presenter = shown.first { $0.changes["PresentedViewController"] != nil }
        #expect(presenter?.path == stage.tabs)
        #expect(shown.contains { $0.path == tab && $0.changes["PresentedViewController"] == .objectPath(page) })
        #expect(try await client.viewController(other).presentedViewController.isNone)
        // The page is over the tab that is displayed, whatever it is.
        let selected = try await announced { try await client.select(49, in: stage.tabs) }
        #expect(try await client.viewController(tab).presentedViewController.isNone)
        #expect(try await client.viewController(other).presentedViewController == page)
        for path in [tab, other] {
            #expect(selected.contains { $0.path == path && $0.changes["PresentedViewController"] != nil })
        }
        let gone = try await announced { try await client.viewController(tab).dismiss() }
        #expect(gone.count <= 5, "\(gone)")
        #expect(try await client.viewController(other).presentedViewController.isNone)
    }

    @Test func `changes of the bar and the selection concern a few objects`() async throws {
        let controller = client.tabBarController(stage.tabs)
        let counts = [
            try await announced { try await controller.setTabBarHidden(true, false) }.count,
            try await announced { try await controller.setTabBarHidden(false, false) }.count,
            try await announced { try await client.select(30, in: stage.tabs) }.count,
            try await announced { try await controller.moveViewController(stage.children[3], 40) }.count,
            try await announced { try await client.window(stage.tabs).set(\.keyboardHeight, to: 100) }.count,
        ]
        #expect(counts.allSatisfy { $0 <= 8 }, "\(counts)")
    }
}
