internal import DBusInterface
internal import TabInterface
import TabMirror
internal import TerminalUI
internal import Testing

@testable import TabControl

@Suite struct PictureTests {
    private static let controller: ObjectPath = "/org/tabd/Tabs1/view_controllers/1"
    private static let clock: ObjectPath = "/org/tabd/Tabs1/view_controllers/4"
    private static let stopwatch: ObjectPath = "/org/tabd/Tabs1/view_controllers/5"

    private func viewController(
        _ title: String, item: [String: Variant] = [:], state: String = "ready"
    ) -> [String: [String: Variant]] {
        [
            ViewControllerInterface.name: [
                "Title": .string(title), "State": .string(state), "FailureReason": .string("it is gone"),
            ],
            TabBarItemInterface.name: ["DisplayTitle": .string(title)].merging(item) { $1 },
        ]
    }

    private func source(
        views: [ViewEntry] = [], selected: ObjectPath = clock, hidden: Bool = false,
        item: [String: Variant] = [:], state: String = "ready"
    ) -> Picture.Source {
        let bar = ObjectPath(Self.controller.text + "/tab_bar")
        var root = viewController("Clock")
        root[TabBarControllerInterface.name] = [
            "TabBar": bar.variant, "SelectedViewController": selected.variant, "Profile": .string("phone"),
        ]
        let tree = ManagedObjects([
            Self.controller: root,
            bar: [
                TabBarInterface.name: [
                    "Items": [Self.clock, Self.stopwatch].variant, "SelectedItem": selected.variant,
                    "Hidden": .bool(hidden),
                ]
            ],
            Self.clock: viewController("World Clock", state: state),
            Self.stopwatch: viewController("Stopwatch", item: item),
        ])
        return Picture.Source(
            controller: Self.controller, tree: tree,
            views: views.isEmpty ? [:] : [selected: ViewSnapshot(revision: 1, views: views)])
    }

    private func view(
        _ id: UInt32, _ parent: UInt32, _ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
        _ properties: [String: Variant] = [:]
    ) -> ViewEntry {
        ViewEntry(
            id: id, parent: parent, className: name, frame: DBusRect(x: x, y: y, width: width, height: height),
            properties: properties)
    }

    private func text(_ source: Picture.Source) -> String { Picture(source).canvas(columns: 40).plainText }

    private let rule = String(repeating: "-", count: 40) + "\n"

    @Test func `the picture has a title, the content and the bar`() {
        let rows = [TableRow(title: "Berlin", detail: "12:00"), TableRow(title: "Tokyo", detail: "20:00")]
        let views = [
            view(1, 0, "View", 0, 0, 400, 600), view(2, 1, "TableView", 0, 0, 400, 600, ["Rows": rows.variant]),
        ]
        #expect(
            text(source(views: views)) == "Clock - World Clock\n" + rule
                + "  Berlin                         12:00\n" + "  Tokyo                          20:00\n" + rule
                + "[1 World Clock]  2 Stopwatch\n")
    }

    @Test func `badges are in braces, disabled items in parentheses`() {
        #expect(text(source(item: ["BadgeValue": .string("3")])).hasSuffix("[1 World Clock]  2 Stopwatch {3}\n"))
        #expect(text(source(item: ["Enabled": .bool(false)])).hasSuffix("[1 World Clock] (2 Stopwatch)\n"))
    }

    @Test func `a hidden bar is not drawn`() {
        #expect(!text(source(hidden: true)).contains("Stopwatch"))
    }

    @Test func `views beside each other share a line`() {
        let views = [
            view(1, 0, "View", 0, 0, 400, 600),
            view(2, 1, "Label", 0, 10, 400, 50, ["Text": .string("00:00"), "Alignment": .string("center")]),
            view(3, 1, "View", 0, 100, 400, 50),
            view(4, 3, "Button", 200, 0, 100, 40, ["Title": .string("Start")]),
            view(5, 3, "Button", 10, 0, 100, 40, ["Title": .string("Lap"), "Enabled": .bool(false)]),
            view(6, 1, "Label", 0, 200, 400, 50, ["Text": .string("hidden"), "Hidden": .bool(true)]),
        ]
        #expect(
            text(source(views: views, selected: Self.stopwatch)) == "Clock - Stopwatch\n" + rule
                + "                 00:00\n" + " (Lap)              [Start]\n" + rule
                + " 1 World Clock  [2 Stopwatch]\n")
    }

    @Test func `a failed view controller shows the reason above its last content`() {
        #expect(text(source(state: "failed")).contains("! failed: it is gone\n(the view is not loaded)\n"))
    }

    @Test func `pictures without tabs, without objects and with cycles can be drawn`() {
        #expect(text(source(selected: .none)).contains("no tabs"))
        let nothing = Picture.Source(controller: Self.controller, tree: ManagedObjects([:]), views: [:])
        #expect(text(nothing).hasPrefix(Self.controller.text))
        let knot = [view(1, 0, "View", 0, 0, 0, 0), view(2, 3, "View", 0, 0, 0, 0), view(3, 2, "View", 0, 0, 0, 0)]
        #expect(text(source(views: knot)).contains("World Clock"))
    }

    @Test func `a bar has as many lines as it needs, and the picture can have any width`() {
        let picture = Picture(source())
        #expect(picture.canvas(columns: 20).plainText.hasSuffix("-\n[1 World Clock]\n 2 Stopwatch\n"))
        for columns in 0...20 { #expect(picture.canvas(columns: columns).size.columns == columns) }
    }

    @Test func `controls show their values`() {
        func line(_ name: String, _ properties: [String: Variant]) -> String {
            let lines = ViewControls.lines(of: view(2, 1, name, 0, 0, 1, 1, properties), columns: 40, room: 40)
            return lines.flatMap(\.spans).map(\.text).joined()
        }
        #expect(line("Switch", ["On": .bool(true)]) == "[x]")
        #expect(line("ProgressView", ["Progress": .double(0.5)]) == "[##########----------] 50%")
        #expect(line("Slider", ["Value": .double(.nan)]) == "o------------------- nan")
        #expect(line("TextField", ["Text": .string("abc"), "Secure": .bool(true)]) == "[***_]")
        #expect(
            line("SegmentedControl", ["Segments": ["A", "B"].variant, "SelectedSegment": .int32(1)]) == " A |[B]")
        let items = [
            TabBarEntry(title: "A", badgeValue: "3"), TabBarEntry(title: "B"), TabBarEntry(title: "C", enabled: false),
        ]
        #expect(line("TabBar", ["Items": items.variant, "SelectedItem": .int32(1)]) == " 1 A {3}  [2 B] (3 C)")
        #expect(line("Chart", ["Values": [0.0, 1.0, .infinity].variant, "Maximum": .double(1)]) == "▁█▁")
    }

    @Test func `a ScrollView shows only the content in its frame`() {
        let views = [
            view(1, 0, "View", 0, 0, 400, 600), view(2, 1, "Label", 0, 0, 400, 20, ["Text": .string("above")]),
            view(3, 1, "ScrollView", 0, 20, 400, 40, ["ContentOffset": DBusSize(width: 0, height: 20).variant]),
            view(4, 3, "Label", 0, 0, 400, 20, ["Text": .string("scrolled away")]),
            view(5, 3, "Label", 0, 20, 400, 20, ["Text": .string("first")]),
            view(6, 3, "Label", 0, 40, 400, 20, ["Text": .string("second")]),
            view(7, 3, "Label", 0, 90, 400, 20, ["Text": .string("below")]),
            view(8, 1, "Label", 0, 60, 400, 20, ["Text": .string("after")]),
        ]
        let lines = text(source(views: views)).split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
        #expect(
            lines.filter { ["above", "scrolled away", "first", "second", "below", "after"].contains($0) } == [
                "above", "first", "second", "after",
            ])
    }

    @Test func `a multi-line label is wrapped to its frame`() {
        let views = [
            view(1, 0, "View", 0, 0, 400, 600),
            view(
                2, 1, "Label", 0, 0, 100, 60,
                ["Text": .string("one two three four five"), "Lines": .uint32(0)]),
        ]
        let lines = text(source(views: views)).split(separator: "\n").map(String.init)
        #expect(lines.contains("one two") && lines.contains("three four") && lines.contains("five"))
    }
}
