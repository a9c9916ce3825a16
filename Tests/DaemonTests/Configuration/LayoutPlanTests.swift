import LayoutFile
import TestSupport

/// The plan for a layout, and its description.
@Suite struct LayoutPlanTests {
    /// A bar `desk` (1) with a clock (4), a stack (6) with settings (5), and another client's view (7) between them.
    private var situation: CurrentLayout {
        func live(_ id: ViewControllerID, _ kind: LayoutEntry.Kind, _ identifier: String, _ type: String = "")
            -> LiveController
        {
            var entry = LayoutEntry(kind: kind)
            (entry.identifier, entry.type) = (identifier, type)
            return LiveController(id, entry: entry)
        }
        var desk = live(1, .tabBar, "desk")
        desk.children = [4, 7, 6]
        desk.entry.profile = "phone"
        var clock = live(4, .view, "desk.clock.Alarm", "clock.Alarm")
        clock.entry.title = "Alarms"
        var stack = live(6, .navigation, "desk.settings.Settings")
        stack.children = [5]
        var settings = live(5, .view, "", "settings.Settings")
        settings.parent = 6
        var foreign = live(7, .view, "todo", "remote")
        foreign.isDeclarable = false
        (clock.parent, stack.parent, foreign.parent) = (1, 1, 1)
        var free = live(9, .view, "free", "clock.Stopwatch")
        free.entry.arguments = ["A": .uint32(1)]
        return CurrentLayout([desk, clock, stack, settings, foreign, free])
    }

    private func plan(_ text: String, onlyMissing: Bool = false) -> LayoutPlan {
        let file = LayoutDocument("[[controller]]\nidentifier = \"desk\"\n" + text)
        #expect(file.errors.isEmpty, "\(file.errors)")
        return LayoutPlan(of: file.controllers, in: situation, onlyMissing: onlyMissing)
    }

    @Test func `a saved layout needs no change`() {
        let text = situation.text
        let file = LayoutDocument(text)
        #expect(file.errors.isEmpty, "\(file.errors)")
        #expect(file.controllers.map(\.identifier) == ["desk", "free"])
        for onlyMissing in [false, true] {
            #expect(
                LayoutPlan(of: file.controllers, in: situation, onlyMissing: onlyMissing)
                    == LayoutPlan(of: [], in: situation))
        }
        #expect(
            text.hasSuffix(
                """
                [[controller]]
                identifier = "desk"

                [[controller.tabs]]
                type = "clock.Alarm"
                title = "Alarms"

                [[controller.tabs]]
                stack = ["settings.Settings"]

                [[controller]]
                identifier = "free"
                type = "clock.Stopwatch"
                arguments = { A = 1 }

                """))
    }

    @Test func `tabs are created, ordered and destroyed, and other controllers keep their places`() {
        let plan = plan("tabs = [{ stack = [\"settings.Settings\"] }, \"clock.Stopwatch\"]")
        #expect(
            plan.changes == [
                "creates 'desk.clock.Stopwatch' (clock.Stopwatch)",
                "destroys 'desk.clock.Alarm' (clock.Alarm), which is not declared in 'desk'",
                "orders the tabs of 'desk': 'desk.settings.Settings', 'todo', 'desk.clock.Stopwatch'",
            ])
        #expect(plan.destructions == [4])
        #expect(plan.arrangements == [.init(container: .live(1), children: [.live(6), .live(7), .new(0)])])
        #expect(plan.settings.isEmpty && plan.errors.isEmpty)
    }

    @Test func `a stack is destroyed with its controllers, the last first`() {
        let plan = plan("tabs = [\"clock.Alarm\"]")
        #expect(plan.destructions == [5, 6])
        #expect(
            plan.changes == [
                "destroys 'desk.settings.Settings' (navigation controller), which is not declared in 'desk'"
            ])
        #expect(plan.arrangements == [.init(container: .live(1), children: [.live(4), .live(7)])])
    }

    @Test func `settings that the file leaves out are not changed`() {
        #expect(plan("").isEmpty)
        #expect(plan("profile = \"phone\"").isEmpty)
        let plan = plan("title = \"Desk\"\nsize = [300, 400]")
        #expect(
            plan.changes == ["sets the title of 'desk' to 'Desk' (was '')", "sets the size of 'desk' to 300 x 400"])
        #expect(plan.arrangements.isEmpty)
    }

    @Test func `another type, profile or arguments need a new controller, which keeps the content`() {
        let pad = plan("profile = \"pad\"")
        #expect(pad.changes == ["replaces 'desk', which has the profile phone, with a new tab bar controller"])
        #expect(pad.creations.map(\.replaced) == [1])
        #expect(pad.destructions == [1])
        #expect(pad.arrangements == [.init(container: .new(0), children: [.live(4), .live(7), .live(6)])])
        let file = LayoutDocument(
            "[[controller]]\nidentifier = \"free\"\ntype = \"clock.Stopwatch\"\narguments = { A = 2 }")
        let arguments = LayoutPlan(of: file.controllers, in: situation)
        #expect(arguments.changes == ["replaces 'free', which has other arguments, with a new clock.Stopwatch"])
        let tabs = plan(
            "tabs = [{ identifier = \"desk.clock.Alarm\", type = \"clock.Stopwatch\" }, "
                + "{ stack = [\"settings.Settings\"] }]")
        #expect(tabs.changes == ["replaces 'desk.clock.Alarm', which is a clock.Alarm, with a new clock.Stopwatch"])
        #expect(tabs.arrangements == [.init(container: .live(1), children: [.new(0), .live(7), .live(6)])])
        #expect(tabs.destructions == [4])
    }

    @Test func `a controller in another place is moved`() {
        let plan = plan(
            "tabs = [\"clock.Alarm\", { stack = [\"settings.Settings\", { type = \"clock.Stopwatch\", identifier = \"free\" }] }]"
        )
        #expect(plan.changes == ["moves 'free' to 'desk.settings.Settings'"])
        #expect(plan.arrangements == [.init(container: .live(6), children: [.live(5), .live(9)])])
    }

    @Test func `a start creates only missing controllers, after those declared before them`() {
        let text = "title = \"Other\"\ntabs = [\"clock.WorldClock\", \"clock.Alarm\", \"clock.Stopwatch\"]"
        let plan = plan(text, onlyMissing: true)
        #expect(
            plan.changes == [
                "creates 'desk.clock.WorldClock' (clock.WorldClock)",
                "creates 'desk.clock.Stopwatch' (clock.Stopwatch)",
            ])
        #expect(
            plan.arrangements == [
                .init(container: .live(1), children: [.new(0), .live(4), .new(1), .live(7), .live(6)])
            ])
        #expect(plan.destructions.isEmpty && plan.settings.isEmpty)
    }

    @Test func `a start moves no controller to a new container`() {
        let file = LayoutDocument(
            """
            [[controller]]
            identifier = "new"
            tabs = [{ type = "clock.Alarm", identifier = "desk.clock.Alarm" }, "a.B"]
            [[controller]]
            identifier = "more"
            tabs = [{ identifier = "free", type = "clock.Stopwatch" }]
            [[controller]]
            identifier = "pages"
            stack = [{ identifier = "desk.clock.Alarm-2", type = "clock.Alarm" }, "a.C"]
            [[controller]]
            identifier = "rootless"
            stack = [{ identifier = "todo", type = "clock.Alarm" }]
            """)
        #expect(file.errors.isEmpty, "\(file.errors)")
        let plan = LayoutPlan(of: file.controllers, in: situation, onlyMissing: true)
        #expect(
            plan.changes == [
                "creates 'new' (tab bar controller)", "creates 'new.a.B' (a.B)", "creates 'more' (tab bar controller)",
                "moves 'free' to 'more'", "creates 'pages' (navigation controller)",
                "creates 'desk.clock.Alarm-2' (clock.Alarm)", "creates 'pages.a.C' (a.C)",
            ])
        // A controller without a container can get one.
        #expect(plan.arrangements.map(\.children) == [[.new(0)], [.live(9)], [.new(3), .new(4)]])
        #expect(plan.errors.map(\.description) == ["line 10: 'rootless' is not created: 'todo' is in 'desk'"])
    }

    @Test func `a controller that ends with its client is not saved, and keeps its place`() {
        var controllers = Array(situation.controllers.values)
        for index in controllers.indices where controllers[index].id == 4 { controllers[index].isTemporary = true }
        let situation = CurrentLayout(controllers)
        let text = situation.text
        #expect(
            text.contains(
                "# Skipped: /org/tabd/Tabs1/view_controllers/4 (clock.Alarm), because it is destroyed with its client.")
        )
        #expect(!text.contains("type = \"clock.Alarm\""))
        let file = LayoutDocument(text)
        #expect(LayoutPlan(of: file.controllers, in: situation) == LayoutPlan(of: [], in: situation))
        let empty = LayoutDocument("[[controller]]\nidentifier = \"desk\"\ntabs = []")
        let plan = LayoutPlan(of: empty.controllers, in: situation)
        #expect(plan.arrangements == [.init(container: .live(1), children: [.live(4), .live(7)])])
        #expect(plan.destructions == [5, 6])
    }

    @Test func `a remote view controller can't be declared`() {
        let plan = plan("tabs = [{ identifier = \"todo\", type = \"clock.Alarm\" }]")
        #expect(plan.errors.map(\.line) == [3])
        #expect(plan.errors.first?.message.hasPrefix("'todo' belongs to another program") == true)
    }

    @Test func `an unknown type is reported with its line, and a start creates the rest`() {
        let file = LayoutDocument(
            """
            [[controller]]
            identifier = "new"
            tabs = [
                "a.B",
                "c.D",
                { stack = ["c.D"] },
            ]
            """)
        for onlyMissing in [false, true] {
            let plan = LayoutPlan(of: file.controllers, in: situation, onlyMissing: onlyMissing) { entry, isInside in
                #expect(isInside)
                return entry.type == "c.D" ? "no plugin offers 'c.D'" : nil
            }
            #expect(
                plan.errors.map(\.description) == ["line 5: no plugin offers 'c.D'", "line 6: no plugin offers 'c.D'"])
            #expect(plan.changes == ["creates 'new' (tab bar controller)", "creates 'new.a.B' (a.B)"])
            #expect(plan.arrangements == [.init(container: .new(1), children: [.new(0)])])
        }
    }
}
