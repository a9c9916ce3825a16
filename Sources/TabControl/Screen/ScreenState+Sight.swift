internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// What has the focus is seen: its page moves, and the owners of scroll views around it are asked.
extension ScreenState {
    /// Moves the page so that something on it can be seen.
    mutating func reveal(_ spot: Scene.Spot, in scene: Scene) {
        guard case .view(let path, let id) = spot.target, path == scene.page else { return }
        // Where it will be in its scroll view; nobody is asked for the remote.
        let row = spot.cells.row - (isRemote ? 0 : Grid.row(sight(of: id, in: path).up))
        let end = row + spot.cells.rows
        let seen = scene.pageRows.clamped(to: row..<max(end, row)).count
        guard seen < spot.cells.rows, scene.pageOverflow > 0, seen == 0 || spot.cells.rows <= 4 else { return }
        let down = end - scene.pageRows.upperBound
        let up = scene.pageRows.lowerBound - row
        scrollPage(by: up > 0 ? -up : max(down, 0), in: scene)
    }

    /// What the owner is asked so that what has got the focus is seen.
    func effectsToSeeFocus() -> [ScreenEffect] {
        guard case .view(let path, let id) = focus else { return [] }
        return sight(of: id, in: path).effects
    }

    /// How the scroll views around a view show it.
    ///
    /// - Returns: What their owner is asked, the innermost first, and by how many points it then is further up.
    func sight(of id: UInt32, in path: ObjectPath) -> (effects: [ScreenEffect], up: Double) {
        guard let views = tree.views[path], var view = views.view(id) else { return ([], 0) }
        var (effects, up): ([ScreenEffect], Double) = ([], 0)
        // In its superview; what is lower than a cell takes one, too.
        var frame = view.frame
        if frame.height < Grid.height {
            frame.y -= (Grid.height - frame.height) / 2
            frame.height = Grid.height
        }
        for _ in 0..<ViewHierarchy.maximumDepth {
            guard let parent = views.view(view.parent) else { break }
            if parent.className == "ScrollView" {
                var offset = parent.contentOffset
                let x = Self.step(to: frame.x, frame.width, from: offset.width, parent.frame.width)
                let y = Self.step(to: frame.y, frame.height, from: offset.height, parent.frame.height)
                if parent.isEnabled, x != 0 || y != 0, let wanted = parent.scrolled(x: x, y: y) {
                    effects.append(.update(path, parent.id, "scrolled", wanted.variant))
                    up += wanted.height - offset.height
                    offset = wanted
                }
                frame.x -= offset.width
                frame.y -= offset.height
            }
            frame.x += parent.frame.x
            frame.y += parent.frame.y
            view = parent
        }
        return (effects, up)
    }

    /// How far a room goes to have something in it, its beginning when it is longer; 0 where it is or fills the room.
    private static func step(to start: Double, _ length: Double, from first: Double, _ room: Double) -> Double {
        let before = start - first
        let after = start + length - first - room
        if before < 0, after < 0 { return before }
        return before > 0 && after > 0 ? min(before, after) : 0
    }
}

extension ViewEntry {
    /// The offset of a scroll view that is scrolled by some points, within its content; nil where it stays, and where a
    /// number is none.
    func scrolled(x: Double, y: Double) -> DBusSize? {
        let size: DBusSize = properties["ContentSize"]?.get() ?? .zero
        let offset = contentOffset
        let wanted = DBusSize(
            width: min(max(offset.width + x, 0), max(size.width - frame.width, 0)),
            height: min(max(offset.height + y, 0), max(size.height - frame.height, 0)))
        return wanted != offset && wanted.variant.isFinite ? wanted : nil
    }
}
