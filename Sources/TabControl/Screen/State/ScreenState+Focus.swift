internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// Keyboard focus and scrolling.
extension ScreenState {
    /// Moves the focus to the next or previous target, and wraps around at the ends.
    mutating func moveFocus(_ step: Int, in scene: Scene) {
        let order = scene.focusOrder
        guard !order.isEmpty else { return focus = nil }
        guard let index = order.firstIndex(where: { $0.target == focus }) else {
            return setFocus(step > 0 ? order[0] : order[order.count - 1], in: scene)
        }
        setFocus(order[(index + step + order.count) % order.count], in: scene)
    }

    /// Sets the focus and scrolls to it.
    /// - Parameter isTyping: Whether a single-line field gets the caret.
    mutating func setFocus(_ spot: Scene.Spot, in scene: Scene, isTyping: Bool = true) {
        focus = spot.target
        if let list = scene.lists[spot.target], let row = chosenRow(of: spot.target, in: scene),
            view(spot.target)?.view.className != "TextView"
        {
            choose(row, of: spot.target, list)
        }
        reveal(spot, in: scene)
        let isField = view(spot.target)?.view.className == "TextField"
        if isTyping, isField || spot.target == onlyField(in: scene)?.target { beginEditing(spot.target) }
    }

    /// Returns the field of a sheet with only one field, which gets all typed text. nil on any other page, in a
    /// read-only screen and in profile tv.
    func onlyField(in scene: Scene) -> Scene.Spot? {
        guard scene.isSheet, !isRemote, !isReadOnly else { return nil }
        let fields = scene.spots.filter {
            $0.isFocusable && (view($0.target).map { Self.acceptsText($0.view) } ?? false)
        }
        return fields.count == 1 ? fields.first : nil
    }

    mutating func arrow(_ key: Key, in scene: Scene) -> [ScreenEffect] {
        if let effects = change(by: key, in: scene) { return effects }
        moveFocus(towards: key, in: scene)
        return []
    }

    /// Changes the value of the focused element; nil if the arrow moves the focus instead.
    private mutating func change(by key: Key, in scene: Scene) -> [ScreenEffect]? {
        guard let focus else { return nil }
        if let list = scene.lists[focus], list.count > 0, key == .up || key == .down {
            return moveInList(focus, list, by: key == .up ? -1 : 1, in: scene)
        }
        guard let (path, view) = view(focus) else { return nil }
        let step = key == .left || key == .up ? -1.0 : 1.0
        switch view.className {
        case "Slider" where key == .left || key == .right:
            let (low, high) = (view.number("Minimum"), view.number("Maximum", 1))
            let value = min(max(view.number("Value") + step * (high - low) / 20, low), high)
            return value.isFinite ? [.update(path, view.id, "valueChanged", .double(value))] : []
        case "SegmentedControl" where key == .left || key == .right:
            let segments: [String] = view.properties["Segments"]?.get() ?? []
            let selected: Int32 = view.properties["SelectedSegment"]?.get() ?? -1
            let index = min(max(Int(selected) + Int(step), 0), segments.count - 1)
            return index == Int(selected) || index < 0
                ? [] : [.send(path, view.id, "valueChanged", .int32(Int32(clamping: index)))]
        case "TabBar" where key == .left || key == .right:
            guard let item = view.item(after: view.selectedItem, step: Int(step)) else { return [] }
            return [.send(path, view.id, "selectItem", .uint32(UInt32(clamping: item)))]
        case "ScrollView":
            let isVertical = key == .up || key == .down
            let effects = scroll(view, in: path, x: isVertical ? 0 : step * 40, y: isVertical ? step * 32 : 0)
            return effects.isEmpty ? nil : effects
        default: return nil
        }
    }

    /// Moves within a list; nil at its ends, where the arrow moves the focus.
    private mutating func moveInList(
        _ target: Target, _ list: Scene.List, by step: Int, in scene: Scene
    ) -> [ScreenEffect]? {
        // A text scrolls; any other list has a current row.
        guard view(target)?.view.className != "TextView" else {
            guard list.count > list.room, (0...(list.count - list.room)).contains(list.first + step) else { return nil }
            firstRows[target] = list.first + step
            return []
        }
        guard let row = chosenRow(of: target, in: scene).map({ $0 + step }), row >= 0, row < list.count else {
            return nil
        }
        choose(row, of: target, list)
        return []
    }

    mutating func choose(_ row: Int, of target: Target, _ list: Scene.List) {
        rows[target] = row
        let first = min(max(list.first, row - list.room + 1), row)
        firstRows[target] = max(first, 0)
    }

    /// Moves the focus to the nearest target in a direction.
    mutating func moveFocus(towards key: Key, in scene: Scene) {
        guard let focus, let from = scene.spot(focus) else {
            return moveFocus(key == .down || key == .right ? 1 : -1, in: scene)
        }
        let spots = scene.focusOrder.filter { $0.target != focus }
        func nearest(_ spots: [Scene.Spot]) -> Scene.Spot? {
            spots.compactMap { spot in Self.distance(from.cells, spot.cells, key).map { ($0, spot) } }
                .min { $0.0 < $1.0 }?.1
        }
        // Targets in the same scroll view come first. Targets that another scroll view hides are skipped, because
        // their places are outside of the visible part.
        let inside = from.scrollView.flatMap { around in nearest(spots.filter { $0.scrollView == around }) }
        let best = inside ?? nearest(spots.filter { !$0.shown.isEmpty || $0.scrollView == nil })
        if let best { setFocus(best, in: scene) }
    }

    /// Returns the distance in a direction; nil if the target is not in that direction.
    private static func distance(_ from: CellRect, _ to: CellRect, _ key: Key) -> Int? {
        func gap(_ a: Range<Int>, _ b: Range<Int>) -> Int {
            max(max(a.lowerBound, b.lowerBound) - min(a.upperBound, b.upperBound) + 1, 0)
        }
        let beside = gap(from.column..<max(from.endColumn, from.column), to.column..<max(to.endColumn, to.column))
        let level = gap(from.row..<max(from.endRow, from.row), to.row..<max(to.endRow, to.row))
        // A row counts as two columns.
        switch key {
        case .up where to.endRow <= from.row: return (from.row - to.endRow) * 2 + beside * 3
        case .down where to.row >= from.endRow: return (to.row - from.endRow) * 2 + beside * 3
        // Targets to the left or right must be at about the same height.
        case .left where to.endColumn <= from.column && level <= 2: return from.column - to.endColumn + level * 6
        case .right where to.column >= from.endColumn && level <= 2: return to.column - from.endColumn + level * 6
        default: return nil
        }
    }

    // MARK: Scrolling

    /// Scrolls by a page.
    /// - Parameter target: The element to scroll. The whole page scrolls if the element has nothing to scroll.
    mutating func page(_ step: Int, at target: Target?, in scene: Scene) -> [ScreenEffect] {
        if let target, scene.lists[target] != nil || view(target)?.view.className == "ScrollView" {
            let rows = step * max((scene.lists[target]?.room ?? 4) - 1, 1)
            guard editor?.target == target, let columns = textColumns(of: target, in: scene) else {
                return scroll(target, by: rows, in: scene)
            }
            // Moves the caret up to the ends of the text, and scrolls the text with it.
            editor?.move(by: rows, columns: columns)
            scrollList(target, by: rows, in: scene)
            return []
        }
        scrollPage(by: step * max(scene.pageRows.count - 1, 1), in: scene)
        return []
    }

    mutating func jump(toEnd: Bool, in scene: Scene) -> [ScreenEffect] {
        guard let focus, let list = scene.lists[focus], list.count > 0 else { return [] }
        choose(toEnd ? list.count - 1 : 0, of: focus, list)
        return []
    }

    /// Scrolls a list, a text or a scroll view. The keyboard's current row stays visible.
    @discardableResult
    mutating func scroll(_ target: Target, by step: Int, in scene: Scene) -> [ScreenEffect] {
        if let (path, view) = view(target), view.className == "ScrollView" {
            return scroll(view, in: path, x: 0, y: Double(step) * Grid.height)
        }
        if !scrollList(target, by: step, in: scene) { scrollPage(by: step, in: scene) }
        return []
    }

    /// - Returns: Whether the list can scroll.
    @discardableResult
    private mutating func scrollList(_ target: Target, by step: Int, in scene: Scene) -> Bool {
        guard let list = scene.lists[target], list.count > list.room else { return false }
        let first = min(max(list.first + step, 0), list.count - list.room)
        firstRows[target] = first
        if let row = rows[target] { rows[target] = min(max(row, first), first + list.room - 1) }
        // The caret stays visible.
        if editor?.target == target, list.room > 0, let columns = textColumns(of: target, in: scene) {
            editor?.move(into: first..<(first + list.room), columns: columns)
        }
        return true
    }

    /// Returns the line width of a text.
    private func textColumns(of target: Target, in scene: Scene) -> Int? {
        scene.spot(target).map { TextLayout.columns(in: $0.cells) }
    }

    mutating func scrollPage(by step: Int, in scene: Scene) {
        guard let path = scene.page, scene.pageOverflow > 0 else { return }
        pageOffsets[path] = min(max((pageOffsets[path] ?? 0) + step, 0), scene.pageOverflow)
    }

    /// Returns the effect that asks the owner to scroll within the content.
    func scroll(_ view: ViewEntry, in path: ObjectPath, x: Double, y: Double) -> [ScreenEffect] {
        view.scrolled(x: x, y: y).map { [.update(path, view.id, "scrolled", $0.variant)] } ?? []
    }
}

/// Scrolling to the focus: the front end moves the page, and owners move scroll views.
extension ScreenState {
    /// Scrolls the page so that a spot becomes visible.
    mutating func reveal(_ spot: Scene.Spot, in scene: Scene) {
        guard case .view(let path, let id) = spot.target, path == scene.page else { return }
        // The row after its scroll views have scrolled. In profile tv, the daemon scrolls them.
        let row = spot.cells.row - (isRemote ? 0 : Grid.rows(scrollingToReveal(id, in: path).up))
        let end = row + spot.cells.rows
        let visible = scene.pageRows.clamped(to: row..<max(end, row)).count
        guard visible < spot.cells.rows, scene.pageOverflow > 0, visible == 0 || spot.cells.rows <= 4 else { return }
        let down = end - scene.pageRows.upperBound
        let up = scene.pageRows.lowerBound - row
        scrollPage(by: up > 0 ? -up : max(down, 0), in: scene)
    }

    /// Returns the effects that scroll to the new focus.
    func effectsToRevealFocus() -> [ScreenEffect] {
        guard case .view(let path, let id) = focus else { return [] }
        return scrollingToReveal(id, in: path).effects
    }

    /// Returns how the scroll views around a view must scroll to show it.
    ///
    /// - Returns: The effects, from the innermost scroll view to the outermost, and the distance in points that the
    ///   view moves up.
    func scrollingToReveal(_ id: UInt32, in path: ObjectPath) -> (effects: [ScreenEffect], up: Double) {
        guard let views = tree.views[path], var view = views.view(id) else { return ([], 0) }
        var (effects, up): ([ScreenEffect], Double) = ([], 0)
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
    func scrolled(x: Double, y: Double) -> DBusSize? {
        let size: DBusSize = properties["ContentSize"]?.get() ?? .zero
        let offset = contentOffset
        let wanted = DBusSize(
            width: min(max(offset.width + x, 0), max(size.width - frame.width, 0)),
            height: min(max(offset.height + y, 0), max(size.height - frame.height, 0)))
        return wanted != offset && wanted.variant.isFinite ? wanted : nil
    }
}
