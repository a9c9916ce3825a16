import TestSupport

/// `tabctl tap`, `select` and `set-tabs` as processes.
@EventLoop @Suite(.bus) struct SelectionCommandTests {
    @Test func `positions count from 1, as on screen, and from 0 on the bus`() async throws {
        let (stage, tabs, children) = try await CommandStage.withTabs(3)
        let number = try stage.number(tabs)
        try await stage.run("tap", number, "3")
        #expect(try await stage.client.tabBarController(tabs).selectedIndex == 2)
        try await stage.run("select", "--json", number, "1").line(#"{"selectedViewController":"\#(children[0])"}"#)
        #expect(try await stage.client.tabBarController(tabs).selectedIndex == 0)
        for command in ["tap", "select"] {
            try await stage.run(command, number, "0", status: 64, reason: "The value '0' is invalid for '<tab>'")
        }
        let name = "\(number) Desk"
        try await stage.run(
            "tap", number, "4", status: 1, reason: "item 4 does not exist: the bar of \(name) has 3 items")
        try await stage.run("select", number, "4", status: 1, reason: "tab 4 does not exist: \(name) has 3 tabs")
    }

    @Test func `a page is not accepted as a tab bar controller, and interfaces are not listed`() async throws {
        let (stage, tabs, children) = try await CommandStage.withTabs(3)
        let page = try stage.number(children[1])
        let reason = "tabctl: \(page) T2 is not a tab bar controller; it belongs to \(try stage.number(tabs)) Desk"
        for command in [
            ["tap", page, "1"], ["select", page, "1"], ["select", page, "--view-controller", page],
            ["set-tabs", page, page], ["row", page, "1"], ["customize", page, "\(page)=1"], ["press", page, "up"],
        ] {
            let process = try TabctlProcess(command)
            #expect(try await process.exitStatus() == 1)
            try await process.note(reason)
            #expect(process.notes.filter { !$0.isEmpty } == [reason], "\(command)")
        }
        let lone = try await stage.client.register(["Title": .string("Lone")])
        let refused = try await stage.run("tap", try stage.number(lone), "1", status: 1)
        try await refused.note("Lone is not a tab bar controller")
        #expect(!refused.notes.joined().contains("belongs to"))
    }
}
