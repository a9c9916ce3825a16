import TestSupport

/// Present and Dismiss over the bus. `PresentationCases` test the rules.
@EventLoop @Suite(.localDaemon) struct PresentationTests {
    private typealias Contract = ViewControllerInterface

    private static func present(
        _ presented: ObjectPath, from path: ObjectPath, by client: BusClient, style: String = "pageSheet"
    ) async throws(DBusError) {
        try await client.viewController(presented).set(\.modalPresentationStyle, to: style)
        try await client.viewController(path).present(presented)
    }

    private static func own<Content: DBusType>(
        _ property: Property<Content>, _ stage: WindowStage, _ path: ObjectPath
    ) async throws(DBusError) -> Content {
        try await stage.other.get(property, at: path)
    }

    @Test(.rules("P68")) func `the replies to Present and Dismiss follow their completion`() async throws {
        let stage = try await WindowStage(tabs: 2)
        let presented = try await stage.other.register()
        try await stage.front.attach(to: stage.tabs)
        stage.front.clearSignals()
        try await Self.present(presented, from: stage.children[0], by: stage.front, style: "fullScreen")
        let members = { stage.front.signals.filter { $0.interface == Contract.name }.map { ($0.path, $0.member) } }
        let child = stage.children[0]
        func line(_ found: (ObjectPath, String)) -> String? {
            found.0 == presented ? "V.\(found.1)" : found.0 == child ? "A.\(found.1)" : nil
        }
        // All signals arrive before the reply (L5).
        #expect(
            members().compactMap(line) == [
                "V.ViewDidLoad", "A.ViewWillDisappear", "V.ViewWillAppear", "V.ViewIsAppearing", "V.ViewDidAppear",
                "A.ViewDidDisappear", "V.ViewChanged",
            ])
        #expect(try await Self.own(Contract.presentedViewController, stage, child) == presented)
        #expect(try await Self.own(Contract.presentingViewController, stage, presented) == stage.tabs)
        #expect(try await Self.own(Contract.frame, stage, presented) == DBusRect(0, 0, 375, 667))
        let (objects, views) = try await stage.front.attach(to: stage.tabs)
        #expect(objects[presented] != nil && views[presented] != nil && views[child] == nil)
        stage.front.clearSignals()
        try await stage.front.viewController(presented).dismiss()
        #expect(
            members().compactMap(line) == [
                "V.ViewWillDisappear", "A.ViewWillAppear", "A.ViewIsAppearing", "A.ViewDidAppear",
                "V.ViewDidDisappear",
            ])
        #expect(try await Self.own(Contract.presentedViewController, stage, child).isNone)
        #expect(try await Self.own(Contract.presentingViewController, stage, presented).isNone)
    }

    @Test(.rules("P65"))
    func `a presented controller has no window of its own, and names and styles are validated`() async throws {
        let stage = try await WindowStage(tabs: 1)
        let child = stage.children[0]
        try await stage.front.attach(to: stage.tabs)
        #expect(
            await failure { try await stage.other.viewController(child).present("/") } == "InvalidArgument", "P65.1")
        let navigation = try await stage.other.manager.createNavigationController(try await stage.other.register())
        for style in ["none", "sideways"] {
            let found = await failure { try await Self.present(navigation, from: child, by: stage.other, style: style) }
            #expect(found == "InvalidArgument", "\(style)")
        }
        try await Self.present(navigation, from: child, by: stage.other, style: "automatic")
        #expect(await failure { try await stage.other.attach(to: navigation) } == "HierarchyInconsistency")
        try await stage.other.viewController(child).dismiss()
        try await stage.other.attach(to: navigation)
    }

    @Test func `a presentation whose presenter ends before it is complete fails`() async throws {
        let stage = try await WindowStage(tabs: 1)
        try await stage.front.attach(to: stage.tabs)
        let presented = try await stage.other.register()
        let waiting = Task.immediate { @EventLoop in
            await failure { try await stage.other.viewController(stage.children[0]).present(presented) }
        }
        try await stage.other.manager.destroy(presented)
        // Within a single turn it was never shown. Over two turns it was.
        #expect(["InternalInconsistency", "none"].contains(await waiting.value))
        #expect(try await Self.own(Contract.presentedViewController, stage, stage.tabs).isNone)
    }
}
