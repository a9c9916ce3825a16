internal import TerminalUI

/// A painter of a tab bar and its items.
struct TabBarPainter {
    let items: [Picture.Item]
    let cells: CellRect
    /// The part of the bar for each item.
    let parts: [CellRect]
    /// Whether the rule is below the items, as in profile tv.
    var isAtTop = false
    var tint = Palette.tint

    /// Draws a rule, then the icon and title of each item in its part of the bar.
    ///
    /// - Parameter hasFailed: Returns whether the content of an item has failed.
    /// - Returns: The cells of each item's text, with one cell on each side.
    @discardableResult
    func draw(on builder: inout SceneBuilder, hasFailed: (Picture.Item) -> Bool = { _ in false }) -> [CellRect] {
        builder.pen.line("─", row: rule(of: cells), from: cells.column, columns: cells.columns, style: .dim)
        guard !builder.isPrinted else {
            print(on: &builder)
            return parts
        }
        return zip(items, parts).map { item, part in
            part.isEmpty ? part : draw(item, hasFailed(item), in: part, on: &builder.pen)
        }
    }

    private func rule(of cells: CellRect) -> Int { isAtTop ? cells.endRow - 1 : cells.row }

    private func rows(of cells: CellRect) -> Range<Int> {
        isAtTop ? cells.row..<max(cells.endRow - 1, cells.row) : min(cells.row + 1, cells.endRow)..<cells.endRow
    }

    private func draw(_ item: Picture.Item, _ hasFailed: Bool, in cells: CellRect, on pen: inout Pen) -> CellRect {
        if item.isSelected {
            pen.line(
                "━", row: rule(of: cells), from: cells.column, columns: cells.columns, style: Style(foreground: tint))
        }
        var style: Style = item.isSelected ? Style(.bold, foreground: tint) : .plain
        if !item.isEnabled { style = .dim }
        let rows = rows(of: cells)
        let marks = item.marks + (hasFailed ? "✗" : "")
        let badge = (item.badge.isEmpty ? "" : " (\(item.badge))") + (marks.isEmpty ? "" : " \(marks)")
        let title = item.isEnabled ? item.title : "(\(item.title))"
        let symbol = Icon.symbol(item.image)
        var text = title.isEmpty ? Icon.text(item.image) : title
        var titleRow = (rows.lowerBound + rows.upperBound - 1) / 2
        let room = max(cells.columns - 1 - CharacterWidth.width(of: badge), 0)
        if let symbol, !title.isEmpty {
            if rows.count > 1 {
                titleRow = isAtTop ? titleRow : rows.upperBound - 1
                pen.text(symbol, in: cells, row: titleRow - 1, alignment: .center, style: style)
            } else if CharacterWidth.width(of: text) + 2 <= room {
                // The symbol goes beside the title if there is room.
                text = "\(symbol) \(text)"
            }
        }
        let shown = CharacterWidth.truncate(CharacterWidth.printable(text), to: room)
        let width = CharacterWidth.width(of: shown + badge)
        let column = cells.column + max(cells.columns - width, 0) / 2
        pen.text(shown, row: titleRow, column: column, columns: room, style: style)
        pen.text(
            badge, row: titleRow, column: column + CharacterWidth.width(of: shown), columns: cells.columns,
            style: Style(.bold, foreground: item.badgeColor.isEmpty ? Palette.red : Palette.foreground(item.badgeColor))
        )
        return CellRect(row: titleRow, column: column - 1, rows: 1, columns: width + 2).intersection(cells)
    }

    // MARK: Paper

    /// Draws the items with their numbers and marks, each in its part of the bar; if one has no room, one after the
    /// other on as many lines as they need.
    private func print(on builder: inout SceneBuilder) {
        let texts = items.enumerated().map { $1.text(at: Position(at: $0)) }
        let rows = rows(of: cells)
        guard zip(texts, parts).contains(where: { CharacterWidth.width(of: $0) > $1.columns }) else {
            let row = (rows.lowerBound + rows.upperBound - 1) / 2
            for (text, part) in zip(texts, parts) {
                builder.pen.text(text, in: part, row: row, alignment: .center)
            }
            return
        }
        var place = CellPlace(row: rows.lowerBound, column: cells.column)
        for text in texts {
            let width = CharacterWidth.width(of: text)
            if place.column > cells.column, place.column + width > cells.endColumn {
                place = CellPlace(row: place.row + 1, column: cells.column)
            }
            builder.pen.text(text, row: place.row, column: place.column, columns: cells.endColumn - place.column)
            place.column += width + 1
        }
        builder.lack(place.row + 1 - rows.upperBound, at: cells.endRow)
    }
}
