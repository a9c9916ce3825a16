internal import TabMirror
internal import TerminalUI

/// A painter of the customizing page with the available tabs, over the page. The bar shows the new arrangement.
struct CustomizingPainter {
    private let more: MoreRows

    init(_ more: MoreRows) { self.more = more }

    func draw(on builder: inout SceneBuilder) {
        let (room, bar) = (builder.pageCells, builder.barCells)
        let bottom = builder.snapshot.barEdge == .bottom ? bar?.row ?? room.endRow : room.endRow
        let page = room.inRows(room.row..<max(bottom, room.row + 3))
        builder.pen.box(page)
        builder.cover { if case .tab = $0.target { true } else { false } }
        let inside = page.inside
        builder.pen.text(" Configure ", row: page.row, column: page.column + 2, columns: inside.columns, style: .bold)
        if let list = builder.state.tree.moreList {
            _ = builder.place("[Done]", .edit(list), page.row, (page.endColumn - 8)..<page.endColumn, isEnabled: true)
        }
        let hint =
            builder.state.carried == nil
            ? "Drag a tab to the bar, or press Enter on it" : "Press Enter on a place in the bar"
        if !builder.isPrinted {
            builder.pen.text(hint, in: inside, row: inside.endRow - 1, alignment: .center, style: .dim)
        }
        drawTabs(in: inside, on: &builder)
        drawDragged(on: &builder)
    }

    private func drawTabs(in inside: CellRect, on builder: inout SceneBuilder) {
        let items = more.customizable
        let width = min(
            max(items.map { CharacterWidth.width(of: CharacterWidth.printable($0.title)) }.max() ?? 0, 8) + 4,
            max(inside.columns, 1))
        let columns = max(inside.columns / width, 1)
        // The rows are closer together if there is little room.
        let lines = (items.count + columns - 1) / columns
        let pitch = lines * 2 < inside.rows ? 2 : 1
        let top = inside.row + (pitch > 1 ? 1 : 0)
        // Scrolls to the focused tab.
        let focused = items.firstIndex { builder.state.focus == .customized($0.path) } ?? 0
        let first = max(focused / columns * pitch - (inside.endRow - 2 - top), 0)
        let grid = inside.inRows(top..<max(inside.endRow - 1, top))
        builder.lack(lines - grid.rows, at: inside.endRow)
        // Hidden tabs scroll into view when they get the focus.
        let reach = grid.inRows(-Grid.limit..<(grid.isEmpty ? -Grid.limit : Grid.limit))
        builder.scrolling(SceneBuilder.Scrolling(reach: reach)) { builder in
            for (index, item) in items.enumerated() {
                let cells = CellRect(
                    row: top + index / columns * pitch - first,
                    column: inside.column + index % columns * width,
                    rows: 1, columns: width)
                let symbol = Icon.symbol(item.image).map { $0 + " " } ?? ""
                let isOnBar = more.arrangement?.contains { $0.path == item.path } == true
                builder.clipped(to: grid) {
                    $0.pen.text(
                        symbol + item.title, in: cells.inset(columns: 1), alignment: .center,
                        style: isOnBar ? .dim : .plain)
                    if $0.state.carried == .customized(item.path) { $0.pen.mark(cells, [.bold, .underline]) }
                    $0.add(.customized(item.path), at: cells)
                }
            }
        }
    }

    /// Draws the tab that the mouse drags.
    private func drawDragged(on builder: inout SceneBuilder) {
        guard let drag = builder.state.drag, drag.isMoved, case .customized(let path) = drag.target,
            let item = more.customizable.first(where: { $0.path == path })
        else { return }
        let text = " \(item.title) "
        let width = CharacterWidth.width(of: CharacterWidth.printable(text))
        let place = CellRect(row: drag.row, column: max(drag.column - width / 2, 0), rows: 1, columns: width)
        builder.pen.text(text, in: place, style: .bold)
        builder.highlight(place)
    }
}
