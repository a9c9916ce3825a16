internal import DBusInterface
internal import TabInterface
internal import TerminalUI
internal import Testing

@testable import TabControl

/// Popovers over the picture. The window has cells of 8 x 16 points unless a test says otherwise.
@Suite struct PopoverPictureTests {
    private typealias Example = ExampleTree

    // MARK: Golden pictures

    @Test func `a popover below a bar button points up at it, over the content`() {
        #expect(
            Example.belowButton().text() == """
                Desk - Sound
                --------------------------------------------------------------------------------
                < Settings                           Sound                          [Edit] [Add]
                  Where time is told                              ┌──────────────────────────▲─┐
                  Berlin                                          │  Accra                    >│
                  Lima                                            │  Bogotá                   >│
                  Nairobi                                         │  東京                     >│
                  Oslo                                            │                            │
                  Tokyo                                           │                            │
                                                                  │                            │
                                                                  │                            │
                                                                  └────────────────────────────┘
                --------------------------------------------------------------------------------
                [1 Settings]  2 Plain   3 More

                """)
    }

    @Test func `a popover at the left of a view points right at it`() {
        var example = Example.pad()
        example.presentPopover(
            Example.alarm, 8, frame: DBusRect(x: 167, y: 40, width: 253, height: 96), source: Example.view(4))
        #expect(
            example.text() == """
                Desk - Sound
                --------------------------------------------------------------------------------
                < Settings           ┌──────────────────────────────┐               [Edit] [Add]
                  Where time is told │  Accra                      >▶[Sort]
                  Berlin             │  Bogotá                     >│                    12:00
                  Lima               │  東京                       >│                    12:00
                  Nairobi            │                              │                    12:00
                  Oslo               └──────────────────────────────┘                    12:00
                  Tokyo                                                                  12:00
                --------------------------------------------------------------------------------
                [1 Settings]  2 Plain   3 More

                """)
    }

    @Test func `a popover above the tab bar points down at an item, and the picture becomes higher`() {
        var example = Example.pad()
        let source = Example.view(0, of: Example.bar, DBusRect(x: 214, y: 0, width: 213, height: 50))
        example.presentPopover(
            Example.alarm, 2, frame: DBusRect(x: 200, y: 173, width: 240, height: 161), offset: -80, source: source)
        #expect(
            example.text() == """
                Desk - Sound
                --------------------------------------------------------------------------------
                < Settings                           Sound                          [Edit] [Add]
                  Where time┌────────────────────────────┐           [Sort]
                  Berlin    │  Accra                    >│                               12:00
                  Lima      │  Bogotá                   >│                               12:00
                  Nairobi   │  東京                     >│                               12:00
                  Oslo      │                            │                               12:00
                  Tokyo     │                            │                               12:00
                            │                            │
                            │                            │
                            │                            │
                            └────▼───────────────────────┘
                --------------------------------------------------------------------------------
                [1 Settings]  2 Plain   3 More

                """)
    }

    @Test func `a popover above a row makes room for itself, and a nested popover covers it`() {
        var example = Example.pad()
        example.presentPopover(
            Example.alarm, 2, frame: DBusRect(x: 200, y: 80, width: 240, height: 112),
            source: Example.view(5, DBusRect(x: 0, y: 88, width: 640, height: 44)))
        example.presentPopover(
            Example.timer, from: Example.alarm, 4, frame: DBusRect(x: 300, y: 120, width: 208, height: 64),
            source: Example.view(2, of: Example.alarm, DBusRect(x: 0, y: 44, width: 80, height: 44)))
        #expect(
            example.text() == """
                Desk - Sound
                --------------------------------------------------------------------------------
                < Settings                           Sound                          [Edit] [Add]
                                         ┌──────────┌────────────────────────┐
                                         │  Accra   │  Kumasi               *│
                                         │  Bogotá  ◀  Tamale                │
                                         │  東京    └────────────────────────┘
                  Where time is told     │                            │ort]
                  Berlin                 │                            │                  12:00
                  Lima                   └──────────────▼─────────────┘                  12:00
                  Nairobi                                                                12:00
                  Oslo                                                                   12:00
                  Tokyo                                                                  12:00
                --------------------------------------------------------------------------------
                [1 Settings]  2 Plain   3 More

                """)
    }

    @Test func `a custom background has its insets, and an arrow of its size`() {
        var example = Example.pad()
        let source = Example.button(2).merging(
            Example.bubble(DBusRect(x: 366, y: 112, width: 240, height: 132))
        ) { $1 }
        example.presentPopover(
            Example.alarm, 1, frame: DBusRect(x: 342, y: 64, width: 288, height: 196), offset: 90, source: source)
        #expect(
            example.text() == """
                Desk - Sound
                --------------------------------------------------------------------------------
                < Settings                           Sound                          [Edit] [Add]
                  Where time is told                                 [Sort]                ▲
                  Berlin                                    ┌───────────────────────────╱     ╲┐
                  Lima                                      │    Accra                      >  │
                  Nairobi                                   │    Bogotá                     >  │
                  Oslo                                      │    東京                       >  │
                  Tokyo                                     │                                  │
                                                            │                                  │
                                                            │                                  │
                                                            │                                  │
                                                            │                                  │
                                                            │                                  │
                                                            └──────────────────────────────────┘
                --------------------------------------------------------------------------------
                [1 Settings]  2 Plain   3 More

                """)
        #expect(
            PopoverText.text(of: Example.alarm, in: example.tree, views: [:])
                == "arrow up at [Add] of 6 Sound, 342,64 288x196, background gallery.Bubble")
    }

    // MARK: Styles

    /// Returns the cells of a row of the picture by their styles.
    private func isFaint(_ canvas: Canvas, row: Int, _ columns: Range<Int>) -> Set<Bool> {
        Set(Array(canvas.row(row))[columns].map { $0.style.attributes.contains(.dim) })
    }

    @Test func `the background is dimmed, the popover is not`() {
        let canvas = Example.belowButton().popoverPicture().canvas(columns: 80)
        #expect(isFaint(canvas, row: 0, 0..<80) == [true])
        #expect(canvas.row(0).allSatisfy { !$0.style.attributes.contains(.bold) })
        #expect(isFaint(canvas, row: 4, 0..<50) == [true])
        #expect(isFaint(canvas, row: 4, 50..<80) == [false])
        #expect(isFaint(canvas, row: 3, 50..<80) == [false])
        #expect(isFaint(canvas, row: 13, 0..<13) == [true])
        let alone = Example.pad().popoverPicture().canvas(columns: 80)
        #expect(isFaint(alone, row: 4, 0..<80) == [false])
    }

    @Test func `a popover without a direction has no arrow`() {
        var example = Example.pad()
        example.presentPopover(
            Example.alarm, 0, frame: DBusRect(x: 200, y: 100, width: 240, height: 96), source: Example.view(5))
        let text = example.text()
        #expect(text.contains("┌────────────────────────────┐"))
        #expect(!text.contains { "▲▼◀▶".contains($0) })
    }

    @Test func `adapted popovers and sheets cover the page, and a popover without anchor is not shown`() {
        var example = Example.pad()
        example.presentPopover(Example.alarm, .max, frame: .zero, source: Example.button(2))
        #expect(example.text().hasPrefix("Desk - Alarm\n"))
        #expect(example.text().contains("\n  Accra                         "))
        #expect(!example.text().contains("┌"))
        let name = PopoverPresentationControllerInterface.name
        example.set(name, "Presented", .bool(false), of: Example.alarm)
        #expect(example.text().hasPrefix("Desk - Alarm\n"), "a sheet whose style was written meanwhile")
        example.set(ViewControllerInterface.name, "AppearanceState", .string("disappeared"), of: Example.alarm)
        #expect(example.text() == Example.pad().text())
        example = Example.pad()
        example.present(Example.plain)
        example.presentPopover(
            Example.alarm, from: Example.plain, 1, frame: DBusRect(x: 200, y: 100, width: 240, height: 96))
        #expect(example.text().hasPrefix("Desk - Plain\n"))
        #expect(example.text().contains("▲"))
        example.present(Example.timer, from: Example.alarm)
        #expect(example.text().hasPrefix("Desk - Timer\n"), "a sheet over the popover")
        #expect(!example.text().contains("▲"))
    }

    @Test func `a popover has the bar of its navigation controller`() {
        var example = Example.belowButton()
        example.setStack([Example.alarm], of: Example.more)
        example.set(NavigationItemInterface.name, "LeftBarButtonItems", [Self.cancel].variant, of: Example.alarm)
        example.presentPopover(
            Example.more, 1, frame: DBusRect(x: 390, y: 64, width: 240, height: 145), offset: 90,
            source: Example.button(2))
        #expect(example.text().contains("│[Cancel]   Alarm            │"))
        // The next popover is anchored to that bar.
        example.presentPopover(
            Example.timer, from: Example.more, 4, frame: DBusRect(x: 470, y: 90, width: 120, height: 64),
            source: Example.button(1, of: Example.alarm))
        #expect(example.text().contains("│[Cancel]◀  Kumasi"))
    }

    private static let cancel = BarButtonItemEntry(id: 1, title: "Cancel")
}
