internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// A view that gets the user's input, and the effects of that input.
struct TargetView: Hashable, Sendable {
    let path: ObjectPath
    let view: ViewEntry

    var className: String { view.className }

    /// Whether the user can type into the view.
    var acceptsText: Bool {
        className == "TextField" || className == "TextView" && view.properties["Editable"] == .bool(true)
    }

    private func send(_ action: String, _ value: Variant) -> [ScreenEffect] { [.send(path, view.id, action, value)] }

    private func send(_ action: String, _ index: Int) -> [ScreenEffect] {
        send(action, .uint32(UInt32(clamping: index)))
    }

    // MARK: Values

    /// Returns the effects of Enter or a click.
    ///
    /// - Parameter row: The keyboard's current row of a table; nil for none.
    func activated(row: Int?) -> [ScreenEffect] {
        switch className {
        case "Button": return send("primaryActionTriggered", .bool(true))
        case "Switch": return send("valueChanged", .bool(view.properties["On"] != .bool(true)))
        case "TableView": return row.map { send("selectRow", $0) } ?? []
        case "TabBar":
            // Taps the selected item again.
            let selected = view.selectedItem.flatMap { view.items.indices.contains($0) ? $0 : nil }
            guard let item = selected ?? view.item(after: nil, step: 1), view.items[item].enabled else { return [] }
            return send("selectItem", item)
        default: return []
        }
    }

    /// Returns the effects of an arrow key; nil if the arrow moves the focus instead.
    func changed(by key: Key) -> [ScreenEffect]? {
        let isHorizontal = key == .left || key == .right
        let step = key == .left || key == .up ? -1 : 1
        switch className {
        case "Slider" where isHorizontal:
            let (low, high) = (view.number("Minimum"), view.number("Maximum", 1))
            return slid(to: view.number("Value") + Double(step) * (high - low) / 20)
        case "SegmentedControl" where isHorizontal:
            let selected = view.selectedSegment ?? -1
            let index = min(max(selected + step, 0), view.segments.count - 1)
            return index == selected || index < 0 ? [] : send("valueChanged", .int32(Int32(clamping: index)))
        case "TabBar" where isHorizontal:
            return view.item(after: view.selectedItem, step: step).map { send("selectItem", $0) } ?? []
        case "ScrollView":
            let effects = isHorizontal ? scrolled(x: Double(step) * 40) : scrolled(y: Double(step) * 32)
            return effects.isEmpty ? nil : effects
        default: return nil
        }
    }

    /// Returns the effects of dragging a slider to a column of its cells.
    func dragged(to column: Int, in cells: CellRect) -> [ScreenEffect] {
        guard className == "Slider", cells.columns > 1 else { return [] }
        let part = Fraction.of(Double(column), from: Double(cells.column), to: Double(cells.endColumn - 1))
        let (low, high) = (view.number("Minimum"), view.number("Maximum", 1))
        let value = low + part * (high - low)
        return min(max(value, low), high) == view.number("Value") ? [] : slid(to: value)
    }

    private func slid(to value: Double) -> [ScreenEffect] {
        let value = min(max(value, view.number("Minimum")), view.number("Maximum", 1))
        return value.isFinite ? [.update(path, view.id, "valueChanged", .double(value))] : []
    }

    // MARK: Rows

    func deletedRow(_ row: Int) -> [ScreenEffect] {
        view.properties["AllowsDelete"] == .bool(true) ? send("deleteRow", row) : []
    }

    func movedRow(_ row: Int, to other: Int) -> [ScreenEffect] {
        guard view.properties["AllowsMove"] == .bool(true), view.rows.indices.contains(row),
            view.rows.indices.contains(other), row != other
        else { return [] }
        return send("moveRow", .structure([.uint32(UInt32(clamping: row)), .uint32(UInt32(clamping: other))]))
    }

    // MARK: Scrolling

    /// Returns the effect that asks the owner to scroll within the content.
    func scrolled(x: Double = 0, y: Double = 0) -> [ScreenEffect] {
        view.scrolled(x: x, y: y).map { [.update(path, view.id, "scrolled", $0.variant)] } ?? []
    }
}

/// How the scroll views around a view must scroll to show it.
struct ScrollReveal {
    /// From the innermost scroll view to the outermost.
    private(set) var effects: [ScreenEffect] = []
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
            if parent.className == "ScrollView" {
                var offset = parent.contentOffset
                let room = parent.frame.inset(by: parent.adjustedContentInset)
                let x = Self.step(to: frame.x, frame.width, from: offset.width, room.width)
                let y = Self.step(to: frame.y, frame.height, from: offset.height, room.height)
                if parent.isEnabled, x != 0 || y != 0, let wanted = parent.scrolled(x: x, y: y) {
                    effects.append(.update(path, parent.id, "scrolled", wanted.variant))
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

extension ViewEntry {
    /// Returns the offset of a scroll view after scrolling within its content; nil if it stays or is not finite.
    fileprivate func scrolled(x: Double, y: Double) -> DBusSize? {
        let size: DBusSize = properties["ContentSize"]?.get() ?? .zero
        let (offset, room) = (contentOffset, frame.inset(by: adjustedContentInset))
        let wanted = DBusSize(
            width: min(max(offset.width + x, 0), max(size.width - room.width, 0)),
            height: min(max(offset.height + y, 0), max(size.height - room.height, 0)))
        return wanted != offset && wanted.variant.isFinite ? wanted : nil
    }
}
