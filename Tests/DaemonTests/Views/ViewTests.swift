import TestSupport

/// The views that an owner declares, as other clients see them.
@EventLoop @Suite(.localDaemon) struct ViewTests {
    @Test func `the owner may choose the class of the root once`() async throws {
        let stage = try await ViewStage()
        let frame = DBusRect(0, 0, 320, 480)
        let table = ViewEntry(id: 1, parent: 0, className: "TableView", frame: frame)
        try await stage.update([table])
        let inset = DBusInsets(top: 20, left: 0, bottom: 49, right: 0).variant
        let shown = ViewEntry(
            id: 1, parent: 0, className: "TableView", frame: frame, properties: ["AdjustedContentInset": inset])
        #expect(try await stage.view().views == [shown])
        let label = ViewEntry(id: 1, parent: 0, className: "Label", frame: frame)
        #expect(await failure { try await stage.update([label]) } == "InvalidArgument")
        // In a window the daemon sets the root's frame.
        try await stage.update([ViewEntry(id: 1, parent: 0, className: "TableView", frame: .zero)])
        #expect(try await stage.view().views == [shown])
    }

    @Test func `only the owner can change its views`() async throws {
        let stage = try await ViewStage(shown: false)
        let controller = stage.controller
        #expect(await failure { try await stage.watcher.updateView(of: controller, [.view(2)]) } == "AccessDenied")
        #expect(await failure { try await stage.owner.updateView(of: stage.tabs, [.view(2)]) } == "AccessDenied")
        // There are no views before the view is loaded, and a read does not load it.
        #expect(try await stage.view() == ViewSnapshot(revision: 0, views: []))
        #expect(await failure { try await stage.update([.view(2)]) } == "InvalidArgument")
        #expect(try await !stage.watcher.viewController(controller).isViewLoaded)
        try await stage.watcher.viewController(controller).loadViewIfNeeded()
        try await stage.update([.view(2)])
        #expect(try await stage.view().views.map(\.id) == [1, 2])
    }

    @Test func `a tab bar controller's own view shows bar and content`() async throws {
        let stage = try await ViewStage()
        let views = try await stage.watcher.getView(of: stage.tabs).views
        #expect(views.map(\.frame) == [DBusRect(0, 0, 320, 480), DBusRect(0, 0, 320, 480), DBusRect(0, 431, 320, 49)])
        let names = views.map { $0.properties["Identifier"] }
        #expect(names == [nil, .string("Content"), .string("TabBar")])
    }
}
