internal import TabInterface
internal import TerminalUI

/// A painter of the open menu, a box over the page in the style of an action sheet.
struct MenuPainter {
    func draw(on builder: inout SceneBuilder) {
        let (items, state) = (builder.state.openItems, builder.state)
        guard let menu = state.menu, !items.isEmpty else { return }
        let shown = items.shown(in: menu.parent)
        let lines = shown.map { CharacterWidth.printable(Self.text(of: items[$0])) }
        let size = state.room
        let width = min((lines.map { CharacterWidth.width(of: $0) }.max() ?? 0) + 4, size.columns)
        let rows = min(lines.count + 2, size.rows)
        let box = CellRect(
            row: (size.rows - rows) / 2, column: (size.columns - width) / 2, rows: rows, columns: width)
        builder.pen.dim()
        builder.cover()
        builder.pen.box(box)
        let room = max(rows - 2, 0)
        let first = min(max(menu.place - room + 1, 0), max(lines.count - room, 0))
        for (row, place) in (first..<min(first + room, lines.count)).enumerated() {
            let item = items[shown[place]]
            let cells = CellRect(row: box.row + 1 + row, column: box.column + 1, rows: 1, columns: max(width - 2, 0))
            let style: Style =
                item.isDisabled
                ? .dim : item.attributes.contains("destructive") ? Style(foreground: Palette.red) : .plain
            builder.pen.text(
                lines[place], row: cells.row, column: cells.column + 1, columns: max(width - 4, 0), style: style)
            if !item.isDisabled { builder.note(.menuItem(place), at: cells, isFocusable: false) }
            if place == menu.place { builder.highlight(cells) }
        }
    }

    private static func text(of item: MenuItem) -> String {
        let mark = item.state == "on" ? "✓ " : item.state == "mixed" ? "- " : ""
        let title = item.title.isEmpty ? item.identifier : item.title
        return mark + title + (item.kind == "submenu" ? " ›" : "")
    }
}
