import TestSupport
import Testing

/// The effect of an update that resizes a view on the views inside it.
@EventLoop @Suite(.bus) struct ViewResizeTests {
    /// The frames in the daemon by view id.
    private static func frames(_ stage: ViewStage) async throws -> [UInt32: DBusRect] {
        Dictionary(uniqueKeysWithValues: try await stage.view().views.map { ($0.id, $0.frame) })
    }

    @Test(.rules("V6")) func `an update that resizes a view resizes its subviews that are not in the update`()
        async throws
    {
        let stage = try await ViewStage()
        try await stage.update([
            .view(2, at: DBusRect(0, 0, 100, 100)), .view(3, in: 2, at: DBusRect(10, 10, 80, 80), mask: 18),
            .view(4, "Label", in: 3, at: DBusRect(10, 10, 60, 20), mask: 2),
            .view(5, in: 2, at: DBusRect(0, 0, 50, 50), mask: 18),
            .view(6, in: 5, at: DBusRect(0, 0, 50, 50), mask: 18),
            .view(7, in: 2, at: DBusRect(1, 2, 3, 4)), .view(8, in: 7, at: DBusRect(0, 0, 3, 4), mask: 63),
        ])
        stage.watcher.clearSignals()
        // View 5 is resized as well, to a size of its own. Its subviews follow that size.
        try await stage.update([
            .view(2, at: DBusRect(5, 5, 200, 100)), .view(5, in: 2, at: DBusRect(0, 0, 60, 50), mask: 18),
            .view(9, in: 2, at: DBusRect(0, 0, 200, 10), mask: 2),
        ])
        let frames = try await Self.frames(stage)
        #expect(frames[2] == DBusRect(5, 5, 200, 100))
        #expect(frames[3] == DBusRect(10, 10, 180, 80))
        #expect(frames[4] == DBusRect(10, 10, 160, 20))
        #expect(frames[5] == DBusRect(0, 0, 60, 50))
        #expect(frames[6] == DBusRect(0, 0, 60, 50))
        #expect(frames[7] == DBusRect(1, 2, 3, 4))
        #expect(frames[8] == DBusRect(0, 0, 3, 4))
        #expect(frames[9] == DBusRect(0, 0, 200, 10))
        let changes = try await stage.changes()
        #expect(changes.count == 1)
        let changed: [ViewEntry] = changes.first?.arguments[1].get() ?? []
        // Views with unchanged frames are not announced.
        #expect(Set(changed.map(\.id)) == [2, 3, 4, 5, 6, 9])
    }

    @Test(.rules("V6")) func `a moved frame of the same size resizes nothing`() async throws {
        let stage = try await ViewStage()
        try await stage.update([
            .view(2, at: DBusRect(0, 0, 100, 100)), .view(3, in: 2, at: DBusRect(10, 10, 80, 80), mask: 63),
        ])
        try await stage.update([.view(2, at: DBusRect(50, 50, 100, 100), with: ["Hidden": .bool(true)])])
        #expect(try await Self.frames(stage)[3] == DBusRect(10, 10, 80, 80))
    }

    @Test(.rules("V6")) func `views that an update moves keep the sent frames`() async throws {
        let stage = try await ViewStage()
        try await stage.update([
            .view(2, at: DBusRect(0, 0, 100, 100)), .view(3, in: 2, at: DBusRect(0, 0, 100, 100), mask: 18),
            .view(4, in: 3, at: DBusRect(0, 0, 100, 100), mask: 18), .view(5, at: DBusRect(0, 0, 10, 10)),
        ])
        // View 4 is named, deep inside: it keeps its frame, although view 3 around it follows view 2. View 3 is named
        // before its parent.
        try await stage.update([
            .view(4, in: 3, at: DBusRect(1, 1, 1, 1), mask: 18), .view(2, at: DBusRect(0, 0, 50, 50)),
        ])
        var frames = try await Self.frames(stage)
        #expect(frames[3] == DBusRect(0, 0, 50, 50))
        #expect(frames[4] == DBusRect(1, 1, 1, 1))
        // View 3 moves into view 5 and keeps the frame that was sent.
        try await stage.update([
            .view(2, at: DBusRect(0, 0, 10, 10)), .view(3, in: 5, at: DBusRect(0, 0, 50, 50), mask: 18),
            .view(5, at: DBusRect(0, 0, 20, 20)),
        ])
        frames = try await Self.frames(stage)
        #expect(frames[3] == DBusRect(0, 0, 50, 50))
        #expect(frames[4] == DBusRect(1, 1, 1, 1))
    }

    @Test func `in a window the root keeps the window's size, whatever a later update says`() async throws {
        let stage = try await ViewStage()
        let whole = DBusRect(0, 0, 320, 480)
        // The first update is laid out for a size of its own, and then fitted to the window.
        try await stage.update([
            .view(1, in: 0, at: DBusRect(0, 0, 100, 100)), .view(2, at: DBusRect(10, 10, 80, 80), mask: 18),
            .view(3, in: 2, at: DBusRect(0, 0, 80, 40), mask: 2), .view(4, at: DBusRect(90, 90, 10, 10), mask: 9),
        ])
        let fitted: [UInt32: DBusRect] = [
            1: whole, 2: DBusRect(10, 10, 300, 460), 3: DBusRect(0, 0, 300, 40), 4: DBusRect(310, 470, 10, 10),
        ]
        #expect(try await Self.frames(stage) == fitted)
        stage.watcher.clearSignals()
        // Later updates can't resize the root, so neither the root nor its subviews change.
        for size in [100.0, 1000] {
            try await stage.update([
                .view(1, in: 0, at: DBusRect(0, 0, size, size)), .view(5, at: DBusRect(0, 0, size, 10), mask: 2),
            ])
        }
        var expected = fitted
        expected[5] = DBusRect(0, 0, 1000, 10)
        #expect(try await Self.frames(stage) == expected)
        let changed = try await stage.changes().flatMap { signal in signal.arguments[1].get(as: [ViewEntry].self) ?? []
        }
        #expect(Set(changed.map(\.id)) == [5])
        // The root's other properties are applied nevertheless.
        try await stage.update([.view(1, in: 0, at: .zero, with: ["BackgroundColor": .string("systemRed")])])
        let background = try await stage.view().views.first
        #expect(background?.properties["BackgroundColor"] == .string("systemRed"))
        #expect(background?.frame == whole)
    }

    @Test func `outside of a window the root has the size that its owner gave it`() async throws {
        let stage = try await ViewStage(shown: false)
        try await stage.watcher.viewController(stage.controller).loadViewIfNeeded()
        try await stage.update([
            .view(1, in: 0, at: DBusRect(0, 0, 100, 100)), .view(2, at: DBusRect(10, 10, 80, 80), mask: 18),
        ])
        #expect(try await Self.frames(stage)[1] == DBusRect(0, 0, 100, 100))
        try await stage.update([.view(1, in: 0, at: DBusRect(0, 0, 200, 100))])
        #expect(try await Self.frames(stage) == [1: DBusRect(0, 0, 200, 100), 2: DBusRect(10, 10, 180, 80)])
        try await stage.show()
        #expect(try await Self.frames(stage) == [1: DBusRect(0, 0, 320, 480), 2: DBusRect(10, 10, 300, 460)])
    }

    @Test func `a new owner's first update is fitted to the window, too`() async throws {
        let stage = try await ViewStage()
        let owner = try BusClient()
        let object = owner.newObject()
        let controller = try await owner.register(object, ["RestorationIdentifier": .string("kept")])
        try await stage.watcher.setTabs([controller], of: stage.tabs)
        try await owner.updateView(of: controller, [.view(2, at: DBusRect(0, 0, 320, 480), mask: 18)])
        owner.connection.close()
        try await stage.watcher.waitUntilOwnerIsGone(controller)
        let second = try BusClient()
        #expect(try await second.register(second.newObject(), ["RestorationIdentifier": .string("kept")]) == controller)
        try await second.updateView(
            of: controller,
            [.view(1, in: 0, at: DBusRect(0, 0, 640, 480)), .view(2, at: DBusRect(0, 0, 640, 240), mask: 2)])
        let frames = try await stage.watcher.getView(of: controller).views.map(\.frame)
        #expect(frames == [DBusRect(0, 0, 320, 480), DBusRect(0, 0, 320, 240)])
    }

    @Test(.rules("V4 V7 V8 V9 V10"))
    func `the examples of the specification hold, each as an update of the view around`() async throws {
        let stage = try await ViewStage()
        func rect(_ four: AutoresizingExample.Four) -> DBusRect { DBusRect(four.0, four.1, four.2, four.3) }
        for example in AutoresizingExample.all {
            let outer = UInt32(example.number) * 2
            try await stage.update([
                .view(outer, at: DBusRect(7, 7, example.old.0, example.old.1)),
                .view(outer + 1, in: outer, at: rect(example.frame), mask: example.mask),
            ])
            try await stage.update([.view(outer, at: DBusRect(7, 7, example.new.0, example.new.1))])
        }
        let frames = try await Self.frames(stage)
        for example in AutoresizingExample.all {
            let (found, expected) = (frames[UInt32(example.number) * 2 + 1] ?? .zero, rect(example.result))
            let distances = [
                found.x - expected.x, found.y - expected.y, found.width - expected.width,
                found.height - expected.height,
            ]
            #expect(distances.allSatisfy { abs($0) < 1e-9 }, "\(example): \(found)")
        }
    }

    @Test(.rules("V5 V12")) func `a root view fills its container, which ignores scrolling`() async throws {
        let stage = try await ViewStage()
        let offset = ["ContentOffset": DBusSize(width: 30, height: 40).variant]
        try await stage.update([
            .view(2, "ScrollView", at: DBusRect(0, 0, 100, 100), mask: 18, with: offset),
            .view(3, in: 2, at: DBusRect(10, 10, 80, 80), mask: 18),
        ])
        try await stage.update([.view(2, "ScrollView", at: DBusRect(0, 0, 200, 100), mask: 18, with: offset)])
        #expect(try await Self.frames(stage)[3] == DBusRect(10, 10, 180, 80))
        for size in [DBusSize(width: 300, height: 500), DBusSize(width: 900, height: 500)] {
            try await stage.watcher.window(stage.tabs).set(\.size, to: size)
            #expect(try await Self.frames(stage)[1] == DBusRect(0, 0, size.width, size.height))
        }
    }
}
