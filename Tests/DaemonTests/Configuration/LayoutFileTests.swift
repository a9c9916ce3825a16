import LayoutFile
import TestSupport

/// Layout files, and the messages about mistakes in them.
@Suite struct LayoutFileTests {
    private func problems(_ text: String) -> [String] { LayoutDocument(text).errors.map(\.description) }

    @Test func `a controller needs an identifier, and a tab needs a type`() throws {
        let file = LayoutDocument(
            """
            [[controller]]
            identifier = "desk"
            tabs = ["clock.WorldClock", { type = "clock.Stopwatch", title = "Laps" }, "clock.WorldClock"]
            """)
        #expect(file.errors.isEmpty)
        let desk = try #require(file.controllers.first)
        #expect((desk.kind, desk.identifier, desk.isNamed) == (.tabBar, "desk", true))
        let tabs = try #require(desk.children)
        #expect(tabs.map(\.type) == ["clock.WorldClock", "clock.Stopwatch", "clock.WorldClock"])
        #expect(tabs.map(\.identifier) == ["desk.clock.WorldClock", "desk.clock.Stopwatch", "desk.clock.WorldClock-2"])
        #expect(tabs.map(\.title) == [nil, "Laps", nil])
        #expect(tabs.allSatisfy { !$0.isNamed && $0.kind == .view })
    }

    @Test func `kinds follow from the keys, and stacks name their members`() throws {
        let file = LayoutDocument(
            """
            [[controller]]
            identifier = "desk"
            profile = "pad"
            size = [1024, 768.5]

            [[controller.tabs]]
            stack = ["settings.Settings"]
            icon = "preferences-system"
            badge = "1"

            [[controller.tabs]]
            type = "clock.CountdownTimer"
            identifier = "egg"
            arguments = { Duration = 300, Names = ["a", "b"] }

            [[controller]]
            identifier = "prefs"
            stack = [{ type = "settings.Settings", identifier = "root" }]

            [[controller]]
            identifier = "alone"
            type = "clock.Alarm"

            [[controller]]
            identifier = "empty"
            tabs = []

            [[controller]]
            identifier = "open"
            """)
        #expect(file.errors.isEmpty, "\(file.errors)")
        #expect(file.controllers.map(\.kind) == [.tabBar, .navigation, .view, .tabBar, .tabBar])
        #expect(file.controllers.map { $0.children?.count } == [2, 1, nil, 0, nil])
        let desk = try #require(file.controllers.first)
        #expect(desk.window.size == DBusSize(width: 1024, height: 768.5) && desk.profile == "pad")
        let tabs = try #require(desk.children)
        #expect(tabs.map(\.identifier) == ["desk.settings.Settings", "egg"])
        #expect(tabs[0].children?.map(\.identifier) == ["desk.settings.Settings.settings.Settings"])
        #expect((tabs[0].icon, tabs[0].badge) == ("preferences-system", "1"))
        #expect(
            tabs[1].arguments == ["Duration": .int64(300), "Names": .array(of: "s", [.string("a"), .string("b")])])
        #expect(file.controllers[1].children?.map(\.identifier) == ["root"])
    }

    @Test func `an empty layout declares nothing`() {
        #expect(LayoutDocument("").controllers.isEmpty && LayoutDocument("# nothing\n").errors.isEmpty)
    }

    @Test(arguments: [
        ("name = 1", "line 1: unknown key 'name'; expected [[controller]]"),
        ("[controller]\nidentifier = \"a\"", "line 1: invalid controller; expected an array of tables, [[controller]]"),
        ("controller = [1]", "line 1: invalid controller; expected an array of tables, [[controller]]"),
        ("[[controller]]\ntitle = \"a\"", "line 1: a controller needs an identifier, a non-empty string"),
        ("[[controller]]\ntitle = \"a\"\nidentifier = \"\"", "line 3: a controller needs an identifier"),
        ("[[controller]]\nidentifier = 7", "line 2: invalid identifier; expected a string"),
        ("[[controller]]\nidentifier = ", "line 2, column 14: expected a string in quotes"),
        ("a\u{0}b", "line 1, column 2: expected = after the key, found '\\0'"),
    ])
    func `a mistake is reported with its line and the allowed values`(text: String, problem: String) throws {
        expect(problem, in: text)
    }

    private func expect(_ problem: String, in text: String) {
        let problems = problems(text)
        #expect(problems.contains { $0.hasPrefix(problem) }, "\(problems)")
        #expect(problems.count == 1, "\(problems)")
    }

    /// The lines after the identifier `a` of a controller, and the message.
    @Test(arguments: [
        (
            "\ntile = \"b\"",
            "line 4: unknown key 'tile' for a controller of kind 'tab bar'; expected one of identifier, kind, title, profile"
        ),
        ("kind = \"tabs\"", "line 3: 'tabs' is not a kind for a controller; expected tab bar, nav"),
        ("profile = \"watch\"", "line 3: 'watch' is not a valid profile; expected one of phone"),
        ("size = [1, 0]", "line 3: invalid size; expected [width, height]"),
        ("size = [1, \"2\"]", "line 3: invalid size; expected [width, height]"),
        ("size_policy = \"tiny\"", "line 3: 'tiny' is not a valid size policy; expected one of smallest"),
        ("bar_side = \"left\"", "line 3: 'left' is not a valid bar side; expected one of bottom"),
        ("bar_height = 0", "line 3: invalid bar_height; expected a number above 0"),
        ("bar_slots = 1", "line 3: invalid bar_slots; expected a number from 2 to 64"),
        ("bar_slots = 65", "line 3: invalid bar_slots; expected a number from 2 to 64"),
        ("focus = 1", "line 3: invalid focus; expected true or false"),
        ("profile = \"tv\"\nbar_slots = 5", "line 4: bar_slots is not supported in profile tv"),
        ("profile = \"tv\"\nbar_side = \"leading\"", "line 4: bar_side is not supported in profile tv"),
        ("stack = [\"b.C\"]\nbar_side = \"top\"", "line 4: unknown key 'bar_side' for a controller of kind 'nav"),
        ("stack = []", "line 3: a navigation controller needs a stack with at least its root"),
        ("tabs = \"b.C\"", "line 3: invalid value; expected an array of types and tables"),
        ("tabs = [\n  \"b.C\",\n  \"d\",\n]", "line 5: 'd' is not a type"),
        ("tabs = [\n\"b.C\", 5]", "line 4: invalid value for a tab; expected a type"),
        ("tabs = [{ title = \"b\" }]", "line 3: a tab needs a type"),
        (
            "tabs = [\n  # one\n  { type = \"b.C\", size = [1, 2] } ]",
            "line 5: unknown key 'size' for a tab of kind 'view'; expected one of identifier, kind, type, title, icon, badge"
        ),
        (
            "[[controller.tabs]]\ntype = \"b.C\"\n[[controller.tabs]]\nicon = \"/\"\ntype = \"b.D\"",
            "line 6: '/' is not an image"
        ),
        (
            "[[controller.tabs]]\nkind = \"tab bar\"",
            "line 4: 'tab bar' is not a kind for a tab; expected navigation, view"
        ),
        ("stack = [{ stack = [\"b.C\"] }]", "line 3: a member of a stack needs a type"),
        ("type = \"b.C\"\narguments = 5", "line 4: invalid arguments; expected a table"),
        (
            "tabs = [\"b.C\"]\n[[controller]]\nidentifier = \"c\"\ntabs = [{ type = \"b.C\", identifier = \"a\" }]",
            "line 6: identifier 'a' is already used on line 1"
        ),
    ])
    func `a mistake in a controller is reported as well`(lines: String, problem: String) throws {
        expect(problem, in: "[[controller]]\nidentifier = \"a\"\n" + lines)
    }

    @Test func `repeated types are numbered, up to a limit`() {
        func layout(_ controllers: Int, _ tabs: Int) -> LayoutDocument {
            let list = Array(repeating: "\"a.B\"", count: tabs).joined(separator: ", ")
            return LayoutDocument(
                (1...controllers).map { "[[controller]]\nidentifier = \"c\($0)\"\ntabs = [\(list)]\n" }.joined())
        }
        let most = layout(20, 99)
        #expect(most.errors.isEmpty, "\(most.errors)")
        #expect(most.controllers.last?.children?.last?.identifier == "c20.a.B-99")
        #expect(most.controllers.flatMap(\.withDescendants).count == LayoutDocument.maximumEntries)
        let tooMany = layout(40, 99)
        #expect(
            tooMany.errors.map(\.description) == [
                "line 61: the layout has more than 2000 controllers, tabs and stack members"
            ])
    }

    @Test func `all mistakes are reported in the order of their lines`() {
        let text = """
            # "not = a key"
            [[controller]]
            identifier = "a" # [[controller]]
            title = '''
            two = 1
            [[lines]]'''
            colour = "red"

            [[controller]]
            "identifier" = "b"
            tabs = [
                { type = "c.D", arguments = { "a.b" = [1, 2], x = "}" } }, # }
                { type = "nodot", badge = 5 },
            ]

            [other]
            """
        #expect(
            problems(text) == [
                "line 7: unknown key 'colour' for a controller of kind 'tab bar'; expected one of identifier, kind, title, "
                    + "profile, size, size_policy, bar_height, bar_side, bar_slots, focus, tabs",
                "line 13: invalid badge; expected a string",
                "line 13: 'nodot' is not a type; expected PLUGIN.CLASS, for example clock.Stopwatch",
                "line 16: unknown key 'other'; expected [[controller]]",
            ])
    }

    @Test func `a written layout is short and reads back the same`() {
        var tab = LayoutEntry(kind: .view)
        tab.type = "a.B"
        var desk = LayoutEntry(kind: .tabBar)
        (desk.identifier, desk.isNamed, desk.title) = ("desk", true, "\"quoted\" \\ \u{7} ü\n")
        desk.window.size = DBusSize(width: 300.5, height: 400)
        (desk.window.sizePolicy, desk.window.barHeight) = ("fixed", 60.5)
        (desk.window.barSide, desk.window.barSlots, desk.window.focus) = ("leading", 4, true)
        desk.children = [tab, tab]
        #expect(
            LayoutWriter.text(of: [desk]).hasSuffix(
                """
                [[controller]]
                identifier = "desk"
                title = "\\"quoted\\" \\\\ \\u0007 ü\\n"
                size = [300.5, 400]
                size_policy = "fixed"
                bar_height = 60.5
                bar_side = "leading"
                bar_slots = 4
                focus = true
                tabs = ["a.B", "a.B"]

                """))
        tab.arguments = ["a b": .double(1), "n": .variant(.uint32(3)), "t": ["x": Variant.bool(true)].variant]
        tab.badge = ""
        var stack = LayoutEntry(kind: .navigation)
        stack.children = [tab, tab]
        (stack.identifier, stack.isNamed) = ("stack", true)
        desk.children = [tab, stack]
        let file = LayoutDocument(LayoutWriter.text(of: [desk], remarks: ["A remark."]))
        #expect(file.errors.isEmpty, "\(file.errors)")
        let read = file.controllers.flatMap(\.withDescendants)
        #expect(read.map(\.kind) == [.tabBar, .view, .navigation, .view, .view])
        #expect(read[0].title == desk.title && read[0].window == desk.window)
        #expect(
            read[1].arguments == [
                "a b": .double(1), "n": .int64(3),
                "t": .dictionary(key: "s", value: "v", [.string("x"): .variant(.bool(true))]),
            ])
        #expect(read[4].badge?.isEmpty == true)
    }
}
