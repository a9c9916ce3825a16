internal import TabInterface
internal import TerminalUI

/// A painter of the visible rows of a table or of the More list, one line each.
struct ListPainter {
    let target: Target
    let count: Int
    /// The index of the selected row; nil for none.
    var selected: Int?
    let cells: CellRect
    var isEnabled = true
    /// The headers and footers between the rows.
    var sections = SectionTexts()

    /// - Parameters:
    ///   - row: Returns the content of a row. It is called only for visible rows.
    ///   - part: Returns the target of a row.
    func draw(on builder: inout SceneBuilder, row: (Int) -> TableRow, part: (Int) -> Target) {
        let room = cells.intersection(builder.pen.clip)
        let chosenRow = builder.state.positions.row(of: target)
        let first = sections.first(
            builder.state.positions.firstRow(of: target), count: count, lines: room.rows,
            showing: builder.state.focus == target ? chosenRow : nil)
        let list = Scene.List(
            count: count,
            room: sections.isEmpty ? room.rows : sections.visible(from: first, count: count, lines: room.rows),
            first: first)
        builder.scene.lists[target] = list
        // The spot of the list comes before those of its rows, which cover it.
        builder.note(target, at: cells, isFocusable: isEnabled && count > 0)
        let chosen = builder.state.positions.row(of: target) ?? selected ?? 0
        let cursor = builder.state.focus == target ? min(chosen, count - 1) : nil
        var line = room.row
        func drawTexts(before index: Int) {
            for text in sections.texts(before: index, lines: room.endRow - line - (index < count ? 1 : 0)) {
                let printable = CharacterWidth.printable(text)
                builder.pen.text(
                    printable, row: line, column: cells.column, columns: cells.columns, style: Style(.bold))
                line += 1
            }
        }
        for index in list.first..<min(list.first + list.room, count) {
            drawTexts(before: index)
            let place = CellRect(row: line, column: cells.column, rows: 1, columns: cells.columns)
            line += 1
            draw(row(index), in: place, isSelected: index == selected, on: &builder.pen)
            if index == cursor { builder.highlight(place) }
            if isEnabled { builder.add(part(index), at: place, isFocusable: false) }
        }
        if list.first + list.room >= count { drawTexts(before: count) }
        builder.drawScrollBar(list, in: cells)
        if !room.isEmpty { builder.lack(count + sections.count - room.rows, at: room.endRow) }
    }

    private func draw(_ row: TableRow, in cells: CellRect, isSelected: Bool, on pen: inout Pen) {
        let mark = ["disclosure": " ›", "checkmark": " ✓"][row.accessory] ?? "  "
        var style: Style = row.enabled && isEnabled ? .plain : .dim
        if isSelected { style = Style(.bold, foreground: Palette.tint) }
        let detail = CharacterWidth.truncate(CharacterWidth.printable(row.detail), to: cells.columns / 2)
        let end = cells.endColumn - 2 - CharacterWidth.width(of: detail)
        if isSelected { pen.text("•", row: cells.row, column: cells.column, columns: 1, style: style) }
        var column = cells.column + 2
        if let symbol = Icon.symbol(row.image) {
            pen.text(symbol, row: cells.row, column: column, columns: 1, style: style)
            column += 2
        }
        let title = row.enabled ? row.title : "(\(row.title))"
        pen.text(title, row: cells.row, column: column, columns: max(end - column - 1, 0), style: style)
        pen.text(detail, row: cells.row, column: end, columns: cells.columns, style: isSelected ? style : .dim)
        pen.text(mark, row: cells.row, column: cells.endColumn - 2, columns: 2, style: style)
    }
}
