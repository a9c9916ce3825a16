internal import DBusInterface
internal import TabInterface
internal import TerminalUI

extension ScenePainter {
    /// Draws a rule, and below it the buttons from the left. On a terminal that has no room for the whole window the
    /// toolbar goes up with the tab bar.
    ///
    /// - Returns: The first row of the toolbar.
    mutating func drawToolbar(_ toolbar: Toolbar, of page: Picture.Page, in area: Area) -> Int {
        let place = Grid.cells(toolbar.frame.offset(x: area.origin.x, y: area.origin.y))
        let end = min(area.bottom ?? area.cells.endRow, area.cells.endRow)
        let up = max(place.endRow - end, 0)
        let cells = place.offset(rows: -up, columns: 0).intersection(area.cells)
        guard cells.rows > 0 else { return end }
        scene.raised.append(Scene.Raised(cells: cells, rows: up + area.up, end: area.end))
        pen.fill(cells)
        if cells.rows > 1 {
            pen.line("─", row: cells.row, from: cells.column, columns: cells.columns, style: .dim)
        }
        let row = cells.row + min(cells.rows - 1, 1) + max(cells.rows - 2, 0) / 2
        var column = cells.column + 1
        for item in toolbar.items where column < cells.endColumn {
            guard let content = page.content?.path else { break }
            let text = CharacterWidth.truncate(
                CharacterWidth.printable(NavigationBar.text(item)), to: cells.endColumn - column)
            column += self.place(text, .toolbarItem(content, item.id), row, column, isEnabled: item.enabled) + 1
        }
        return cells.row
    }
}
