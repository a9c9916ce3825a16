import TestSupport

/// Drags over the page of a window that change tabs.
@EventLoop @Suite(.bus) struct SwipeWindowTests {
    /// A window with three pages of the test, whose object is the delegate.
    @EventLoop private final class SwipeStage {
        let window: WindowStage
        var animation: [String: Variant] = ["Duration": .double(0.2), "Gesture": .bool(true)]
        private(set) var questions = 0

        init() async throws {
            window = try await WindowStage([])
            var pages: [ObjectPath] = []
            for name in ["First", "Second", "Third"] {
                let page = try await client.register(["Title": .string(name)])
                try await client.viewController(page).loadViewIfNeeded()
                let label = ViewEntry(
                    id: 2, parent: 1, className: "Label", frame: DBusRect(x: 20, y: 20, width: 200, height: 30),
                    properties: ["Text": .string("\(name) page")])
                try await client.viewController(page).updateView([label], [])
                pages.append(page)
            }
            try await client.setTabs(pages, of: window.tabs)
            let object = client.newObject()
            client.handlers[object] = { [weak self] call, _, reply in
                guard let self, call.member == "AnimationControllerForTransition" else {
                    return reply.fail(.unknownMethod(call.member))
                }
                questions += 1
                reply.succeed { [animation] (writer) throws(DBusError) in try animation.write(to: writer) }
            }
            try await client.setDelegate(
                object, of: window.tabs, ["Methods": ["AnimationControllerForTransition"].variant])
            try await window.widget("label", "First page")
        }

        var client: BusClient { window.client }

        func selected() async throws -> Int64 { try await client.tabBarController(window.tabs).selectedIndex }

        func drag(from start: Double, to end: Double) async throws {
            try await window.display.drag(from: (start, 300), to: (end, 305))
        }

        /// Waits until the delegate was asked once more, and the change is over.
        func isAsked(_ count: Int) async throws {
            try await WindowStage.until("question \(count)") {
                guard self.questions == count else { return false }
                return try await self.client.tabBarController(self.window.tabs).transition.isEmpty
            }
        }
    }

    @Test(.rules("S-209")) func `a drag over the page changes tabs, or returns`() async throws {
        let stage = try await SwipeStage()
        try await stage.drag(from: 370, to: 60)
        try await stage.window.widget("label", "Second page")
        try await stage.isAsked(1)
        #expect(try await stage.selected() == 1)
        // Too short.
        try await stage.drag(from: 370, to: 300)
        try await stage.isAsked(2)
        #expect(try await stage.selected() == 1)
        try await stage.drag(from: 60, to: 370)
        try await stage.window.widget("label", "First page")
        try await stage.isAsked(3)
        #expect(try await stage.selected() == 0)
        // The first tab has none at its left.
        try await stage.drag(from: 60, to: 370)
        try await stage.drag(from: 370, to: 60)
        try await stage.window.widget("label", "Second page")
        try await stage.isAsked(4)
    }

    @Test(.rules("S-209")) func `a delegate that does not follow gestures keeps its tab`() async throws {
        let stage = try await SwipeStage()
        stage.animation = ["Duration": .double(0.1)]
        try await stage.drag(from: 370, to: 60)
        try await stage.isAsked(1)
        #expect(try await stage.selected() == 0)
        // The next drag asks again.
        stage.animation["Gesture"] = .bool(true)
        try await stage.drag(from: 370, to: 60)
        try await stage.window.widget("label", "Second page")
        try await stage.isAsked(2)
    }
}
