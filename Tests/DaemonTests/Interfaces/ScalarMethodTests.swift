import TestSupport

/// The methods with scalar arguments. Each has the same effect and the same errors as a member with structures or
/// options.
@EventLoop @Suite(.localDaemon) struct ScalarMethodTests {
    private typealias Popover = PopoverPresentationControllerInterface
    private typealias Own = ViewControllerInterface

    /// Expects that calls are refused with an error that contains words.
    private func expectRefusals(
        by client: BusClient, of interface: String, at path: ObjectPath,
        _ calls: [(member: String, arguments: [Variant], words: [String])]
    ) async {
        for (member, arguments, words) in calls {
            let answer = await complaint { try await client.callAnything(member, of: interface, at: path, arguments) }
            for word in words { #expect(answer.contains(word), "\(member) \(arguments): \(answer)") }
        }
    }

    // MARK: Popovers

    @Test func `the anchor, margins, sheet and pass-through views of a popover are written one by one`() async throws {
        let stage = try await PopoverStage()
        let (first, bar) = (stage.children[0], BusClient.bar(of: stage.tabs))
        let barView = ViewReference(viewController: bar, view: 0)
        func sheet(_ detents: [String], _ selected: String, _ grabber: Bool) -> Variant {
            [
                "Detents": detents.variant, "SelectedDetent": .string(selected),
                "PrefersGrabberVisible": .bool(grabber),
            ].variant
        }
        let item = ViewReference(viewController: first, view: 7)
        let (none, both) = ([ViewReference](), [barView, stage.source])
        let writes: [(String, [Variant], String, Variant)] = [
            ("SetBarButtonItem", [.objectPath(first), .uint32(7)], "BarButtonItem", item.variant),
            ("SetBarButtonItem", [.objectPath(.none), .uint32(0)], "BarButtonItem", ViewReference.none.variant),
            (
                "SetPopoverLayoutMargins", [.double(1), .double(2), .double(3), .double(4)], "PopoverLayoutMargins",
                DBusInsets(top: 1, left: 2, bottom: 3, right: 4).variant
            ),
            ("AddPassthroughView", [.objectPath(bar), .uint32(0)], "PassthroughViews", [barView].variant),
            ("AddPassthroughView", [.objectPath(first), .uint32(2)], "PassthroughViews", both.variant),
            ("AddPassthroughView", [.objectPath(bar), .uint32(0)], "PassthroughViews", both.variant),
            ("RemovePassthroughView", [.objectPath(bar), .uint32(0)], "PassthroughViews", [stage.source].variant),
            ("RemovePassthroughView", [.objectPath(first), .uint32(2)], "PassthroughViews", none.variant),
            (
                "SetDetents", [["medium", "large"].variant], Popover.adaptiveSheet.name,
                sheet(["medium", "large"], "", false)
            ),
            (
                "SetSelectedDetent", [.string("medium")], Popover.adaptiveSheet.name,
                sheet(["medium", "large"], "medium", false)
            ),
            (
                "SetPrefersGrabberVisible", [.bool(true)], Popover.adaptiveSheet.name,
                sheet(["medium", "large"], "medium", true)
            ),
        ]
        for (member, arguments, property, expected) in writes {
            try await stage.user.callAnything(member, of: Popover.name, at: stage.presented, arguments)
            #expect(try await stage.all()[property] == expected, "\(member) \(arguments)")
        }
    }

    @Test func `a refused write names the value and does not change the popover`() async throws {
        let stage = try await PopoverStage()
        let first = stage.children[0]
        try await stage.set(Popover.passthroughViews, to: [stage.source])
        let before = try await stage.all()
        let (view, add, remove) = (Variant.objectPath(first), "AddPassthroughView", "RemovePassthroughView")
        await expectRefusals(
            by: stage.user, of: Popover.name, at: stage.presented,
            [
                ("SetBarButtonItem", [.objectPath("/nowhere"), .uint32(1)], ["InvalidArgument", "/nowhere"]),
                (
                    "SetPopoverLayoutMargins", [.double(.nan), .double(0), .double(0), .double(0)],
                    ["InvalidArgument", "nan"]
                ),
                ("SetPopoverLayoutMargins", [.double(0)], ["InvalidArgs", "'dddda{sv}' or 'dddd', not 'd'"]),
                (add, [view, .uint32(99)], ["InvalidArgument", "\(first) has no view 99"]),
                (add, [.objectPath(.none), .uint32(0)], ["InvalidArgument", "(/, 0)"]),
                (remove, [view, .uint32(9)], ["InvalidArgument", "(\(first), 9)", "(\(first), 2)"]),
                ("SetDetents", [[String]().variant], ["InvalidArgument", "Detents is empty", "medium, large"]),
                ("SetDetents", [["tiny"].variant], ["InvalidArgument", "tiny", "medium, large"]),
                ("SetSelectedDetent", [.string("medium")], ["InvalidArgument", "'medium'", "Detents"]),
                (add, [view, .uint32(2), ["Colour": Variant.bool(true)].variant], ["InvalidArgs", "'Colour'"]),
            ])
        #expect(try await stage.all() == before)
        try await stage.set(Popover.passthroughViews, to: [ViewReference](repeating: stage.source, count: 256))
        await expectRefusals(
            by: stage.user, of: Popover.name, at: stage.presented,
            [(add, [view, .uint32(1)], ["LimitsExceeded", "257", "256"])])
    }

    @Test func `a destroyed passthrough view stays in the list until it is removed`() async throws {
        let stage = try await PopoverStage()
        let first = stage.children[0]
        let root = ViewReference(viewController: first, view: 1)
        try await stage.set(Popover.passthroughViews, to: [stage.source])
        try await stage.user.updateView(of: first, [], removing: [2])
        try await stage.user.call(
            PopoverPresentationControllerInterface.addPassthroughView, at: stage.presented, first, 1, [:])
        #expect(try await stage.get(Popover.passthroughViews) == [stage.source, root])
        try await stage.user.call(
            PopoverPresentationControllerInterface.removePassthroughView, at: stage.presented, first, 2, [:])
        #expect(try await stage.get(Popover.passthroughViews) == [root])
    }

    // MARK: View controllers and windows

    @Test func `a view controller gets its size, and is presented and dismissed with animation`() async throws {
        let stage = try await PopoverStage()
        let user = stage.user
        try await user.call(ViewControllerInterface.setPreferredContentSize, at: stage.presented, 300, 200, [:])
        let size = DBusSize(width: 300, height: 200)
        #expect(try await user.get(ViewControllerInterface.preferredContentSize, at: stage.presented) == size)
        await expectRefusals(
            by: user, of: Own.name, at: stage.presented,
            [
                (
                    "SetPreferredContentSize", [.double(-1), .double(0)], ["InvalidArgument", "-1.0 x 0.0", "16384"]
                )
            ])
        #expect(try await user.get(ViewControllerInterface.preferredContentSize, at: stage.presented) == size)
        await expectRefusals(
            by: user, of: Own.name, at: stage.children[0],
            [("PresentViewController", [.objectPath("/nowhere"), .bool(true)], ["InvalidArgument", "/nowhere"])])
        try await stage.set(Popover.sourceView, to: stage.source)
        user.clearSignals()
        try await user.call(
            ViewControllerInterface.presentViewController, at: stage.children[0], stage.presented, true, [:])
        #expect(try await stage.get(Popover.presented))
        try await user.call(ViewControllerInterface.dismissViewController, at: stage.presented, true, [:])
        #expect(try await !stage.get(Popover.presented))
        let received = user.signals.filter { $0.path == stage.presented && $0.member.hasPrefix("View") }
        #expect(received.filter { $0.member == "ViewWillAppear" }.map(\.arguments) == [[.bool(true)]])
        #expect(received.filter { $0.member == "ViewWillDisappear" }.map(\.arguments) == [[.bool(true)]])
    }

    @Test func `an action reaches a view by its identifier, and methods with structures accept scalars`() async throws {
        let stage = try await ViewStage()
        let rows = [TableRow(title: "a"), TableRow(title: "b")].variant
        try await stage.update([
            .view(2, "Switch", with: ["Identifier": .string("lamp")]),
            .view(3, "TableView", with: ["Rows": rows, "AllowsMove": .bool(true)]),
            .view(4, "ScrollView"),
        ])
        var received: [[Variant]] = []
        stage.methods["Action"] = { arguments, reply in
            received.append(arguments)
            reply.succeed { (_) throws(DBusError) in }
        }
        let (user, path) = (stage.watcher, stage.controller)
        let press = "valueChanged"
        try await user.call(ViewControllerInterface.sendActionToView, at: path, "lamp", press, .bool(true), [:])
        try await user.call(ViewControllerInterface.moveRow, at: path, 3, 0, 1, [:])
        try await user.call(ViewControllerInterface.scroll, at: path, 4, 5, 60, [:])
        let actions: [[Variant]] = [
            [.uint32(2), .string(press), .variant(.bool(true))],
            [.uint32(3), .string("moveRow"), .variant(.structure([.uint32(0), .uint32(1)]))],
            [.uint32(4), .string("scrolled"), .variant(DBusSize(width: 5, height: 60).variant)],
        ]
        #expect(received == actions)
        await expectRefusals(
            by: user, of: Own.name, at: path,
            [
                (
                    "SendActionToView", [.string("none"), .string(press), .variant(.bool(true))],
                    ["InvalidArgument", "'none'"]
                ),
                ("SendActionToView", [.string("lamp"), .string(press), .variant(.uint32(1))], ["InvalidArgs", "'u'"]),
                ("MoveRow", [.uint32(3), .uint32(0), .uint32(2)], ["OutOfRange", "row 2", "2 rows"]),
                ("MoveRow", [.uint32(2), .uint32(0), .uint32(1)], ["InvalidArgument", "moveRow", "valueChanged"]),
                ("Scroll", [.uint32(4), .double(.nan), .double(0)], ["InvalidArgument", "not finite"]),
                ("Scroll", [.uint32(9), .double(0), .double(0)], ["InvalidArgument", "no view 9"]),
            ])
        #expect(received.count == actions.count)
        try await user.call(WindowInterface.setSize, at: stage.tabs, 100, 480, [:])
        #expect(try await stage.view().views.first?.frame.width == 100)
        await expectRefusals(
            by: user, of: WindowInterface.name, at: stage.tabs,
            [("SetSize", [.double(0), .double(480)], ["InvalidArgument", "0.0 x 480.0", "16384"])])
        #expect(try await stage.view().views.first?.frame.width == 100)
    }

    // MARK: Bar buttons

    @Test func `bar buttons are added at the end of a side and removed by id`() async throws {
        typealias Item = NavigationItemInterface
        let stage = try await NavigationStage()
        let (client, root) = (stage.client, stage.root)
        func buttons() async throws -> [[BarButtonItemEntry]] {
            [
                try await client.get(Item.leftBarButtonItems, at: root),
                try await client.get(Item.rightBarButtonItems, at: root),
            ]
        }
        let add = BarButtonItemEntry(id: 1, title: "Add", image: "list-add-symbolic", enabled: true)
        let share = BarButtonItemEntry(id: 2, title: "Share", enabled: false)
        let help = BarButtonItemEntry(id: 3, image: "help-about")
        try await client.call(
            NavigationItemInterface.addLeftBarButtonItem, at: root, 1, "Add", "list-add-symbolic", true, [:])
        try await client.call(NavigationItemInterface.addRightBarButtonItem, at: root, 2, "Share", "", false, [:])
        try await client.call(NavigationItemInterface.addRightBarButtonItem, at: root, 3, "", "help-about", true, [:])
        #expect(try await buttons() == [[add], [share, help]])
        func button(_ id: UInt32, image: String = "") -> [Variant] {
            [.uint32(id), .string(""), .string(image), .bool(true)]
        }
        await expectRefusals(
            by: client, of: Item.name, at: root,
            [
                ("AddLeftBarButtonItem", button(3), ["InvalidArgument", "id 3"]),
                ("AddRightBarButtonItem", button(0), ["InvalidArgument", "id 0", "above 0"]),
                ("AddRightBarButtonItem", button(4, image: "../add"), ["InvalidArgument", "'../add'"]),
                ("RemoveBarButtonItem", [.uint32(4)], ["InvalidArgument", "bar button item 4", "1, 2, 3"]),
            ])
        #expect(try await buttons() == [[add], [share, help]])
        try await client.call(NavigationItemInterface.removeBarButtonItem, at: root, 2, [:])
        try await client.call(NavigationItemInterface.removeBarButtonItem, at: root, 1, [:])
        #expect(try await buttons() == [[], [help]])
        let many = (10..<73).map { BarButtonItemEntry(id: $0) }
        try await client.set(NavigationItemInterface.rightBarButtonItems, at: root, to: many + [help])
        await expectRefusals(
            by: client, of: Item.name, at: root,
            [("AddRightBarButtonItem", button(4), ["LimitsExceeded", "65", "64"])])
    }
}
