import TestSupport

/// `tabctl view` and `tabctl action` as processes, on a view that another client owns.
@EventLoop @Suite(.bus) struct ActionCommandTests {
    private static func run(
        _ arguments: [String], on stage: ViewStage
    ) async throws -> (status: Int32?, process: TabctlProcess) {
        let process = try TabctlProcess(arguments)
        return (try await process.exitStatus(), process)
    }

    private static func stage() async throws -> (stage: ViewStage, number: String) {
        let stage = try await ViewStage(shown: false, identifier: "page")
        // The owner creates its views when the view is loaded, and tabctl loads it.
        stage.methods["ViewDidLoad"] = { [unowned stage] _, _ in
            stage.owner.beginUpdateView(
                of: stage.controller,
                [
                    .view(2, "Slider", with: ["Identifier": .string("Volume"), "Maximum": .double(10)]),
                    .view(3, "TableView", with: ["Rows": [TableRow(title: "a"), TableRow(title: "b")].variant]),
                ]
            ) { _ in }
        }
        stage.methods["Action"] = { _, reply in reply.succeed { (_) throws(DBusError) in } }
        let number = try #require(TabNames.number(of: stage.controller))
        return (stage, String(number))
    }

    @Test func `an action by identifier reaches the owner with a value of the right type`() async throws {
        let (stage, number) = try await Self.stage()
        var received: [[Variant]] = []
        stage.methods["Action"] = { arguments, reply in
            received.append(arguments)
            reply.succeed { (_) throws(DBusError) in }
        }
        let (loaded, first) = try await Self.run(["view", number], on: stage)
        #expect(loaded == 0)
        try await first.line("of the root") { $0.hasPrefix("1 View  0,0 ") }
        try await stage.call(of: "ViewDidLoad")
        try await stage.owner.barrier()
        let (shown, view) = try await Self.run(["view", number], on: stage)
        #expect(shown == 0)
        try await view.line("  2 Slider #Volume  0,0 10x10  Maximum=10")
        try await view.line("        2  b")
        for arguments in [
            ["Volume", "7"], ["2", "valueChanged", "0.5"], ["3", "selectRow", "2"], ["3", "selectRow", "1"],
        ] {
            #expect(try await Self.run(["action", number] + arguments, on: stage).status == 0)
        }
        #expect(
            received == [
                [.uint32(2), .string("valueChanged"), .variant(.double(7))],
                [.uint32(2), .string("valueChanged"), .variant(.double(0.5))],
                [.uint32(3), .string("selectRow"), .variant(.uint32(1))],
                [.uint32(3), .string("selectRow"), .variant(.uint32(0))],
            ])
        let (_, json) = try await Self.run(["action", "--json", number, "Volume", "1"], on: stage)
        try await json.line(#"{"view":2,"action":"valueChanged","value":1}"#)
    }

    @Test func `an impossible action ends with a reason and a status`() async throws {
        let (stage, number) = try await Self.stage()
        try await stage.watcher.viewController(stage.controller).loadViewIfNeeded()
        try await stage.call(of: "ViewDidLoad")
        try await stage.owner.barrier()
        let cases: [(words: [String], status: Int32, reason: String)] = [
            (["Nothing"], 1, "no view has the id or Identifier 'Nothing'; the Identifiers are Volume"),
            (["99"], 1, "'99'"),
            (["1"], 1, "view 1 is a View, which has no actions"),
            (["3", "valueChanged", "1"], 1, "has no action 'valueChanged'; it has deleteRow POSITION"),
            (
                ["Volume", "loud"], 64,
                "'loud' is not a value of valueChanged for view 2, a Slider; expected one number"
            ),
            (["Volume", "11"], 1, "11.0 is out of range; view 2 allows 0.0 to 10.0"),
            (["3", "selectRow", "3"], 1, "'selectRow 3' is out of range: view 3 TableView has 2 rows, counted from 1"),
            (["3", "selectRow", "0"], 64, "'0' is not a value of selectRow for view 3"),
        ]
        for (words, status, reason) in cases {
            let (found, process) = try await Self.run(["action", number] + words, on: stage)
            #expect(found == status, "\(words)")
            try await process.note(reason)
        }
        let (unknown, process) = try await Self.run(["view", "999999"], on: stage)
        #expect(unknown == 1)
        try await process.note("no object at")
        stage.owner.connection.close()
        try await stage.waitUntilOwnerIsGone()
        let (orphaned, view) = try await Self.run(["view", number], on: stage)
        #expect(orphaned == 0)
        try await view.note("this is the last view before it became failed")
        let (status, action) = try await Self.run(["action", number, "Volume", "1"], on: stage)
        #expect(status == 1)
        try await action.note(" has no owner for its actions")
        let (_, verbose) = try await Self.run(["action", "--verbose", number, "Volume", "1"], on: stage)
        try await verbose.note("tabctl: org.tabd.Tabs1.Error.PluginUnavailable: /org/tabd/Tabs1/view_controllers/")
    }
}
