import DBusInterface
import TabInterface
import TabModel

/// Coordinate conversion and hit testing.
extension ViewTree {
    /// Returns a view's frame in the root view's coordinates; nil if the view doesn't exist.
    func frame(of id: UInt32) -> Rect? { convert(nil, from: id) }

    /// Converts a rectangle from the coordinates of a view to those of the root view (V2). nil means the whole view.
    /// Returns nil if the view doesn't exist.
    func convert(_ rect: Rect?, from id: UInt32) -> Rect? {
        guard let entry = entries[id] else { return nil }
        if let rect { return rect.offset(by: origin(inside: id)) }
        let frame = entry.frame.rect
        guard entry.parent != 0 else { return Rect(x: 0, y: 0, width: frame.width, height: frame.height) }
        return frame.offset(by: origin(inside: entry.parent))
    }

    /// Returns the control at a point of the root view, and the action of a tap on it. Front ends handle all other
    /// views.
    func control(at point: Point) -> (view: UInt32, action: String, value: Variant)? {
        guard let id = topmost(at: point, from: 1, handlingTaps: true), isReachable(id), let entry = entries[id]
        else { return nil }
        func tap<Value>(_ action: ViewAction<Value>, _ value: Value) -> (view: UInt32, action: String, value: Variant) {
            (id, action.name, value.variant)
        }
        switch entry.kind {
        // Front ends show the menu.
        case .button where entry.showsMenuWhenTapped: return nil
        case .button: return tap(UserActions.buttonTriggered, true)
        case .switchControl: return tap(UserActions.switchChanged, !entry[ViewKeys.isOn])
        case .segmentedControl:
            let count = entry.elements(of: ViewKeys.segments).count
            return part(at: point, of: id, among: count).map { tap(UserActions.segmentChanged, Int32(clamping: $0)) }
        case .tabBar:
            let items = entry.items
            guard let item = part(at: point, of: id, among: items.count), items[item].enabled else { return nil }
            return tap(UserActions.selectItem, UInt32(clamping: item))
        case .tableView: return row(at: point, of: entry).map { tap(UserActions.selectRow, $0) }
        default: return nil
        }
    }

    /// Returns the index of the part at a point of the root view, for a view with `count` parts of equal width.
    private func part(at point: Point, of id: UInt32, among count: Int) -> Int? {
        guard let frame = frame(of: id), frame.width > 0, count > 0 else { return nil }
        return min(max(Int((point.x - frame.x) / frame.width * Double(count)), 0), count - 1)
    }

    /// Returns the enabled row of a table at a point of the root view. Returns nil for a table that does not show all
    /// its rows, as only the front end knows its scroll position, and for one with sections, whose headers it draws.
    private func row(at point: Point, of table: ViewEntry) -> UInt32? {
        let (rows, height, inset) = (table.rows, table[ViewKeys.rowHeight], table.adjustedContentInset)
        guard !table.hasValue(ViewKeys.sections), let frame = frame(of: table.id),
            Double(rows.count) * height <= frame.height - inset.top - inset.bottom
        else { return nil }
        let position = (point.y - frame.y - inset.top) / height
        guard position >= 0, position < Double(rows.count), rows[Int(position)].enabled else { return nil }
        return UInt32(position)
    }

    /// Returns the foremost view at a point of the root view and its ancestors; then the same without labels and
    /// images, which don't handle taps.
    func hits(at point: Point) -> [UInt32] {
        var hits: [UInt32] = []
        for first in [topmost(at: point, from: 1), topmost(at: point, from: 1, handlingTaps: true)] {
            if let first { hits += chain(from: first) }
        }
        return hits
    }

    /// Returns a view and its ancestors, up to the root.
    func chain(from id: UInt32) -> [UInt32] {
        var chain: [UInt32] = []
        var next: UInt32? = id
        while let id = next, let entry = entries[id] {
            chain.append(id)
            next = entry.parent
        }
        return chain
    }

    /// Returns the origin of a view's coordinates in those of the root view, including the offsets and the insets of
    /// scroll views.
    private func origin(inside id: UInt32) -> Point {
        var origin = Point(x: 0, y: 0)
        var next = id
        while let entry = entries[next] {
            if entry.isKind(.scrollView) {
                let (offset, inset) = (entry.contentOffset, entry.adjustedContentInset)
                origin = Point(x: origin.x - offset.width + inset.left, y: origin.y - offset.height + inset.top)
            }
            if entry.parent != 0 { origin = Point(x: origin.x + entry.frame.x, y: origin.y + entry.frame.y) }
            next = entry.parent
        }
        return origin
    }

    /// Returns the foremost view that contains a point. Later subviews are in front.
    private func topmost(at point: Point, from id: UInt32, handlingTaps: Bool = false) -> UInt32? {
        guard let frame = frame(of: id), entries[id]?.isHidden != true, point.x >= frame.x,
            point.y >= frame.y, point.x < frame.maxX,
            point.y < frame.maxY
        else { return nil }
        for child in (children[id] ?? []).reversed() {
            if let found = topmost(at: point, from: child, handlingTaps: handlingTaps) { return found }
        }
        return handlingTaps && [ViewKind.label, .imageView].contains(entries[id]?.kind) ? nil : id
    }
}
