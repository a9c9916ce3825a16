import TestSupport

/// `Manager.CheckLayout`.
@EventLoop @Suite(.bus) struct LayoutCheckTests {
    private func check(_ text: String, _ client: BusClient) async throws -> [String] {
        try await client.manager.checkLayout(text).map(\.brief)
    }

    @Test func `an invalid layout gets all its problems, and ApplyLayout refuses it`() async throws {
        let client = try await BusClient.ofNewDaemon()
        let before = try await client.managedObjects()
        let text = """
            [[controller]]
            identifier = "desk"
            tile = "Desk"
            tabs = ["clock.WorldClock", "clock.Nothing", "gallery.Nothing"]
            """
        let findings = try await client.manager.checkLayout(text)
        #expect(
            findings.map(\.brief) == [
                "unknown-key 3 'tile' 'Desk'", "unavailable-type 4 'type' 'clock.Nothing'",
                "unavailable-type 4 'type' 'gallery.Nothing'",
            ])
        #expect(findings.allSatisfy { $0.isProblem && !$0.text.isEmpty })
        #expect(await complaint { _ = try await client.manager.applyLayout(text) }.contains("unknown key 'tile'"))
        #expect(try await check("controller = [\n", client) == ["syntax 2 '' ''"])
        let large = String(repeating: "#", count: 600_000)
        #expect(try await check(large, client) == ["too-large 0 '' ''"])
        #expect(try await client.managedObjects() == before)
    }

    @Test func `a valid layout gets the changes that ApplyLayout makes, with codes`() async throws {
        let client = try await BusClient.ofNewDaemon()
        let text = """
            [[controller]]
            identifier = "desk"
            tabs = ["clock.WorldClock", "clock.Stopwatch"]
            """
        let findings = try await client.manager.checkLayout(text)
        #expect(
            findings.map(\.brief) == [
                "would-create 1 'identifier' 'desk'", "would-create 3 'identifier' 'desk.clock.WorldClock'",
                "would-create 3 'identifier' 'desk.clock.Stopwatch'",
            ])
        #expect(try await client.manager.viewControllers.isEmpty)
        #expect(try await client.manager.applyLayout(text) == findings.map(\.text))
        #expect(try await check(text, client) == [])
        // Everything that can change.
        _ = try await client.manager.applyLayout("[[controller]]\nidentifier = \"free\"\ntype = \"clock.Alarm\"\n")
        let other = """
            [[controller]]
            identifier = "desk"
            title = "Desk"
            size = [300, 400]
            bar_side = "top"
            tabs = [
                "clock.Stopwatch",
                { identifier = "free", type = "clock.Alarm" },
                { identifier = "desk.clock.WorldClock", type = "gallery.Labels" },
            ]
            """
        #expect(
            try await check(other, client) == [
                "would-change 1 'title' 'Desk'", "would-change 1 'size' '300 x 400'", "would-change 1 'bar_side' 'top'",
                "would-replace 9 'identifier' 'desk.clock.WorldClock'", "would-move 8 'identifier' 'free'",
            ])
        let fewer = "[[controller]]\nidentifier = \"desk\"\ntabs = [\"clock.Stopwatch\"]"
        #expect(try await check(fewer, client) == ["would-remove 0 'identifier' 'desk.clock.WorldClock'"])
        let reverse = text.replacing(
            "\"clock.WorldClock\", \"clock.Stopwatch\"", with: "\"clock.Stopwatch\", \"clock.WorldClock\"")
        #expect(
            try await check(reverse, client) == [
                "would-order 1 'tabs' ''desk.clock.Stopwatch', 'desk.clock.WorldClock''"
            ])
    }

    @Test func `what keeps a valid layout from being applied is a problem`() async throws {
        try PrivateBus.current.configure("[limits]\nview_controllers_per_client = 5")
        try await DaemonProcess.start()
        let client = try BusClient()
        let large = """
            [[controller]]
            identifier = "desk"
            tabs = ["clock.WorldClock", "clock.Stopwatch", "gallery.Labels"]
            """
        #expect(try await check(large, client) == ["limits-exceeded 0 '' ''"])
        let small = "[[controller]]\nidentifier = \"desk\"\n"
        _ = try await client.manager.applyLayout(small)
        let desk = try #require(try await client.manager.tabBarControllers.first)
        let reader = try BusClient()
        try await reader.attach(to: desk, ["ReadOnly": .bool(true)])
        #expect(try await check(small + "title = \"x\"", reader) == ["access-denied 0 '' ''"])
        #expect(try await check(small + "title = \"x\"", client) == ["would-change 1 'title' 'x'"])
    }
}
