import TestSupport

@testable import TabControl

/// The window with its bars on terminals of all sizes, and failed tabs.
@Suite struct ScreenWindowTests {
    private typealias Example = ExampleTree

    private static let sizes = [(0, 0), (1, 1), (5, 3), (1, 25), (80, 1), (2, 2), (7, 4), (80, 25), (300, 100)]

    // MARK: Sizes

    @Test(arguments: sizes) func `a screen has the size of its terminal`(columns: Int, rows: Int) {
        for example in [Example(), Example.pad(), Example.belowButton()] {
            let screen = ScreenExample(
                example, [Example.page: Example.cities, Example.alarm: Example.choice], columns: columns, rows: rows)
            #expect(screen.scene.canvas.size == TerminalSize(columns: columns, rows: rows))
        }
    }

    @Test func `a negative size is empty`() {
        let screen = ScreenExample(.pad(), columns: -3, rows: -1)
        #expect(screen.scene.canvas.size == TerminalSize(columns: 0, rows: 0))
        #expect(screen.scene.spots.isEmpty)
    }

    @Test(arguments: sizes) func `the help can be drawn on a terminal of any size`(columns: Int, rows: Int) {
        var screen = ScreenExample(.pad(), columns: columns, rows: rows)
        screen.type("?")
        #expect(screen.lines.count == rows)
    }

    @Test(arguments: sizes) func `the message about a missing daemon can be drawn on a terminal of any size`(
        columns: Int, rows: Int
    ) {
        var screen = ScreenExample(.pad(), columns: columns, rows: rows)
        for link in [AttachmentState.connecting, .daemonAway, .busAway] {
            screen.state.link = link
            screen.draw()
            #expect(screen.lines.count == rows)
        }
    }

    @Test func `before the tree arrives there are no spots`() {
        let state = ScreenState(of: Example.tabs, size: .standard, isReadOnly: false)
        let scene = ScenePainter.scene(of: state)
        #expect(scene.spots.isEmpty)
        #expect(scene.canvas.plainText.contains("…"))
        #expect(scene.canvas.plainText.hasSuffix("attaching\n"))
    }

    @Test func `a window smaller than the terminal is surrounded by dots`() {
        let screen = ScreenExample(.pad(), columns: 90, rows: 30)
        #expect(screen.scene.window == CellRect(row: 0, column: 0, rows: 24, columns: 80))
        #expect(screen.text(row: 3, columns: 79..<90) == " ··········")
        #expect(screen.lines[24] == String(repeating: "·", count: 90))
        #expect(screen.lines[28] == String(repeating: "·", count: 90))
        #expect(!screen.foot.contains("·"))
    }

    @Test func `any size of a window can be drawn`() {
        for width in [Double.nan, .infinity, -.infinity, 1e300, -5, 0, 3] {
            for height in [Double.nan, .infinity, -.infinity, 1e300, -5, 0, 3] {
                var example = Example.belowButton()
                example.set(
                    WindowInterface.name, "Size", DBusSize(width: width, height: height).variant, of: Example.tabs)
                example.set(WindowInterface.name, "StatusBarHeight", .double(height), of: Example.tabs)
                #expect(ScreenExample(example).lines.count == 25)
            }
        }
    }

    // MARK: Windows larger than the terminal

    private func cut(_ change: (inout Example, inout ScreenExample.Views) -> Void = { _, _ in }) -> ScreenExample {
        var example = Example.padWithPlain()
        var views: ScreenExample.Views = [
            Example.plain: ScreenExample.tree([
                .view(2, "Button", row: 2, column: 2, columns: 10, ["Title": .string("High")]),
                .view(3, "Button", row: 18, column: 2, columns: 10, ["Title": .string("Low")]),
            ])
        ]
        change(&example, &views)
        return ScreenExample(example, views, columns: 60, rows: 13)
    }

    @Test func `the bar of a higher window is on the screen, and the page scrolls above it`() {
        var screen = cut()
        #expect(screen.text(row: 9, columns: 0..<27) == String(repeating: "─", count: 27))
        #expect(screen.lines[10].contains("Plain"))
        #expect(screen.click(row: 10, column: 10) == [.tap(0)])
        #expect(screen.scene.pageRows == 0..<9)
        #expect(screen.scene.pageOverflow == 10)
        #expect(!screen.text.contains("[Low]"))
        screen.press(.pageDown, .pageDown)
        #expect(screen.text.contains("[Low]"))
    }

    @Test func `a watching front end shows that no front end shows the view`() {
        var screen = cut { example, views in
            views = [:]
            example.set(WindowInterface.name, "Visible", .bool(false), of: Example.tabs)
        }
        #expect(screen.text.contains("not shown by any front end"))
        screen.set(WindowInterface.name, "Visible", .bool(true), of: Example.tabs)
        #expect(!screen.text.contains("not shown"))
        screen = cut { example, _ in example.set(WindowInterface.name, "Visible", .bool(false), of: Example.tabs) }
        #expect(!screen.text.contains("not shown"))
    }

    @Test func `a tap behind a popover has the point in the window`() {
        var screen = cut { example, _ in
            example.presentPopover(Example.alarm, 1, frame: DBusRect(x: 240, y: 32, width: 160, height: 64))
        }
        // On the page, and on the bar, which is drawn 12 rows higher.
        #expect(screen.click(row: 5, column: 4) == [.tapAt(x: 36, y: 88)])
        #expect(screen.click(row: 10, column: 4) == [.tapAt(x: 36, y: 360)])
        #expect(screen.type("1") == [.tapAt(x: 108, y: 360)])
        screen = cut { _, _ in }
        screen.state.positions.scrollPage(by: 10, in: screen.scene)
        screen.change { example, _ in
            example.presentPopover(Example.alarm, 1, frame: DBusRect(x: 240, y: 32, width: 160, height: 64))
        }
        #expect(screen.text(row: 8, columns: 2..<12).contains("[Low]"))
        #expect(screen.click(row: 8, column: 4) == [.tapAt(x: 36, y: 296)])
        #expect(screen.click(row: 5, column: 4) == [.tapAt(x: 36, y: 248)])
    }

    @Test func `cells below the bar that are not in the window can't be tapped`() {
        var screen = ScreenExample(.view(2, "Button", row: 30, column: 2, columns: 10, ["Title": .string("Far")]))
        screen.press(.pageDown)
        screen.change { example, _ in
            example.presentPopover(Example.alarm, 1, frame: DBusRect(x: 240, y: 32, width: 160, height: 64))
        }
        #expect(screen.text(row: 20, columns: 2..<12).contains("[Far]"))
        #expect(screen.click(row: 20, column: 4) == [])
        #expect(screen.click(row: 5, column: 4) == [.tapAt(x: 36, y: 248)])
    }

    @Test func `a popover at the bar moves up with it`() {
        let frame = DBusRect(x: 80, y: 208, width: 160, height: 96)
        var screen = cut { example, _ in example.presentPopover(Example.alarm, 2, frame: frame) }
        #expect(screen.scene.popover == CellRect(row: 0, column: 9, rows: 8, columns: 22))
        #expect(screen.lines[7].contains("▼"))
        // A visible popover stays.
        screen = cut { example, _ in
            example.presentPopover(Example.alarm, 1, frame: DBusRect(x: 80, y: 32, width: 160, height: 64))
        }
        #expect(screen.scene.popover?.row == 1)
    }

    // MARK: Status

    @Test func `the status bar shows the title and the number of front ends`() {
        var example = Example.pad()
        example.set(WindowInterface.name, "StatusBarHeight", .double(20), of: Example.tabs)
        example.set(WindowInterface.name, "AttachedClients", [":1.5", ":1.9"].variant, of: Example.tabs)
        let screen = ScreenExample(example, isReadOnly: true)
        #expect(screen.lines[0].hasPrefix(" Desk"))
        #expect(screen.lines[0].hasSuffix("read-only, 2 front ends"))
    }

    // MARK: Tab bar

    private func item(_ properties: [String: Variant]) -> ScreenExample {
        var example = Example.pad()
        for (key, value) in properties { example.set(TabBarItemInterface.name, key, value, of: Example.plain) }
        return ScreenExample(example)
    }

    @Test func `the selected tab is bold below a thick line`() {
        let screen = ScreenExample(.pad())
        #expect(
            screen.text(row: 21, columns: 0..<80) == String(repeating: "━", count: 27)
                + String(repeating: "─", count: 53))
        #expect(screen.style(row: 22, column: 13) == Style(.bold, foreground: Palette.tint))
    }

    @Test func `a tab has its symbol above its title`() {
        let screen = item(["DisplayImage": .string("alarm-symbolic")])
        #expect(screen.text(row: 22, columns: 27..<53).contains("♪"))
        #expect(screen.text(row: 23, columns: 27..<53).contains("Plain"))
    }

    @Test func `a badge is red or has its own colour, after the title`() {
        var screen = item(["BadgeValue": .string("99+")])
        #expect(screen.lines[22].contains("Plain (99+)"))
        let column = screen.lines[22].prefix { $0 != "(" }.count
        #expect(screen.style(row: 22, column: column).foreground == Palette.red)
        screen = item(["BadgeValue": .string("1"), "BadgeColor": .string("#010203")])
        #expect((27..<53).contains { screen.style(row: 22, column: $0).foreground == .rgb(1, 2, 3) })
    }

    @Test func `a long title leaves room for its badge`() {
        let screen = item([
            "DisplayTitle": .string(String(repeating: "long ", count: 20)), "BadgeValue": .string("7"),
        ])
        #expect(screen.text(row: 22, columns: 27..<53).contains("… (7)"))
    }

    @Test func `a disabled tab is dimmed and in parentheses`() {
        let screen = item(["Enabled": .bool(false)])
        #expect(screen.lines[22].contains("(Plain)"))
        #expect(screen.style(row: 22, column: 39).attributes.contains(.dim))
    }

    @Test func `a tab without a title shows its image`() {
        let screen = item(["DisplayTitle": .string(""), "DisplayImage": .string("no-such-icon")])
        #expect(screen.lines[22].contains("no-such-icon"))
    }

    @Test func `a hidden bar can't be tapped, and the page uses its room`() {
        var example = Example.pad()
        example.set(TabBarInterface.name, "Hidden", .bool(true), of: Example.bar)
        let screen = ScreenExample(example)
        #expect(!screen.has(.tab(0)))
        #expect(screen.scene.pageRows.upperBound == 24)
    }

    @Test func `any frames of the bar's items can be drawn`() {
        let numbers: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 0, -1, 4]
        for profile in ["pad", "tv"] {
            for one in numbers {
                for other in numbers {
                    var example = Example.pad()
                    example.set(TabBarControllerInterface.name, "Profile", .string(profile), of: Example.tabs)
                    example.set(TabBarItemInterface.name, "DisplayImage", .string("alarm"), of: Example.plain)
                    let rect = DBusRect(x: one, y: one, width: other, height: other)
                    example.set(TabBarInterface.name, "ItemFrames", [rect, rect].variant, of: Example.bar)
                    #expect(ScreenExample(example).lines.count == 25)
                    example.set(TabBarInterface.name, "Frame", rect.variant, of: Example.bar)
                    #expect(ScreenExample(example).lines.count == 25)
                    example.set(TabBarInterface.name, "ItemFrames", [DBusRect]().variant, of: Example.bar)
                    #expect(ScreenExample(example).lines.count == 25)
                }
            }
        }
    }

    // MARK: Failures

    private func failed(
        _ state: String, _ reason: String = "", type: String = "x.Plain", isReadOnly: Bool = false, columns: Int = 80,
        rows: Int = 25
    ) -> ScreenExample {
        let button = ViewEntry.view(2, "Button", row: 8, column: 2, columns: 10, ["Title": .string("Go")])
        var screen = ScreenExample(button, columns: columns, rows: rows, isReadOnly: isReadOnly)
        screen.change { example, _ in
            let name = ViewControllerInterface.name
            example.set(name, "State", .string(state), of: Example.plain)
            example.set(name, "FailureReason", .string(reason), of: Example.plain)
            example.set(name, "Type", .string(type), of: Example.plain)
        }
        return screen
    }

    @Test func `a failed tab shows the reason, and can be restarted`() {
        var screen = failed("failed", "it was killed by signal 9")
        #expect(screen.text.contains("Plain failed: it was killed by signal 9"))
        #expect(screen.text.contains("[r Respawn]"))
        #expect(screen.type("r") == [.respawn(Example.plain)])
        screen.press(.tab)
        #expect(screen.state.focus == .respawn(Example.plain))
        #expect(screen.press(.enter) == [.respawn(Example.plain)])
        #expect(screen.click(row: 2, column: 4) == [.respawn(Example.plain)])
    }

    @Test func `the last view of a failed tab is visible, but can't be used`() {
        var screen = failed("failed")
        #expect(screen.text.contains("[Go]"))
        #expect(screen.style(row: 8, column: 6).attributes.contains(.dim))
        #expect(screen.click(row: 8, column: 6) == [])
        #expect(!screen.has(ScreenExample.target(2)))
    }

    @Test func `a back-off can be ended, and remote clients need no restart`() {
        #expect(failed("restarting").has(.respawn(Example.plain)))
        for screen in [
            failed("quarantined"), failed("unresponsive"), failed("failed", type: "remote"),
            failed("failed", isReadOnly: true),
        ] {
            #expect(!screen.text.contains("Respawn"))
            #expect(!screen.has(.respawn(Example.plain)))
        }
        #expect(failed("restarting").text.contains("Plain is restarting"))
        #expect(failed("unresponsive").text.contains("Plain is not responding"))
    }

    @Test func `a long reason is wrapped`() {
        let screen = failed("failed", String(repeating: "reason ", count: 30))
        #expect(screen.text.contains("[r Respawn]"))
        #expect(screen.lines.filter { $0.contains("reason") }.count == 3)
    }

    @Test(arguments: sizes) func `a failure can be drawn on a terminal of any size`(columns: Int, rows: Int) {
        for reason in ["", String(repeating: "日本", count: 99)] {
            #expect(failed("failed", reason, columns: columns, rows: rows).lines.count == rows)
        }
    }
}
