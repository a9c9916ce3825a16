import TestSupport

/// `tabctl row` and `customize` as processes, and More's list in `show`, `list` and `attach`.
@EventLoop @Suite(.bus) struct MoreCommandTests {
    /// Seven tabs `T1` to `T7`, three of them in More. The last one is disabled.
    private static func stage() async throws -> (stage: CommandStage, tabs: ObjectPath, children: [ObjectPath]) {
        let (stage, tabs, children) = try await CommandStage.withTabs(7)
        try await stage.client.tabBarItem(children[4]).set(\.badgeValue, to: "2")
        try await stage.client.tabBarItem(children[6]).set(\.enabled, to: false)
        return (stage, tabs, children)
    }

    @Test func `a row shows its tab over the list, and back leads to the list again`() async throws {
        let (stage, tabs, children) = try await Self.stage()
        let number = try stage.number(tabs)
        let listed = try await stage.run("list")
        try await listed.line("\(tabs)  phone    Desk   [T1] T2 T3 T4 More: T5{2} T6 (T7)")
        #expect(listed.lines.first == "CONTROLLER                          PROFILE  TITLE  TABS")
        let json = try await stage.run("list", "--json")
        try await json.line("with the rows") { $0.contains("\"more\":[\"\(children[4])\",") }
        try await json.line("with the tabs") { line in
            let parts = line.split(separator: "\"tabs\":[").last ?? ""
            return parts.contains(
                #"{"path":"\#(children[4])","title":"T5","badge":"2","enabled":true,"selected":false,"#)
                && parts.contains(#""title":"T1","badge":"","enabled":true,"selected":true,"#)
        }
        try await stage.run("row", number, "1", status: 1, reason: "'tabctl tap \(number) 5' shows the list")
        try await stage.run("tap", number, "5")
        let shown = try await stage.run("show", number)
        for line in ["   1 T5 {2}", "   2 T6", "   (3 T7)"] { try await shown.line(line) }
        try await shown.line("with Edit") { $0.contains("More") && $0.hasSuffix("[Edit]") }
        let refused = try await stage.run("row", number, "3", status: 1)
        try await refused.line("refused")
        try await stage.run(
            "row", number, "4", status: 1, reason: "row 4 does not exist: the More list of 1 Desk has 3 rows")
        let accepted = try await stage.run("row", "--json", number, "2")
        try await accepted.line(#"{"accepted":true}"#)
        #expect(try await stage.client.get(TabBarControllerInterface.selectedViewController, at: tabs) == children[5])
        let page = try await stage.run("show", number)
        try await page.line("with the back button") { $0.hasPrefix(" ‹ More") && $0.contains("T6") }
        try await stage.run("back", number)
        try await stage.run("list", "--no-legend").line("\(tabs)  phone  Desk  T1 T2 T3 T4 [More]: T5{2} T6 (T7)")
    }

    @Test func `tabs are arranged like a user does, and an error still ends the session`() async throws {
        let (stage, tabs, children) = try await Self.stage()
        let number = try stage.number(tabs)
        let numbers = try children.map(stage.number)
        func names(_ order: Int...) -> String { order.map { "\(numbers[$0 - 1]) T\($0)" }.joined(separator: ", ") }
        try await stage.run(
            "customize", number, "\(numbers[4])=1", status: 1, reason: "'tabctl tap \(number) 5' shows the list")
        try await stage.run("tap", number, "5")
        try await stage.client.manager.subscribe()
        let arranged = try await stage.run("customize", number, "\(numbers[4])=1", "\(numbers[1])=4")
        try await arranged.line("bar: \(names(5, 4, 3, 2))")
        try await arranged.line("More: \(names(1, 6, 7))")
        try await stage.client.waitForSignal("the end of the session") { signal in
            signal.member == "DidEndCustomizingViewControllers" && signal.arguments.last == .bool(true)
        }
        // The first tab is moved. The second can't be moved.
        let half = try await stage.run(
            "customize", number, "\(numbers[0])=2", "\(numbers[2])=5", "\(numbers[5])=1", status: 1,
            reason: "\(numbers[2])=5: the bar has 4 positions for tabs, counted from 1")
        try await half.line("bar: \(names(5, 1, 3, 2))")
        try await half.line("More: \(names(4, 6, 7))")
        #expect(try await !stage.client.tabBarController(tabs).customizing)
        let same = try await stage.run("customize", number, "\(numbers[0])=2", reason: "tab bar unchanged")
        try await same.line("bar: \(names(5, 1, 3, 2))")
        try await stage.run("customize", "--json", number, "\(numbers[0])=1").line("of JSON") {
            $0.hasPrefix("{\"changed\":true,\"bar\":[\"\(children[0])\",\"\(children[4])\"")
        }
        try await stage.run("customize", number, "\(numbers[0])=0", status: 64, reason: "is invalid for")
        try await stage.run("customize", number, "\(numbers[0])", status: 64, reason: "is invalid for")
        try await stage.run("customize", numbers[0], "1=1", status: 1, reason: "is not a tab bar controller")
    }

    @Test func `a follower sees the list, its rows and each move of a session`() async throws {
        let (stage, tabs, children) = try await Self.stage()
        let number = try stage.number(tabs)
        try await stage.run("tap", number, "5")
        let follower = try TabctlProcess(["attach", number])
        try await follower.note("attached to")
        for line in ["bar: More | [Edit]", "row 1 T5 {2}", "row 2 T6", "row (3 T7)"] {
            try await follower.line(line) { $0.trimmingPrefix { $0 == " " } == line }
        }
        let list = try #require(
            try await stage.client.managedObjects().first { $1[MoreListInterface.name] != nil }?.key)
        try await stage.client.moreList(list).beginEditing()
        try await stage.client.moreList(list).moveItem(children[5], 0)
        func moved(_ first: Int) throws -> String {
            let rest = try [2, 3, 4].map { "\(try stage.number(children[$0 - 1])) T\($0)" }
            return (["\(try stage.number(children[first - 1])) T\(first)"] + rest).joined(separator: ", ")
        }
        try await follower.line("\(try stage.number(list)) More: customizing \(try moved(1)) → \(try moved(6))")
        let shown = try await stage.run("show", number)
        try await shown.line("with the new arrangement") {
            $0.split(separator: " ").joined(separator: " ") == "1 T6 2 T2 3 T3 4 T4 [5 More]"
        }
        try await shown.line("with Done") { $0.contains("Configure") && $0.contains("[Done]") }
        let refused = try await stage.run("row", number, "1", status: 1)
        try await refused.line("refused")
        #expect(try await stage.client.moreList(list).endEditing())
        try await follower.line("of the rows") { $0.contains("More: rows ") && $0.contains(" T6") }
    }
}
