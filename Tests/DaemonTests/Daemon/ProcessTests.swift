import TestSupport

/// Clients in their own processes that are killed, stopped or hung: other clients are not affected.
@EventLoop @Suite(.bus) struct ProcessTests {
    @Test(arguments: ["refuse", "hang", "die", "stop"])
    func `other clients get replies and the tap is refused, whatever a delegate's process does`(
        behaviour: String
    ) async throws {
        let client = try await BusClient.ofNewDaemon()
        let tabs = try await client.manager.createTabBarController()
        try await client.setTabs([try await client.register(), try await client.register()], of: tabs)
        // Not on the loop: other tests wait on it.
        let delegate = try await onThread { try ClientProcess(["delegate", tabs.text, behaviour]) }
        #expect(delegate.answer == "ready")
        client.clearSignals()
        let tap = Task { @EventLoop in try await client.tap(1, in: tabs) }
        // While the question is open, reads are answered and writes by programs apply at once.
        for _ in 0..<20 { #expect(try await client.tabBarController(tabs).selectedIndex == 0) }
        let badge = TabBarItemInterface.badgeValue
        try await client.set(badge, at: tabs, to: "7")
        #expect(try await client.get(badge, at: tabs) == "7")
        #expect(try await !tap.value)
        try await client.barrier()
        #expect(client.signals.contains { $0.member == "DidRefuseViewController" })
        #expect(try await client.tabBarController(tabs).selectedIndex == 0)
    }

    @Test func `a killed owner affects only its own tab`() async throws {
        let client = try await BusClient.ofNewDaemon()
        let tabs = try await client.manager.createTabBarController()
        let owner = try await onThread { try ClientProcess(["owner"]) }
        let tab = ObjectPath(owner.answer)
        try await client.setTabs([tab, try await client.register()], of: tabs)
        owner.send(SIGKILL)
        try await client.waitUntilOwnerIsGone(tab)
        #expect(try await client.get(ViewControllerInterface.state, at: tab) == "failed")
        #expect(try await client.viewController(tab).failureReason.contains("left the bus"))
        #expect(try await client.viewController(tab).parent == tabs)
        #expect(try await client.tap(1, in: tabs))
    }

    @Test func `a killed front end is detached`() async throws {
        let client = try await BusClient.ofNewDaemon()
        let tabs = try await client.manager.createTabBarController()
        let frontEnd = try await onThread { try ClientProcess(["front-end", tabs.text]) }
        let visible = WindowInterface.visible
        #expect(try await client.get(visible, at: tabs))
        client.clearSignals()
        frontEnd.send(SIGKILL)
        try await client.change(of: "Visible", at: tabs)
        #expect(try await !client.get(visible, at: tabs))
        #expect(try await client.window(tabs).attachedClients.isEmpty)
    }
}

extension BusClient {
    /// Waits until the change of a property is announced.
    fileprivate func change(of property: String, at path: ObjectPath) async throws {
        func isChange(_ signal: ReceivedSignal) -> Bool {
            guard signal.path == path, signal.member == "PropertiesChanged", signal.arguments.count == 3 else {
                return false
            }
            return [String: Variant](variant: signal.arguments[1])?[property] != nil
        }
        try await waitForSignal("a change of \(property)", where: isChange)
    }
}
