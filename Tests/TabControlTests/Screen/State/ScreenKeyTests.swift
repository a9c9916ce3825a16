import TestSupport

@testable import TabControl

/// Keys for tabs, bars and the screen.
@Suite struct ScreenKeyTests {
    private typealias Example = ExampleTree

    private static let cases = [
        ScreenCase(
            "digits tap the tabs of the bar", (.typing("13"), [.tap(0), .tap(2)]), (.keys(.alt("2")), [.tap(1)])),
        ScreenCase("digits of other scripts work too", (.typing("٢"), [.tap(1)])),
        // The tab covers the columns 27 to 52 and the rows 21 to 23.
        ScreenCase(
            "behind a popover, a digit taps the point of the tab", on: ScreenExample(Example.belowButton()),
            (.typing("2"), [.tapAt(x: 40.5 * 8, y: 22.5 * 16)])),
        ScreenCase("a missing tab is an error", (.typing("4"), []), foot: "tab 4 does not exist"),
        ScreenCase("q and ctrl-c quit", (.typing("q"), [.leave]), (.keys(.control("c")), [.leave])),
        ScreenCase(
            "b and backspace go back", on: ScreenExample(.pad()), (.typing("b"), [.back(Example.navigation)]),
            (.keys(.backspace), [.back(Example.navigation)])),
        ScreenCase(
            "e edits the More list", on: ScreenExample(.padWithMore()), (.typing("e"), [.beginEditing(Example.list)]),
            (.keys(.tab, .enter), [.beginEditing(Example.list)])),
        ScreenCase(
            "e without a More list is an error", (.typing("e"), []),
            foot: "nothing to edit here; arrange the tabs in the More list"),
        ScreenCase(
            "esc dismisses the topmost presentation", on: ScreenExample(Example.belowButton()),
            (.keys(.escape), [.escape(Example.alarm)])),
        ScreenCase(
            "enter and space tap the focused element", on: ScreenExample(.pad()), (.keys(.enter), []),
            (.keys(.tab, .enter), [.back(Example.navigation)]),
            (.keys(.tab, .character(" ")), [.barButton(Example.page, 1)]), (.keys(.tab, .tab, .enter), [.tap(0)])),
        ScreenCase("q quits from the help too", (.typing("?q"), [.leave])),
        ScreenCase(
            "the hint of the help says how to close it", (.typing("?"), []), foot: "press any key to close  q quits"),
        ScreenCase(
            "arrows, enter and esc are the remote's in profile tv", on: remote(),
            (
                .keys(.up, .down, .left, .right, .enter, .escape),
                [.press(.up), .press(.down), .press(.left), .press(.right), .press(.select), .press(.menu)]
            ), (.keys(.tab, .backTab), [.press(.next), .press(.previous)])),
        ScreenCase(
            "with a focus, arrows, tab, enter and esc go to the daemon", on: focused(true),
            (
                .keys(.up, .right, .tab, .backTab, .enter, .escape),
                [.press(.up), .press(.right), .press(.next), .press(.previous), .press(.select), .press(.menu)]
            )),
        ScreenCase("without a focus, enter taps the focused element", on: focused(false), (.keys(.enter), [])),
    ]

    @Test(arguments: cases) func `a key has its effect`(it: ScreenCase) { it.check() }

    @Test func `a number key moves the focus into the page`() {
        var screen = ScreenExample(.pad(), [Example.page: Example.cities])
        screen.focus(.tab(2))
        screen.type("1")
        #expect(screen.state.focus == .view(Example.page, 4))
        // A focus that is already in the page stays.
        screen.press(.tab)
        #expect(screen.type("1") == [.tap(0)])
        #expect(screen.state.focus == .view(Example.page, 5))
    }

    @Test func `the focus moves into a page when its tab is selected and its content has arrived`() {
        var screen = ScreenExample(.pad())
        let button = ViewEntry.view(2, "Button", row: 1, column: 2, columns: 10)
        screen.focus(.tab(1))
        screen.type("2")
        #expect(screen.state.focus == .tab(1))
        screen.change { example, _ in example.select(Example.plain) }
        #expect(screen.state.focus == nil)
        screen.change { _, views in views[Example.plain] = ScreenExample.tree([button]) }
        #expect(screen.state.focus == ScreenExample.target(2))
    }

    @Test func `a tab that another client selects does not move the focus`() {
        var screen = ScreenExample(
            .pad(),
            [Example.plain: ScreenExample.tree([.view(2, "Button", row: 1, column: 2, columns: 10)])])
        screen.press(.character("2"), .escape)
        screen.change { example, _ in example.select(Example.plain) }
        #expect(screen.state.focus == nil)
    }

    @Test func `a number key does not put the caret into a field, so that the next one is a tab`() {
        var screen = ScreenExample(.view(2, "TextField", row: 1, column: 2, columns: 20))
        #expect(screen.type("2") == [.tap(1)])
        #expect(screen.state.focus == ScreenExample.target(2))
        #expect(screen.state.editor == nil)
        #expect(screen.type("3") == [.tap(2)])
    }

    @Test func `a message about a missing tab ends with the next key`() {
        var screen = ScreenExample()
        screen.type("40")
        #expect(screen.foot != "tab 4 does not exist")
    }

    @Test func `ctrl-l redraws and ctrl-z suspends, also during editing`() {
        var screen = ScreenExample(.view(2, "TextField", row: 1, column: 2, columns: 20))
        #expect(screen.press(.control("l"), .control("z")) == [.redraw, .suspend])
        screen.press(.tab)
        #expect(screen.press(.control("l"), .control("z"), .control("c")) == [.redraw, .suspend, .leave])
        #expect(screen.state.editor != nil)
    }

    @Test func `without a back button b is an error`() {
        var screen = ScreenExample(.pad())
        screen.change { example, _ in example.setStack([Example.root], of: Example.navigation) }
        #expect(screen.press(.character("b")) == [])
        #expect(screen.foot == "no back button here")
    }

    @Test func `r restarts a failed tab`() {
        var screen = ScreenExample()
        #expect(screen.type("r") == [])
        #expect(screen.foot == "nothing to restart here")
        screen.set(ViewControllerInterface.name, "State", .string("failed"), of: Example.plain)
        #expect(screen.type("r") == [.respawn(Example.plain)])
        screen.change { example, _ in
            example.set(ViewControllerInterface.name, "State", .string("quarantined"), of: Example.plain)
            example.set(ViewControllerInterface.name, "Type", .string("weather.Today"), of: Example.plain)
        }
        #expect(screen.type("r") == [])
        #expect(screen.foot == "run 'tabctl plugin reset weather' to start it again")
    }

    @Test func `esc removes the focus if nothing can be dismissed`() {
        var screen = ScreenExample(.pad())
        screen.press(.tab)
        #expect(screen.state.focus != nil)
        #expect(screen.press(.escape) == [])
        #expect(screen.state.focus == nil)
    }

    @Test func `a disabled button is skipped`() {
        var screen = ScreenExample(.pad())
        screen.change { example, _ in
            let buttons = [BarButtonItemEntry(id: 7, title: "No", enabled: false)]
            example.set(NavigationItemInterface.name, "RightBarButtonItems", buttons.variant, of: Example.page)
        }
        #expect(screen.text.contains("(No)"))
        #expect(!screen.has(.barButton(Example.page, 7)))
    }

    // MARK: Help

    @Test func `a question mark shows the keys until the next key`() {
        var screen = ScreenExample()
        #expect(screen.type("?") == [])
        #expect(screen.text.contains(" Keys "))
        #expect(screen.scene.spots.isEmpty)
        #expect(screen.type("2") == [])
        #expect(!screen.text.contains(" Keys "))
        #expect(screen.type("2") == [.tap(1)])
    }

    @Test func `a click closes the help`() {
        var screen = ScreenExample()
        screen.type("?")
        #expect(screen.click(row: 22, column: 40) == [])
        #expect(!screen.state.isHelpShown)
    }

    @Test func `the focus stays after the help`() {
        var screen = ScreenExample(.pad())
        screen.press(.tab)
        let focus = screen.state.focus
        screen.type("?x")
        #expect(screen.state.focus == focus)
    }

    @Test(arguments: ["pad", "tv"]) func `all keys fit into a terminal of 40 x 12`(profile: String) {
        var screen = Self.screen(profile: profile, columns: 40, rows: 12)
        screen.type("?")
        #expect(!screen.text.contains("…"))
        #expect(screen.text.contains("suspend, quit"))
        #expect(screen.text.contains("╰"))
    }

    @Test(arguments: ["pad", "tv"]) func `the help is in two columns`(profile: String) {
        let screen = Self.screen(profile: profile, columns: 40, rows: 12)
        let lines = KeyHelp.page(screen.state).map(Array.init)
        for line in lines {
            #expect(line[0] != " " && line[12...13] == [" ", " "] && line[14] != " ", "\(String(line))")
        }
    }

    // MARK: No daemon

    @Test(arguments: [AttachmentState.connecting, .daemonAway, .busAway])
    func `without a daemon the user can only quit`(link: AttachmentState) {
        var screen = ScreenExample(
            .view(2, "TextField", row: 1, column: 2, columns: 20),
            .view(3, "Button", row: 3, column: 2, columns: 20))
        screen.press(.tab)
        screen.state.link = link
        screen.draw()
        let before = screen.state.focus
        // A letter belongs to the field that was edited.
        #expect(screen.type("q") == [])
        #expect(screen.press(.tab, .enter, .up, .pageDown, .delete, .backspace, .shiftUp) == [])
        #expect(screen.type("123bedr x") == [])
        #expect(screen.receive(.paste("text")) == [])
        #expect(screen.click(row: 3, column: 5) == [])
        #expect(screen.mouse(.wheelDown, row: 3, column: 5) == [])
        #expect(screen.drag(from: CellPlace(row: 3, column: 5), to: CellPlace(row: 1, column: 5)) == [])
        #expect(screen.state.focus == before)
        #expect(screen.press(.control("l"), .control("z"), .control("c")) == [.redraw, .suspend, .leave])
        #expect(screen.press(.escape) == [])
        #expect(screen.type("q") == [.leave])
        #expect(screen.foot.contains(link == .connecting ? "attaching" : "q quits"))
    }

    // MARK: Remote

    private static func remote() -> ScreenExample { screen(profile: "tv") }

    private static func screen(profile: String, columns: Int = 80, rows: Int = 25) -> ScreenExample {
        var screen = ScreenExample(columns: columns, rows: rows)
        screen.set(TabBarControllerInterface.name, "Profile", .string(profile), of: Example.tabs)
        return screen
    }

    /// A phone whose focus is switched on or off.
    private static func focused(_ isEnabled: Bool) -> ScreenExample {
        var screen = screen(profile: "phone")
        screen.change { example, _ in
            example[Example.tabs, FocusInterface.name] = [
                "Enabled": .bool(isEnabled), "FocusedItem": .uint32(1), "FocusedView": ViewReference.none.variant,
            ]
        }
        return screen
    }

    @Test func `the item with the daemon's focus is visible on a phone, and the help names the keys`() {
        func showsItem(_ screen: ScreenExample) -> Bool {
            (18..<25).contains { screen.showsFocus(row: $0, column: 39) }
        }
        var screen = Self.focused(true)
        #expect(showsItem(screen))
        #expect(screen.foot.contains("arrows, Tab, Enter, Esc: the focus"))
        screen.type("?")
        #expect(screen.text.contains("move the focus"))
        #expect(!showsItem(Self.focused(false)))
    }

    @Test func `on a text field, enter of the remote starts editing, and an arrow ends it`() {
        var screen = ScreenExample(.view(2, "TextField", row: 1, column: 2, columns: 20))
        screen.change { example, _ in
            example.set(TabBarControllerInterface.name, "Profile", .string("tv"), of: Example.tabs)
            example[Example.tabs, FocusInterface.name] = [
                "FocusedItem": .uint32(.max),
                "FocusedView": ViewReference(viewController: Example.plain, view: 2).variant,
            ]
        }
        #expect(screen.press(.enter) == [])
        #expect(screen.type("q") == [.edit(2, "q")])
        #expect(screen.press(.down) == [.action(2, "editingDidEnd", .string("q")), .press(.down)])
        #expect(screen.type("q") == [.leave])
    }

    @Test func `the other keys work in profile tv`() {
        var screen = Self.remote()
        #expect(screen.type("2q") == [.tap(1), .leave])
        screen.type("?")
        #expect(screen.text.contains("the remote's"))
    }

    @Test func `the item with the remote's focus is visible`() {
        var screen = Self.remote()
        screen.change { example, _ in
            example[Example.tabs, FocusInterface.name] = [
                "FocusedItem": .uint32(1), "FocusedView": ViewReference.none.variant,
            ]
        }
        #expect(screen.showsFocus(row: 21, column: 39))
        #expect(!screen.showsFocus(row: 21, column: 13))
    }

    // MARK: Hints and messages

    @Test func `the last line has hints for the focused element`() {
        var screen = ScreenExample(
            .view(2, "Slider", row: 1, column: 2, columns: 20),
            .view(
                3, "TableView", row: 3, column: 2, rows: 4, columns: 20,
                ["Rows": [TableRow(title: "A")].variant, "AllowsDelete": .bool(true), "AllowsMove": .bool(true)]))
        #expect(screen.foot == "? keys  Tab next  q quits  1-9 tabs")
        screen.press(.tab)
        #expect(screen.foot.hasPrefix("←→ change  "))
        screen.press(.tab)
        #expect(screen.foot.hasPrefix("Enter selects  Del deletes  Shift-↑↓ moves  "))
    }

    @Test func `a message stays until the next key`() {
        var screen = ScreenExample()
        screen.state.message = "refused"
        screen.draw()
        #expect(screen.foot == "refused")
        #expect(screen.style(row: 24, column: 0).attributes.contains(.bold))
        screen.press(.tab)
        #expect(screen.foot != "refused")
    }
}
