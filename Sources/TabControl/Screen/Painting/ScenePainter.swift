internal import DBusInterface
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// A painter of the screen: the window with its page and bars, the popovers, and the message line.
struct ScenePainter {
    private var builder: SceneBuilder
    private var state: ScreenState { builder.state }
    private var snapshot: WindowSnapshot { builder.snapshot }
    private var size: TerminalSize { builder.size }

    /// - Parameter paper: The grid of the paper to print on; nil for the screen.
    static func scene(of state: ScreenState, on paper: Grid? = nil) -> Scene {
        var painter = ScenePainter(builder: SceneBuilder(state, on: paper))
        painter.draw()
        painter.builder.scene.canvas = painter.builder.pen.canvas
        return painter.builder.scene
    }

    private mutating func draw() {
        guard size.rows > 0, size.columns > 0 else { return }
        if state.tree.objects.isEmpty {
            builder.pen.text(
                state.link == .connecting ? "…" : "", in: builder.scene.window, row: builder.scene.window.middleRow,
                alignment: .center, style: .dim)
        } else {
            let screen = builder.pen.clip
            builder.pen.clip = screen.intersection(builder.scene.window)
            drawWindow()
            builder.pen.clip = screen
        }
        guard !builder.isPrinted else { return }
        if !state.tree.objects.isEmpty { drawOutside() }
        MenuPainter().draw(on: &builder)
        drawFoot()
        if state.isHelpShown { drawHelp() }
    }

    private mutating func drawWindow() {
        let end = builder.isBarAtBottom ? snapshot.barFrame.map { builder.grid.cells($0).row } : nil
        // An opaque bar moves the content.
        let frame = snapshot.child.flatMap { $0 == state.controller ? nil : state.tree.viewController($0).frame }
        PagePainter(
            page: snapshot.page,
            area: PageArea(
                origin: (frame?.x ?? 0, frame?.y ?? 0), cells: builder.pageCells,
                bottom: builder.isBarAtBottom ? builder.barCells?.row : nil,
                end: end ?? builder.scene.wholeWindow.endRow)
        ).draw(on: &builder)
        if builder.hasStatus, !builder.isPrinted { drawStatus() }
        let more = state.tree.more
        if builder.isBarShown { drawTabBar(more) }
        for popover in snapshot.popovers { PopoverPainter(popover).draw(on: &builder) }
        if let more, more.arrangement != nil { CustomizingPainter(more).draw(on: &builder) }
        if state.link != .attached { builder.pen.dim() }
    }

    // MARK: Tab bar

    /// Draws the bar.
    private mutating func drawTabBar(_ more: MoreRows?) {
        guard let frame = snapshot.barFrame, let bar = builder.barCells else { return }
        let place = builder.grid.cells(frame)
        let edge = snapshot.barEdge
        let isAtSide = edge == .left || edge == .right
        let up = isAtSide ? 0 : builder.rowsRaised(place)
        let moved = isAtSide ? builder.columnsMoved(place) : 0
        builder.scene.raised.append(Scene.Raised(cells: bar, rows: up, columns: moved, end: place.endRow))
        builder.pen.fill(bar)
        // During customizing, the bar shows the new arrangement.
        let items = more?.arrangement.map { $0 + snapshot.items.suffix(1) } ?? snapshot.items
        let frames = state.tree.itemFrames
        let parts = items.indices.map { position in
            let part =
                frames.indices.contains(position)
                ? frames[position]
                : DBusRect(
                    x: frame.width * Double(position) / Double(items.count), y: 0,
                    width: frame.width / Double(items.count), height: frame.height)
            let cells = builder.grid.cells(part.offset(x: frame.x, y: frame.y))
            return isAtSide && bar.rows < place.rows
                ? shortened(cells, position, of: items.count, in: bar, moved)
                : cells.offset(rows: -up, columns: -moved)
        }
        let isRemote = state.tree.isRemote
        let tree = state.tree
        let shown = TabBarPainter(items: items, cells: bar, parts: parts, edge: snapshot.profile == "tv" ? .top : edge)
            .draw(
                on: &builder
            ) { item in
                let top = tree.navigationController(item.path).topViewController ?? .none
                return [item.path, top].contains { ["failed", "quarantined"].contains(tree.viewController($0).state) }
            }
        // The bar has the daemon's focus only if an item has it.
        let focusedItem = state.tree.focus(state.controller).focusedItem
        for (position, part) in parts.enumerated() where !part.isEmpty {
            // The whole part accepts taps, but only its text, with one cell on each side, shows the focus.
            builder.note(.tab(position), at: part, isFocusable: !isRemote)
            let isFocused = isRemote ? focusedItem == UInt32(clamping: position) : state.focus == .tab(position)
            if isFocused || isDropTarget(position) { builder.highlight(shown[position]) }
        }
    }

    /// Returns the cells of an item in a bar at a side that is cut off: an equal part of the rows that are left, which
    /// stands for the middle of the item in the window.
    private mutating func shortened(
        _ cells: CellRect, _ position: Int, of count: Int, in bar: CellRect, _ moved: Int
    ) -> CellRect {
        let (start, end) = (bar.rows * position / count, bar.rows * (position + 1) / count)
        let part = bar.inRows((bar.row + start)..<(bar.row + end))
        builder.scene.raised.append(
            Scene.Raised(
                cells: part, rows: cells.middleRow - part.middleRow, columns: moved, end: cells.endRow))
        return part
    }

    private func isDropTarget(_ position: Int) -> Bool {
        guard let drag = state.drag, drag.isMoved, case .customized = drag.target else { return false }
        return builder.scene.target(row: drag.row, column: drag.column) == .tab(position)
    }

    // MARK: Outside of the page

    /// Draws the title and the number of front ends in the status bar.
    private mutating func drawStatus() {
        builder.pen.line(" ", row: 0, from: 0, columns: builder.scene.window.columns)
        let row = CellRect(row: 0, column: 1, rows: 1, columns: max(builder.scene.window.columns - 2, 0))
        let count = state.tree.window(state.controller).attachedClients?.count ?? 0
        let notes = [state.isReadOnly ? "read-only" : "", count > 1 ? "\(count) front ends" : ""]
        let note = notes.filter { !$0.isEmpty }.joined(separator: ", ")
        builder.pen.text(
            snapshot.title, row: 0, column: row.column,
            columns: max(row.columns - (note.isEmpty ? 0 : CharacterWidth.width(of: note) + 2), 0), style: .dim)
        builder.pen.text(note, in: row, alignment: .right, style: .dim)
    }

    /// Draws dots where a smaller front end leaves a part of this terminal unused.
    private mutating func drawOutside() {
        let (window, room) = (builder.scene.window, state.room)
        for row in 0..<room.rows {
            let first = row < window.rows ? window.columns : 0
            builder.pen.line("·", row: row, from: first, columns: room.columns - first, style: .dim)
        }
    }

    /// Draws the last line: a message, else the key help.
    private mutating func drawFoot() {
        // While editing, q would be typed as text.
        let quitHint = state.editor == nil ? "q quits" : "^C quits"
        let row = size.rows - 1
        let (text, style): (String, Style) =
            switch state.link {
            case .connecting: ("attaching", .dim)
            case .daemonAway: ("tabd ended; waiting for it, \(quitHint)", .bold)
            case .busAway: ("the bus ended; waiting for it, \(quitHint)", .bold)
            case .hostAway(let host, let reason):
                // The end of a long reason may not fit.
                (
                    state.message ?? "lost \(host.name); reconnecting, \(quitHint)" + (reason.map { ": \($0)" } ?? ""),
                    .bold
                )
            case .attached, .reattaching, .daemonReplaced, .ended:
                state.message.map { ($0, .bold) } ?? (KeyHelp.line(state, builder.scene), .dim)
            }
        builder.pen.text(text, row: row, column: 0, columns: size.columns, style: style)
    }

    private mutating func drawHelp() {
        let lines = KeyHelp.page(state)
        let width = min((lines.map { CharacterWidth.width(of: $0) }.max() ?? 0) + 4, size.columns)
        let rows = min(lines.count + 2, size.rows)
        let rect = CellRect(
            row: (size.rows - rows) / 2, column: (size.columns - width) / 2, rows: rows, columns: width)
        builder.pen.dim()
        builder.pen.box(rect)
        builder.pen.text(" Keys ", row: rect.row, column: rect.column + 2, columns: 6, style: .bold)
        for (index, line) in lines.prefix(max(rows - 2, 0)).enumerated() {
            builder.pen.text(line, row: rect.row + 1 + index, column: rect.column + 2, columns: max(width - 4, 0))
        }
        builder.scene.spots = []
        builder.scene.cursor = nil
    }
}
