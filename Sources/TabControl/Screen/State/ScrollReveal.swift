internal import DBusInterface
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

/// How the scroll views around a view must scroll to show it.
struct ScrollReveal {
    /// From the innermost scroll view to the outermost.
    private(set) var gestures: [UserGesture] = []
    /// The distance in points that the view moves up.
    private(set) var up = 0.0

    init(of id: UInt32, of path: ObjectPath, in views: ViewMirror?) {
        guard let views, var view = views.view(id) else { return }
        // The frame in the superview, at least one cell high.
        var frame = view.frame
        if frame.height < Grid.height {
            frame.y -= (Grid.height - frame.height) / 2
            frame.height = Grid.height
        }
        for _ in 0..<ViewHierarchy.maximumDepth {
            guard let parent = views.view(view.parent) else { break }
            if parent.isKind(.scrollView) {
                var offset = parent.contentOffset
                let room = parent.frame.inset(by: parent.adjustedContentInset)
                let x = Self.step(to: frame.x, frame.width, from: offset.width, room.width)
                let y = Self.step(to: frame.y, frame.height, from: offset.height, room.height)
                if parent.isEnabled, x != 0 || y != 0, let wanted = parent.scrolled(x: x, y: y) {
                    gestures.append(.update(path, parent.id, UserActions.scrolled.name, wanted.variant))
                    up += wanted.height - offset.height
                    offset = wanted
                }
                frame.x += room.x - offset.width
                frame.y += room.y - offset.height
            } else {
                frame.x += parent.frame.x
                frame.y += parent.frame.y
            }
            view = parent
        }
    }

    /// Returns the distance to scroll so that a range becomes visible. A range longer than the room is aligned with
    /// its start. 0 if the range is visible or fills the room.
    private static func step(to start: Double, _ length: Double, from first: Double, _ room: Double) -> Double {
        let before = start - first
        let after = start + length - first - room
        if before < 0, after < 0 { return before }
        return before > 0 && after > 0 ? min(before, after) : 0
    }
}
