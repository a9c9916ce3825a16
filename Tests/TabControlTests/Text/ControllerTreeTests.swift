import TestSupport

@testable import TabControl

/// The tree of all view controllers.
@Suite struct ControllerTreeTests {
    private typealias Example = ExampleTree

    private func names(_ tree: ControllerTree) -> [String] {
        tree.rows.map {
            String(($0.first ?? "").prefix { $0 == " " || $0 == "*" }) + (($0.first ?? "").filter(\.isNumber))
        }
    }

    @Test func `tabs and stacks are below their containers, in their order`() {
        let tree = ControllerTree(Example().tree)
        #expect(names(tree) == ["  1", "  * 4", "      5", "      6", "    7", "    82", "    9", "    2", "      3"])
        #expect(tree.entries.map(\.depth) == [0, 1, 2, 2, 1, 1, 1, 1, 2])
    }

    @Test func `a presented view controller is below its presenter, and a cycle ends`() {
        var example = Example()
        example.present(Example.page, from: Example.plain)
        example.set(
            ViewControllerInterface.name, "PresentingViewController", Example.plain.variant, of: Example.page)
        let entries = ControllerTree(example.tree).entries
        let index = entries.firstIndex { $0.path == Example.plain } ?? 0
        #expect(entries[index + 1] == ControllerTree.Entry(path: Example.page, depth: 2))
        example.set(ViewControllerInterface.name, "Parent", Example.plain.variant, of: Example.tabs)
        #expect(ControllerTree(example.tree).entries.count == 9)
    }

    @Test func `content is destroyed before its containers, without More`() {
        let tree = ControllerTree(Example().tree)
        let given = [Example.tabs, Example.page, Example.path(77)]
        #expect(tree.innermostFirst(given, recursive: false) == [Example.path(77), Example.page, Example.tabs])
        #expect(
            tree.innermostFirst([Example.tabs], recursive: true)
                == [9, 8, 7, 6, 5, 4, 1].map { Example.path($0) })
        #expect(
            tree.innermostFirst([Example.navigation, Example.plain], recursive: true)
                == [7, 6, 5, 4].map { Example.path($0) })
    }
}
