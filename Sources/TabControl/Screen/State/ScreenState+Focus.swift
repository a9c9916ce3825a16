internal import TabFrontEnd
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// Keyboard focus and scrolling.
extension ScreenState {
    /// Moves the focus to the next or previous target, and wraps around at the ends.
    private mutating func moveFocus(_ step: Int, in scene: Scene) {
        guard let spot = scene.spot(after: focus, step: step) else { return focus = nil }
        setFocus(spot, in: scene)
    }

    /// Moves the focus to the nearest target in the direction of an arrow, or to the next or previous one with Tab.
    mutating func moveFocus(towards key: Key, in scene: Scene) {
        guard let focus, let start = scene.spot(focus), key != .tab, key != .backTab else {
            return moveFocus([.tab, .down, .right].contains(key) ? 1 : -1, in: scene)
        }
        if let spot = scene.spot(from: start, towards: key) { setFocus(spot, in: scene) }
    }

    /// Sets the focus and scrolls to it.
    /// - Parameter isTyping: Whether a single-line field gets the caret.
    mutating func setFocus(_ spot: Scene.Spot, in scene: Scene, isTyping: Bool = true) {
        focus = spot.target
        let kind = tree.view(spot.target)?.kind
        if let list = scene.lists[spot.target], let row = currentRow(of: spot.target, in: scene),
            kind != .textView
        {
            positions.choose(row, of: spot.target, in: list)
        }
        reveal(spot, in: scene)
        if isTyping, kind == .textField || spot.target == onlyField(in: scene)?.target {
            beginEditing(spot.target)
        }
    }

    /// Returns the field of a sheet with only one field, which gets all typed text. nil on any other page, in a
    /// read-only screen and in profile tv.
    func onlyField(in scene: Scene) -> Scene.Spot? {
        guard scene.isSheet, !tree.isRemote, !isReadOnly else { return nil }
        let fields = scene.spots.filter { $0.isFocusable && tree.view($0.target)?.acceptsText == true }
        return fields.count == 1 ? fields.first : nil
    }

    /// Changes the value of the focused element, or moves the focus.
    mutating func arrow(_ key: Key, in scene: Scene) -> [UserGesture] {
        if let focus, let list = scene.lists[focus], list.count > 0, key == .up || key == .down {
            if moveInList(focus, list, by: key == .up ? -1 : 1, in: scene) { return [] }
        } else if let gestures = tree.view(focus)?.stepped(
            by: key == .left || key == .up ? -1 : 1, isHorizontal: key == .left || key == .right)
        {
            return gestures
        }
        moveFocus(towards: key, in: scene)
        return []
    }

    /// - Returns: Whether the arrow moved within the list. At its ends, the arrow moves the focus.
    private mutating func moveInList(_ target: Target, _ list: Scene.List, by step: Int, in scene: Scene) -> Bool {
        // A text scrolls; any other list has a current row.
        guard tree.view(target)?.kind != .textView else {
            guard list.count > list.room, (0...(list.count - list.room)).contains(list.first + step) else {
                return false
            }
            _ = positions.scroll(target, by: step, in: list)
            return true
        }
        guard let row = currentRow(of: target, in: scene).map({ $0 + step }), (0..<list.count).contains(row) else {
            return false
        }
        positions.choose(row, of: target, in: list)
        return true
    }

    /// Returns the keyboard's current row; nil if there are no rows.
    func currentRow(of target: Target, in scene: Scene) -> Int? {
        positions.row(of: target, selected: tree.view(target)?.view.selectedRow, in: scene.lists[target])
    }

    // MARK: Scrolling

    /// Scrolls by a page.
    /// - Parameter target: The element to scroll. The whole page scrolls if the element has nothing to scroll.
    mutating func page(_ step: Int, at target: Target?, in scene: Scene) -> [UserGesture] {
        guard let target, scene.lists[target] != nil || tree.view(target)?.kind == .scrollView else {
            positions.scrollPage(by: step * max(scene.pageRows.count - 1, 1), in: scene)
            return []
        }
        let rows = step * max((scene.lists[target]?.room ?? 4) - 1, 1)
        guard editor?.target == target, let columns = textColumns(of: target, in: scene) else {
            return scroll(target, by: rows, in: scene)
        }
        // Moves the caret up to the ends of the text, and scrolls the text with it.
        editing.change(target) { $0.move(by: rows, columns: columns) }
        _ = scrollList(target, by: rows, in: scene)
        return []
    }

    mutating func jump(toEnd: Bool, in scene: Scene) {
        guard let focus, let list = scene.lists[focus], list.count > 0 else { return }
        positions.choose(toEnd ? list.count - 1 : 0, of: focus, in: list)
    }

    /// Scrolls a list, a text or a scroll view. The keyboard's current row stays visible.
    mutating func scroll(_ target: Target, by step: Int, in scene: Scene) -> [UserGesture] {
        if let view = tree.view(target), view.kind == .scrollView {
            return view.scrolled(y: Double(step) * Grid.height)
        }
        if !scrollList(target, by: step, in: scene) { positions.scrollPage(by: step, in: scene) }
        return []
    }

    /// - Returns: Whether the list can scroll.
    private mutating func scrollList(_ target: Target, by step: Int, in scene: Scene) -> Bool {
        guard let visible = positions.scroll(target, by: step, in: scene.lists[target]) else { return false }
        // The caret stays visible.
        if !visible.isEmpty, let columns = textColumns(of: target, in: scene) {
            editing.change(target) { $0.move(into: visible, columns: columns) }
        }
        return true
    }

    /// Returns the line width of a text.
    private func textColumns(of target: Target, in scene: Scene) -> Int? {
        scene.spot(target).map { TextLayout.columns(in: $0.cells) }
    }

    // MARK: Revealing the focus

    /// Scrolls the page so that a spot becomes visible. Owners move scroll views.
    mutating func reveal(_ spot: Scene.Spot, in scene: Scene) {
        guard case .view(let path, let id) = spot.target, path == scene.page else { return }
        // The row after its scroll views have scrolled. In profile tv, the daemon scrolls them.
        let up = tree.isRemote ? 0 : ScrollReveal(of: id, of: path, in: tree.views[path]).up
        let row = spot.cells.row - Grid.rows(up)
        let end = row + spot.cells.rows
        let visible = scene.pageRows.clamped(to: row..<max(end, row)).count
        guard visible < spot.cells.rows, scene.pageOverflow > 0, visible == 0 || spot.cells.rows <= 4 else { return }
        let before = scene.pageRows.lowerBound - row
        positions.scrollPage(by: before > 0 ? -before : max(end - scene.pageRows.upperBound, 0), in: scene)
    }

    /// Returns the gestures that scroll to the new focus.
    func gesturesToRevealFocus() -> [UserGesture] {
        guard case .view(let path, let id) = focus else { return [] }
        return ScrollReveal(of: id, of: path, in: tree.views[path]).gestures
    }
}
