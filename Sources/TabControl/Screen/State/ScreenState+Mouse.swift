internal import TabFrontEnd
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// Mouse input.
extension ScreenState {
    mutating func point(_ mouse: MouseEvent, in scene: Scene) -> [UserGesture] {
        guard link == .attached else {
            drag = nil
            return []
        }
        switch mouse.kind {
        case .press: return begin(mouse, in: scene)
        case .drag:
            drag?.move(to: mouse)
            return slide(in: scene)
        case .release:
            guard let drag else { return [] }
            self.drag = nil
            // A tap counts only if it ends where it began, as with a finger.
            guard scene.target(row: mouse.row, column: mouse.column) == drag.target else {
                return drag.isMoved ? drop(drag, at: mouse, in: scene) : []
            }
            switch drag.target {
            // Only rows and enabled items of a bar can be tapped, not the empty space around them.
            case .moreList: return []
            case .view where [ViewKind.slider, .tableView, .tabBar].contains(tree.view(drag.target)?.kind): return []
            default: return activate(drag.target, in: scene)
            }
        case .wheelUp, .wheelDown:
            guard !isHelpShown else { return [] }
            let step = mouse.kind == .wheelUp ? -3 : 3
            guard
                let target = scene.spots.last(where: { spot in
                    spot.shown.contains(row: mouse.row, column: mouse.column)
                        && (scene.lists[spot.target] != nil || tree.view(spot.target)?.kind == .scrollView)
                })?.target
            else {
                positions.scrollPage(by: step, in: scene)
                return []
            }
            return scroll(target, by: step, in: scene)
        }
    }

    private mutating func begin(_ mouse: MouseEvent, in scene: Scene) -> [UserGesture] {
        message = nil
        enteredTab = nil
        drag = nil
        if isHelpShown {
            isHelpShown = false
            return []
        }
        let target = scene.target(row: mouse.row, column: mouse.column)
        // A click elsewhere ends editing.
        var effects = editor.map { $0.target != target } == true ? editing.end() : []
        if menu != nil, target == nil {
            menu = nil
            return effects
        }
        guard let target else {
            let inPopover = scene.popover?.contains(row: mouse.row, column: mouse.column) == true
            // The daemon decides what a tap outside of a popover means.
            guard scene.popover != nil, !inPopover, scene.window.contains(row: mouse.row, column: mouse.column),
                let point = scene.point(row: mouse.row, column: mouse.column)
            else { return effects }
            return effects + [.tapAt(x: point.x, y: point.y)]
        }
        // A field that is not edited shows its text from the beginning.
        let visibleIndex = editor?.target == target ? editor?.caret ?? 0 : 0
        drag = MouseDrag(target, at: mouse)
        if let spot = scene.spot(target.focused), spot.isFocusable, !tree.isRemote { focus = target.focused }
        effects += slide(in: scene)
        beginEditing(target)
        placeCaret(target, mouse, visibleIndex, in: scene)
        return effects
    }

    /// Places the caret at the mouse.
    /// - Parameter visibleIndex: A visible character of a field, whose beginning may be cut off.
    private mutating func placeCaret(_ target: Target, _ mouse: MouseEvent, _ visibleIndex: Int, in scene: Scene) {
        guard editor?.target == target, let spot = scene.spot(target), let editor else { return }
        let columns = TextLayout.columns(in: spot.cells)
        let column = mouse.column - spot.cells.column - 1
        if editor.isMultiline {
            let row = mouse.row - spot.shown.row + (scene.lists[target]?.first ?? 0)
            let layout = TextLayout(editor.text, columns: columns)
            let caret = layout.index(row: row, shownColumn: column, columns: columns)
            editing.change(target) { $0.place(caret: caret) }
        } else {
            let isSecure = tree.view(target)?.view.isSecure == true
            let text = isSecure ? String(repeating: "•", count: editor.text.count) : editor.text
            let caret = FieldLine(text, caret: visibleIndex, columns: columns).index(at: column)
            editing.change(target) { $0.place(caret: caret) }
        }
    }

    // MARK: Dragging

    /// Moves the knob of the dragged slider to the mouse.
    private func slide(in scene: Scene) -> [UserGesture] {
        guard let drag, let cells = scene.spot(drag.target)?.cells, cells.columns > 1 else { return [] }
        let part = Fraction.of(Double(drag.column), from: Double(cells.column), to: Double(cells.endColumn - 1))
        return tree.view(drag.target)?.dragged(to: part) ?? []
    }

    private mutating func drop(_ drag: MouseDrag, at mouse: MouseEvent, in scene: Scene) -> [UserGesture] {
        let under = scene.target(row: mouse.row, column: mouse.column)
        switch (drag.target, under) {
        case (.customized, .tab(let position)):
            carried = drag.target
            defer { carried = nil }
            return drop(on: position)
        case (.tab(let from), .tab(let position)) where tree.isCustomizing && from != position:
            _ = activate(drag.target, in: scene)
            defer { carried = nil }
            return carried == nil ? [] : drop(on: position)
        case (.row(let path, let id, let from), .row(let other, let otherID, let to)):
            return path == other && id == otherID ? move(from, to: to, in: .view(path, id)) : []
        default: return []
        }
    }
}

/// A drag of the mouse, with the target where it began.
struct MouseDrag: Hashable, Sendable {
    let target: Target
    private(set) var row: Int
    private(set) var column: Int
    private(set) var isMoved = false

    init(_ target: Target, at mouse: MouseEvent) {
        self.target = target
        row = mouse.row
        column = mouse.column
    }

    mutating func move(to mouse: MouseEvent) {
        row = mouse.row
        column = mouse.column
        isMoved = true
    }
}
