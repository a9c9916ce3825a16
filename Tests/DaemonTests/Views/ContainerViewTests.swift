import TestSupport

/// The views of containers, which follow the displayed controller.
@EventLoop @Suite(.localDaemon) struct ContainerViewTests {
    private let stage: NavigationStage
    private var client: BusClient { stage.client }

    init() async throws { stage = try await NavigationStage() }

    @Test(arguments: [false, true])
    func `the content view of a container has the frame of the displayed controller`(isOnStack: Bool) async throws {
        let container = isOnStack ? stage.navigation : stage.tabs
        let child = isOnStack ? stage.root : try await client.register()
        if !isOnStack { try await client.setTabs([child], of: stage.tabs) }
        try await client.barrier()
        client.clearSignals()
        try await client.viewController(child).set(\.edgesForExtendedLayout, to: 0)
        try await client.barrier()
        let frame = try await client.viewController(child).frame
        #expect(frame.height == (isOnStack ? 554 : 618))
        let changes = client.signals.filter { $0.path == container && $0.member == "ViewChanged" }
        #expect(changes.count == 1)
        let changed: [ViewEntry] = changes.first?.arguments[1].get() ?? []
        #expect(changed.map(\.id) == [2])
        #expect(changed.map(\.frame) == [frame])
        #expect(try await client.getView(of: container).views.named("Content")?.frame == frame)
    }

    @Test(.rules("N16 N20 A-6")) func `the bar is a view, and hiding it moves the content up`() async throws {
        try await client.viewController(stage.root).set(\.edgesForExtendedLayout, to: 14)
        func views() async throws -> [String: ViewEntry] {
            let views = try await client.getView(of: stage.navigation).views
            #expect(views.map(\.id) == [1, 2, 3, 4])
            return Dictionary(uniqueKeysWithValues: views.map { ($0.properties["Identifier"]?.get() ?? "Root", $0) })
        }
        func expect(bar: DBusRect, content: DBusRect) async throws {
            let views = try await views()
            #expect(views["NavigationBar"]?.frame == bar)
            #expect(views["NavigationBar"]?.properties["Hidden"] == (bar == .zero ? .bool(true) : nil))
            #expect(views["Content"]?.frame == content)
            #expect(try await client.viewController(stage.root).frame == content)
            #expect(views["Root"]?.frame == DBusRect(0, 0, 375, 667))
        }
        try await expect(bar: DBusRect(0, 20, 375, 44), content: DBusRect(0, 64, 375, 603))
        client.clearSignals()
        try await client.navigationController(stage.navigation).set(\.navigationBarHidden, to: true)
        let received = try await stage.announced(ViewControllerInterface.name, of: stage.root)
        #expect(received == [["Frame": DBusRect(0, 20, 375, 647).variant]])
        try await expect(bar: .zero, content: DBusRect(0, 20, 375, 647))
        let pushed = try await stage.push()
        let insets = try await client.viewController(pushed).safeAreaInsets
        #expect(insets == DBusInsets(top: 20, left: 0, bottom: 49, right: 0))
        client.clearSignals()
        try await client.navigationController(stage.navigation).set(\.navigationBarHidden, to: false)
        let announced = try await stage.announced(NavigationControllerInterface.name, of: stage.navigation)
        #expect(announced == [["NavigationBarHidden": .bool(false)]])
        let lower = try await client.viewController(pushed).safeAreaInsets
        #expect(lower == DBusInsets(top: 64, left: 0, bottom: 49, right: 0))
    }
}
