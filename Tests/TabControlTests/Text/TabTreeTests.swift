import TestSupport

@testable import TabControl

@Suite struct TabTreeTests {
    private static let tabs: ObjectPath = "/org/tabd/Tabs1/view_controllers/3"
    private static let clock: ObjectPath = "/org/tabd/Tabs1/view_controllers/1"
    private static let watch: ObjectPath = "/org/tabd/Tabs1/view_controllers/2"
    private static let alarm: ObjectPath = "/org/tabd/Tabs1/view_controllers/9"

    private static func object(
        _ title: String, in parent: ObjectPath, state: String = "disappeared"
    ) -> TabTree.Properties {
        [
            ViewControllerInterface.name: [
                "Title": .string(title), "Type": .string("x.\(title)"), "Parent": .objectPath(parent),
                "AppearanceState": .string(state), "State": .string("ready"), "FailureReason": .string(""),
            ],
            TabBarItemInterface.name: ["DisplayTitle": .string(title), "BadgeValue": .string("")],
        ]
    }

    private static func view(
        _ id: UInt32, in parent: UInt32 = 1, _ name: String = "Label", _ properties: [String: Variant] = [:]
    ) -> ViewEntry {
        ViewEntry(
            id: id, parent: parent, className: name, frame: DBusRect(x: 0, y: 0, width: 10, height: 10),
            properties: properties)
    }

    private static var objects: [ObjectPath: TabTree.Properties] {
        var root = object("Clocks", in: .none, state: "appeared")
        root[TabBarControllerInterface.name] = [
            "ViewControllers": [clock, watch].variant, "SelectedViewController": .objectPath(clock),
            "Profile": .string("phone"),
        ]
        root[WindowInterface.name] = ["Size": DBusSize(width: 375, height: 667).variant]
        return [
            tabs: root, clock: object("World Clock", in: tabs, state: "appeared"),
            watch: object("Stopwatch", in: tabs),
        ]
    }

    private static let views = [clock: ViewSnapshot(revision: 4, views: [view(1, in: 0, "View"), view(2)])]

    private static func tree() -> TabTree {
        var tree = TabTree(of: tabs)
        _ = tree.replaceAll(objects, views)
        return tree
    }

    private func viewChanged(
        _ tree: inout TabTree, _ path: ObjectPath, _ revision: UInt64, _ changed: [ViewEntry], _ removed: [UInt32] = []
    ) -> [String] {
        tree.lines(
            of: "ViewChanged", ViewControllerInterface.name, from: path,
            [.uint64(revision), changed.variant, removed.variant])
    }

    // MARK: Tree

    @Test func `the tree has a line for each view controller and view, the selected tab with an asterisk`() {
        #expect(
            TreeText(Self.tree()).lines == [
                "  3 Clocks  x.Clocks  phone 375x667  appeared",
                "  * 1 World Clock  x.World Clock  appeared",
                "        1 View  0,0 10x10",
                "          2 Label  0,0 10x10",
                "    2 Stopwatch  x.Stopwatch  disappeared",
            ])
    }

    @Test func `a badge is in braces, and a failed view controller shows the reason`() {
        var tree = Self.tree()
        _ = tree.change(Self.watch, TabBarItemInterface.name, ["BadgeValue": .string("3")])
        _ = tree.change(
            Self.watch, ViewControllerInterface.name,
            ["State": .string("failed"), "FailureReason": .string("it left")])
        #expect(TreeText(tree).lines.last == "    2 Stopwatch {3}  x.Stopwatch  disappeared  failed: it left")
    }

    // MARK: Properties

    @Test func `a change is reported once, with the old value`() {
        var tree = Self.tree()
        let selected: [String: Variant] = [
            "SelectedViewController": .objectPath(Self.watch), "SelectedIndex": .int64(1),
        ]
        #expect(
            tree.change(Self.tabs, TabBarControllerInterface.name, selected)
                == ["selected: 1 World Clock → 2 Stopwatch"])
        #expect(tree.change(Self.tabs, TabBarControllerInterface.name, selected).isEmpty)
        #expect(
            tree.change(Self.watch, TabBarItemInterface.name, ["BadgeValue": .string("3")])
                == ["2 Stopwatch: badge \"\" → \"3\""])
        #expect(
            tree.change(Self.tabs, WindowInterface.name, ["Size": DBusSize(width: 1, height: 2.5).variant])
                == ["3 Clocks: window size 375x667 → 1x2.5"])
        #expect(
            tree.change(Self.tabs, TabBarControllerInterface.name, ["ViewControllers": [Self.watch].variant])
                == ["tabs: 1 World Clock, 2 Stopwatch → 2 Stopwatch"])
        #expect(
            tree.change(
                Self.clock, ViewControllerInterface.name,
                ["FailureReason": .string("silent"), "State": .string("unresponsive")])
                == ["1 World Clock: ready → unresponsive: silent"])
    }

    @Test func `changes in other trees are not reported`() {
        var tree = Self.tree()
        #expect(tree.change(Self.alarm, ViewControllerInterface.name, ["Title": .string("x")]).isEmpty)
        #expect(tree.change(Self.alarm, ViewControllerInterface.name, ["Parent": .objectPath("/x")]).isEmpty)
        #expect(viewChanged(&tree, Self.alarm, 1, [Self.view(1, in: 0)]).isEmpty)
        #expect(!tree.isIncomplete)
        #expect(tree.objects == Self.objects)
    }

    @Test func `control characters in texts do not reach the terminal`() {
        var tree = Self.tree()
        let lines = tree.change(Self.watch, ViewControllerInterface.name, ["Title": .string("a\u{1B}[2J\n\u{202E}b")])
        #expect(lines.count == 1)
        #expect(lines[0].unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" })
    }

    // MARK: Added and removed objects

    @Test func `an added controller from elsewhere needs another reply, which reports only that`() {
        var tree = Self.tree()
        #expect(tree.change(Self.alarm, ViewControllerInterface.name, ["Parent": .objectPath(Self.tabs)]).isEmpty)
        #expect(tree.isIncomplete)
        var objects = Self.objects
        objects[Self.alarm] = Self.object("Alarm", in: Self.tabs)
        let changes = tree.replaceAll(objects, Self.views)
        #expect(TreeText(tree).lines(of: changes) == ["joined: 9 Alarm  x.Alarm"])
        #expect(!tree.isIncomplete)
    }

    @Test func `a controller that moves elsewhere is removed with its children`() {
        var tree = Self.tree()
        var objects = Self.objects
        objects[Self.alarm] = Self.object("Alarm", in: Self.watch)
        _ = tree.replaceAll(objects, Self.views)
        #expect(
            tree.change(
                Self.watch, ViewControllerInterface.name,
                ["Parent": .objectPath("/"), "AppearanceState": .string("appearing")])
                == ["2 Stopwatch: disappeared → appearing", "left: 9 Alarm", "left: 2 Stopwatch"])
        #expect(tree.objects.keys.sorted() == [Self.clock, Self.tabs])
    }

    @Test func `a view controller that was wrapped for a sheet stays without its wrapper until the next reply`() {
        var tree = Self.tree()
        var objects = Self.objects
        let sheet: ObjectPath = "/org/tabd/Tabs1/view_controllers/8"
        objects[sheet] = Self.object("Sheet", in: .none)
        objects[sheet]?[ViewControllerInterface.name]?["PresentingViewController"] = .objectPath(Self.clock)
        objects[Self.alarm] = Self.object("Alarm", in: sheet)
        objects[Self.alarm]?[ViewControllerInterface.name]?["PresentingViewController"] = .objectPath(Self.clock)
        _ = tree.replaceAll(objects, Self.views)
        let name = ViewControllerInterface.name
        #expect(tree.change(sheet, name, ["PresentingViewController": .objectPath("/")]) == ["left: 8 Sheet"])
        #expect(tree.objects[Self.alarm] != nil && tree.isIncomplete)
        #expect(tree.change(Self.alarm, name, ["Parent": .objectPath("/")]).isEmpty)
        #expect(tree.objects[Self.alarm] != nil)
    }

    @Test func `the end of the controller is reported once`() {
        var tree = Self.tree()
        for expected in [["destroyed: 3 Clocks"], []] {
            let lines = tree.lines(
                of: "InterfacesRemoved", ObjectManagerInterface.name, from: TabNames.root,
                [.objectPath(Self.tabs), [ViewControllerInterface.name].variant])
            #expect(lines == expected)
        }
        #expect(tree.isDestroyed)
    }

    // MARK: Views

    @Test func `views are reported as added, changed key by key, and removed`() {
        var tree = Self.tree()
        let old = Self.view(3, "Button", ["Title": .string("Lap"), "Enabled": .bool(false)])
        #expect(
            viewChanged(&tree, Self.clock, 5, [old])
                == ["1 World Clock: + 3 Button  0,0 10x10  Title=\"Lap\" Enabled=false"])
        let new = Self.view(3, "Button", ["Title": .string("Reset"), "Style": .string("filled")])
        #expect(
            viewChanged(&tree, Self.clock, 6, [new], [2]) == [
                "1 World Clock: 3 Button: Enabled false → true, Style plain → filled, Title \"Lap\" → \"Reset\"",
                "1 World Clock: - 2 Label",
            ])
    }

    @Test func `different rows of a table are reported, or the number of rows`() {
        func table(_ titles: [String]) -> ViewEntry {
            let rows = titles.map { TableRow(title: $0, detail: "d") }
            return Self.view(2, "TableView", ["Rows": rows.variant])
        }
        #expect(
            ViewChangeText.text(from: table(["a", "b"]), to: table(["a", "c"])) == #"row 2 "b  d" → "c  d""#)
        #expect(ViewChangeText.text(from: table(["a"]), to: table([])) == "Rows: 1 → 0")
        let many = (0..<9).map(String.init)
        #expect(ViewChangeText.text(from: table(many), to: table(many.reversed())).hasSuffix(", and 5 more rows"))
    }

    @Test func `known views are not reported again, and missing ones are read again`() {
        var tree = Self.tree()
        #expect(viewChanged(&tree, Self.clock, 4, [Self.view(7)]).isEmpty)
        #expect(!tree.isIncomplete)
        #expect(viewChanged(&tree, Self.clock, 6, [Self.view(7)]).isEmpty)
        #expect(tree.isIncomplete)
        let snapshot = ViewSnapshot(revision: 6, views: [Self.view(1, in: 0, "View"), Self.view(7)])
        _ = tree.replaceAll(Self.objects, [Self.clock: snapshot])
        #expect(tree.views[Self.clock]?.snapshot == snapshot)
        #expect(viewChanged(&tree, Self.clock, 7, [], [7]) == ["1 World Clock: - 7 Label"])
    }

    @Test func `the first change reports a whole view; a view that was loaded before is read when it appears`() {
        var tree = Self.tree()
        #expect(viewChanged(&tree, Self.watch, 1, [Self.view(1, in: 0, "View")]).count == 1)
        var other = Self.tree()
        #expect(viewChanged(&other, Self.watch, 5, [Self.view(2)]).isEmpty)
        #expect(!other.isIncomplete, "the view is not visible")
        #expect(
            other.change(Self.watch, ViewControllerInterface.name, ["AppearanceState": .string("appeared")])
                == ["2 Stopwatch: disappeared → appeared"])
        #expect(other.isIncomplete)
    }

    @Test func `a view keeps its place, a moved view comes to the front, and children are removed with their parent`() {
        var mirror = ViewMirror()
        _ = mirror.apply(1, [Self.view(1, in: 0), Self.view(2), Self.view(3), Self.view(4, in: 2)], [])
        _ = mirror.apply(2, [Self.view(2, "Button")], [])
        #expect(mirror.views.map(\.id) == [1, 2, 4, 3])
        _ = mirror.apply(3, [Self.view(4, in: 1)], [])
        #expect(mirror.views.map(\.id) == [1, 2, 3, 4])
        _ = mirror.apply(4, [Self.view(3, in: 2)], [])
        #expect(mirror.apply(5, [], [2])?.count == 2)
        #expect(mirror.views.map(\.id) == [1, 4])
    }

    @Test func `JSON leaves nothing out`() throws {
        var tree = Self.tree()
        let changes = tree.receive(
            "PropertiesChanged", of: PropertiesInterface.name, from: Self.watch,
            [.string(ViewControllerInterface.name), ["Frame": DBusRect.zero.variant].variant, [String]().variant])
        #expect(TreeText(tree).lines(of: changes).isEmpty)
        #expect(
            try #require(changes.first).json(in: tree).text
                == #"{"event":"property","path":"/org/tabd/Tabs1/view_controllers/2","#
                + #""interface":"org.tabd.Tabs1.ViewController","property":"Frame","old":null,"new":[0,0,0,0]}"#)
        #expect(
            tree.json.text.hasPrefix(#"{"event":"attached","path":"/org/tabd/Tabs1/view_controllers/3","objects":{"#))
    }
}
