import TestSupport
import Testing

/// The views that an owner declares, as other clients see them.
@EventLoop @Suite(.bus) struct ViewTests {
    @Test func `an update adds, replaces and removes views`() async throws {
        let stage = try await ViewStage()
        let root = ViewEntry(id: 1, parent: 0, className: "View", frame: DBusRect(0, 0, 320, 480))
        #expect(try await stage.view().views == [root])
        let text: [String: Variant] = ["Text": .string("a"), "Hidden": .bool(true)]
        try await stage.update([
            .view(2), .view(3, "Label", in: 2, with: text), .view(4, "Button", with: ["Title": .string("b")]),
        ])
        #expect(try await stage.view().views.map(\.id) == [1, 2, 3, 4])
        // A whole entry is replaced, not merged, and its subtree stays.
        try await stage.update([
            .view(3, "Label", in: 2, with: ["Text": .string("c")]), .view(2, at: DBusRect(1, 2, 3, 4)),
        ])
        let views = try await stage.view().views
        #expect(views[1] == .view(2, at: DBusRect(1, 2, 3, 4)))
        #expect(views[2] == .view(3, "Label", in: 2, with: ["Text": .string("c")]))
        // A moved view is in front of its new siblings.
        try await stage.update([.view(5), .view(3, "Label")])
        #expect(try await stage.view().views.map(\.id) == [1, 2, 4, 5, 3])
        try await stage.update([.view(6, in: 2), .view(7, in: 6)])
        try await stage.update([.view(8)], removing: [2, 4])
        #expect(try await stage.view().views.map(\.id) == [1, 5, 3, 8])
    }

    @Test func `the owner may choose the class of the root once`() async throws {
        let stage = try await ViewStage()
        let frame = DBusRect(0, 0, 320, 480)
        let table = ViewEntry(id: 1, parent: 0, className: "TableView", frame: frame)
        try await stage.update([table])
        #expect(try await stage.view().views == [table])
        let label = ViewEntry(id: 1, parent: 0, className: "Label", frame: frame)
        #expect(await failure { try await stage.update([label]) } == "InvalidArgument")
        // In a window the daemon sets the root's frame.
        try await stage.update([ViewEntry(id: 1, parent: 0, className: "TableView", frame: .zero)])
        #expect(try await stage.view().views == [table])
    }

    @Test func `an update with a single mistake changes nothing`() async throws {
        let stage = try await ViewStage()
        try await stage.update([.view(2, "Label"), .view(3, in: 2), .view(4)])
        let before = try await stage.view()
        stage.watcher.clearSignals()
        let found = await failure {
            try await stage.update(
                [.view(2, "Label", with: ["Text": .string("new")]), .view(9), .view(4, in: 9), .view(5, "Nothing")],
                removing: [3])
        }
        #expect(found == "InvalidArgument")
        #expect(try await stage.changes().isEmpty)
        #expect(try await stage.view() == before)
        // The id in the refused update is still unused.
        try await stage.update([.view(9)], removing: [3])
        #expect(try await stage.view().views.map(\.id) == [1, 2, 4, 9])
    }

    @Test func `default values are not sent`() async throws {
        let stage = try await ViewStage()
        var id: UInt32 = 1
        var entries: [ViewEntry] = []
        for viewClass in ViewClasses.all {
            id += 1
            entries.append(.view(id, viewClass.name, with: viewClass.keys.mapValues(\.defaultValue)))
        }
        stage.watcher.clearSignals()
        try await stage.update(entries)
        #expect(try await stage.view().views.allSatisfy { $0.properties.isEmpty })
        let changed: [ViewEntry] = try await stage.changes().first?.arguments[1].get() ?? []
        #expect(changed.count == entries.count)
        #expect(changed.allSatisfy { $0.properties.isEmpty })
        // The default of Focusable depends on the class, and in a TextView on Editable.
        let focusable: [String: Variant] = ["Focusable": .bool(true)]
        let editable: [String: Variant] = ["Editable": .bool(true)]
        try await stage.update([
            .view(30, with: focusable), .view(31, "Button", with: focusable), .view(32, "TextView", with: focusable),
            .view(33, "TextView", with: focusable.merging(editable) { $1 }),
            .view(34, "TextView", with: ["Editable": .bool(true), "Focusable": .bool(false)]),
            .view(35, "Button", with: ["Focusable": .bool(false)]),
        ])
        let kept = try await stage.view().views.filter { $0.id >= 30 }.map(\.properties)
        #expect(
            kept == [
                focusable, [:], focusable, editable, ["Editable": .bool(true), "Focusable": .bool(false)],
                ["Focusable": .bool(false)],
            ])
        // Writing a default value removes the previous value.
        try await stage.update([.view(2, with: ["Enabled": .bool(false)])])
        #expect(try await stage.view().views[1].properties == ["Enabled": .bool(false)])
        stage.watcher.clearSignals()
        try await stage.update([.view(2, with: ["Enabled": .bool(true)])])
        #expect(try await stage.view().views[1].properties.isEmpty)
        #expect(try await stage.changes().count == 1)
        stage.watcher.clearSignals()
        try await stage.update([.view(2)])
        #expect(try await stage.changes().isEmpty)
    }

    @Test func `only the owner can change its views`() async throws {
        let stage = try await ViewStage(shown: false)
        let controller = stage.controller
        #expect(await failure { try await stage.watcher.updateView(of: controller, [.view(2)]) } == "AccessDenied")
        #expect(await failure { try await stage.owner.updateView(of: stage.tabs, [.view(2)]) } == "AccessDenied")
        // There are no views before the view is loaded, and a read does not load it.
        #expect(try await stage.view() == ViewSnapshot(revision: 0, views: []))
        #expect(await failure { try await stage.update([.view(2)]) } == "InvalidArgument")
        #expect(try await !stage.watcher.viewController(controller).isViewLoaded)
        try await stage.watcher.viewController(controller).loadViewIfNeeded()
        try await stage.update([.view(2)])
        #expect(try await stage.view().views.map(\.id) == [1, 2])
    }

    @Test func `a tab bar controller's own view shows bar and content`() async throws {
        let stage = try await ViewStage()
        let views = try await stage.watcher.getView(of: stage.tabs).views
        #expect(views.map(\.frame) == [DBusRect(0, 0, 320, 480), DBusRect(0, 0, 320, 480), DBusRect(0, 431, 320, 49)])
        let names = views.map { $0.properties["Identifier"] }
        #expect(names == [nil, .string("Content"), .string("TabBar")])
    }
}
