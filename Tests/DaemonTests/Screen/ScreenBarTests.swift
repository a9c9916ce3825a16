import TestSupport

/// Terminals that choose the side of the bar, and small terminals at a window of fixed size.
@EventLoop @Suite(.bus) struct ScreenBarTests {
    private static let tabs = ["Labels", "Controls", "Stacks", "Masks"].map { "gallery.\($0)" }

    @Test(arguments: ["leading", "trailing"])
    func `a bar at a side is drawn there, and up and down move between its items`(side: String) async throws {
        let stage = try await ScreenStage()
        try await stage.create(Self.tabs, ["Title": .string("Desk")])
        let terminal = try stage.attach("--bar-side", side)
        func item(_ line: String) -> String { side == "leading" ? String(line.prefix(16)) : String(line.suffix(16)) }
        try await terminal.shows("the bar beside the page") { lines in
            let titles = lines.map(item).filter { line in
                ["Labels", "Controls", "Stacks", "Masks"].contains { line.contains($0) }
            }
            return titles.count == 4 && lines.contains { $0.contains("quick fox") } && lines[23].contains("? keys")
        }
        #expect(try await stage.client.tabBar(of: stage.tabs).frame.width == 128)
        // The page begins beside the bar.
        #expect(terminal.lines[10].contains("│"))
        terminal.type("3")
        try await EventLoop.until("the third tab") { try await stage.selectedIndex() == 2 }
        terminal.click(row: 20, column: side == "leading" ? 6 : 72)
        try await EventLoop.until("the last tab") { try await stage.selectedIndex() == 3 }
        terminal.type("\u{1B}[A\r")
        try await EventLoop.until("the tab above") { try await stage.selectedIndex() == 2 }
        try await terminal.quit()
        try await EventLoop.until("the bar at the bottom") {
            try await stage.client.tabBar(of: stage.tabs).side == "bottom"
        }
    }

    @Test func `a bar at the top is drawn below the status bar, with the slots of the terminal`() async throws {
        let stage = try await ScreenStage()
        try await stage.create(Self.tabs, ["Title": .string("Desk")])
        let terminal = try stage.attach("--bar-side", "top", "--bar-slots", "3", "--bar-height", "48")
        try await terminal.shows("the bar") { lines in
            lines[0].contains("Desk") && lines[1...3].contains { $0.contains("Controls") && $0.contains("More") }
                && lines[23].contains("? keys")
        }
        terminal.type("3")
        try await terminal.shows("the list of More") { $0.contains { $0.contains("Masks") } }
        try await terminal.quit()
    }

    @Test(.rules("S-133")) func `a small terminal does not shrink a kiosk of fixed size`() async throws {
        let stage = try await ScreenStage()
        let size = DBusSize(width: 640, height: 736)
        try await stage.create(Self.tabs, ["Size": size.variant, "SizePolicy": .string("fixed")])
        let kiosk = try stage.attach(columns: 80, rows: 47)
        try await kiosk.shows("the picture") { $0[45].contains("Labels") && $0[46].contains("? keys") }
        let small = try stage.attach(columns: 40, rows: 12)
        try await small.shows("a part of the window") { $0[10].contains("Labels") && $0[11].contains("? keys") }
        try await kiosk.shows("the second front end") { $0[0].contains("2 front ends") }
        #expect(try await stage.client.window(stage.tabs).size == size)
        #expect(kiosk.lines[45].contains("Labels"))
        // It shows the beginning of the bar, and all keys work.
        small.type("4")
        try await EventLoop.until("the tap of the small one") { try await stage.selectedIndex() == 3 }
        try await small.quit()
        #expect(try await stage.client.window(stage.tabs).size == size)
        try await stage.end(kiosk)
    }

    @Test func `a bar at a side has all its items on a small terminal at a large window`() async throws {
        let stage = try await ScreenStage()
        try await stage.create(
            Self.tabs,
            [
                "Size": DBusSize(width: 640, height: 1600).variant, "SizePolicy": .string("fixed"),
                "BarSide": .string("trailing"), "BarHeight": .double(160),
            ])
        let small = try stage.attach(columns: 40, rows: 13)
        try await small.shows("all items at the right edge of the terminal") { lines in
            ["Labels", "Controls", "Stacks", "Masks"].allSatisfy { title in
                lines.contains { $0.suffix(20).contains(title) }
            }
        }
        small.click(row: 10, column: 30)
        try await EventLoop.until("the last tab") { try await stage.selectedIndex() == 3 }
        small.click(row: 2, column: 30)
        try await EventLoop.until("the first tab") { try await stage.selectedIndex() == 0 }
        try await stage.end(small)
    }
}
