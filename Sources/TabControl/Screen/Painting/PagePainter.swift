internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// The area of a page, in points and cells.
struct PageArea {
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

/// A painter of the content of a container, between its navigation bar and its toolbar.
struct PagePainter {
    let page: WindowSnapshot.Page
    let area: PageArea

    func draw(on builder: inout SceneBuilder) {
        // The bar comes first, because its spots precede those of the content.
        let bars = PageBarPainter(page: page, area: area)
        let top = bars.drawNavigationBar(on: &builder)
        let bottom = bars.drawToolbar(on: &builder)
        let room = area.cells.inRows(top..<max(bottom, top))
        builder.clipped(to: room) { builder in
            if let more = page.more, let list = page.content?.path {
                draw(more, list, in: room, on: &builder)
            } else if let content = page.content {
                draw(content, in: room, on: &builder)
            } else {
                builder.pen.text("no tabs", in: room, row: room.middleRow, alignment: .center, style: .dim)
            }
        }
    }

    // MARK: Content

    private func draw(_ content: WindowSnapshot.Content, in room: CellRect, on builder: inout SceneBuilder) {
        let state = builder.state
        let frame = state.tree.viewController(content.path).frame
        let isNested = content.path != state.controller && page.navigation != nil
        let origin = (
            x: area.origin.x + (isNested ? frame?.x ?? 0 : 0), y: area.origin.y + (isNested ? frame?.y ?? 0 : 0)
        )
        let views = state.tree.views[content.path] ?? ViewMirror()
        let top = max(room.row, builder.hasStatus ? 1 : 0)
        let failure = FailurePainter(
            content, canRespawn: !state.isReadOnly, in: room.inRows(top..<max(room.endRow, top)))
        // On paper, the content begins below its failure.
        let offset = builder.isPrinted ? -(failure?.rows ?? 0) : state.positions.pageOffset(of: content.path)
        var end = 0
        builder.drawing(content.path) {
            end = ViewPainter(content.path, views).draw(on: &$0, from: origin, up: offset)
        }
        if views.views.isEmpty, state.tree.window(state.controller).visible == false {
            builder.pen.text(
                "not shown by any front end", in: room, row: room.middleRow, alignment: .center, style: .dim)
        }
        builder.scene.raised.append(Scene.Raised(cells: room, rows: offset + area.up, end: area.end))
        builder.scene.page = content.path
        builder.scene.pageRows = room.row..<max(room.endRow, room.row)
        builder.scene.overflows[content.path] = max(end + offset - room.endRow, 0)
        builder.lack(end - room.endRow, at: room.endRow, of: content.path)
        if builder.scene.pageOverflow > 0 {
            let mark = offset < builder.scene.pageOverflow ? "↓" : "↑"
            builder.pen.text(mark, row: room.endRow - 1, column: room.endColumn - 1, columns: 1, style: .dim)
        }
        failure?.draw(on: &builder)
    }

    // MARK: More

    private func draw(_ more: MoreRows, _ list: ObjectPath, in room: CellRect, on builder: inout SceneBuilder) {
        guard more.arrangement == nil else { return }
        let isPrinted = builder.isPrinted
        ListPainter(target: .moreList(list), count: more.rows.count, cells: room.inset(columns: 1)).draw(on: &builder) {
            let item = more.rows[$0]
            // Commands name a row by its number.
            return isPrinted
                ? TableRow(title: item.listText(at: Position(at: $0)))
                : TableRow(
                    title: item.title,
                    detail: [item.badge.isEmpty ? "" : "(\(item.badge))", item.marks].filter { !$0.isEmpty }
                        .joined(separator: " "),
                    image: item.image,
                    accessory: "disclosure", enabled: item.isEnabled)
        } part: {
            .moreRow(list, $0)
        }
    }
}

/// A painter of the failure of a view controller, over its last view.
struct FailurePainter {
    private let content: WindowSnapshot.Content
    private let room: CellRect
    private let lines: [String]
    /// Whether the user can respawn the owner, which also ends a back-off. Remote clients reconnect by themselves, and
    /// a quarantined plugin must be reset first.
    private let isRespawnOffered: Bool
    /// The height with the border.
    let rows: Int

    /// Returns nil for a view controller that has not failed, and without room.
    init?(_ content: WindowSnapshot.Content, canRespawn: Bool, in room: CellRect) {
        guard content.state != "ready", !content.state.isEmpty, room.rows > 0 else { return nil }
        self.content = content
        self.room = room
        let text =
            switch content.state {
            case "unresponsive": "is not responding"
            case "restarting": "is restarting"
            default: content.state
            }
        let reason = content.failureReason.isEmpty ? "" : ": \(content.failureReason)"
        let name = content.title.isEmpty ? content.type : content.title
        lines = CharacterWidth.wrap(
            CharacterWidth.printable("\(name) \(text)\(reason)"), to: max(room.columns - 4, 1))
        isRespawnOffered = canRespawn && content.type != "remote" && ["failed", "restarting"].contains(content.state)
        rows = min(lines.count + 2 + (isRespawnOffered ? 1 : 0), room.rows)
    }

    func draw(on builder: inout SceneBuilder) {
        for row in room.row..<room.endRow {
            builder.pen.mark(room.inRows(row..<(row + 1)), .dim)
        }
        let box = room.inRows(room.row..<(room.row + rows))
        let style = Style(.bold, foreground: Palette.red)
        if rows >= 3 { builder.pen.box(box, style: style) } else { builder.pen.fill(box) }
        let inside = rows >= 3 ? box.inside : box
        for (index, line) in lines.prefix(max(inside.rows - (isRespawnOffered ? 1 : 0), 0)).enumerated() {
            builder.pen.text(
                line, row: inside.row + index, column: inside.column + 1, columns: inside.columns, style: style)
        }
        // The content below can't be used. But editing continues while the owner is unresponsive: it gets the text
        // when it responds again.
        let editedTarget = content.state == "unresponsive" ? builder.state.editor?.target : nil
        builder.scene.spots.removeAll { spot in
            if case .view(content.path, _) = spot.target.focused { spot.target != editedTarget } else { false }
        }
        if editedTarget == nil || builder.scene.cursor.map({ box.contains(row: $0.row, column: $0.column) }) ?? true {
            builder.scene.cursor = nil
        }
        guard isRespawnOffered, inside.rows > 0 else { return }
        let button = CellRect(row: inside.endRow - 1, column: inside.column + 1, rows: 1, columns: 11)
        builder.pen.text("[r Respawn]", in: button, style: .bold)
        builder.add(.respawn(content.path), at: button)
    }
}

extension CellRect {
    /// Returns the same columns in other rows.
    func inRows(_ rows: Range<Int>) -> CellRect {
        CellRect(row: rows.lowerBound, column: column, rows: rows.count, columns: columns)
    }

    /// Returns the same rows in other columns.
    func inColumns(_ columns: Range<Int>) -> CellRect {
        CellRect(row: row, column: columns.lowerBound, rows: rows, columns: columns.count)
    }

    func inset(columns: Int) -> CellRect {
        CellRect(row: row, column: column + columns, rows: rows, columns: max(self.columns - 2 * columns, 0))
    }
}
