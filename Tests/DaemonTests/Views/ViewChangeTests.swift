import TestSupport

/// `ViewChanged`: the changes that a front end knows from signals alone.
@EventLoop @Suite(.bus) struct ViewChangeTests {
    @Test func `the root is announced first and the revision counts up`() async throws {
        let stage = try await ViewStage(shown: false)
        #expect(try await stage.changes().isEmpty)
        try await stage.watcher.viewController(stage.controller).loadViewIfNeeded()
        try await stage.update([.view(2), .view(3, in: 2)])
        // A single signal for all changes of an update, and none for an update without changes.
        try await stage.update([.view(2)])
        try await stage.update([.view(4)], removing: [3])
        let changes = try await stage.changes()
        #expect(changes.map { $0.arguments[0] } == [.uint64(1), .uint64(2), .uint64(3)])
        let changed = changes.map { ([ViewEntry](variant: $0.arguments[1]) ?? []).map(\.id) }
        #expect(changed == [[1], [2, 3], [4]])
        #expect(changes.map { $0.arguments[2] } == [[UInt32]().variant, [UInt32]().variant, [UInt32(3)].variant])
        #expect(try await stage.view().revision == 3)
        let loading = stage.watcher.signals.filter { $0.path == stage.controller }.map(\.member)
        #expect(loading.firstIndex(of: "ViewDidLoad") ?? 9 < loading.firstIndex(of: "ViewChanged") ?? 0)
    }

    @Test func `views that an owner declares while it is loading are announced with the root`() async throws {
        let stage = try await ViewStage(shown: false)
        stage.methods["ViewDidLoad"] = { [weak stage] _, _ in
            guard let stage else { return }
            stage.owner.beginUpdateView(of: stage.controller, [.view(2, "Label")]) { _ in }
        }
        try await stage.watcher.viewController(stage.controller).loadViewIfNeeded()
        try await stage.owner.barrier()
        var mirror = ViewMirror()
        try mirror.apply(try await stage.changes(), of: stage.controller)
        #expect(mirror.snapshot.views.map(\.id) == [1, 2])
        #expect(mirror.snapshot == (try await stage.view()))
    }

    @Test func `updates of one turn are announced together, in their final state`() async throws {
        let stage = try await ViewStage()
        try await stage.update([.view(2), .view(3, in: 2)])
        let before = try await stage.view()
        stage.watcher.clearSignals()
        // The daemon reads all of them in the same turn when it continues.
        stage.daemon.send(SIGSTOP)
        var refused = 0
        let updates: [([ViewEntry], [UInt32])] = [
            ([.view(4)], []), ([.view(4, "View", with: ["Hidden": .bool(true)])], []), ([.view(5)], [4]),
            ([.view(3)], [2]),
        ]
        for (changed, removed) in updates {
            stage.owner.beginUpdateView(of: stage.controller, changed, removing: removed) {
                if case .failure = $0 { refused += 1 }
            }
        }
        _ = try await stage.owner.connection.owner(of: TabNames.busName)
        stage.daemon.send(SIGCONT)
        try await stage.owner.barrier()
        // View 3 was removed with view 2 before it was named.
        #expect(refused == 1)
        let changes = try await stage.changes()
        #expect(changes.map { $0.arguments[0] } == [.uint64(before.revision + 1)])
        // A view that was added and removed in between is not announced.
        let changed: [ViewEntry] = changes.first?.arguments[1].get() ?? []
        #expect(changed == [.view(5)])
        #expect(changes.first?.arguments[2] == [UInt32]().variant)
    }

    @Test func `a front end gets the signals of its tree only, without a subscription`() async throws {
        let stage = try await ViewStage()
        let front = try BusClient()
        let other = try await stage.owner.manager.createTabBarController()
        let elsewhere = try await stage.owner.register()
        try await stage.owner.setTabs([elsewhere], of: other)
        try await stage.watcher.manager.unsubscribe()
        stage.watcher.clearSignals()
        try await stage.owner.viewController(elsewhere).loadViewIfNeeded()
        try await stage.update([.view(2)])
        #expect(try await stage.changes().isEmpty)
        let attached = try await front.attach(to: stage.tabs)
        front.clearSignals()
        #expect(attached.views[stage.controller]?.views.map(\.id) == [1, 2])
        try await stage.update([.view(3)])
        try await stage.owner.updateView(of: elsewhere, [.view(2)])
        try await front.barrier()
        let received = front.signals.filter { $0.member == "ViewChanged" }
        #expect(received.map(\.path) == [stage.controller])
        #expect(received.first?.arguments[0] == .uint64((attached.views[stage.controller]?.revision ?? 0) + 1))
    }
}
