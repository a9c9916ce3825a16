import TestSupport

@testable import TabControl

/// Popovers in the outline and change lines of `tabctl attach`, and in JSON.
@Suite struct PopoverTextTests {
    private typealias Example = ExampleTree
    private typealias Contract = PopoverPresentationControllerInterface

    private func attached(_ example: ExampleTree) -> TabTree { example.attached([Example.page: Example.cities]) }

    private func lines(_ example: ExampleTree) -> [String] { TreeText(attached(example)).lines }

    private func change(_ tree: inout TabTree, _ values: [String: Variant]) -> [String] {
        tree.change(Example.alarm, Contract.name, values)
    }

    private func note(_ source: [String: Variant], direction: UInt64 = 1) -> String? {
        var example = Example.pad()
        example.presentPopover(
            Example.alarm, direction, frame: DBusRect(x: 390, y: 64, width: 240, height: 145), source: source)
        return lines(example).first { $0.contains("popover:") }.map { String($0.trimmingPrefix { $0 == " " }) }
    }

    @Test func `a popover has its arrow direction, its source and its frame`() {
        #expect(note(Example.button(2)) == "popover: arrow up at [Add] of 6 Sound, 390,64 240x145")
        #expect(note(Example.button(9)) == "popover: arrow up at button 9 of 6 Sound, 390,64 240x145")
        #expect(
            note(Example.view(4), direction: 8) == "popover: arrow right at view 4 Button of 6 Sound, 390,64 240x145")
        #expect(
            note(Example.view(5, DBusRect(x: 0, y: 44, width: 640, height: 44)), direction: 2)
                == "popover: arrow down at 0,44 640x44 in view 5 TableView of 6 Sound, 390,64 240x145")
        #expect(
            note(Example.view(0, of: Example.bar), direction: 2)
                == "popover: arrow down at the bar of 1 Desk, 390,64 240x145")
        #expect(
            note(Example.view(0, of: Example.bar, DBusRect(x: 214, y: 0, width: 213, height: 50)), direction: 2)
                == "popover: arrow down at item 2 of the bar of 1 Desk, 390,64 240x145")
        #expect(note([:], direction: 0) == "popover: no arrow, at nothing, 390,64 240x145")
        #expect(
            note(["AdaptivePresentationStyle": .string("formSheet")], direction: .max)
                == "popover: adapted to formSheet")
    }

    @Test func `a presented view controller is below its presenter, indented one step more`() {
        var example = Example.belowButton()
        example.presentPopover(Example.timer, from: Example.alarm, 4, frame: .zero, source: Example.view(2))
        let depths = lines(example).filter { $0.contains("8 Alarm") || $0.contains("9 Timer") }
        #expect(depths == ["    8 Alarm {2}  x.Alarm  appeared", "      (9 Timer)  x.Timer  appeared"])
        example = Example.pad()
        example.present(Example.plain)
        example.set(
            ViewControllerInterface.name, "PresentingViewController", Example.tabs.variant, of: Example.plain)
        example.set(ViewControllerInterface.name, "ModalPresentationStyle", .string("pageSheet"), of: Example.plain)
        #expect(lines(example).contains("        presented: pageSheet"))
    }

    // MARK: Changes

    @Test func `a presentation is one line, and so is each new place`() {
        var example = Example.belowButton()
        example.set(Contract.name, "Presented", .bool(false), of: Example.alarm)
        example.set(Contract.name, "ArrowDirection", .uint64(.max), of: Example.alarm)
        var tree = attached(example)
        #expect(
            tree.change(
                Example.tabs, ViewControllerInterface.name, ["PresentedViewController": Example.timer.variant]
            ).isEmpty, "it joins")
        #expect(change(&tree, ["PermittedArrowDirections": .uint64(3)]).isEmpty, "it is new")
        #expect(
            change(&tree, ["PermittedArrowDirections": .uint64(1)]) == ["8 Alarm: PermittedArrowDirections 3 → 1"])
        let shown: [String: Variant] = [
            "Presented": .bool(true), "ArrowDirection": .uint64(1), "Frame": DBusRect.zero.variant,
        ]
        #expect(change(&tree, shown) == ["8 Alarm: popover arrow up at [Add] of 6 Sound, 0,0 0x0"])
        #expect(
            change(&tree, ["ArrowDirection": .uint64(2), "ArrowOffset": .double(1)])
                == ["8 Alarm: popover arrow down at [Add] of 6 Sound, 0,0 0x0"])
        #expect(
            change(&tree, ["ArrowDirection": .uint64(.max), "AdaptivePresentationStyle": .string("fullScreen")])
                == ["8 Alarm: popover adapted to fullScreen"])
        #expect(
            change(&tree, ["Presented": .bool(false), "Frame": DBusRect.null.variant]) == ["8 Alarm: popover ended"])
        #expect(change(&tree, Example.button(1)) == ["8 Alarm: BarButtonItem (6, 2) → (6, 1)"])
    }

    @Test func `an added or removed interface changes only its properties, not the object`() {
        var tree = attached(Example.pad())
        let added = tree.lines(
            of: "InterfacesAdded", ObjectManagerInterface.name, from: TabNames.root,
            [
                Example.alarm.variant,
                [Contract.name: ["Presented": Variant.bool(false), "ArrowOffset": .double(0)]].variant,
            ])
        #expect(added.isEmpty)
        #expect(tree.popover(Example.alarm).presented == false)
        let changes = tree.receive(
            "InterfacesRemoved", of: ObjectManagerInterface.name, from: TabNames.root,
            [Example.alarm.variant, [Contract.name].variant])
        #expect(changes == [.lost(Example.alarm, Contract.name)])
        #expect(TreeText(tree).lines(of: changes).isEmpty)
        #expect(
            changes.first?.json(in: tree).text
                == #"{"event":"interfaceRemoved","path":"\#(Example.alarm)","interface":"\#(Contract.name)"}"#)
        #expect(tree.objects == Example.pad().objects)
        // A reply without the interface has the same effect.
        _ = tree.replaceAll(Example.belowButton().objects, [:])
        #expect(tree.replaceAll(Example.pad().objects, [:]).contains(.lost(Example.alarm, Contract.name)))
        let all = Example.pad().objects[Example.alarm]?.keys.sorted() ?? []
        #expect(
            tree.lines(
                of: "InterfacesRemoved", ObjectManagerInterface.name, from: TabNames.root,
                [Example.alarm.variant, all.variant]) == ["left: 8 Alarm"])
    }

    @Test func `an added view controller has its presentation`() {
        var tree = attached(Example.pad())
        let object = Example.belowButton().objects[Example.alarm] ?? [:]
        var objects = Example.pad().objects
        objects[Example.alarm] = nil
        _ = tree.replaceAll(objects, [:])
        objects[Example.alarm] = object
        let changes = tree.replaceAll(objects, [:])
        #expect(
            TreeText(tree).lines(of: changes)
                == ["joined: 8 Alarm  x.Alarm  popover: arrow up at [Add] of 6 Sound, 390,64 240x145"])
    }

    // MARK: JSON

    @Test func `JSON has each popover with its source and its content`() {
        var example = Example.belowButton()
        example.presentPopover(
            Example.timer, from: Example.alarm, 0, frame: DBusRect(x: 1, y: 2, width: 3, height: 4),
            source: Example.view(2, of: Example.alarm, DBusRect(x: 0, y: 44, width: 80, height: 44)))
        let text = example.json(views: Example.popoverViews)
        let source = #""source":{"path":"\#(Example.page)","barButtonItem":2},"sourceRect":null,"#
        let place = #""arrowDirection":"up","arrowOffset":90,"frame":[390,64,240,145],"contentFrame":[390,64,240,145],"#
        let measures = #""arrowHeight":13,"arrowBase":26,"contentViewInsets":[0,0,0,0],"fillColor":"","borderColor":"""#
        let first = #""popovers":[{"path":"\#(Example.alarm)",\#(source)\#(place)"#
        #expect(text.contains(first))
        #expect(text.contains(#""background":{"popoverBackgroundViewClass":"",\#(measures)}"#))
        #expect(
            text.contains(
                #"{"path":"\#(Example.timer)","source":{"path":"\#(Example.alarm)","view":2},"#
                    + #""sourceRect":[0,44,80,44],"arrowDirection":"none","arrowOffset":0,"frame":[1,2,3,4],"#))
        #expect(text.contains(#""content":{"path":"\#(Example.page)""#), "the page is still there")
        #expect(text.contains("Accra") && text.contains("Kumasi"))
    }
}
