internal import TabInterface
internal import TerminalUI

/// A row of a table or of the More list.
struct ListRow: Hashable {
    var title: String
    var detail: String
    var image: String
    var accessory: String
    var isEnabled: Bool
}

extension ListRow {
    init(_ row: TableRow) {
        self.init(
            title: row.title, detail: row.detail, image: row.image, accessory: row.accessory, isEnabled: row.enabled)
    }
}

extension ScenePainter {
    /// Draws the visible rows, one line each.
    ///
    /// - Parameters:
    ///   - row: Returns the content of a row. It is called only for visible rows.
    ///   - part: Returns the target of a row.
    mutating func drawList(
        _ count: Int, selected: Int?, of target: Target, in cells: CellRect, isEnabled: Bool = true,
        row: (Int) -> ListRow, part: (Int) -> Target
    ) {
        let room = cells.intersection(pen.clip)
        let list = Scene.List(
            count: count, room: room.rows,
            first: min(state.firstRows[target] ?? 0, max(count - room.rows, 0)))
        scene.lists[target] = list
        // The spot of the list comes before those of its rows, which cover it.
        note(target, at: cells, isFocusable: isEnabled && count > 0)
        let cursor = state.focus == target ? min(state.rows[target] ?? selected ?? 0, count - 1) : nil
        for (line, index) in (list.first..<min(list.first + list.room, count)).enumerated() {
            let place = CellRect(row: room.row + line, column: cells.column, rows: 1, columns: cells.columns)
            draw(row(index), in: place, isSelected: index == selected, isEnabled: isEnabled)
            if index == cursor { highlight(place) }
            if isEnabled { add(part(index), at: place, isFocusable: false) }
        }
        drawScrollBar(list, in: cells)
    }

    private mutating func draw(_ row: ListRow, in cells: CellRect, isSelected: Bool, isEnabled: Bool) {
        let mark = ["disclosure": " ›", "checkmark": " ✓"][row.accessory] ?? "  "
        var style: Style = row.isEnabled && isEnabled ? .plain : .dim
        if isSelected { style = Style(.bold, foreground: Palette.tint) }
        let detail = CharacterWidth.truncate(CharacterWidth.printable(row.detail), to: cells.columns / 2)
        let end = cells.endColumn - 2 - CharacterWidth.width(of: detail)
        if isSelected { pen.text("•", row: cells.row, column: cells.column, columns: 1, style: style) }
        var column = cells.column + 2
        if let symbol = Icon.symbol(row.image) {
            pen.text(symbol, row: cells.row, column: column, columns: 1, style: style)
            column += 2
        }
        let title = row.isEnabled ? row.title : "(\(row.title))"
        pen.text(title, row: cells.row, column: column, columns: max(end - column - 1, 0), style: style)
        pen.text(detail, row: cells.row, column: end, columns: cells.columns, style: isSelected ? style : .dim)
        pen.text(mark, row: cells.row, column: cells.endColumn - 2, columns: 2, style: style)
    }

    /// Draws a scroll bar at the right edge if the list does not fit.
    mutating func drawScrollBar(_ list: Scene.List, in cells: CellRect) {
        let room = cells.intersection(pen.clip)
        guard list.count > list.room, list.room > 0 else { return }
        let length = max(list.room * list.room / list.count, 1)
        let space = list.count - list.room
        let start = space > 0 ? list.first * (list.room - length) / space : 0
        for row in 0..<room.rows {
            let isThumb = row >= start && row < start + length
            pen.text(
                isThumb ? "█" : "│", row: room.row + row, column: cells.endColumn - 1, columns: 1, style: .dim)
        }
    }
}
