import TestSupport

@testable import TabControl

/// Charts, pixels, colours, symbols, and points in cells.
@Suite struct ScreenPaintingTests {
    private func drawn(
        columns: Int = 8, rows: Int = 2, in cells: CellRect? = nil, _ draw: (CellRect, inout Pen) -> Void
    ) -> [String] {
        var pen = Pen(size: TerminalSize(columns: columns, rows: rows))
        draw(cells ?? CellRect(row: 0, column: 0, rows: rows, columns: columns), &pen)
        return pen.canvas.plainText.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    // MARK: Charts

    private func chart(_ values: [Double], _ properties: [String: Variant] = [:], columns: Int = 8, rows: Int = 2)
        -> [String]
    {
        var properties = properties
        properties["Values"] = values.variant
        let view = ViewEntry(
            id: 2, parent: 1, className: "Chart", frame: DBusRect(x: 0, y: 0, width: 64, height: 32),
            properties: properties)
        return drawn(columns: columns, rows: rows) { cells, pen in
            ChartPainter(view, tint: Palette.tint).draw(in: cells, on: &pen)
        }
    }

    private let bar: [String: Variant] = ["Style": .string("bar")]

    @Test func `bars are as high as their values, in eighths of a cell`() {
        #expect(chart([0, 4, 8, 12, 16], bar, columns: 5) == ["   ▄█", " ▄███"])
        #expect(chart([0, 1, 2, 16], bar, columns: 4, rows: 2) == ["   █", " ▁▂█"])
    }

    @Test func `a chart has its own range`() {
        let range: [String: Variant] = ["Minimum": .double(10), "Maximum": .double(18)]
        #expect(chart([10, 14, 18, 99, -99], bar.merging(range) { $1 }, columns: 5, rows: 1) == [" ▄██"])
    }

    @Test func `a line goes through its values`() {
        #expect(chart([0, 1], columns: 2, rows: 1) == ["▄▀"])
        // The gap between two points is filled.
        #expect(chart([0, 1], columns: 2, rows: 2) == [" ▛", "▄▘"])
        #expect(chart([1, 1, 1], columns: 3, rows: 1) == ["▄▄▄"])
    }

    @Test func `a chart without values is empty`() {
        #expect(chart([]) == ["", ""])
        #expect(chart([], bar) == ["", ""])
    }

    @Test func `any values of a chart can be drawn`() {
        let strange: [Double] = [
            .nan, .infinity, -.infinity, 1e308, -1e308, 0, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
        ]
        for one in strange {
            for other in strange {
                for style in [bar, [:]] {
                    let range: [String: Variant] = ["Minimum": .double(one), "Maximum": .double(other)]
                    #expect(chart([one, other, 1], style).count == 2)
                    #expect(chart([0, 1], style.merging(range) { $1 }).count == 2)
                    #expect(chart([one], style, columns: 1, rows: 1).count == 1)
                }
            }
        }
    }

    @Test func `a part of a chart looks the same as in the whole chart`() {
        let values = [3.0, 9, 1, 7, 7, 2, 0, 5, 8, 4]
        for style in [bar, [:]] {
            let view = ViewEntry(
                id: 2, parent: 1, className: "Chart", frame: DBusRect(x: 0, y: 0, width: 8, height: 16),
                properties: style.merging(["Values": values.variant]) { $1 })
            func drawn(at row: Int, _ column: Int) -> [[Character]] {
                var pen = Pen(size: TerminalSize(columns: 12, rows: 6))
                ChartPainter(view, tint: Palette.tint).draw(
                    in: CellRect(row: row, column: column, rows: 6, columns: 12), on: &pen)
                return (0..<6).map { pen.canvas.row($0).compactMap(\.character) }
            }
            let all = drawn(at: 0, 0)
            #expect(drawn(at: -2, -5).prefix(4).map { $0.prefix(7) } == all.suffix(4).map { $0.suffix(7) })
            #expect(drawn(at: 3, 4).suffix(3).map { $0.suffix(8) } == all.prefix(3).map { $0.prefix(8) })
        }
    }

    @Test func `a chart may have more values than cells`() {
        #expect(chart((0..<10_000).map(Double.init), bar, columns: 4, rows: 1) == [" ▂▄▆"])
    }

    private func series(_ series: [ChartSeries], _ properties: [String: Variant] = [:]) -> [String: Variant] {
        properties.merging(["Series": series.variant]) { $1 }
    }

    @Test(.rules("S-243")) func `bars of several series are side by side, with a gap between places`() {
        let two = [ChartSeries(values: [1, 2]), ChartSeries(values: [2, 0])]
        #expect(chart([], series(two, bar), columns: 5, rows: 1) == ["▄█ █"])
        // Without room for gaps there are none.
        #expect(chart([9], series(two, bar), columns: 4, rows: 1) == ["▄██"])
        // A series may be shorter than the longest one.
        let short = [ChartSeries(values: [1]), ChartSeries(values: [1, 1])]
        #expect(chart([], series(short, bar.merging(["Maximum": .double(1)]) { $1 }), columns: 5, rows: 1) == ["██  █"])
    }

    @Test(.rules("S-243")) func `a legend names the series in their colours`() {
        let view = ViewEntry(
            id: 2, parent: 1, className: "Chart", frame: .zero,
            properties: series([
                ChartSeries(name: "In", values: [0, 0]), ChartSeries(name: "Out", values: [1, 1], color: "#102030"),
            ]))
        var pen = Pen(size: TerminalSize(columns: 16, rows: 3))
        ChartPainter(view, tint: Palette.tint).draw(in: CellRect(row: 0, column: 0, rows: 3, columns: 16), on: &pen)
        #expect(pen.canvas.plainText == "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀\n▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄\n■ In  ■ Out\n")
        let colours = [Palette.tint, .rgb(0x10, 0x20, 0x30)]
        let legend = Array(pen.canvas.row(2))
        #expect([legend[0], legend[6]].map(\.style.foreground) == colours)
        #expect([Array(pen.canvas.row(1))[0], Array(pen.canvas.row(0))[0]].map(\.style.foreground) == colours)
    }

    @Test(.rules("S-243")) func `a series without a colour has one of its own`() {
        let colours = (0..<16).map { ChartSeries(values: []).color(at: $0) }
        #expect(colours[0] == nil)
        #expect(Set(colours.prefix(10)).count == 10)
        for colour in colours.compactMap(\.self) { #expect(Palette.foreground(colour) != nil) }
    }

    @Test(.rules("S-243")) func `a unit shows the ends of the scale, and labels are spread evenly`() {
        let range: [String: Variant] = ["Maximum": .double(50), "Unit": .string("%")]
        #expect(chart([50, 50], range, columns: 15, rows: 2) == ["50 % ▀▀▀▀▀▀▀▀▀▀", " 0 %"])
        // Without room for them the chart has all columns.
        #expect(chart([50, 50], range, columns: 14, rows: 2) == ["▀▀▀▀▀▀▀▀▀▀▀▀▀▀", ""])
        let labels: [String: Variant] = ["AxisLabels": ["a", "bb", "c"].variant]
        #expect(chart([0, 0], labels, columns: 9, rows: 3) == ["", "▄▄▄▄▄▄▄▄▄", "a  bb   c"])
        #expect(chart([0, 0], labels.merging(bar) { $1 }, columns: 9, rows: 3)[2] == " a bb  c")
        // A label without room is left out.
        #expect(chart([0, 0], labels, columns: 3, rows: 3)[2] == "a c")
        #expect(chart([0, 0], labels, columns: 9, rows: 2) == ["", "▄▄▄▄▄▄▄▄▄"])
    }

    // MARK: Pixels

    private func pixels(
        _ colours: [UInt32], width: UInt32, height: UInt32, mode: ImageContentMode = .scaleToFill, columns: Int = 2,
        rows: Int = 1
    ) -> Canvas {
        let bytes = colours.flatMap { colour in (0..<4).map { UInt8(truncatingIfNeeded: colour >> (24 - 8 * $0)) } }
        var pen = Pen(size: TerminalSize(columns: columns, rows: rows))
        PixelPainter(Pixels(width: width, height: height, bytes: bytes), mode: mode).draw(
            in: CellRect(row: 0, column: 0, rows: rows, columns: columns), on: &pen)
        return pen.canvas
    }

    @Test func `a cell has two pixels, one above the other`() {
        let canvas = pixels([0xFF0000FF, 0x00FF00FF, 0x0000FFFF, 0xFFFFFFFF], width: 2, height: 2)
        let cells = Array(canvas.row(0))
        #expect(cells[0].character == "▀")
        #expect(cells[0].style == Style(foreground: .rgb(255, 0, 0), background: .rgb(0, 0, 255)))
        #expect(cells[1].style == Style(foreground: .rgb(0, 255, 0), background: .rgb(255, 255, 255)))
    }

    @Test func `transparent pixels keep the background`() {
        let canvas = pixels([0xFF000000, 0x00FF00FF, 0x0000FFFF, 0x00000000], width: 2, height: 2)
        let cells = Array(canvas.row(0))
        #expect(cells[0].character == "▄")
        #expect(cells[0].style == Style(foreground: .rgb(0, 0, 255)))
        #expect(cells[1].character == "▀")
        #expect(cells[1].style == Style(foreground: .rgb(0, 255, 0)))
    }

    @Test func `a fitted image keeps its aspect ratio`() {
        #expect(pixels([0xFF0000FF], width: 1, height: 1, mode: .scaleAspectFit, columns: 6).plainText == "  ▀▀\n")
    }

    @Test func `an image with too few bytes ends early`() {
        #expect(pixels([0xFF0000FF], width: 2, height: 2).plainText == "▀\n")
    }

    @Test(arguments: ImageContentMode.allCases)
    func `any size of an image can be drawn`(mode: ImageContentMode) {
        for width in [1, 3, 70_000, UInt32.max] {
            for height in [1, 3, 70_000, UInt32.max] {
                #expect(pixels([0xFF0000FF], width: width, height: height, mode: mode).size.columns == 2)
            }
        }
    }

    // MARK: Colours

    @Test func `colours are names or hexadecimal`() {
        #expect(Palette.foreground("#0A0B0C") == .rgb(10, 11, 12))
        #expect(Palette.foreground("#0A0B0CFF") == .rgb(10, 11, 12))
        #expect(Palette.foreground("systemRed") == Palette.red && Palette.red == .rgb(0xFF, 0x45, 0x3A))
        #expect(Palette.foreground("systemTeal") == .rgb(0x40, 0xC8, 0xE0))
        #expect(Palette.background("separator", over: .rgb(0, 0, 0)) == .rgb(0x32, 0x32, 0x34))
        #expect(Palette.background("secondarySystemBackground", over: nil) == .rgb(0x1C, 0x1C, 0x1E))
        for name in [
            "", "label", "secondaryLabel", "systemBackground", "#", "#12345", "#1234567", "#GGGGGG", "red", "#０A0B0C",
        ] {
            #expect(Palette.foreground(name) == nil, "\(name)")
            #expect(Palette.background(name, over: nil) == nil, "\(name)")
        }
    }

    @Test func `text on a colour is readable`() {
        #expect(Palette.text(on: .rgb(255, 255, 255)) == .rgb(0, 0, 0))
        #expect(Palette.text(on: .rgb(0, 0, 80)) == .rgb(255, 255, 255))
    }

    // MARK: Symbols

    @Test(.rules("S-199")) func `an icon is found by the beginning of its name`() {
        #expect(Icon.symbol("edit-find") == Icon.symbol("edit-find-symbolic"))
        #expect(Icon.symbol("edit-find-replace-symbolic") == Icon.symbol("edit-find"))
        #expect(Icon.symbol("edit-nothing-known") == Icon.symbol("edit"))
        // The data of an image is not drawn, and its digest is not shown.
        let image = "sha256:" + String(repeating: "0", count: 64)
        #expect(Icon.symbol(image) == "▣" && Icon.text(image) == "▣")
        #expect(Icon.symbol("nothing-known") == nil)
        #expect(Icon.symbol("") == nil)
        #expect(Icon.symbol("-") == nil)
        #expect(Icon.symbol("-symbolic") == nil)
    }

    @Test func `a clock, an alarm, a stopwatch and a timer have different symbols`() {
        // The icons of Debian's Adwaita, and of larger themes.
        let names = [
            "alarm", "appointment-missed", "appointment-new", "appointment-soon", "document-open-recent",
            "preferences-system-time", "stopwatch", "timer",
        ]
        #expect(Set(names.map { Icon.symbol($0 + "-symbolic") }).count == names.count)
        #expect(Set(["stopwatch", "timer", "other"].map { Icon.symbol("file:///x/icons/\($0).svg") }).count == 3)
    }

    @Test func `a file has the symbol of the icon with the same name`() {
        #expect(Icon.symbol("file:///usr/share/x/stopwatch-symbolic.svg") == Icon.symbol("stopwatch"))
        #expect(Icon.symbol("file:///a/unknown.png") == "▣")
        for name in ["file:", "file:///", "file:///.svg", "file:///a.b.c/"] { #expect(Icon.symbol(name) == "▣") }
    }

    @Test func `every symbol takes one cell`() {
        for name in ["file:///a.png", "alarm", "dialog-password", "stopwatch", "view-fullscreen", "weather", "call"] {
            #expect(Icon.symbol(name).map { CharacterWidth.width(of: $0) } == 1, "\(name)")
        }
    }

    @Test func `an unknown icon is shown by its name`() {
        #expect(Icon.text("no-such-icon") == "no-such-icon")
        #expect(Icon.text("") == "")
        #expect(Icon.text("/") == "")
    }

    // MARK: Points and cells

    @Test func `a frame has the cells that it mostly covers`() {
        #expect(
            Grid.screen.cells(DBusRect(x: 12, y: 24, width: 80, height: 40))
                == CellRect(row: 2, column: 2, rows: 2, columns: 10))
        #expect(
            Grid.screen.cells(DBusRect(x: 3, y: 7, width: 80, height: 16))
                == CellRect(row: 0, column: 0, rows: 1, columns: 10)
        )
    }

    @Test func `a frame that is not empty has at least a cell`() {
        let cells = Grid.screen.cells(DBusRect(x: 1, y: 1, width: 0.1, height: 0.1))
        #expect(cells == CellRect(row: 0, column: 0, rows: 1, columns: 1))
        #expect(Grid.screen.cells(DBusRect(x: 8, y: 16, width: 0, height: -5)).isEmpty)
        #expect(Grid.screen.cells(DBusRect(x: 8, y: 16, width: .nan, height: 16)).isEmpty)
    }

    @Test func `frames side by side leave no cell between them`() {
        for width in [5.0, 21.3, 40, 77.7] {
            for position in 0..<20 {
                let one = Grid.screen.cells(DBusRect(x: Double(position) * width, y: 0, width: width, height: 16))
                let next = Grid.screen.cells(DBusRect(x: Double(position + 1) * width, y: 0, width: width, height: 16))
                #expect(one.endColumn >= next.column)
                #expect(width < 8 || one.endColumn == next.column)
            }
        }
    }

    @Test func `the point of a cell is in its middle`() {
        #expect(Grid.point(row: 2, column: 10) == (84, 40))
        #expect(Grid.screen.cells(DBusRect(x: 80, y: 32, width: 8, height: 16)).contains(row: 2, column: 10))
    }
}
