import TestSupport
import Testing

/// The popover functions of the plugin interface, in C (`Tests/Fixtures/popovers.c`).
@EventLoop @Suite(.bus) struct PopoversInCTests {
    private typealias Contract = PopoverPresentationControllerInterface

    @EventLoop private final class Stage {
        let plugin: PluginStage
        let tabs: ObjectPath
        let presenter: ObjectPath
        /// A view outside the window that runs experiments, which no popover covers.
        private let console: ObjectPath
        var client: BusClient { plugin.client }

        init() async throws {
            let bus = try PrivateBus.current
            try bus.configure("[deadlines]\ndelegate = 10000\n")
            plugin = try await PluginStage { try CPlugin.build("popovers", in: $0) }
            presenter = try await plugin.create("popovers.Main")
            console = try await plugin.create("popovers.Main")
            tabs = try await plugin.client.manager.createTabBarController(["Profile": .string("pad")])
            try await plugin.client.setTabs([presenter], of: tabs)
            try await plugin.client.window(tabs).set(\.alwaysVisible, to: true)
            try await plugin.client.viewController(console).loadViewIfNeeded()
            try await plugin.run("here", of: presenter)
        }

        @discardableResult
        func run(_ experiment: String) async throws -> String {
            try await plugin.run(experiment, of: console)
            try await client.barrier()
            return try await plugin.texts(of: console)["Result"] ?? ""
        }

        func presented() async throws -> ObjectPath {
            try await client.viewController(presenter).presentedViewController
        }

        func popover<Content: DBusType>(
            _ property: Property<Content>, of controller: ObjectPath
        ) async throws(DBusError) -> Content {
            try await client.get(property, at: controller)
        }

        func escape(_ controller: ObjectPath) async throws(DBusError) -> String {
            try await client.popover(controller).performEscape()
        }

        func resize(_ width: Double) async throws {
            try await client.window(tabs).set(\.size, to: DBusSize(width: width, height: 1024))
            try await client.barrier()
        }
    }

    @Test(.rules("P5")) func `a popover is presented with its properties, configured and read`() async throws {
        let stage = try await Stage()
        // The popover does not exist yet: TAB_ERROR_NOT_FOUND.
        for experiment in ["Presented", "set", "watch", "watch here"] {
            #expect(try await stage.run(experiment) == "8", "\(experiment)")
        }
        #expect(try await stage.run("present") == "0")
        let menu = try await stage.presented()
        let number = TabNames.number(of: stage.presenter) ?? 0
        let source = try await stage.popover(Contract.sourceView, of: menu)
        #expect(source == ViewReference(viewController: stage.presenter, view: 2))
        #expect(try await stage.popover(Contract.arrowDirection, of: menu) == 1)
        #expect(try await stage.run("SourceView") == "r(t\(number),u2)")
        #expect(try await stage.run("ArrowDirection") == "t1")
        #expect(try await stage.run("Presented") == "b1")
        #expect(try await stage.run("PassthroughViews") == "a<(tu)>[]")
        #expect(try await stage.run("AdaptivePresentationStyle") == "s4:none")
        #expect(try await stage.run("ArrowHeight") == "d402a000000000000")
        try await stage.client.popover(menu).set(\.popoverBackgroundViewClass, to: "gallery.Bubble")
        #expect(try await stage.run("PopoverBackgroundViewClass") == "s14:gallery.Bubble")
        #expect(try await stage.run("ArrowBase") == "d404c000000000000")
        let (top, left) = ("d4030000000000000", "d4038000000000000")
        #expect(try await stage.run("ContentViewInsets") == "r(\(top),\(left),\(top),\(left))")
        #expect(try await stage.run("BackgroundBorderColor") == "s7:#B8860B")
        #expect(try await stage.run("Unknown") == "5")
        #expect(try await stage.run("set") == "0")
        #expect(try await stage.popover(Contract.sourceRect, of: menu) == DBusRect(1, 2, 3, 4))
        #expect(try await stage.run("dismiss") == "0")
        #expect(try await stage.run("SourceView") == "r(t0,u0)")
    }

    @Test(.rules("P59 P60 P55"), arguments: ["watch", "watch here"])
    func `a controller is the delegate of its own popover, or of that of another`(how: String) async throws {
        let stage = try await Stage()
        try await stage.run("present")
        let menu = try await stage.presented()
        #expect(try await stage.run(how) == "0")
        #expect(try await stage.popover(Contract.delegate, of: menu).path == (how == "watch" ? menu : stage.presenter))
        try await stage.run("deny")
        #expect(try await stage.escape(menu) == "refused")
        let delegate = how == "watch" ? "menu" : "presenter"
        #expect(try await stage.run("heard") == "\(delegate) q5 menu e<s><v>{}, \(delegate) attempt menu")
        // An invalid reply allows it, as silence does.
        try await stage.run("wrong")
        #expect(try await stage.escape(menu) == "dismissed")
        #expect(
            try await stage.run("heard") == "\(delegate) q5 menu e<s><v>{}, \(delegate) will menu, \(delegate) did menu"
        )
    }

    @Test func `a delegate replies later, and leaves`() async throws {
        let stage = try await Stage()
        try await stage.run("present")
        let menu = try await stage.presented()
        for experiment in ["watch here", "later"] { try await stage.run(experiment) }
        let escape = Task { @EventLoop in try await stage.escape(menu) }
        try await stage.client.waitForSignal("the question") { $0.member == "ShouldDismiss" }
        #expect(try await stage.run("answer") == "0")
        #expect(try await escape.value == "dismissed")
        #expect(try await stage.run("answer") == "8")
        try await stage.run("present")
        let other = try await stage.presented()
        for experiment in ["watch here", "deny", "heard"] { try await stage.run(experiment) }
        try await stage.run("leave")
        #expect(try await stage.run("heard") == "presenter released menu")
        #expect(try await stage.popover(Contract.delegate, of: other) == .none)
        #expect(try await stage.escape(other) == "dismissed")
        #expect(try await stage.run("heard").isEmpty)
    }

    @Test(.rules("P61 P62 P63")) func `a delegate moves the popover, keeps it, and wraps the presented controller`()
        async throws
    {
        let stage = try await Stage()
        try await stage.run("present")
        let menu = try await stage.presented()
        for experiment in ["watch", "move"] { try await stage.run(experiment) }
        // It is already presented. It can be put into a navigation controller only in the reply to the question about
        // that.
        #expect(try await stage.run("stack") == "5")
        try await stage.resize(800)
        let number = TabNames.number(of: stage.presenter) ?? 0
        let null = "r(d7ff0000000000000,d7ff0000000000000,d0000000000000000,d0000000000000000)"
        #expect(try await stage.run("heard") == "menu q6 menu e<s><v>{s4:Rect=v(\(null)),s4:View=v(r(t\(number),u2))}")
        #expect(try await stage.popover(Contract.sourceRect, of: menu) == DBusRect(1, 2, 3, 4))
        #expect(try await stage.popover(Contract.sourceView, of: menu).view == 4)
        let classes = "{s10:Horizontal=v(s7:compact),s8:Vertical=v(s7:regular)}"
        try await stage.run("stay")
        try await stage.resize(400)
        #expect(try await stage.popover(Contract.adaptivePresentationStyle, of: menu) == "none")
        #expect(try await stage.run("heard").hasPrefix("menu q7 menu e<s><v>\(classes)"))
        try await stage.run("wrap")
        try await stage.resize(800)
        try await stage.run("heard")
        try await stage.resize(400)
        let stack = try await stage.presented()
        #expect(try await stage.client.viewController(stack).type == "NavigationController")
        #expect(try await stage.client.viewController(menu).parent == stack)
        let heard = try await stage.run("heard")
        #expect(heard.hasPrefix("menu q7 menu e<s><v>\(classes), menu q8 menu e<s><v>{s5:Style=v(s9:formSheet)}"))
        #expect(heard.contains("menu adapts menu formSheet"))
    }
}
