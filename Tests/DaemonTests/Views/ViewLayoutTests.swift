import TestSupport

/// The layout calls to an owner, and the frames of views that follow their window.
@EventLoop @Suite(.bus) struct ViewLayoutTests {
    @Test func `a view that disappears is not laid out for that`() async throws {
        let stage = try await ViewStage()
        try await stage.update([.view(2, at: DBusRect(10, 10, 300, 20), mask: 18)])
        let before = try await stage.view()
        stage.clearCalls()
        stage.watcher.clearSignals()
        try await stage.watcher.setTabs([stage.controller, try await stage.watcher.register()], of: stage.tabs)
        try await stage.watcher.select(1, in: stage.tabs)
        try await stage.owner.barrier()
        try await stage.watcher.select(0, in: stage.tabs)
        try await stage.show(false)
        try await stage.show()
        try await stage.watcher.setTabs([], of: stage.tabs)
        #expect(try await stage.receivedCalls().count { $0.hasPrefix("ViewWillLayout") } == 2)
        let changes = try await stage.changes()
        let after = try await stage.view()
        #expect(changes.isEmpty)
        #expect(after == before)
    }

    @Test(.rules("V6 A-13")) func `subviews follow the window, and so do their subviews`() async throws {
        let stage = try await ViewStage()
        try await stage.update([
            .view(2, at: DBusRect(0, 0, 320, 480), mask: 18),
            .view(3, "Label", in: 2, at: DBusRect(10, 10, 300, 20), mask: 2),
            .view(4, in: 2, at: DBusRect(1, 2, 3, 4)), .view(5, in: 4, at: DBusRect(0, 0, 3, 4), mask: 63),
        ])
        stage.clearCalls()
        stage.watcher.clearSignals()
        try await stage.watcher.window(stage.tabs).set(\.size, to: DBusSize(width: 480, height: 320))
        let frames = [
            DBusRect(0, 0, 480, 320), DBusRect(0, 0, 480, 320), DBusRect(10, 10, 460, 20), DBusRect(1, 2, 3, 4),
            DBusRect(0, 0, 3, 4),
        ]
        let changes = try await stage.changes()
        #expect(changes.count == 1)
        let changed: [ViewEntry] = changes.first?.arguments[1].get() ?? []
        // Views with unchanged frames are not announced.
        #expect(changed.map(\.id) == [1, 2, 3])
        #expect(changed.map(\.frame) == Array(frames.prefix(3)))
        #expect(try await stage.view().views.map(\.frame) == frames)
        try await stage.owner.barrier()
        // A phone's bar is lower in landscape (N23).
        #expect(stage.calls.filter { $0 != "UpdateContent" } == ["ViewWillLayout(480.0x320.0,20.0,32.0)"])
    }

    @Test(.rules("N21")) func `a new safe area is announced even with the same bounds`() async throws {
        let stage = try await ViewStage()
        stage.clearCalls()
        stage.watcher.clearSignals()
        try await stage.watcher.window(stage.tabs).set(\.statusBarHeight, to: 44)
        try await stage.watcher.window(stage.tabs).set(\.bottomSafeAreaInset, to: 34)
        try await stage.watcher.window(stage.tabs).set(\.bottomSafeAreaInset, to: 34)
        #expect(
            try await stage.receivedCalls() == [
                "ViewWillLayout(320.0x480.0,44.0,49.0)", "ViewWillLayout(320.0x480.0,44.0,83.0)",
            ])
        // No frame has changed.
        #expect(try await stage.changes().isEmpty)
        let insets = try await stage.owner.viewController(stage.controller).safeAreaInsets
        #expect(insets == DBusInsets(top: 44, left: 0, bottom: 83, right: 0))
    }

    @Test func `GetView makes the owner update the view`() async throws {
        // The owner's speed is not under test.
        try PrivateBus.current.configure("[deadlines]\nupdate_content = 5000\n")
        let stage = try await ViewStage()
        stage.methods["UpdateContent"] = { [weak stage] _, reply in
            guard let stage else { return }
            stage.owner.beginUpdateView(of: stage.controller, [.view(2, "Label")]) { _ in
                reply.succeed { (_) throws(DBusError) in }
            }
        }
        #expect(try await stage.view().views.map(\.id) == [1, 2])
        #expect(stage.calls.count { $0 == "UpdateContent" } == 1)
        // Attach does not ask.
        #expect(try await stage.watcher.attach(to: stage.tabs).views[stage.controller]?.views.map(\.id) == [1, 2])
        #expect(try await stage.receivedCalls().count { $0 == "UpdateContent" } == 1)
    }

    @Test func `GetView replies without a silent owner after 100 ms, and asks once at a time`() async throws {
        let stage = try await ViewStage()
        var open: [PendingReply] = []
        stage.methods["UpdateContent"] = { _, reply in open.append(reply) }
        let clock = ContinuousClock()
        let begin = clock.now
        let first = Task { @EventLoop in try await stage.view() }
        try await stage.call(of: "UpdateContent")
        // The owner's own read meanwhile does not ask it.
        #expect(try await stage.owner.getView(of: stage.controller).views.map(\.id) == [1])
        #expect(try await first.value.views.map(\.id) == [1])
        #expect(clock.now - begin >= .milliseconds(99))
        #expect(open.count == 1)
        for reply in open { reply.succeed { (_) throws(DBusError) in } }
        try await stage.owner.barrier()
        // It has replied late, so the next time it is asked again.
        stage.methods["UpdateContent"] = { _, reply in
            open.append(reply)
            reply.succeed { (_) throws(DBusError) in }
        }
        _ = try await stage.view()
        #expect(open.count == 2)
    }

    @Test func `GetView ends with its owner and with its controller`() async throws {
        try PrivateBus.current.configure("[deadlines]\nupdate_content = 5000\n")
        let stage = try await ViewStage(identifier: "page")
        let second = try await stage.owner.register(stage.newObject(), [:])
        try await stage.watcher.viewController(second).loadViewIfNeeded()
        var open: [PendingReply] = []
        stage.methods["UpdateContent"] = { _, reply in open.append(reply) }
        // The daemon reads both calls in the same turn, so the owner does not time out in between.
        stage.daemon.send(SIGSTOP)
        let destroyed = Task.immediate { @EventLoop in try await stage.watcher.getView(of: second) }
        let destroying = Task.immediate { @EventLoop in try await stage.watcher.manager.destroy(second) }
        _ = try await stage.watcher.connection.owner(of: TabNames.busName)
        stage.daemon.send(SIGCONT)
        #expect(await failure { _ = try await destroyed.value } == "UnknownObject")
        try await destroying.value
        // By then the call about the second view has arrived.
        try await stage.owner.barrier()
        stage.clearCalls()
        let left = Task { @EventLoop in try await stage.view() }
        try await stage.call(of: "UpdateContent")
        stage.owner.connection.close()
        #expect(try await left.value.views.map(\.id) == [1])
    }
}
