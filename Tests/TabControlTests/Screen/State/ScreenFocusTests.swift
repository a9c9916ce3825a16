import TestSupport

@testable import TabControl

/// The keyboard focus, and values that arrow keys change.
@Suite struct ScreenFocusTests {
    private typealias Example = ExampleTree

    private let list = ScreenExample.target(3)

    // MARK: Tab key

    @Test func `tab goes from the navigation bar through the page to the tabs, and wraps around`() {
        var screen = ScreenExample(.pad(), [Example.page: Example.cities])
        let order: [Target] = [
            .back(Example.navigation), .barButton(Example.page, 1), .barButton(Example.page, 2),
            .view(Example.page, 4), .view(Example.page, 5), .tab(0), .tab(1), .tab(2),
        ]
        for target in order + order.prefix(1) {
            screen.press(.tab)
            #expect(screen.state.focus == target)
        }
        for target in order.reversed() {
            screen.press(.backTab)
            #expect(screen.state.focus == target)
        }
    }

    @Test func `shift-tab starts at the end`() {
        var screen = ScreenExample()
        screen.press(.backTab)
        #expect(screen.state.focus == .tab(2))
    }

    @Test func `only the topmost popover can get the focus`() {
        var screen = ScreenExample(
            Example.belowButton(), [Example.page: Example.cities, Example.alarm: Example.choice])
        for _ in 0..<3 {
            screen.press(.tab)
            #expect(screen.state.focus == .view(Example.alarm, 2))
        }
    }

    @Test func `disabled and hidden views are skipped`() {
        var screen = ScreenExample(
            .button(2, row: 1, column: 2), .button(3, row: 2, column: 2), .button(4, row: 3, column: 2))
        screen.show("Enabled", .bool(false), of: 2)
        screen.show("Hidden", .bool(true), of: 3)
        screen.press(.tab)
        #expect(screen.state.focus == ScreenExample.target(4))
    }

    @Test func `the subviews of a disabled view are enabled, as in the daemon`() {
        var screen = ScreenExample(
            .view(2, "View", row: 1, column: 2, rows: 3, columns: 30, ["Enabled": .bool(false)]),
            .view(3, "Button", row: 0, column: 0, columns: 10, ["Title": .string("Yes")], in: 2))
        #expect(screen.text.contains("[Yes]"))
        screen.press(.tab)
        #expect(screen.state.focus == ScreenExample.target(3))
    }

    @Test func `the focus is visible`() {
        var screen = ScreenExample(.button(2, row: 1, column: 2))
        screen.press(.tab)
        #expect(screen.showsFocus(row: 1, column: 4))
        screen.press(.tab)
        #expect(!screen.showsFocus(row: 1, column: 4))
        #expect(screen.showsFocus(row: 22, column: 13))
    }

    /// A row with a title, a dimmed detail and a mark, beside a filled button and two other controls.
    private static func controls(_ depth: ColorDepth) -> ScreenExample {
        ScreenExample(
            .view(
                2, "TableView", row: 1, column: 2, rows: 2, columns: 20,
                [
                    "Rows": [TableRow(title: "Row", detail: "detail", accessory: "checkmark")].variant
                ]),
            .view(3, "Button", row: 4, column: 2, columns: 10, ["Title": .string("Go"), "Style": .string("filled")]),
            .view(4, "Slider", row: 6, column: 2, columns: 10, ["Value": .double(0.5)]),
            .view(5, "SegmentedControl", row: 8, column: 2, columns: 10, ["Segments": ["A", "B"].variant]),
            depth: depth)
    }

    @Test func `the focus has one background over any content`() {
        var screen = Self.controls(.trueColor)
        let text = Palette.text(on: Palette.focus)
        for (id, row, columns) in [(2, 1, 2..<22), (4, 6, 2..<12), (5, 8, 2..<12)] as [(UInt32, Int, Range<Int>)] {
            screen.focus(ScreenExample.target(id))
            let styles = columns.map { screen.style(row: row, column: $0) }
            #expect(Set(styles.map(\.background)) == [Palette.focus] && Set(styles.map(\.foreground)) == [text])
            #expect(styles.allSatisfy { !$0.attributes.contains(.reverse) })
            #expect(!screen.showsFocus(row: row, column: columns.upperBound))
        }
    }

    @Test func `a filled button with the focus looks different from one without`() {
        var screen = Self.controls(.trueColor)
        let before = (2..<12).map { screen.style(row: 4, column: $0).background }
        screen.focus(ScreenExample.target(3))
        let after = (2..<12).map { screen.style(row: 4, column: $0).background }
        #expect(Set(before) == [Palette.tint] && Set(after) == [Palette.text(on: Palette.tint)])
    }

    @Test(arguments: [ColorDepth.none, .palette]) func `with few colours the focus is plain reverse video`(
        depth: ColorDepth
    ) {
        var screen = Self.controls(depth)
        for (id, row, columns) in [(2, 1, 2..<22), (3, 4, 2..<12), (4, 6, 2..<12)] as [(UInt32, Int, Range<Int>)] {
            screen.focus(ScreenExample.target(id))
            let styles = columns.map { screen.style(row: row, column: $0) }
            #expect(styles.allSatisfy { $0.attributes.contains(.reverse) && !$0.attributes.contains(.dim) })
            #expect(Set(styles.map(\.foreground)).count == 1 && Set(styles.map(\.background)).count == 1)
        }
    }

    @Test func `a text and a scroll view show the focus at an edge`() {
        var screen = ScreenExample(
            .view(2, "TextView", row: 1, column: 2, rows: 3, columns: 20, ["Text": .string("text")]),
            .view(3, "ScrollView", row: 5, column: 2, rows: 3, columns: 20),
            .view(4, "Label", row: 0, column: 0, columns: 9, ["Text": .string("Inside")], in: 3))
        screen.focus(ScreenExample.target(2))
        #expect((1...3).allSatisfy { screen.showsFocus(row: $0, column: 2) && !screen.showsFocus(row: $0, column: 3) })
        screen.focus(ScreenExample.target(3))
        #expect((5...7).allSatisfy { screen.showsFocus(row: $0, column: 21) && !screen.showsFocus(row: $0, column: 3) })
    }

    // MARK: Arrows

    @Test func `arrows move the focus to the nearest target in their direction`() {
        var screen = ScreenExample(
            .button(2, row: 1, column: 2), .button(3, row: 1, column: 30), .button(4, row: 5, column: 4),
            .button(5, row: 5, column: 32), .button(6, row: 12, column: 30))
        screen.focus(ScreenExample.target(2))
        for (key, id) in [
            (Key.right, 3), (.down, 5), (.left, 4), (.up, 2), (.up, 2), (.left, 2), (.down, 4),
            (.right, 5), (.down, 6),
        ] as [(Key, UInt32)] {
            screen.press(key)
            #expect(screen.state.focus == ScreenExample.target(id), "\(key)")
        }
        screen.press(.down)
        #expect(screen.state.focus == .tab(1))
        screen.press(.right)
        #expect(screen.state.focus == .tab(2))
    }

    @Test func `the first arrow starts at an end`() {
        var screen = ScreenExample(.button(2, row: 1, column: 2))
        screen.press(.down)
        #expect(screen.state.focus == ScreenExample.target(2))
        screen.press(.escape, .up)
        #expect(screen.state.focus == .tab(2))
    }

    @Test func `left and right change a slider by a twentieth`() {
        var screen = ScreenExample(
            .view(
                2, "Slider", row: 1, column: 2, columns: 20,
                ["Value": .double(10), "Minimum": .double(0), "Maximum": .double(20)]))
        screen.press(.tab)
        #expect(
            screen.press(.right, .left)
                == [.update(2, "valueChanged", .double(11)), .update(2, "valueChanged", .double(9))])
        screen.show("Value", .double(19.5), of: 2)
        #expect(screen.press(.right) == [.update(2, "valueChanged", .double(20))])
        screen.press(.down)
        #expect(screen.state.focus == .tab(0))
    }

    @Test func `a slider with invalid numbers sends only finite values`() {
        for number in [Double.nan, .infinity, -.infinity] {
            for key in ["Value", "Minimum", "Maximum"] {
                var screen = ScreenExample(.view(2, "Slider", row: 1, column: 2, columns: 20))
                screen.show(key, .double(number), of: 2)
                screen.press(.tab)
                for case .gesture(.update(_, _, _, .double(let value))) in screen.press(.left, .right) {
                    #expect(value.isFinite, "\(key) \(number)")
                }
            }
        }
    }

    @Test func `left and right select segments up to the ends`() {
        var screen = ScreenExample(
            .view(2, "SegmentedControl", row: 1, column: 2, columns: 30, ["Segments": ["A", "B", "C"].variant]))
        screen.press(.tab)
        #expect(screen.press(.right) == [.action(2, "valueChanged", .int32(0))])
        screen.show("SelectedSegment", .int32(1), of: 2)
        #expect(
            screen.press(.left, .right)
                == [.action(2, "valueChanged", .int32(0)), .action(2, "valueChanged", .int32(2))])
        screen.show("SelectedSegment", .int32(2), of: 2)
        #expect(screen.press(.right) == [])
    }

    @Test func `a segmented control without segments stays as it is`() {
        var screen = ScreenExample(.view(2, "SegmentedControl", row: 1, column: 2, columns: 30))
        screen.press(.tab)
        #expect(screen.press(.left, .right, .enter) == [])
    }

    @Test func `enter toggles a switch`() {
        var screen = ScreenExample(.view(2, "Switch", row: 1, column: 2, columns: 6))
        screen.press(.tab)
        #expect(screen.press(.enter) == [.action(2, "valueChanged", .bool(true))])
        screen.show("On", .bool(true), of: 2)
        #expect(screen.press(.enter) == [.action(2, "valueChanged", .bool(false))])
    }

    // MARK: Scrolling

    private func scrollView(content: DBusSize) -> ScreenExample {
        ScreenExample(
            .button(2, row: 0, column: 2),
            .view(3, "ScrollView", row: 2, column: 2, rows: 4, columns: 20, ["ContentSize": content.variant]),
            .button(4, row: 8, column: 2))
    }

    @Test func `arrows ask the owner to scroll, and move the focus at the ends`() {
        var screen = scrollView(content: DBusSize(width: 160, height: 80))
        screen.focus(list)
        #expect(screen.press(.down) == [.update(3, "scrolled", DBusSize(width: 0, height: 16).variant)])
        screen.show("ContentOffset", DBusSize(width: 0, height: 16).variant, of: 3)
        #expect(screen.press(.up) == [.update(3, "scrolled", DBusSize(width: 0, height: 0).variant)])
        #expect(screen.press(.down) == [])
        #expect(screen.state.focus == ScreenExample.target(4))
    }

    @Test func `a scroll view without overflow is skipped`() {
        var screen = scrollView(content: DBusSize(width: 10, height: 10))
        screen.focus(ScreenExample.target(2))
        screen.press(.down, .down)
        #expect(screen.state.focus == ScreenExample.target(4))
    }

    @Test func `a scroll view with invalid numbers sends only finite values`() {
        for number in [Double.nan, .infinity, -.infinity, 1e300] {
            var screen = scrollView(content: DBusSize(width: number, height: number))
            screen.focus(list)
            var effects = screen.press(.down, .right, .pageDown)
            screen.show("ContentOffset", DBusSize(width: number, height: number).variant, of: 3)
            effects += screen.press(.up, .left, .pageUp)
            for case .gesture(.update(_, _, _, let value)) in effects { #expect(value.isFinite, "\(number)") }
        }
    }

    @Test func `a long page scrolls to the focus`() {
        var screen = ScreenExample(
            .button(2, row: 1, column: 2), .button(3, row: 30, column: 2), .button(4, row: 40, column: 2))
        #expect(screen.scene.pageOverflow == 20)
        screen.press(.tab, .tab)
        #expect(screen.text.contains("[B3]"))
        screen.press(.tab)
        #expect(screen.text.contains("[B4]"))
        screen.press(.tab, .tab, .tab, .tab)
        #expect(screen.text.contains("[B2]"))
    }

    @Test func `in profile tv the page scrolls to the daemon's focus`() {
        var example = Example.padWithPlain()
        example.set(TabBarControllerInterface.name, "Profile", .string("tv"), of: Example.tabs)
        var screen = ScreenExample(
            example,
            [
                Example.plain: ScreenExample.tree([
                    .button(2, row: 4, column: 2), .button(3, row: 30, column: 2),
                    .button(4, row: 40, column: 2),
                ])
            ])
        func give(_ id: UInt32?) {
            let focused = id.map { ViewReference(viewController: Example.plain, view: $0) } ?? .none
            screen.set(FocusInterface.name, "FocusedView", focused.variant, of: Example.tabs)
        }
        func shows(_ id: UInt32) -> Bool {
            guard let row = screen.lines.firstIndex(where: { $0.contains("[B\(id)]") }) else { return false }
            return screen.showsFocus(row: row, column: 4)
        }
        for id in [3, 4, 2] as [UInt32] {
            give(id)
            #expect(shows(id), "\(id)")
        }
        give(nil)
        give(4)
        #expect(shows(4))
        // A page that the user scrolled away stays there until the focus moves.
        screen.press(.pageUp, .pageUp)
        #expect(!shows(4))
        screen.show("Title", .string("B4"), of: 4)
        #expect(!shows(4))
        give(3)
        #expect(shows(3))
    }

    @Test func `page up and down scroll the page`() {
        var screen = ScreenExample(.button(2, row: 1, column: 2), .button(3, row: 50, column: 2))
        screen.press(.pageDown)
        #expect(screen.pageOffset == 20)
        screen.press(.pageDown, .pageDown)
        #expect(screen.pageOffset == 30)
        #expect(screen.text.contains("[B3]"))
        screen.press(.pageUp, .pageUp)
        #expect(screen.pageOffset == 0)
    }

    @Test func `a new page starts at its top`() {
        var screen = ScreenExample(.button(2, row: 1, column: 2), .button(3, row: 50, column: 2))
        screen.press(.pageDown)
        screen.change { example, _ in example.select(Example.navigation) }
        #expect(screen.pageOffset == 0)
    }

    @Test func `a page keeps its scroll position while it is not shown`() {
        var screen = ScreenExample(.button(2, row: 1, column: 2), .button(3, row: 50, column: 2))
        screen.press(.pageDown)
        screen.change { example, _ in
            example.presentPopover(Example.alarm, 1, frame: DBusRect(x: 80, y: 80, width: 240, height: 96))
        }
        #expect(screen.pageOffset == 0)
        #expect(screen.state.positions.pageOffsets[Example.plain] == 20)
        screen.change { example, _ in
            example.set(
                ViewControllerInterface.name, "PresentedViewController", ObjectPath.none.variant, of: Example.tabs)
            example.set(PopoverPresentationControllerInterface.name, "Presented", .bool(false), of: Example.alarm)
        }
        #expect(screen.scene.popover == nil)
        #expect(screen.pageOffset == 20)
        screen.change { example, _ in example.select(Example.navigation) }
        screen.change { example, _ in example.select(Example.plain) }
        #expect(screen.pageOffset == 20)
    }

    @Test func `a page behind a popover scrolls no further than its length`() {
        var screen = ScreenExample(.button(2, row: 1, column: 2), .button(3, row: 50, column: 2))
        screen.press(.pageDown)
        screen.change { example, views in
            example.presentPopover(Example.alarm, 1, frame: DBusRect(x: 80, y: 80, width: 240, height: 96))
            views[Example.plain]?.removeLast()
        }
        #expect(screen.state.positions.pageOffsets[Example.plain] == 0)
        #expect(screen.lines[1].contains("[B2]"))
    }

    @Test func `scroll positions of removed view controllers are dropped`() {
        var screen = ScreenExample(.button(2, row: 1, column: 2), .button(3, row: 50, column: 2))
        screen.press(.pageDown)
        screen.state.follow(TabTree(of: Example.tabs))
        #expect(screen.state.positions.pageOffsets.isEmpty)
    }
}
