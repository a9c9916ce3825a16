internal import DBusInterface
internal import TabInterface
internal import TerminalUI
internal import Testing

@testable import TabControl

/// The targets of popover arrows on the picture, and the sizes of popovers.
@Suite struct PopoverPlaceTests {
    private typealias Example = ExampleTree

    // MARK: Sources

    @Test func `the arrow points at its button in the bar`() {
        for (id, title) in [(1, "[Edit]"), (2, "[Add]")] as [(UInt32, String)] {
            var example = Example.pad()
            example.presentPopover(
                Example.alarm, 1, frame: DBusRect(x: 390, y: 64, width: 240, height: 145), source: Example.button(id))
            let lines = example.text().split(separator: "\n").map(Array.init)
            let arrow = lines[3].firstIndex(of: "▲") ?? -1
            let start = String(lines[2]).ranges(of: title).first.map {
                String(lines[2]).distance(from: String(lines[2]).startIndex, to: $0.lowerBound)
            }
            #expect(start.map { ($0..<$0 + title.count).contains(arrow) } == true, "\(title): \(arrow)")
        }
    }

    @Test func `the arrow points at the subviews of a view without text, or at a part of a text`() {
        var example = Example.pad()
        func lines(_ source: [String: Variant]) -> [String] {
            example.presentPopover(
                Example.alarm, 8, frame: DBusRect(x: 167, y: 40, width: 253, height: 96), source: source)
            return example.text().split(separator: "\n").map(String.init)
        }
        #expect(lines(Example.view(3))[3].hasSuffix("▶[Sort]"))
        let right = lines(Example.view(5, DBusRect(x: 320, y: 132, width: 320, height: 44)))
        #expect(Array(right[7]).firstIndex(of: "▶") == 39, "half of the row of Oslo")
        let negative = lines(Example.view(5, DBusRect(x: 640, y: 176, width: -320, height: -44)))
        #expect(negative == right)
    }

    @Test func `an empty view is between its upper and lower neighbours`() {
        let empty = ViewEntry(
            id: 6, parent: 1, className: "Label", frame: DBusRect(x: 320, y: 104, width: 80, height: 8))
        var example = Example.pad()
        example.presentPopover(
            Example.alarm, 1, frame: DBusRect(x: 240, y: 112, width: 240, height: 96), source: Example.view(6))
        let views = [Example.page: Example.cities + [empty], Example.alarm: Example.choice]
        let lines = example.popoverPicture(views: views).canvas(columns: 80).plainText.split(separator: "\n")
        #expect(lines[3].hasPrefix("  Where time is told "))
        #expect(Array(lines[4]).firstIndex(of: "▲") == 45)
        #expect(lines[4].hasPrefix("  Berlin"))
    }

    @Test func `a source that is not on the picture is at the popover's place in the window`() {
        for source in [Example.view(1, of: Example.path(99)), Example.button(9), Example.view(77), [:]] {
            var example = Example.pad()
            example.presentPopover(
                Example.alarm, 1, frame: DBusRect(x: 240, y: 64, width: 240, height: 96), source: source)
            let lines = example.text().split(separator: "\n").map(Array.init)
            #expect(lines.compactMap { $0.firstIndex(of: "▲") } == [45], "\(source)")
        }
        var example = Example.pad()
        example.set(TabBarInterface.name, "Hidden", .bool(true), of: Example.bar)
        example.presentPopover(
            Example.alarm, 2, frame: DBusRect(x: 200, y: 173, width: 240, height: 161),
            source: Example.view(0, of: Example.bar))
        #expect(example.text().contains("▼"))
    }

    @Test func `for the whole bar the arrow is in its middle, and for a rectangle at the item there`() {
        var example = Example.pad()
        func arrow(_ rect: DBusRect) -> Int? {
            example.presentPopover(
                Example.alarm, 2, frame: DBusRect(x: 200, y: 173, width: 240, height: 161),
                source: Example.view(0, of: Example.bar, rect))
            return example.text().split(separator: "\n").compactMap { Array($0).firstIndex(of: "▼") }.first
        }
        #expect(arrow(.null) == 40)
        #expect(arrow(DBusRect(x: 0, y: 0, width: 213, height: 50)) == 6)
        #expect(arrow(DBusRect(x: 427, y: 0, width: 213, height: 50)) == 27)
    }

    // MARK: Sizes

    @Test func `in a larger window a popover is smaller, but not smaller than its text`() {
        var example = Example.belowButton()
        example.set(WindowInterface.name, "Size", DBusSize(width: 1280, height: 768).variant, of: Example.tabs)
        #expect(example.text().contains("┌────────────▲┐"))
        let long = [
            ViewEntry(
                id: 1, parent: 0, className: "Label", frame: DBusRect(x: 0, y: 0, width: 240, height: 20),
                properties: ["Text": .string("Choose a city that you know")])
        ]
        let views = [Example.page: Example.cities, Example.alarm: long]
        let picture = example.popoverPicture(views: views).canvas(columns: 80).plainText
        #expect(picture.contains("│Choose a city that you know│"))
    }

    @Test func `the picture is as high as the text of a popover needs`() {
        let rows = (0..<50).map { TableRow(title: "City \($0)") }
        let table = ViewEntry(
            id: 1, parent: 0, className: "TableView", frame: DBusRect(x: 0, y: 0, width: 240, height: 300),
            properties: ["Rows": rows.variant])
        let views = [Example.page: Example.cities, Example.alarm: [table]]
        let lines = Example.belowButton().popoverPicture(views: views).canvas(columns: 80).plainText
            .split(separator: "\n").map(String.init)
        #expect(lines.suffix(4).first?.contains("│  City 49 ") == true)
        #expect(lines.suffix(3).first?.hasSuffix("└────────────────────────────┘") == true)
        #expect(lines.last == "[1 Settings]  2 Plain   3 More")
    }

    @Test func `a popover over the bar in the window ends above it in the picture`() {
        var example = Example.pad()
        example.presentPopover(
            Example.alarm, 1, frame: DBusRect(x: 390, y: 64, width: 240, height: 310), offset: 90,
            source: Example.button(2))
        // 19 rows below the title and the bar, then the tab bar.
        let lines = example.text().split(separator: "\n").map(String.init)
        #expect(lines.count == 24)
        #expect(lines[21].hasSuffix("└────────────────────────────┘"))
        #expect(lines[23] == "[1 Settings]  2 Plain   3 More")
    }

    @Test func `popovers fit any width, for any source and any values from the daemon`() {
        var examples = [Example.belowButton(), Example.pad()]
        let frames = [
            DBusRect(x: 0, y: 0, width: 0, height: 0), DBusRect(x: -500, y: 9e9, width: 1e300, height: -5),
            DBusRect(x: .infinity, y: .nan, width: .infinity, height: .nan),
        ]
        for direction in [0, 1, 2, 4, 8, 3] as [UInt64] {
            for frame in frames {
                var example = Example.pad()
                example.presentPopover(
                    Example.alarm, direction, frame: frame, offset: .nan,
                    source: Example.view(5, DBusRect(x: .nan, y: -1e300, width: 1e300, height: .infinity)))
                examples.append(example)
            }
        }
        for example in examples {
            for columns in stride(from: 0, through: 24, by: 3) {
                #expect(example.popoverPicture().canvas(columns: columns).size.columns == columns)
            }
        }
    }
}
