import TestSupport

/// Assignments of a Swift plugin (`Tests/TestPlugin/Containers/Steward.swift`): the selection, the tabs, its item, its
/// focus.
@EventLoop @Suite(.bus) struct PluginTabTests {
    /// A `Steward` as the first of seven tabs. The others belong to a client.
    @EventLoop private final class Stage {
        let plugin: TestPluginStage
        private(set) var others: [ObjectPath] = []
        var client: BusClient { plugin.client }
        var steward: ObjectPath { plugin.controller }
        var tabs: ObjectPath { plugin.tabs }

        init(_ isolation: String) async throws {
            try IsolatedStage.configure("[isolation]\n\"*\" = \"\(isolation)\"\n")
            plugin = try await TestPluginStage("Steward")
            for _ in 0..<6 { others.append(try await plugin.client.register()) }
            try await plugin.client.setTabs([steward] + others, of: tabs)
        }

        var bar: ObjectProxy<TabBarControllerInterface> { client.tabBarController(tabs) }

        func compare() async throws -> String {
            try await plugin.tap("Compare")
            return try await plugin.text("Output")
        }
    }

    @Test(.rules("A-24 A-25 C-4 L-1 L-2 L-3"), arguments: ["in-process", "process"])
    func `a plugin assigns the selected view controller`(isolation: String) async throws {
        let stage = try await Stage(isolation)
        let more = try await stage.bar.moreNavigationController
        func selected(after button: String) async throws -> ObjectPath {
            try await stage.plugin.tap(button)
            return try await stage.bar.selectedViewController
        }
        // An overflow tab of another owner, and one of the plugin's own tabs.
        #expect(try await selected(after: "SelectLast") == stage.others[5])
        #expect(try await stage.compare().hasPrefix("more false self false false navigation false listed true false"))
        #expect(try await selected(after: "SelectSelf") == stage.steward)
        #expect(
            try await stage.compare()
                == "more false self true true navigation false listed true false distinct 7 pages 2")
        // More shows the page that it showed before. Selecting it again shows its list.
        #expect(try await selected(after: "SelectMore") == stage.others[5])
        #expect(try await selected(after: "SelectMore") == more)
        #expect(
            try await stage.compare()
                == "more true self false false navigation true listed true false distinct 7 pages 1")
        // Calls that violate the contract change nothing.
        for button in ["SelectNil", "SelectLoose"] { #expect(try await selected(after: button) == more, "\(button)") }
        // More behaves like any navigation controller.
        try await stage.plugin.tap("PushOnMore")
        #expect(try await stage.compare().hasSuffix("pages 2"))
        try await stage.plugin.tap("PopMore")
        #expect(try await stage.compare().hasSuffix("pages 1"))
        #expect(try await selected(after: "SelectLoose") == more)
        try await stage.client.setTabs([stage.steward] + stage.others.prefix(3), of: stage.tabs)
        #expect(try await selected(after: "SelectMore") == stage.steward)
    }

    @Test(.rules("A-22 D-13"), arguments: ["in-process", "process"])
    func `a plugin assigns tabs of other owners`(isolation: String) async throws {
        let stage = try await Stage(isolation)
        let client = stage.client
        let all = [stage.steward] + stage.others
        try await stage.plugin.tap("Reverse")
        #expect(try await stage.bar.viewControllers == all.reversed())
        try await stage.plugin.tap("Lock")
        #expect(try await stage.bar.customizableViewControllers == [stage.steward])
        try await stage.plugin.tap("Reverse")

        // Its own tab bar controller starts with one of its own tabs and with those that the creator hands over: one
        // without a container, and one that ends with the client that created it.
        let brief = try BusClient()
        let handed = try await client.register()
        let dying = try await brief.manager.createViewController(
            "clock.Stopwatch", ["DestroyWithCaller": .bool(true)])
        let binder = try await client.manager.createViewController(
            "testplugin.Binder", ["Arguments": ["Tabs": [handed, dying].variant].variant])
        try await client.viewController(binder).loadViewIfNeeded()
        let own = try #require(try await stage.client.tabBarController(binder).viewControllers.first)
        #expect(try await stage.client.tabBarController(binder).viewControllers == [own, handed, dying])
        #expect(try await stage.client.tabBarController(binder).selectedViewController == dying)
        #expect(try await client.viewController(own).type == "testplugin.Inbox")

        // A tab of another list in which it has one of its own moves, and moves back.
        let moved = stage.others[5]
        try await stage.plugin.tap("Give")
        #expect(try await stage.bar.viewControllers == Array(all.dropLast()))
        #expect(try await stage.client.tabBarController(binder).viewControllers == [own, handed, dying, moved])
        #expect(try await client.viewController(moved).parent == binder)
        try await stage.plugin.tap("Steal")
        #expect(try await stage.bar.viewControllers == all)
        #expect(try await stage.client.tabBarController(binder).viewControllers == [own, handed, dying])

        // The tab ends with that client. The tabs of a tab bar controller do not end with it.
        client.clearSignals()
        brief.connection.close()
        try await client.waitForRemoval(of: dying)
        #expect(try await stage.client.tabBarController(binder).viewControllers == [own, handed])
        try await client.manager.destroy(binder)
        #expect(try await client.viewController(handed).parent == .none)
    }

    @Test(.rules("H-1 H-5 H-20 H-14 H-15 H-2"), arguments: ["in-process", "process"])
    func `a plugin assigns its tab bar item`(isolation: String) async throws {
        let stage = try await Stage(isolation)
        let item = stage.client.tabBarItem(stage.steward)
        #expect(try await item.displayImage == "emblem-ok-symbolic")
        try await item.set(\.badgeValue, to: "old")
        try await stage.plugin.tap("Item")
        #expect(try await item.title == "Made")
        #expect(try await item.image == "go-home-symbolic")
        #expect(try await item.tag == 7)
        #expect(try await item.badgeValue == "")
        // Only the current item has an effect, not the previous one.
        try await stage.plugin.tap("Change")
        #expect(try await item.title == "Made")
        #expect(try await item.tag == 9)
        #expect(try await item.badgeColor == "systemBlue")
        try await stage.plugin.tap("System")
        #expect(try await stage.plugin.text("Output") == "nil nil -3")
        #expect(try await item.systemItem == "mostRecent")
        #expect(try await item.title == "")
        #expect(try await item.displayTitle == "Most Recent")
        #expect(try await item.badgeColor == "")
        #expect(try await item.badgeValue == "5")
        #expect(try await item.tag == -3)
        // The controller's title is also that of the item (H-3).
        try await stage.plugin.tap("Title")
        #expect(try await item.title == "Title")
        try await stage.plugin.tap("Images")
        #expect(try await stage.plugin.text("Output") == "go-up-symbolic nil")
        #expect(try await item.selectedImage == "go-up-symbolic")
        #expect(try await item.systemItem == "")
        // An item can't belong to two controllers (H-6). An item that is assigned before the host knows the controller
        // counts as well.
        try await stage.plugin.tap("Share")
        #expect(try await stage.plugin.text("Output") == "false")
        try await stage.plugin.tap("AddLoose")
        let loose = try #require(try await stage.bar.viewControllers.first)
        #expect(try await stage.client.viewController(loose).title == "Loose")
        #expect(try await stage.client.tabBarItem(loose).title == "")
        #expect(try await stage.client.tabBarItem(loose).displayTitle == "Search")
        #expect(try await stage.client.tabBarItem(loose).tag == 2)
    }

    @Test(.rules("S-115"), arguments: ["in-process", "process"])
    func `a plugin sets the states of its tab bar item`(isolation: String) async throws {
        let stage = try await Stage(isolation)
        let item = stage.client.tabBarItem(stage.steward)
        try await stage.plugin.tap("States")
        #expect(try await item.needsAttention)
        #expect(try await item.loading)
        #expect(try await item.tooltip == "Tip")
        #expect(try await item.accessibilityLabel == "Label")
        #expect(try await item.allowsClosing)
        #expect(try await item.allowsReordering)
        // An assigned item replaces all of them.
        try await stage.plugin.tap("Item")
        #expect(try await !item.needsAttention)
        #expect(try await item.tooltip == "")
        #expect(try await !item.allowsClosing)
    }

    @Test(.rules("K-51"), arguments: ["in-process", "process"])
    func `a plugin hides its tab, and reads what the user did`(isolation: String) async throws {
        let stage = try await Stage(isolation)
        let controller = stage.client.viewController(stage.steward)
        try await stage.plugin.tap("Hide")
        #expect(try await controller.allowsHiding && controller.tabHiddenByDefault)
        #expect(try await !controller.tabHidden)
        try await controller.set(\.tabHidden, to: true)
        try await stage.plugin.tap("Hidden")
        #expect(try await stage.plugin.text("Output") == "true")
    }

    @Test(.rules("J-7"), arguments: ["in-process", "process"])
    func `a plugin prefers a view for the focus`(isolation: String) async throws {
        let stage = try await Stage(isolation)
        func preferred(after button: String) async throws -> UInt32 {
            try await stage.plugin.tap(button)
            return try await stage.client.viewController(stage.steward).preferredFocusedView
        }
        let first = try #require(try await stage.plugin.view("FocusFirst")).id
        #expect(try await preferred(after: "FocusFirst") == first)
        // A view that the host has not seen yet is sent first. A view outside of the tree counts as nil.
        let new = try await preferred(after: "FocusNew")
        #expect(try await stage.plugin.view("New")?.id == new)
        #expect(try await preferred(after: "FocusStranger") == 0)
        #expect(try await preferred(after: "FocusFirst") == first)
        #expect(try await preferred(after: "FocusGone") == 0)
    }
}
