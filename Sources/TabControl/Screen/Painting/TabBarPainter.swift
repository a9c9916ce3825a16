internal import TabMirror
internal import TerminalUI

/// A painter of a tab bar and its items.
struct TabBarPainter {
    let items: [WindowSnapshot.Item]
    let cells: CellRect
    /// The part of the bar for each item.
    let parts: [CellRect]
    /// The edge of the window where the bar is. The rule is at the other side of the items.
    var edge = WindowSnapshot.Edge.bottom
    var tint = Palette.tint

    /// Draws a rule, then the icon and title of each item in its part of the bar.
    ///
    /// - Parameter hasFailed: Returns whether the content of an item has failed.
    /// - Returns: The cells of each item's text, with one cell on each side.
    @discardableResult
    func draw(on builder: inout SceneBuilder, hasFailed: (WindowSnapshot.Item) -> Bool = { _ in false }) -> [CellRect] {
        drawRule(of: cells, isThick: false, style: .dim, on: &builder.pen)
        guard !builder.isPrinted else {
            print(on: &builder)
            return parts
        }
        return zip(items, parts).map { item, part in
            part.isEmpty ? part : draw(item, hasFailed(item), in: part, on: &builder.pen)
        }
    }

    private var isAtSide: Bool { edge == .left || edge == .right }

    /// Draws the rule beside items.
    private func drawRule(of cells: CellRect, isThick: Bool, style: Style, on pen: inout Pen) {
        guard isAtSide else {
            let row = edge == .top ? cells.endRow - 1 : cells.row
            return pen.line(isThick ? "━" : "─", row: row, from: cells.column, columns: cells.columns, style: style)
        }
        guard cells.columns > 0 else { return }
        let column = edge == .left ? cells.endColumn - 1 : cells.column
        let shown = cells.intersection(pen.clip)
        for row in shown.row..<max(shown.endRow, shown.row) {
            pen.line(isThick ? "┃" : "│", row: row, from: column, columns: 1, style: style)
        }
    }

    /// Returns the cells without the rule.
    private func inside(_ cells: CellRect) -> CellRect {
        switch edge {
        case .top: cells.inRows(cells.row..<max(cells.endRow - 1, cells.row))
        case .bottom: cells.inRows(min(cells.row + 1, cells.endRow)..<cells.endRow)
        case .left: cells.inColumns(cells.column..<max(cells.endColumn - 1, cells.column))
        case .right: cells.inColumns(min(cells.column + 1, cells.endColumn)..<cells.endColumn)
        }
    }

    private func draw(_ item: WindowSnapshot.Item, _ hasFailed: Bool, in part: CellRect, on pen: inout Pen) -> CellRect
    {
        if item.isSelected { drawRule(of: part, isThick: true, style: Style(foreground: tint), on: &pen) }
        var style: Style = item.isSelected ? Style(.bold, foreground: tint) : .plain
        if !item.isEnabled { style = .dim }
        let cells = inside(part)
        let rows = cells.row..<max(cells.endRow, cells.row)
        let marks = item.marks + (hasFailed ? "✗" : "")
        let badge = (item.badge.isEmpty ? "" : " (\(item.badge))") + (marks.isEmpty ? "" : " \(marks)")
        let title = item.isEnabled ? item.title : "(\(item.title))"
        let symbol = Icon.symbol(item.image)
        var text = title.isEmpty ? Icon.text(item.image) : title
        var titleRow = (rows.lowerBound + rows.upperBound - 1) / 2
        let room = max(cells.columns - 1 - CharacterWidth.width(of: badge), 0)
        if let symbol, !title.isEmpty {
            if rows.count > 1 {
                titleRow = edge == .bottom ? rows.upperBound - 1 : max(titleRow, rows.lowerBound + 1)
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
        return CellRect(row: titleRow, column: column - 1, rows: 1, columns: width + 2).intersection(part)
    }

    // MARK: Paper

    /// Draws the items with their numbers and marks, each in its part of the bar; if one has no room, one after the
    /// other on as many lines as they need.
    private func print(on builder: inout SceneBuilder) {
        let texts = items.enumerated().map { $1.text(at: Position(at: $0)) }
        guard !isAtSide else { return printWrapped(texts, on: &builder) }
        let inside = inside(cells)
        let rows = inside.row..<max(inside.endRow, inside.row)
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

    /// Draws the items of a bar at a side, each on as many lines of its part as it needs.
    private func printWrapped(_ texts: [String], on builder: inout SceneBuilder) {
        for (text, part) in zip(texts, parts) {
            let room = inside(part)
            let lines = CharacterWidth.wrap(text, to: max(room.columns, 1))
            let first = room.row + max(room.rows - lines.count, 0) / 2
            for (index, line) in lines.enumerated() {
                builder.pen.text(line, row: first + index, column: room.column, columns: room.columns)
            }
            builder.lack(lines.count - room.rows, at: part.endRow)
        }
    }
}
