import TestSupport

/// A plugin that names view controllers of other owners (`Tests/Fixtures/mover.c`): they stay where they are, except
/// tabs within its reach.
@EventLoop @Suite(.bus) struct PluginOwnershipTests {
    @Test(arguments: ["in-process", "process"])
    func `a plugin moves only its own view controllers`(isolation: String) async throws {
        try IsolatedStage.configure("[isolation]\n\"*\" = \"\(isolation)\"\n")
        let stage = try await PluginStage { try CPlugin.build("mover", in: $0) }
        let client = stage.client
        // The plugin's page is in a stack, and the stack is in a tab. The rest belongs to a client: a sibling tab with
        // a stack, and a page without a container.
        let page = try await stage.create("mover.Main")
        let stack = try await client.manager.createNavigationController(page)
        let (root, stranger) = (try await client.register(), try await client.register())
        let sibling = try await client.manager.createNavigationController(root)
        let tabs = try await client.manager.createTabBarController()
        try await client.setTabs([stack, sibling], of: tabs)
        func run(_ verb: String, _ controllers: [ObjectPath] = []) async throws -> String? {
            let words = [verb] + controllers.map { "\(TabNames.number(of: $0) ?? 0)" }
            try await stage.run(words.joined(separator: " "), of: page)
            try await stage.run("report", of: page)
            return try await stage.texts(of: page)["Result"]
        }

        let before = try await client.managedObjects()
        let (invalidArgument, notFound) = ("5", "8")
        for (verb, controllers) in [
            ("push", [page, stranger]), ("push", [stack, stranger]), ("push", [page, root]), ("root", [stranger]),
            ("root", [root]), ("present", [stranger]), ("stack", [page, stranger]), ("tabs", [stack, stranger]),
        ] {
            #expect(try await run(verb, controllers) == invalidArgument, "\(verb) \(controllers)")
        }
        #expect(try await run("push", [sibling, page]) == notFound, "a stack without a page of the plugin")
        #expect(try await run("pop", [sibling]) == notFound)
        #expect(try await client.managedObjects() == before)

        // The plugin's own controllers, and lists with unchanged content, work as before.
        #expect(try await run("child") == "0")
        let pages = try await client.navigationController(stack).viewControllers
        #expect(pages.count == 2 && pages.first == page)
        #expect(try await run("pop", [stack]) == "0")
        #expect(try await run("tabs", [sibling, stack]) == "0")
        let list = try await client.tabBarController(tabs).viewControllers
        #expect(list == [sibling, stack])

        // A tab of another owner can be selected. A tab that the plugin removed can return, until it is elsewhere.
        #expect(try await run("select", [sibling]) == "0")
        #expect(try await client.tabBarController(tabs).selectedViewController == sibling)
        #expect(try await run("select", [stranger]) == invalidArgument)
        #expect(try await run("only", [stack]) == "0")
        #expect(try await run("tabs", [stack, sibling]) == "0")
        let others = try await client.manager.createTabBarController()
        #expect(try await run("only", [stack]) == "0")
        try await client.setTabs([sibling], of: others)
        #expect(try await run("tabs", [stack, sibling]) == invalidArgument)
        try await client.setTabs([], of: others)
        #expect(try await run("tabs", [stack, sibling]) == invalidArgument)
        // A tab of a list in which the plugin has another tab of its own.
        try await client.setTabs([sibling, try await stage.create("mover.Main")], of: others)
        #expect(try await run("tabs", [stack, sibling]) == "0")
        #expect(try await client.viewController(sibling).parent == tabs)
        // A controller that its creator hands over, wherever it is.
        try await client.setTabs([stranger], of: others)
        #expect(try await run("tabs", [stack, stranger]) == invalidArgument)
        _ = try await stage.create("mover.Main", ["Tabs": [stranger].variant])
        #expect(try await run("push", [stack, stranger]) == invalidArgument)
        #expect(try await run("tabs", [stack, stranger]) == "0")
        #expect(try await client.viewController(stranger).parent == tabs)
    }

    @Test(arguments: ["in-process", "process"])
    func `a plugin changes and destroys only its own view controllers`(isolation: String) async throws {
        try IsolatedStage.configure("[isolation]\n\"*\" = \"\(isolation)\"\n")
        let stage = try await PluginStage { try CPlugin.build("mover", in: $0) }
        let client = stage.client
        let page = try await stage.create("mover.Main")
        let stack = try await client.manager.createNavigationController(page)
        let (stranger, sibling) = (try await client.register(), try await client.register())
        let others = try await client.manager.createTabBarController()
        try await client.setTabs([sibling], of: others)
        try await client.viewController(stranger).set(\.modalPresentationStyle, to: "popover")
        func run(_ verb: String, _ controller: ObjectPath? = nil) async throws -> String? {
            let number = controller.flatMap { TabNames.number(of: $0) }.map { " \($0)" } ?? ""
            try await stage.run(verb + number, of: page)
            try await stage.run("report", of: page)
            return try await stage.texts(of: page)["Result"]
        }

        let before = try await client.managedObjects()
        let notFound = "8"
        for (verb, controllers) in [
            // The client has created the page, for which the plugin only has the content.
            ("destroy", [stranger, sibling, others, stack, page]), ("title", [stranger, others, stack]),
            ("anchor", [stranger, sibling, page]), ("watch", [stranger, sibling, page]),
            ("guard", [stranger, page]), ("delegate", [stranger, sibling, others, page]),
        ] {
            for controller in controllers {
                #expect(try await run(verb, controller) == notFound, "\(verb) \(controller)")
            }
        }
        #expect(try await client.managedObjects() == before)

        // A popover around a client's stack with the plugin's page.
        try await client.viewController(stack).set(\.modalPresentationStyle, to: "popover")
        #expect(try await run("anchor", page) == "0")
        #expect(try await client.popover(stack).sourceView == ViewReference(viewController: page, view: 2))
        #expect(try await run("guard", stranger) == notFound)
        #expect(try await run("guard", page) == "0")
        #expect(try await client.popover(stack).delegate.path == page)
        try await client.viewController(stack).set(\.modalPresentationStyle, to: "automatic")
        // The tabs of a client, in which the plugin has a tab.
        try await client.setTabs([stack, sibling], of: others)
        #expect(try await run("delegate", sibling) == notFound)
        #expect(try await run("delegate", page) == "0")
        #expect(try await client.tabBarController(others).delegate.path == page)
        // What it has created it can destroy, once.
        #expect(try await run("child") == "0")
        let child = try #require(try await client.navigationController(stack).viewControllers.last)
        #expect(child != page)
        #expect(try await run("title", child) == "0")
        #expect(try await client.viewController(child).title == "Moved")
        #expect(try await run("destroy", child) == "0")
        #expect(try await client.navigationController(stack).viewControllers == [page])
        #expect(try await run("destroy", child) == notFound)
    }
}
