import TestSupport

/// The screens of the Clock plugin in windows of all sizes.
@EventLoop @Suite(.bus) struct ClockLayoutTests {
    @Test func `views neither overlap nor leave the window in any size`() async throws {
        let stage = try await ClockStage()
        let ringing = try await stage.inTime(1) { seconds in
            [try await stage.create("Alarm", ["Alarms": [stage.time(in: seconds), "07:30 Daily"].variant])]
        }[0]
        let controllers = [
            ringing, try await stage.create("Alarm"), try await stage.create("WorldClock"),
            try await stage.create("Stopwatch"), try await stage.create("CountdownTimer"),
        ]
        let window = try await stage.window(controllers)
        try await stage.badge(of: ringing, becomes: "!")
        for (width, height) in [(320.0, 480.0), (480, 320), (375, 667), (768, 1024), (1024, 768)] {
            try await stage.client.window(window).set(\.size, to: DBusSize(width: width, height: height))
            for (index, controller) in controllers.enumerated() {
                #expect(try await stage.client.tap(UInt32(index), in: window))
                let views = try await stage.client.getView(of: controller).views
                let safeArea = try await stage.client.viewController(controller).safeAreaInsets
                let room = DBusRect(0, 0, width, height - safeArea.bottom)
                let frames = Self.leaves(of: views)
                #expect(frames.count > 2)
                for (name, frame) in frames {
                    let place = "\(name) of \(controller) in \(width) x \(height)"
                    #expect(frame.width >= 30 && frame.height >= 8, "\(place): \(frame)")
                    #expect(frame.x >= 0 && frame.x + frame.width <= room.width, "\(place): \(frame)")
                    #expect(frame.y >= 0 && frame.y + frame.height <= room.height, "\(place): \(frame)")
                    for (other, covered) in frames where other != name {
                        let isApart =
                            frame.x + frame.width <= covered.x || covered.x + covered.width <= frame.x
                            || frame.y + frame.height <= covered.y || covered.y + covered.height <= frame.y
                        #expect(isApart, "\(place) covers \(other)")
                    }
                }
            }
        }
    }

    /// The frames of the visible views without subviews, in the root's coordinates, by identifier.
    private static func leaves(of views: [ViewEntry]) -> [String: DBusRect] {
        var origins: [UInt32: DBusRect] = [:]
        var leaves: [String: DBusRect] = [:]
        let parents = Set(views.map(\.parent))
        for view in views {
            var frame = view.frame
            if let parent = origins[view.parent] {
                frame.x += parent.x
                frame.y += parent.y
            }
            origins[view.id] = frame
            guard !parents.contains(view.id), view.properties["Hidden"] != .bool(true) else { continue }
            leaves[view.properties["Identifier"]?.get() ?? "view \(view.id)"] = frame
        }
        return leaves
    }
}
