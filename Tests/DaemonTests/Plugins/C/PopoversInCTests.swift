import TestSupport

/// The popover functions of the plugin interface, in C (`Tests/Fixtures/popovers.c`).
@EventLoop @Suite(.bus) struct PopoversInCTests {
    private let stage: ConsoleStage
    private var client: BusClient { stage.client }

    init() async throws {
        stage = try await ConsoleStage("popovers", profile: "pad", settings: "[deadlines]\ndelegate = 10000\n")
    }

    private func expect(_ results: [(experiment: String, result: String)]) async throws {
        for (experiment, result) in results { #expect(try await stage.run(experiment) == result, "\(experiment)") }
    }

    private func escape(_ controller: ObjectPath) async throws(DBusError) -> String {
        try await client.popover(controller).performEscape()
    }

    private func resize(_ width: Double) async throws {
        try await client.window(stage.tabs).set(\.size, to: DBusSize(width: width, height: 1024))
        try await client.barrier()
    }

    @Test(.rules("P5")) func `a popover is presented with its properties, configured and read`() async throws {
        // The popover does not exist yet: TAB_ERROR_NOT_FOUND.
        try await expect([("Presented", "8"), ("set", "8"), ("watch", "8"), ("watch here", "8"), ("present", "0")])
        let menu = try await stage.presented()
        let number = TabNames.number(of: stage.presenter) ?? 0
        let source = try await client.popover(menu).sourceView
        #expect(source == ViewReference(viewController: stage.presenter, view: 2))
        #expect(try await client.popover(menu).arrowDirection == 1)
        try await expect([
            ("SourceView", "r(t\(number),u2)"), ("ArrowDirection", "t1"), ("Presented", "b1"),
            ("PassthroughViews", "a<(tu)>[]"), ("AdaptivePresentationStyle", "s4:none"),
            ("ArrowHeight", "d402a000000000000"),
        ])
        try await client.popover(menu).set(\.popoverBackgroundViewClass, to: "gallery.Bubble")
        let (top, left) = ("d4030000000000000", "d4038000000000000")
        try await expect([
            ("PopoverBackgroundViewClass", "s14:gallery.Bubble"), ("ArrowBase", "d404c000000000000"),
            ("ContentViewInsets", "r(\(top),\(left),\(top),\(left))"), ("BackgroundBorderColor", "s7:#B8860B"),
            ("Unknown", "5"), ("set", "0"),
        ])
        #expect(try await client.popover(menu).sourceRect == DBusRect(1, 2, 3, 4))
        try await expect([("dismiss", "0"), ("SourceView", "r(t0,u0)")])
    }

    @Test(.rules("P59 P60 P55"), arguments: ["watch", "watch here"])
    func `a controller is the delegate of its own popover, or of that of another`(how: String) async throws {
        try await stage.run("present")
        let menu = try await stage.presented()
        #expect(try await stage.run(how) == "0")
        #expect(try await client.popover(menu).delegate.path == (how == "watch" ? menu : stage.presenter))
        try await stage.run("deny")
        #expect(try await escape(menu) == "refused")
        let delegate = how == "watch" ? "menu" : "presenter"
        #expect(try await stage.run("heard") == "\(delegate) q5 menu e<s><v>{}, \(delegate) attempt menu")
        // An invalid reply allows it, as silence does.
        try await stage.run("wrong")
        #expect(try await escape(menu) == "dismissed")
        #expect(
            try await stage.run("heard") == "\(delegate) q5 menu e<s><v>{}, \(delegate) will menu, \(delegate) did menu"
        )
    }

    @Test func `a delegate replies later, and leaves`() async throws {
        try await stage.run("present")
        let menu = try await stage.presented()
        for experiment in ["watch here", "later"] { try await stage.run(experiment) }
        let escaped = Task { @EventLoop in try await escape(menu) }
        try await client.waitForSignal("the question") { $0.member == "ShouldDismiss" }
        #expect(try await stage.run("answer") == "0")
        #expect(try await escaped.value == "dismissed")
        #expect(try await stage.run("answer") == "8")
        try await stage.run("present")
        let other = try await stage.presented()
        for experiment in ["watch here", "deny", "heard"] { try await stage.run(experiment) }
        try await stage.run("leave")
        #expect(try await stage.run("heard") == "presenter released menu")
        #expect(try await client.popover(other).delegate == .none)
        #expect(try await escape(other) == "dismissed")
        #expect(try await stage.run("heard").isEmpty)
    }

    @Test func `a question is withdrawn when its popover ends`() async throws {
        try await stage.run("present")
        let menu = try await stage.presented()
        for experiment in ["watch here", "later"] { try await stage.run(experiment) }
        let escaped = Task { @EventLoop in try await escape(menu) }
        try await client.waitForSignal("the question") { $0.member == "ShouldDismiss" }
        #expect(try await stage.run("dismiss") == "0")
        _ = try? await escaped.value
        // The timeout of the question is 10 seconds.
        #expect(try await stage.run("answer") == "8")
    }

    @Test(.rules("P61 P62 P63"))
    func `a delegate moves the popover, keeps it, and wraps the presented controller`() async throws {
        try await stage.run("present")
        let menu = try await stage.presented()
        for experiment in ["watch", "move"] { try await stage.run(experiment) }
        // It is already presented. It can be put into a navigation controller only in the reply to the question about
        // that.
        #expect(try await stage.run("stack") == "5")
        try await resize(800)
        let number = TabNames.number(of: stage.presenter) ?? 0
        let null = "r(d7ff0000000000000,d7ff0000000000000,d0000000000000000,d0000000000000000)"
        #expect(try await stage.run("heard") == "menu q6 menu e<s><v>{s4:Rect=v(\(null)),s4:View=v(r(t\(number),u2))}")
        #expect(try await client.popover(menu).sourceRect == DBusRect(1, 2, 3, 4))
        #expect(try await client.popover(menu).sourceView.view == 4)
        let classes = "{s10:Horizontal=v(s7:compact),s8:Vertical=v(s7:regular)}"
        try await stage.run("stay")
        try await resize(400)
        #expect(try await client.popover(menu).adaptivePresentationStyle == "none")
        #expect(try await stage.run("heard").hasPrefix("menu q7 menu e<s><v>\(classes)"))
        try await stage.run("wrap")
        try await resize(800)
        try await stage.run("heard")
        try await resize(400)
        let stack = try await stage.presented()
        #expect(try await client.viewController(stack).type == "NavigationController")
        #expect(try await client.viewController(menu).parent == stack)
        let heard = try await stage.run("heard")
        #expect(heard.hasPrefix("menu q7 menu e<s><v>\(classes), menu q8 menu e<s><v>{s5:Style=v(s9:formSheet)}"))
        #expect(heard.contains("menu adapts menu formSheet"))
    }
}
