import TestSupport

@testable import TabControl

/// Popovers on the screen: border and arrow at any place.
@Suite struct ScreenPopoverTests {
    private typealias Example = ExampleTree

    /// A popover in points of a window of 80 x 24 cells.
    private func screen(
        _ direction: UInt64, x: Double, y: Double, width: Double = 160, height: Double = 96, offset: Double = 0
    ) -> ScreenExample {
        var example = Example.pad()
        example.presentPopover(
            Example.alarm, direction, frame: DBusRect(x: x, y: y, width: width, height: height), offset: offset)
        return ScreenExample(example, [Example.alarm: Example.choice])
    }

    private func arrow(_ screen: ScreenExample) -> CellPlace? {
        for (row, line) in screen.lines.enumerated() {
            guard let arrow = line.first(where: { "▲▼◀▶".contains($0) }) else { continue }
            let column = line.prefix { $0 != arrow }.reduce(0) { $0 + CharacterWidth.width(of: $1) }
            return CellPlace(row: row, column: column)
        }
        return nil
    }

    @Test func `the border is around the content`() {
        let screen = screen(0, x: 80, y: 80)
        #expect(screen.scene.popover == CellRect(row: 4, column: 9, rows: 8, columns: 22))
        #expect(screen.text(row: 4, columns: 9..<31) == "╭────────────────────╮")
        #expect(screen.text(row: 11, columns: 9..<31) == "╰────────────────────╯")
        #expect(screen.text(row: 5, columns: 9..<16) == "│  Accr")
        #expect(arrow(screen) == nil)
    }

    @Test func `the content behind a popover is dimmed`() {
        let screen = screen(0, x: 80, y: 80)
        #expect(screen.style(row: 22, column: 40).attributes.contains(.dim))
        #expect(!screen.style(row: 5, column: 12).attributes.contains(.dim))
    }

    @Test func `the arrow is on its edge at its offset`() {
        #expect(arrow(screen(1, x: 80, y: 80)) == CellPlace(row: 4, column: 20))
        #expect(arrow(screen(2, x: 80, y: 80)) == CellPlace(row: 11, column: 20))
        #expect(arrow(screen(4, x: 80, y: 80)) == CellPlace(row: 8, column: 9))
        #expect(arrow(screen(8, x: 80, y: 80)) == CellPlace(row: 8, column: 30))
        #expect(arrow(screen(1, x: 80, y: 80, offset: 32)) == CellPlace(row: 4, column: 24))
        #expect(arrow(screen(4, x: 80, y: 80, offset: -32)) == CellPlace(row: 6, column: 9))
    }

    @Test func `the arrow is never at a corner`() {
        for direction in [1, 2, 4, 8] as [UInt64] {
            for offset in [-1e300, -500, 500, 1e300, .infinity, -.infinity, .nan] {
                let screen = screen(direction, x: 80, y: 80, offset: offset)
                #expect(arrow(screen) != nil, "\(direction) \(offset)")
                for corner in [(4, 9), (4, 30), (11, 9), (11, 30)] {
                    #expect("╭╮╰╯".contains(screen.text(row: corner.0, columns: corner.1..<(corner.1 + 1))))
                }
            }
        }
    }

    @Test(arguments: [1, 2, 4, 8] as [UInt64]) func `at the edges of a window a popover has a border and its arrow`(
        direction: UInt64
    ) throws {
        for (x, y) in [(0.0, 0.0), (480, 0), (0, 288), (480, 288), (-40, -40), (560, 340)] {
            let screen = screen(direction, x: x, y: y)
            let popover = try #require(screen.scene.popover)
            #expect(screen.scene.window.intersection(popover) == popover)
            #expect(screen.text(row: popover.row, columns: popover.column..<(popover.column + 1)) == "╭")
            #expect(arrow(screen) != nil, "\(x), \(y)")
        }
    }

    @Test func `a popover larger than the window has its border at the window's edges`() {
        let screen = screen(1, x: -500, y: -500, width: 5000, height: 5000)
        #expect(screen.scene.popover == screen.scene.window)
        #expect(screen.lines[0].hasPrefix("╭─"))
        #expect(screen.lines[23].hasSuffix("─╯"))
    }

    /// A popover with a custom background, whose content covers the cells 13 to 39 of the rows 7 to 13.
    private func bubble(_ direction: UInt64, _ frame: DBusRect, _ more: [String: Variant] = [:]) -> ScreenExample {
        var example = Example.pad()
        let source = Example.bubble(DBusRect(x: 104, y: 112, width: 208, height: 96)).merging(more) { $1 }
        example.presentPopover(Example.alarm, direction, frame: frame, source: source)
        return ScreenExample(example, [Example.alarm: Example.choice])
    }

    @Test func `a custom background has its insets, its colours and an arrow of its size`() {
        let screen = bubble(1, DBusRect(x: 80, y: 64, width: 256, height: 160))
        #expect(screen.scene.popover == CellRect(row: 6, column: 10, rows: 8, columns: 32))
        #expect(screen.text(row: 5, columns: 26..<27) == "▲")
        #expect(screen.text(row: 6, columns: 10..<42) == "╭────────────╱     ╲───────────╮")
        #expect(screen.text(row: 7, columns: 10..<24) == "│    Accra    ")
        #expect(screen.text(row: 13, columns: 10..<42) == "╰──────────────────────────────╯")
        let (edge, fill) = (Color.rgb(0xB8, 0x86, 0x0B), Color.rgb(0xFF, 0xF3, 0xC4))
        for (row, column) in [(5, 26), (6, 10), (6, 23), (9, 10)] {
            #expect(screen.style(row: row, column: column) == Style(foreground: edge, background: fill))
        }
        #expect(screen.style(row: 7, column: 14).background == fill)
        #expect(screen.style(row: 5, column: 24).background != fill)
    }

    @Test func `an arrow at the side has its length in columns`() {
        let left = bubble(4, DBusRect(x: 48, y: 96, width: 288, height: 128))
        #expect(left.text(row: 9, columns: 7..<12) == " ╱── ")
        #expect(left.text(row: 10, columns: 7..<12) == "◀    ")
        #expect(left.text(row: 11, columns: 7..<12) == " ╲── ")
        #expect(bubble(8, DBusRect(x: 80, y: 96, width: 288, height: 128)).text(row: 10, columns: 40..<45) == "    ▶")
        let down = bubble(2, DBusRect(x: 80, y: 96, width: 256, height: 160))
        #expect(down.text(row: 13, columns: 23..<30) == "╲     ╱")
        #expect(down.text(row: 14, columns: 26..<27) == "▼")
    }

    @Test func `a background may have no arrow, and the popover's own colour wins`() {
        let more: [String: Variant] = ["ArrowHeight": .double(0), "BackgroundColor": .string("systemRed")]
        let screen = bubble(1, DBusRect(x: 80, y: 96, width: 256, height: 128), more)
        #expect(arrow(screen) == nil)
        #expect(screen.text(row: 6, columns: 10..<42) == "╭──────────────────────────────╮")
        #expect(screen.style(row: 8, column: 11).background == Palette.red)
    }

    @Test func `any measures of a background can be drawn`() {
        let numbers: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 0, -1, 1, 7, 40, 1000]
        for direction in [0, 1, 2, 4, 8] as [UInt64] {
            for height in numbers {
                for base in numbers {
                    let insets = DBusInsets(top: base, left: height, bottom: height, right: base)
                    let more: [String: Variant] = [
                        "ArrowHeight": .double(height), "ArrowBase": .double(base), "ContentViewInsets": insets.variant,
                    ]
                    #expect(bubble(direction, DBusRect(x: 80, y: 64, width: 256, height: 160), more).lines.count == 25)
                }
            }
        }
    }

    @Test func `any frame of a popover can be drawn`() {
        let numbers: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 0, -1, 700]
        for direction in [0, 1, 2, 4, 8, 3, .max - 1] as [UInt64] {
            for x in numbers {
                for size in numbers {
                    #expect(screen(direction, x: x, y: x, width: size, height: size, offset: size).lines.count == 25)
                }
            }
        }
    }

    @Test(arguments: [(40, 12), (10, 6), (5, 3), (2, 2), (1, 1), (0, 0)])
    func `a popover can be drawn on a terminal of any size`(columns: Int, rows: Int) {
        for direction in [0, 1, 2, 4, 8] as [UInt64] {
            var screen = screen(direction, x: 80, y: 80)
            screen.resize(columns: columns, rows: rows)
            #expect(screen.lines.count == rows)
        }
    }

    @Test func `only the topmost of two popovers accepts input`() {
        var example = Example.pad()
        example.presentPopover(Example.alarm, 1, frame: DBusRect(x: 80, y: 80, width: 240, height: 132))
        example.presentPopover(
            Example.timer, from: Example.alarm, 4, frame: DBusRect(x: 340, y: 120, width: 208, height: 64))
        var screen = ScreenExample(example, [Example.alarm: Example.choice, Example.timer: Example.towns])
        #expect(screen.has(.row(Example.timer, 2, 0)))
        #expect(!screen.has(.row(Example.alarm, 2, 0)))
        #expect(screen.press(.escape) == [.escape(Example.timer)])
        // On the lower popover.
        #expect(screen.click(row: 6, column: 20) == [.tapAt(x: 164, y: 104)])
    }

    @Test func `the hint says that esc dismisses`() {
        #expect(screen(1, x: 80, y: 80).foot.hasPrefix("Esc dismisses  "))
    }
}
