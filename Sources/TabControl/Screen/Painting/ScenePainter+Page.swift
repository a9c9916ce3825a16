internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

extension ScenePainter {
    /// The area of a page, in points and cells.
    struct Area {
        /// The origin of the container in the window, in points.
        let origin: (x: Double, y: Double)
        let cells: CellRect
        /// The first row of a bar that covers the bottom; nil for none.
        let bottom: Int?
        /// How many rows higher the page is drawn than in the window.
        var up = 0
        /// The first row of the window below the page.
        let end: Int
    }

    /// Draws the content of a container between its navigation bar and its toolbar.
    mutating func drawPage(_ page: Picture.Page, in area: Area) {
        var top = area.cells.row
        if let bar = page.navigationBar {
            // The bar comes first, because its spots precede those of the content.
            top = drawNavigationBar(bar, of: page, in: area)
        }
        var bottom = min(area.bottom ?? area.cells.endRow, area.cells.endRow)
        if let toolbar = page.toolbar { bottom = drawToolbar(toolbar, of: page, in: area) }
        let room = CellRect(
            row: top, column: area.cells.column, rows: max(bottom - top, 0), columns: area.cells.columns)
        clipped(to: room) { painter in
            if let more = page.more, let list = page.content?.path {
                painter.drawMore(more, list, in: room)
            } else if let content = page.content {
                painter.draw(content, of: page, in: area, room)
            } else {
                painter.pen.text("no tabs", in: room, row: room.middleRow, alignment: .center, style: .dim)
            }
        }
    }

    private mutating func draw(
        _ content: Picture.Content, of page: Picture.Page, in area: Area, _ room: CellRect
    ) {
        let frame = state.tree.viewController(content.path).frame
        let isNested = content.path != state.controller && page.navigation != nil
        let origin = (
            x: area.origin.x + (isNested ? frame?.x ?? 0 : 0), y: area.origin.y + (isNested ? frame?.y ?? 0 : 0)
        )
        let views = state.tree.views[content.path] ?? ViewMirror()
        let offset = state.pageOffsets[content.path] ?? 0
        let end = ViewPainter(content.path, views).draw(on: &self, from: origin, up: offset)
        if views.views.isEmpty, hasNoFrontEnd {
            pen.text("not shown by any front end", in: room, row: room.middleRow, alignment: .center, style: .dim)
        }
        scene.raised.append(Scene.Raised(cells: room, rows: offset + area.up, end: area.end))
        scene.page = content.path
        scene.pageRows = room.row..<max(room.endRow, room.row)
        scene.overflows[content.path] = max(end + offset - room.endRow, 0)
        if scene.pageOverflow > 0 {
            let mark = offset < scene.pageOverflow ? "↓" : "↑"
            pen.text(mark, row: room.endRow - 1, column: room.endColumn - 1, columns: 1, style: .dim)
        }
        guard content.state != "ready", !content.state.isEmpty else { return }
        let top = max(room.row, hasStatus ? 1 : 0)
        drawFailure(
            content,
            in: CellRect(
                row: top, column: room.column, rows: max(room.endRow - top, 0), columns: room.columns))
    }

    /// Whether no front end shows the window. The views are not loaded then.
    private var hasNoFrontEnd: Bool {
        state.tree.window(state.controller).visible == false
    }

    /// Draws the failure of a tab over its last view.
    private mutating func drawFailure(_ content: Picture.Content, in room: CellRect) {
        guard room.rows > 0 else { return }
        for row in room.row..<room.endRow {
            pen.mark(CellRect(row: row, column: room.column, rows: 1, columns: room.columns), .dim)
        }
        let text =
            switch content.state {
            case "unresponsive": "is not responding"
            case "restarting": "is restarting"
            default: content.state
            }
        let reason = content.failureReason.isEmpty ? "" : ": \(content.failureReason)"
        let name = content.title.isEmpty ? content.type : content.title
        let lines = CharacterWidth.wrap(
            CharacterWidth.printable("\(name) \(text)\(reason)"), to: max(room.columns - 4, 1))
        let isOffered = Self.canRespawn(content) && !state.isReadOnly
        let rows = min(lines.count + 2 + (isOffered ? 1 : 0), room.rows)
        let box = CellRect(
            row: room.row, column: room.column, rows: rows, columns: room.columns)
        let style = Style(.bold, foreground: Palette.red)
        if rows >= 3 { pen.box(box, style: style) } else { pen.fill(box) }
        let inside = rows >= 3 ? box.inside : box
        for (index, line) in lines.prefix(max(inside.rows - (isOffered ? 1 : 0), 0)).enumerated() {
            pen.text(line, row: inside.row + index, column: inside.column + 1, columns: inside.columns, style: style)
        }
        // The content below can't be used. But editing continues while the owner is unresponsive: it gets the text
        // when it responds again.
        let editedTarget = content.state == "unresponsive" ? state.editor?.target : nil
        scene.spots.removeAll { spot in
            if case .view(content.path, _) = spot.target.focused { spot.target != editedTarget } else { false }
        }
        if editedTarget == nil || scene.cursor.map({ box.contains(row: $0.row, column: $0.column) }) ?? true {
            scene.cursor = nil
        }
        guard isOffered, inside.rows > 0 else { return }
        let button = CellRect(row: inside.endRow - 1, column: inside.column + 1, rows: 1, columns: 11)
        pen.text("[r Respawn]", row: button.row, column: button.column, columns: button.columns, style: .bold)
        add(.respawn(content.path), at: button)
    }

    /// Returns whether the user can respawn the owner, which also ends a back-off. Remote clients reconnect by
    /// themselves, and a quarantined plugin must be reset first.
    static func canRespawn(_ content: Picture.Content) -> Bool {
        content.type != "remote" && ["failed", "restarting"].contains(content.state)
    }

    // MARK: More

    private mutating func drawMore(_ more: MoreRows, _ list: ObjectPath, in room: CellRect) {
        guard more.arrangement == nil else { return }
        let target = Target.moreList(list)
        drawList(more.rows.count, selected: nil, of: target, in: room.inset(columns: 1)) { index in
            let item = more.rows[index]
            return ListRow(
                title: item.title, detail: item.badge.isEmpty ? "" : "(\(item.badge))", image: item.image,
                accessory: "disclosure", isEnabled: item.isEnabled)
        } part: {
            .moreRow(list, $0)
        }
    }
}

extension CellRect {
    func inset(columns: Int) -> CellRect {
        CellRect(row: row, column: column + columns, rows: rows, columns: max(self.columns - 2 * columns, 0))
    }
}
