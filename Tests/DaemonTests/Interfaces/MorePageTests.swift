import TestSupport

@testable import TabControl

/// More for front ends that draw views and send taps, over a real bus.
@EventLoop @Suite(.localDaemon) struct MorePageTests {
    /// Six tabs named A to F, with More's list displayed.
    private static func stage(asking: Bool = false) async throws -> CustomizingStage {
        let stage = try await CustomizingStage(asking: asking)
        for (index, child) in stage.children.enumerated() {
            let title = String(UnicodeScalar(UInt8(65 + index)))
            try await stage.client.tabBarItem(child).set(\.title, to: title)
        }
        return stage
    }

    private static func tap(_ x: Double, _ y: Double, _ stage: CustomizingStage) async throws(DBusError) {
        _ = try await stage.client.window(stage.tabs).tapAt(x, y)
    }

    private static func page(_ stage: CustomizingStage) async throws(DBusError) -> String {
        try await stage.client.getView(of: stage.list).views.page
    }

    @Test func `taps in the window open a row, begin a session, move a tab and end it`() async throws {
        let stage = try await Self.stage()
        let client = stage.client
        let views = try await client.getView(of: stage.list).views
        #expect(views.map(\.id) == [1, 2])
        // Below the top bar and above the bottom bar.
        #expect(views.last?.frame == DBusRect(0, 64, 375, 554))
        let (edit, back) = ((x: 343.0, y: 42.0), (x: 40.0, y: 42.0))
        func row(_ row: Double) async throws { try await Self.tap(100, 64 + 44 * row + 22, stage) }
        try await row(2)
        #expect(try await client.tabBarController(stage.tabs).selectedIndex == TabNames.notFound)
        try await row(1)
        #expect(try await client.tabBarController(stage.tabs).selectedIndex == 5)
        try await Self.tap(back.x, back.y, stage)
        #expect(try await Self.page(stage) == "Rows E,F")
        try await Self.tap(edit.x, edit.y, stage)
        #expect(try await Self.page(stage) == "Items A,B,C,D,E,F")
        try await row(5)
        #expect(try await Self.page(stage) == "Items A,B,C,D,E,>F")
        try await row(0)
        #expect(try await Self.page(stage) == "Items F,B,C,D,A,E")
        try await Self.tap(edit.x, edit.y, stage)
        #expect(try await stage.tabNames() == "FBCDAE")
        #expect(try await Self.page(stage) == "Rows A,E")
    }

    @Test func `invalid actions of the table name the mistake, and change nothing`() async throws {
        let stage = try await Self.stage()
        func expect(_ results: [(action: String, value: Variant, table: String, error: String)]) async {
            for (action, value, table, error) in results {
                let found = await failure { try await stage.client.act(action, value, on: table, of: stage.list) }
                #expect(found == error, "\(action) \(value) of \(table)")
            }
        }
        func rows(_ from: UInt32, _ to: UInt32) -> Variant { .structure([.uint32(from), .uint32(to)]) }
        await expect([
            ("selectRow", .uint32(0), "Items", "InvalidArgument"), ("selectRow", .uint32(2), "Rows", "OutOfRange"),
            ("selectRow", .int32(0), "Rows", "InvalidArgs"), ("deleteRow", .uint32(0), "Rows", "InvalidArgument"),
            ("moveRow", rows(0, 1), "Rows", "InvalidArgument"),
        ])
        #expect(await stage.begin() == "none")
        #expect(await stage.move(5, to: .max) == "OutOfRange")
        await expect([
            ("selectRow", .uint32(0), "Rows", "InvalidArgument"), ("moveRow", rows(4, 5), "Items", "InvalidArgument"),
            ("moveRow", rows(.max, 0), "Items", "OutOfRange"), ("deleteRow", .uint32(0), "Items", "InvalidArgument"),
        ])
        #expect(try await Self.page(stage) == "Items A,B,C,D,E,F")
        await expect([("moveRow", rows(5, 1), "Items", "none")])
        #expect(try await Self.page(stage) == "Items A,F,C,D,B,E")
    }

    @Test func `the list has its own left buttons`() async throws {
        let stage = try await Self.stage()
        let client = stage.client
        try await client.navigationItem(stage.list).set(
            \.leftBarButtonItems, to: [BarButtonItemEntry(id: 7, title: "Own")])
        client.clearSignals()
        try await client.navigationItem(stage.list).tapBarButtonItem(7)
        try await client.barrier()
        #expect(client.signals.contains { $0.member == "BarButtonItemActivated" && $0.arguments == [.uint32(7)] })
        #expect(try await client.navigationItem(stage.list).getBarButtonItemFrames().keys.sorted() == [1, 7])
    }

    @Test func `calls sent together run in order, each on the page that the previous one left`() async throws {
        let stage = try await Self.stage()
        let client = stage.client
        func tap(_ button: UInt32) -> Task<Void, any Error> {
            Task.immediate { @EventLoop in try await client.navigationItem(stage.list).tapBarButtonItem(button) }
        }
        func act(_ action: String, _ value: Variant, on table: String) -> Task<Void, any Error> {
            Task.immediate { @EventLoop in try await client.act(action, value, on: table, of: stage.list) }
        }
        let calls = [
            tap(1), act("moveRow", .structure([.uint32(5), .uint32(0)]), on: "Items"), tap(2),
            act("selectRow", .uint32(1), on: "Rows"),
        ]
        for call in calls { try await call.value }
        #expect(try await stage.tabNames() == "FBCDAE")
        #expect(try await client.tabBarController(stage.tabs).selectedIndex == 5)
    }

    @Test func `a row waits for a question like TapRow, and the asked client can't tap one`() async throws {
        let stage = try await Self.stage(asking: true)
        let client = stage.client
        let tap = Task.immediate { @EventLoop in try await client.tap(0, in: stage.tabs) }
        let question = try await stage.question()
        var isDone = false
        let row = Task.immediate { @EventLoop in
            defer { isDone = true }
            return await failure { try await client.sendAction("selectRow", .uint32(1), to: 2, of: stage.list) }
        }
        #expect(
            await failure { try await stage.owner.sendAction("selectRow", .uint32(1), to: 2, of: stage.list) }
                == "InternalInconsistency")
        try await client.barrier()
        #expect(!isDone)
        question.allow(true)
        #expect(try await tap.value)
        // The list has left the screen when its turn comes.
        #expect(await row.value == "InternalInconsistency")
    }

    @Test func `a front end that draws only views shows the rows and the edit page`() async throws {
        let stage = try await Self.stage()
        let (client, list) = (stage.client, stage.list)
        let front = try BusClient()
        let views = try await front.attach(to: stage.tabs).views[list]
        var mirror = ViewMirror(try #require(views))
        // The lines below those of the root view and of the table.
        var drawn: [String] { Array(ViewOutline(mirror.snapshot.views).lines.dropFirst(2)) }
        func expect(_ texts: String...) async throws {
            try await front.barrier()
            try mirror.apply(front.signals, of: list)
            front.clearSignals()
            #expect(drawn.count == texts.count, "\(drawn)")
            for (line, text) in zip(drawn, texts) { #expect(line.contains(text), "\(drawn)") }
            #expect(mirror.snapshot == (try await client.getView(of: list)))
        }
        try await expect("E", "F")
        try await client.tabBarItem(stage.children[4]).set(\.badgeValue, to: "3")
        try await expect("3", "F")
        try await client.navigationItem(list).tapBarButtonItem(1)
        try await expect("A", "B", "C", "D", "E", "F")
        try await client.moreList(list).moveItem(stage.children[5], 0)
        try await expect("F", "B", "C", "D", "A", "E")
        #expect(try await client.moreList(list).endEditing())
        try await expect("A", "E")
        // Another width, and a frame clear of the bars.
        try await client.window(stage.tabs).set(\.size, to: DBusSize(width: 320, height: 480))
        try await expect("A", "E")
        #expect(mirror.snapshot.views.last?.frame == DBusRect(0, 64, 320, 367))
    }
}
