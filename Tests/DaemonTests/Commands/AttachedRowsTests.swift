import TestSupport

/// The rows of a long table in `tabctl attach`.
@EventLoop @Suite(.bus) struct AttachedRowsTests {
    @Test(.rules("S-203")) func `one of 2,000 rows reaches tabctl attach in one small message`() async throws {
        // Without private connections, a monitor sees all signals.
        try PrivateBus.current.configure("[limits]\nconnections = 0\n")
        try await DaemonProcess.start()
        let client = try BusClient()
        let tabs = try await client.manager.createTabBarController(["Title": .string("Tabs")])
        let page = try await client.register(["Title": .string("Page")])
        try await client.setTabs([page], of: tabs)
        try await client.viewController(page).loadViewIfNeeded()
        let titles = (0..<2000).map { "row \($0)" }
        let rows = titles.map { TableRow(title: $0) }.variant
        try await client.updateView(of: page, [.view(2, "TableView", with: ["Rows": rows, "RowIDs": titles.variant])])
        let monitor = try BusClient(isSubscribed: false)
        monitor.connection.addMatch("eavesdrop='true',type='signal',path='\(page)'")
        let follower = try TabctlProcess(["attach", "\(tabs)"])
        try await follower.line("of the table") { $0.contains("2 TableView") }
        // The view gets the size of the window when it appears.
        try await client.barrier()
        try await monitor.barrier()
        monitor.clearSignals()
        func placed(_ index: UInt32, _ title: String, id: String = "") -> PlacedRow {
            PlacedRow(index: index, id: id, row: TableRow(title: title))
        }
        try await client.viewController(page).changeRows(2, [], [], [], [placed(7, "seven")])
        try await follower.line("of the change") { $0.contains("row 8 \"row 7\" → \"seven\"") }
        try await client.viewController(page).changeRows(2, [0], [placed(1999, "last", id: "last")], [], [])
        try await client.viewController(page).changeRows(2, [], [], [], [placed(1999, "the last")])
        try await follower.line("of the last change") { $0.contains("row 2000 \"last\" → \"the last\"") }
        try await monitor.barrier()
        let changes = monitor.signals.filter { ["ViewChanged", "RowsChanged"].contains($0.member) }
        #expect(changes.map(\.member) == ["RowsChanged", "RowsChanged", "RowsChanged"])
        follower.send(SIGTERM)
        #expect(try await follower.exitStatus() == 0)
    }
}
