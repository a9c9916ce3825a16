import TestSupport

@testable import TabControl

/// Navigation bars, More and the focus as text.
@Suite struct BarTextTests {
    private typealias Example = ExampleTree

    private func lines(_ example: ExampleTree) -> [String] {
        TreeText(example.attached()).lines.map { String($0.trimmingPrefix { $0 == " " }) }
    }

    /// Returns the lines for new values of properties.
    private func change(
        _ example: ExampleTree, _ path: ObjectPath, _ interface: String, _ values: [String: Variant],
        views: [ObjectPath: [ViewEntry]] = [:]
    ) -> [String] {
        var tree = example.attached(views)
        return tree.change(path, interface, values)
    }

    // MARK: Navigation bars

    private static let buttons = [
        BarButtonItemEntry(id: 1, title: "Edit"), BarButtonItemEntry(id: 2, image: "list-add-symbolic", enabled: false),
        BarButtonItemEntry(id: 7),
    ]

    @Test func `a bar has the back button, the title in the middle and the buttons on the right`() {
        var example = Example.pad()
        #expect(lines(example).contains("bar: < Settings | Sound | [Edit] [Add]"))
        let printed = example.printed()
        #expect(printed.first == "Desk - Sound")
        #expect(printed.contains(" ‹ Settings                          Sound                         [Edit] [Add]"))
        example.set(NavigationItemInterface.name, "BackButtonTitle", .string(""), of: Example.page)
        example.set(NavigationItemInterface.name, "LeftBarButtonItems", Self.buttons.variant, of: Example.page)
        #expect(
            example.printed().contains(
                " [Edit] (list-add-symbolic) [7]      Sound                         [Edit] [Add]"))
        example.set(NavigationItemInterface.name, "Title", .string("日本語\u{1B}[2J"), of: Example.page)
        #expect(!lines(example).joined().contains("\u{1B}"))
        example.set(NavigationControllerInterface.name, "NavigationBarHidden", .bool(true), of: Example.navigation)
        #expect(!example.printed().contains { $0.contains("[Add]") })
        #expect(!lines(example).contains { $0.hasPrefix("bar:") && $0.contains("Sound") })
    }

    @Test func `a change of buttons is one readable line`() {
        #expect(
            change(
                Example(), Example.page, NavigationItemInterface.name, ["RightBarButtonItems": Self.buttons.variant])
                == ["6 Sound: navigation RightBarButtonItems none → [Edit] (list-add-symbolic) [7]"])
    }

    // MARK: States of items

    @Test func `a tab that needs attention or is loading has a mark, and JSON has all states`() {
        var example = Example.pad()
        func set(_ name: String, _ value: Variant, of path: ObjectPath) {
            example.set(TabBarItemInterface.name, name, value, of: path)
        }
        set("NeedsAttention", .bool(true), of: Example.plain)
        set("BadgeValue", .string("3"), of: Example.plain)
        set("Loading", .bool(true), of: Example.plain)
        set("Loading", .bool(true), of: Example.alarm)
        set("Tooltip", .string("A plain page"), of: Example.plain)
        set("AccessibilityLabel", .string("Plain, three new"), of: Example.plain)
        #expect(example.printed().contains { $0.contains(" 2 Plain {3} !↻ ") }, "\(example.printed())")
        let line = lines(example).first { $0.hasPrefix("7 Plain") }
        #expect(line?.hasPrefix("7 Plain {3} !↻  x.Plain") == true)
        #expect(line?.hasSuffix("label: Plain, three new  tooltip: A plain page") == true)
        #expect(
            example.json().contains(
                #""enabled":true,"selected":false,"needsAttention":true,"loading":true,"tooltip":"A plain page","#
                    + #""accessibilityLabel":"Plain, three new","allowsClosing":false,"allowsReordering":false,"allowsHiding":false}"#
            ))
        #expect(
            change(example, Example.plain, TabBarItemInterface.name, ["NeedsAttention": .bool(false)])
                == ["7 Plain: tab NeedsAttention true → false"])
        example.select(Example.more)
        #expect(example.printed().contains { $0.contains("1 Alarm {2} ↻") })
    }

    // MARK: More

    @Test func `the More list has rows with badges, disabled ones in parentheses, and Edit`() {
        var example = Example.pad()
        example.select(Example.more)
        let printed = example.printed()
        #expect(printed.first == "Desk - More")
        #expect(printed.contains { $0.contains("   More   ") && $0.hasSuffix("[Edit]") })
        #expect(printed.contains("   1 Alarm {2}") && printed.contains("   (2 Timer)"))
        #expect(printed.last == "        1 Settings                  2 Plain                   [3 More]")
        let all = lines(example)
        #expect(all.contains("bar: More | [Edit]") && all.contains("row 1 Alarm {2}") && all.contains("row (2 Timer)"))
        example.setButton(1, nil)
        #expect(!example.printed().contains { $0.contains("[Edit]") })
    }

    @Test func `during customizing the bar has the arrangement, and the page the available tabs and Done`() {
        var example = Example.pad()
        example.select(Example.more)
        example.set(TabBarControllerInterface.name, "Customizing", .bool(true), of: Example.tabs)
        example.set(
            TabBarControllerInterface.name, "CustomizableViewControllers",
            [Example.plain, Example.alarm, Example.timer].variant, of: Example.tabs)
        example.set(MoreListInterface.name, "BarItems", [Example.alarm, Example.plain].variant, of: Example.list)
        example.setButton(2, "Done")
        let printed = example.printed()
        #expect(printed.contains { $0.contains(" Configure ") && $0.contains("[Done]") })
        #expect(printed.contains { $0.contains("Plain") && $0.contains("Alarm") && $0.contains("Timer") })
        #expect(printed.last == "        1 Alarm {2}                 2 Plain                   [3 More]")
        #expect(lines(example).contains("customizing: 1 Alarm {2}, 2 Plain"))
        #expect(
            change(
                example, Example.list, MoreListInterface.name,
                ["BarItems": [Example.timer, Example.plain].variant])
                == ["3 More: customizing 8 Alarm, 7 Plain → 9 Timer, 7 Plain"])
    }

    @Test func `changes of the list have names, and those of the bar are not repeated`() {
        let values: [String: Variant] = [
            "Rows": [Example.timer].variant, "EditAvailable": .bool(false), "BarItems": [Example.alarm].variant,
        ]
        #expect(
            change(Example(), Example.list, MoreListInterface.name, values)
                == ["3 More: rows 8 Alarm, 9 Timer → 9 Timer"])
    }

    @Test func `JSON has the bar and the list with all their details`() {
        var example = Example()
        example.select(Example.more)
        let text = example.json()
        #expect(text.contains(#""navigationBar":{"backTitle":"","title":"More","left":[],"right":[{"id":1,"#))
        #expect(
            text.contains(
                #""more":{"rows":[{"path":"/org/tabd/Tabs1/view_controllers/8","title":"Alarm","badge":"2","#))
        #expect(text.contains(#""editAvailable":true,"arrangement":null},"popovers":[],"focus":null}"#))
    }

    // MARK: Focus

    private func tv(_ focus: [String: Variant]) -> ExampleTree {
        var example = Example()
        example.set(TabBarControllerInterface.name, "Profile", .string("tv"), of: Example.tabs)
        example[Example.tabs, FocusInterface.name] = focus
        return example
    }

    @Test func `the focus is an item of the bar, or a view with its view controller`() {
        let bar: [String: Variant] = [
            "FocusEnvironment": .string("bar"), "FocusedItem": .uint32(1), "FocusedView": ViewReference.none.variant,
        ]
        #expect(tv(bar).printed().last == "focus: item 2 of the bar, 7 Plain")
        #expect(lines(tv(bar)).contains("focus: item 2 of the bar, 7 Plain"))
        let content: [String: Variant] = [
            "FocusEnvironment": .string("content"), "FocusedItem": .uint32(.max),
            "FocusedView": ViewReference(viewController: Example.page, view: 2).variant,
        ]
        var example = tv(content)
        example.set(TabBarInterface.name, "Hidden", .bool(true), of: Example.bar)
        let button = ViewEntry(
            id: 2, parent: 1, className: "Button", frame: .zero, properties: ["Identifier": .string("Play")])
        #expect(example.printed().last == "focus: view 2 of 6 Sound")
        let root = ViewEntry(id: 1, parent: 0, className: "View", frame: .zero)
        #expect(example.printed(views: [Example.page: [root, button]]).last == "focus: view 2 Button #Play of 6 Sound")
        let views = [Example.page: [root, button]]
        // All three change at once, which is one line.
        #expect(
            change(tv(bar), Example.tabs, FocusInterface.name, content, views: views)
                == ["focus: view 2 Button #Play of 6 Sound"])
        #expect(tv(["FocusEnvironment": .string("content")]).printed().last == "focus: the content")
        #expect(tv(["FocusEnvironment": .string("bar")]).printed().last == "focus: the bar")
    }
}
