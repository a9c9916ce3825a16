import TestSupport

/// A process of a plugin that calls the contract about view controllers of others. It is about to take over from the
/// plugin's process, so that its valid calls wait.
@EventLoop @Suite(.bus) struct PrivateAccessTests {
    private typealias Controller = ViewControllerInterface
    private typealias Manager = ManagerInterface
    private typealias Navigation = NavigationControllerInterface
    private typealias Popover = PopoverPresentationControllerInterface
    private typealias Tabs = TabBarControllerInterface

    /// A call, and the last component of its error.
    private struct Call {
        let error: String
        let path: ObjectPath
        let interface: String
        let member: String
        let arguments: [Variant]
        let reply: String

        init(
            _ error: String, _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [Variant] = [],
            returning reply: String = ""
        ) {
            (self.error, self.path, self.interface) = (error, path, interface)
            (self.member, self.arguments, self.reply) = (member, arguments, reply)
        }

        static func setting(
            _ error: String, _ path: ObjectPath, _ interface: String, _ name: String, _ value: Variant
        ) -> Call {
            Call(
                error, path, PropertiesInterface.name, "Set", [.string(interface), .string(name), .variant(value)])
        }
    }

    @Test func `a process reaches the view controllers of its plugin only`() async throws {
        let stage = try await IsolatedStage()
        let (client, own, foreign) = (stage.client, stage.controller, stage.neighbour)
        let root = try await client.register()
        let stack = try await client.manager.createNavigationController(root)
        let others = try await client.manager.createTabBarController()
        try await client.setTabs([stack], of: others)
        for path in [foreign, stack] {
            try await client.viewController(path).set(\.modalPresentationStyle, to: "popover")
        }
        let (empty, none): (Variant, Variant) = ([String: Variant]().variant, .array(of: "u", []))
        let views = Variant.array(of: ViewEntry.signature, [])
        let (title, unknown, denied) = (Variant.string("stolen"), "UnknownObject", "AccessDenied")
        let source = ViewReference(viewController: own, view: 1).variant
        let properties = PropertiesInterface.name
        var calls: [Call] = [
            // What its plugin may do.
            .setting("none", own, Controller.name, "Title", .string("New")),
            .setting("none", stage.tabs, Tabs.name, "SelectedIndex", .int64(0)),
            Call("none", own, Controller.name, "UpdateView", [views, none, empty]),
            // Gestures and the rest of the contract.
            Call(denied, own, Controller.name, "SendAction", [.uint32(1), title, .variant(title), empty]),
            Call(denied, TabNames.root, Manager.name, "CreateTabBarController", [empty], returning: "o"),
            Call(denied, TabNames.root, Manager.name, "RegisterViewController", [own.variant, empty], returning: "o"),
            Call(
                "InvalidArgument", TabNames.root, Manager.name, "RegisterClasses",
                [own.variant, ["\(IsolatedStage.neighbourID).Counter"].variant, empty]),
        ]
        for path in [foreign, root, stack, others] {
            calls += [
                .setting(unknown, path, Controller.name, "Title", title),
                Call(unknown, path, Controller.name, "UpdateView", [views, none, empty]),
                Call(unknown, path, Controller.name, "DismissViewController", [.bool(false), empty]),
                Call(unknown, path, TabBarItemInterface.name, "SetValues", [["Title": title].variant, empty]),
                Call(unknown, TabNames.root, Manager.name, "Destroy", [path.variant, empty]),
            ]
        }
        for path in [foreign, stack] {
            calls += [
                .setting(unknown, path, Popover.name, "SourceView", source),
                Call(unknown, path, Popover.name, "SetDelegate", [own.variant, empty]),
                Call(unknown, path, Popover.name, "ClearDelegate", [empty]),
            ]
        }
        calls += [
            // It has the content of its view controller, which a client has created.
            Call(unknown, TabNames.root, Manager.name, "Destroy", [own.variant, empty]),
            Call(unknown, others, Tabs.name, "SetDelegate", [own.variant, empty]),
            .setting(unknown, others, Tabs.name, "SelectedIndex", .int64(0)),
            Call(unknown, stack, Navigation.name, "Push", [own.variant, .bool(false), empty]),
            Call(unknown, stack, Navigation.name, "Pop", [.bool(false), empty], returning: "o"),
            Call(
                unknown, stack, properties, "Get", [.string(Navigation.name), .string("ViewControllers")],
                returning: "v"),
        ]
        let before = try await client.managedObjects()
        let (address, token) = try await stage.expectHost()
        let peer = try Connection.peer(at: address)
        let isWelcome = await peer.callDaemon("Hello", [.string(token)], returning: "a{sv}")
        #expect(isWelcome == "none")
        for call in calls {
            let error = await peer.callDaemon(
                call.member, call.arguments, returning: call.reply, at: call.path, of: call.interface)
            #expect(error == call.error, "\(call.interface).\(call.member) of \(call.path) \(call.arguments)")
        }
        peer.close()
        // It never took over.
        #expect(try await stage.countUp() == "3")
        #expect(try await stage.title(of: own) == "Counter")
        let after = try await client.managedObjects()
        for path in [foreign, root, stack, others, stage.tabs] { #expect(after[path] == before[path], "\(path)") }
    }
}
