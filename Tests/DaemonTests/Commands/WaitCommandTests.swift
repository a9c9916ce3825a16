import TestSupport

/// `tabctl wait` as a process.
@EventLoop @Suite(.bus) struct WaitCommandTests {
    /// Longer than any test runs.
    private static let long = ["--timeout", "3600"]

    private func wait(_ arguments: String...) throws -> TabctlProcess {
        try TabctlProcess(["wait"] + arguments + Self.long)
    }

    private func expectEnd(_ process: TabctlProcess, _ lines: [String], status: Int32 = 0) async throws {
        #expect(try await process.exitStatus() == status, "\(process.notes)")
        #expect(process.lines.filter { !$0.isEmpty } == lines)
    }

    @Test func `a condition that holds ends the wait at once`() async throws {
        let (stage, tabs, children) = try await CommandStage.withTabs(2)
        try await stage.client.tabBarItem(children[0]).set(\.badgeValue, to: "3")
        for arguments in [
            ["Desk"], ["Desk", "--selected", "1"], ["Desk", "--selected", "T1", "--property", "SelectedIndex=0"],
            ["Desk", "--property", "SelectedViewController=\(try stage.number(children[0]))"],
            ["Desk", "--property", "Title=Desk", "--property", "Title!=x", "--property", "HasSelectedIndex=true"],
            ["Desk", "--property", "Size=[375,667]", "--property", "org.tabd.Tabs1.Window.AlwaysVisible=false"],
            ["Desk", "--property", "ViewControllers=[\"\(children[0])\",\"\(children[1])\"]"],
        ] {
            try await expectEnd(try TabctlProcess(["wait"] + arguments + ["--timeout", "0"]), [tabs.text])
        }
        try await stage.run("wait", "--json", "T1", "--property", "TabBarItem.BadgeValue=3").line(
            #"{"path":"\#(children[0])"}"#)
        try await expectEnd(try wait("Nothing", "--gone"), [])
        try await stage.run("wait", "--json", "99", "--gone").line(#"{"path":null}"#)
    }

    @Test func `a wait ends when the controller appears, is selected, changes or goes`() async throws {
        let (stage, tabs, children) = try await CommandStage.withTabs(2)
        let client = stage.client
        let waits = [
            try wait("second"), try wait("Desk", "--selected", "T2"), try wait("T1", "--property", "BadgeValue!="),
            try wait("T2", "--gone"), try wait("Desk", "--selected", "T2", "--property", "TabBarHidden=true"),
        ]
        let second = try await client.register(["RestorationIdentifier": .string("second")])
        try await expectEnd(waits[0], [second.text])
        try await client.select(1, in: tabs)
        try await expectEnd(waits[1], [tabs.text])
        try await client.tabBarItem(children[0]).set(\.badgeValue, to: "9")
        try await expectEnd(waits[2], [children[0].text])
        try await client.tabBarController(tabs).setTabBarHidden(true, false)
        try await expectEnd(waits[4], [tabs.text])
        try await client.manager.destroy(children[1])
        try await expectEnd(waits[3], [])
    }

    @Test func `a state that lasts only for a moment ends a wait`() async throws {
        let (stage, _, children) = try await CommandStage.withTabs(1)
        let process = try wait("T1", "--property", "Tooltip=now")
        let changes = Task { @EventLoop in
            while !Task.isCancelled {
                for text in ["now", "later"] { try await stage.client.tabBarItem(children[0]).set(\.tooltip, to: text) }
            }
        }
        try await expectEnd(process, [children[0].text])
        changes.cancel()
        try await changes.value
    }

    @Test func `after the timeout the status is 75, and the message says what does not hold`() async throws {
        let (stage, _, _) = try await CommandStage.withTabs(2)
        for (arguments, reason) in [
            (["x"], "'x' does not exist"), (["7777"], "7777 does not exist"), (["Desk", "--gone"], "1 Desk exists"),
            (["Desk", "--selected", "T2"], " T1 is selected"), (["Desk", "--selected", "T9"], " T1 is selected"),
            (["T1", "--property", "BadgeValue=3"], #"BadgeValue is """#),
            (["T1", "--property", "AlertController.X=3"], "AlertController.X is missing"),
        ] {
            let words = ["wait"] + arguments
            let once = try TabctlProcess(words + ["--timeout", "0"])
            #expect(try await once.exitStatus() == 75, "\(arguments)")
            #expect(once.notes.joined().hasPrefix("tabctl: timed out after 0 s: "), "\(once.notes)")
            #expect(once.notes.joined().hasSuffix(reason), "\(once.notes)")
            let late = try TabctlProcess(words + ["--timeout", "0.05"])
            #expect(try await late.exitStatus() == 75, "\(arguments)")
        }
        withExtendedLifetime(stage) {}
    }

    @Test func `what can never hold is an error`() async throws {
        let (stage, _, _) = try await CommandStage.withTabs(2)
        try await stage.run("wait", "T1", "--selected", "T2", status: 1, reason: "T1 is not a tab bar controller")
        try await stage.run(
            "wait", "T1", "--property", "Bagde=3", status: 64, reason: "has no property 'Bagde'; it has AllowsHiding"
        )
        try await stage.run("wait", "T1", "--property", "TabBarItem.X=3", status: 64, reason: "'TabBarItem.X'")
        for words in [
            ["T1", "--property", "Title"], ["T1", "--property", "=3"], ["T1", "--gone", "--selected", "T1"],
            ["T1", "--timeout", "-1"], ["T1", "--timeout", "1e9"], ["T1", "--timeout", "nan"], [],
        ] {
            let process = try TabctlProcess(["wait"] + words)
            #expect(try await process.exitStatus() == 64, "\(words)")
        }
    }

    @Test func `a wait begins without a daemon, and continues with the next one`() async throws {
        let early = try TabctlProcess(["wait", "clocks"] + Self.long)
        try await early.note("waiting for it")
        let stage = try await CommandStage()
        let tabs = try await stage.create("--title", "Clocks", "clock.Stopwatch")
        try await expectEnd(early, [tabs.text])
        let late = try TabctlProcess(["wait", "clocks", "--property", "Title=New"] + Self.long)
        await stage.kill()
        try await late.note("waiting for it")
        try await stage.start()
        try await stage.client.viewController(tabs).set(\.title, to: "New")
        try await expectEnd(late, [tabs.text])
        await stage.kill()
        let none = try TabctlProcess(["wait", "clocks", "--timeout", "0"])
        #expect(try await none.exitStatus() == 75)
        try await none.note("timed out after 0 s: org.tabd.Tabs1 is not running")
    }

    @Test func `Ctrl-C ends a wait with another status than success`() async throws {
        _ = try await CommandStage()
        let process = try TabctlProcess(
            ["--default-signal=INT", BuiltProducts.directory + "/tabctl", "wait", "x"] + Self.long,
            running: "/usr/bin/env")
        process.send(SIGINT)
        #expect(try await process.exitStatus() != 0)
    }
}
