import TestSupport

/// `tabctl attach` as a process: the lines that it prints while other clients use the tabs.
@EventLoop @Suite(.bus) struct AttachCommandTests {
    /// A daemon, a tab bar controller with two tabs, and the client that created them.
    @EventLoop private final class Stage {
        let bus: PrivateBus
        let daemon: DaemonProcess
        let client: BusClient
        let tabs: ObjectPath
        let one: ObjectPath
        let two: ObjectPath

        init() async throws {
            bus = try PrivateBus.current
            daemon = try await DaemonProcess.start()
            client = try BusClient()
            tabs = try await client.manager.createTabBarController(["Title": .string("Tabs")])
            one = try await client.register(["Title": .string("One")])
            two = try await client.register(["Title": .string("Two")])
            try await client.setTabs([one, two], of: tabs)
        }

        func attach(_ arguments: String...) async throws -> TabctlProcess {
            let follower = try TabctlProcess(["attach"] + arguments)
            // The whole tree is written in a single write.
            try await follower.line("of the tree") { $0.contains(" Tabs ") || $0.hasPrefix("{\"event\":\"attached\"") }
            return follower
        }

        func number(_ path: ObjectPath) -> String { TabNames.number(of: path).map(String.init) ?? "" }

        func isVisible() async throws(DBusError) -> Bool { try await client.window(tabs).visible }
    }

    private let stage: Stage

    init() async throws { stage = try await Stage() }

    @Test(arguments: [SIGINT, SIGTERM]) func `a follower without a reader can be ended`(signal: Int32) async throws {
        let follower = try await stage.attach("--plain", stage.number(stage.tabs))
        follower.pause()
        // More than a pipe holds, so that the process blocks in a write.
        let title = String(repeating: "long ", count: 200)
        for number in 0..<150 {
            try await stage.client.viewController(stage.one).set(\.title, to: title + "\(number)")
        }
        follower.send(signal)
        #expect(try await follower.exitStatus() == 0)
    }

    @Test func `the tree is printed, then each change as a line, and the end of the controller`() async throws {
        let (one, two) = (stage.number(stage.one), stage.number(stage.two))
        let follower = try await stage.attach(stage.number(stage.tabs))
        #expect(
            follower.lines == [
                "  \(stage.number(stage.tabs)) Tabs  TabBarController  phone 375x667  appeared",
                "      1 View  0,0 375x667",
                "        2 View #Content  0,0 375x667",
                "        3 View #TabBar  0,618 375x49",
                "  * \(one) One  remote  appeared",
                "        1 View  0,0 375x667",
                "    \(two) Two  remote  disappeared",
            ])
        follower.clearLines()
        let label = ViewEntry.view(2, "Label", with: ["Text": .string("a")])
        try await stage.client.updateView(of: stage.one, [label])
        try await stage.client.updateView(of: stage.one, [.view(2, "Label", with: ["Text": .string("b")])])
        try await stage.client.updateView(of: stage.one, [], removing: [2])
        #expect(try await stage.client.tap(1, in: stage.tabs))
        try await stage.client.tabBarItem(stage.one).set(\.badgeValue, to: "7")
        try await stage.client.viewController(stage.one).set(\.title, to: "Uno")
        let guest = try await stage.client.register(["Title": .string("Guest")])
        try await stage.client.setTabs([stage.two, guest], of: stage.tabs)
        try await stage.client.select(1, in: stage.tabs)
        try await follower.line("Guest's view") { $0.hasPrefix("\(stage.number(guest)) Guest: + 1 View") }
        try await stage.client.manager.destroy(stage.tabs)
        try await follower.line("destroyed: \(stage.number(stage.tabs)) Tabs")
        #expect(try await follower.exitStatus() == 0)
        let guestName = "\(stage.number(guest)) Guest"
        // Lines that depend on when the guest is read may come later. All other lines have a fixed order.
        let lines = follower.lines.filter { !$0.hasPrefix("joined") && !$0.contains("Guest:") && !$0.contains("frame") }
        #expect(
            lines.prefix(10) == [
                "\(one) One: + 2 Label  0,0 10x10  Text=\"a\"",
                "\(one) One: 2 Label: Text \"a\" → \"b\"",
                "\(one) One: - 2 Label",
                "selected: \(one) One → \(two) Two",
                "\(one) One: appeared → disappeared",
                "\(two) Two: disappeared → appeared",
                "\(two) Two: + 1 View  0,0 375x667",
                "\(one) One: badge \"\" → \"7\"",
                "\(one) One: title \"One\" → \"Uno\"",
                "\(one): tab title \"One\" → \"Uno\"",
            ])
        #expect(follower.lines.contains("left: \(one) Uno"))
        #expect(follower.lines.contains("joined: \(guestName)  remote"))
        #expect(Set(follower.lines).count == follower.lines.count, "a line is printed twice: \(follower.lines)")
    }

    @Test func `without a number it attaches to the only controller`() async throws {
        let follower = try await stage.attach()
        #expect(follower.lines.first?.contains(" Tabs ") == true)
        let second = try await stage.client.manager.createTabBarController()
        let refused = try TabctlProcess(["attach"])
        #expect(try await refused.exitStatus() == 1)
        let (first, last) = (stage.number(stage.tabs), stage.number(second))
        try await refused.note("there are 2 tab bar controllers; name one: \(first) Tabs, \(last) TabBarController")
        for tabs in [stage.tabs, second] { try await stage.client.manager.destroy(tabs) }
        let alone = try TabctlProcess(["attach"])
        #expect(try await alone.exitStatus() == 1)
        try await alone.note("no tab bar controller exists")
        #expect(try await follower.exitStatus() == 0)
    }

    @Test func `a view controller inside another one is refused, and the error names its place`() async throws {
        let refused = try TabctlProcess(["attach", stage.number(stage.one)])
        #expect(try await refused.exitStatus() == 1)
        try await refused.note("expected a tab bar or navigation controller")
        try await refused.note("for example \(stage.tabs)")
    }

    @Test(arguments: [SIGINT, SIGTERM]) func `a signal detaches it and ends it with status 0`(signal: Int32)
        async throws
    {
        let follower = try await stage.attach("--json")
        #expect(try await stage.isVisible())
        follower.send(signal)
        #expect(try await follower.exitStatus() == 0)
        // It detached before it left the bus, and the daemon replies in order.
        #expect(try await !stage.isVisible())
        #expect(follower.lines.count == 1 && follower.lines[0].hasPrefix(#"{"event":"attached","path":"/org/"#))
    }

    @Test func `a read-only follower sees changes of others and shows nothing itself`() async throws {
        let follower = try await stage.attach("--watch", "--read-only")
        #expect(try await !stage.isVisible())
        #expect(follower.lines.allSatisfy { !$0.contains(" View ") })
        try await stage.client.attach(to: stage.tabs)
        try await follower.line("\(stage.number(stage.one)) One: + 1 View  0,0 375x667")
    }

    @Test func `an owner that leaves is reported with the reason`() async throws {
        let owner = try BusClient()
        let tab = try await owner.register(["Title": .string("Three"), "RestorationIdentifier": .string("three")])
        try await stage.client.setTabs([tab], of: stage.tabs)
        let follower = try await stage.attach()
        owner.connection.close()
        try await follower.line("of the failure") {
            $0.hasPrefix("\(stage.number(tab)) Three: ready → failed: ") && $0.contains("left the bus")
        }
    }

    @Test func `after the daemon ends it waits for the next one, and reports that the controller is gone`() async throws
    {
        let follower = try await stage.attach(stage.number(stage.tabs))
        stage.daemon.send(SIGKILL)
        try await follower.note("org.tabd.Tabs1 left the bus; waiting for it")
        try await DaemonProcess.start()
        try await follower.note("\(stage.tabs) no longer exists")
        #expect(try await follower.exitStatus() == 1)
    }

    @Test func `it ends quietly when its output is closed`() async throws {
        let script = "'\(BuiltProducts.directory)/tabctl' attach | head -n 1; echo ${PIPESTATUS[0]}"
        let result = try await HouseCommand.runOnThread(["bash", "-c", script], environment: stage.bus.environment)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].contains(" Tabs ") && lines[1] == "0", "\(result)")
        #expect(!result.errors.contains("tabctl:"), "\(result.errors)")
    }
}
