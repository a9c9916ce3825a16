import TestSupport

@testable import TabControl

@Suite struct DisplayedTests {
    private typealias Example = ExampleTree

    private func displayed(_ example: ExampleTree, in controller: ObjectPath = Example.tabs) -> [ObjectPath?] {
        let displayed = Displayed(in: controller, of: example.tree)
        return [displayed.content, displayed.navigation]
    }

    @Test func `a container displays its content, and other view controllers display themselves`() {
        var example = Example()
        #expect(displayed(example) == [Example.page, Example.navigation])
        #expect(displayed(example, in: Example.navigation) == [Example.page, Example.navigation])
        #expect(displayed(example, in: Example.root) == [Example.root, Example.navigation])
        #expect(displayed(example, in: Example.alarm) == [Example.alarm, nil])
        example.select(Example.plain)
        #expect(displayed(example) == [Example.plain, nil])
        example.select(.none)
        #expect(displayed(example) == [nil, nil])
        example.setStack([], of: Example.navigation)
        #expect(displayed(example, in: Example.navigation) == [nil, Example.navigation])
    }

    @Test func `More displays its selected tab, and a navigation controller the top of its stack`() {
        var example = Example()
        example.select(Example.more)
        #expect(displayed(example) == [Example.list, Example.more])
        example.setStack([Example.list, Example.alarm], of: Example.more)
        example.select(Example.alarm, item: Example.more)
        #expect(displayed(example) == [Example.alarm, Example.more])
        example.setStack([], of: Example.navigation)
        example.setStack([Example.list, Example.root, Example.page], of: Example.more)
        example.select(Example.navigation, item: Example.more)
        #expect(displayed(example) == [Example.page, Example.more])
    }

    @Test func `a presented view controller covers a container, whatever that shows`() {
        var example = Example()
        example.present(Example.alarm)
        #expect(displayed(example) == [Example.alarm, nil])
        example.present(Example.timer, from: Example.alarm)
        #expect(displayed(example) == [Example.timer, nil])
        #expect(displayed(example, in: Example.alarm) == [Example.alarm, nil], "it was asked for itself")
        example = Example()
        example.select(Example.plain)
        example.present(Example.navigation)
        #expect(displayed(example) == [Example.page, Example.navigation])
    }

    @Test func `users act on the popover, and the page stays behind it`() {
        var example = Example.belowButton()
        example.presentPopover(Example.timer, from: Example.alarm, 2, frame: .zero)
        #expect(displayed(example) == [Example.timer, nil])
        let layers = Displayed.Layers(in: Example.tabs, of: example.tree)
        #expect(layers.page == Displayed(in: Example.navigation, of: example.tree))
        #expect(layers.popovers.map(\.popover.viewController) == [Example.alarm, Example.timer])
        #expect(layers.popovers.map(\.displayed.content) == [Example.alarm, Example.timer])
        #expect(Displayed.Layers(in: Example.alarm, of: example.tree).popovers.isEmpty, "it was asked for itself")
        example.present(Example.plain, from: Example.timer)
        #expect(Displayed.Layers(in: Example.tabs, of: example.tree).popovers.isEmpty, "a sheet is over it")
    }

    @Test func `cycles and missing objects are handled`() {
        var example = Example()
        example.present(Example.tabs)
        _ = displayed(example)
        example.setStack([Example.navigation], of: Example.navigation)
        _ = displayed(example, in: Example.navigation)
        #expect(displayed(example, in: Example.path(99)) == [Example.path(99), nil])
    }
}
