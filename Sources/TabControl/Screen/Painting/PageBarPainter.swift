internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// A painter of the navigation bar and the toolbar of a page.
struct PageBarPainter {
    let page: Picture.Page
    let area: PageArea

    /// Draws the navigation bar and returns the first row below it.
    func drawNavigationBar(on builder: inout SceneBuilder) -> Int {
        guard let bar = page.navigationBar else { return area.cells.row }
        let cells = builder.grid.cells(navigationBarFrame(in: builder.state)).intersection(area.cells)
        guard cells.rows > 0 else { return area.cells.row }
        builder.pen.fill(cells)
        if cells.rows > 1 {
            builder.pen.line("─", row: cells.endRow - 1, from: cells.column, columns: cells.columns, style: .dim)
        }
        let row = cells.row + max(cells.rows - 1, 1) / 2
        let inside = CellRect(row: row, column: cells.column + 1, rows: 1, columns: max(cells.columns - 2, 0))
        var (left, right) = (inside.column, inside.endColumn)
        if !bar.backTitle.isEmpty, let navigation = page.navigation {
            let end = left + max(inside.columns / 3, 3)
            left += builder.place("‹ " + bar.backTitle, .back(navigation), row, left..<end, isEnabled: true) + 1
        }
        for item in bar.left { left += place(item, row, left, to: right, on: &builder) + 1 }
        // The first button is the outermost.
        for item in bar.right {
            let width = min(CharacterWidth.width(of: NavigationBar.text(item)), max(right - left, 0))
            right -= width + 1
            _ = place(item, row, right + 1, to: right + 1 + width, on: &builder)
        }
        let room = max(right - left, 0)
        let title = CharacterWidth.truncate(CharacterWidth.printable(bar.title), to: room)
        let width = CharacterWidth.width(of: title)
        let middle = inside.column + (inside.columns - width) / 2
        builder.pen.text(
            title, row: row, column: min(max(middle, left), left + room - width), columns: room, style: .bold)
        return cells.endRow
    }

    /// Draws a rule, and the buttons below it from the left. If the window is higher than the terminal, the toolbar
    /// moves up with the tab bar.
    ///
    /// - Returns: The first row of the toolbar.
    func drawToolbar(on builder: inout SceneBuilder) -> Int {
        let end = min(area.bottom ?? area.cells.endRow, area.cells.endRow)
        guard let toolbar = page.toolbar else { return end }
        let place = builder.grid.cells(toolbar.frame.offset(x: area.origin.x, y: area.origin.y))
        let up = max(place.endRow - end, 0)
        let cells = place.offset(rows: -up, columns: 0).intersection(area.cells)
        guard cells.rows > 0 else { return end }
        builder.scene.raised.append(Scene.Raised(cells: cells, rows: up + area.up, end: area.end))
        builder.pen.fill(cells)
        if cells.rows > 1 {
            builder.pen.line("─", row: cells.row, from: cells.column, columns: cells.columns, style: .dim)
        }
        let row = cells.row + min(cells.rows - 1, 1) + max(cells.rows - 2, 0) / 2
        var column = cells.column + 1
        for item in toolbar.items where column < cells.endColumn {
            guard let content = page.content?.path else { break }
            let target = Target.toolbarItem(content, item.id)
            let text = NavigationBar.text(item)
            column += builder.place(text, target, row, column..<cells.endColumn, isEnabled: item.enabled) + 1
        }
        return cells.row
    }

    private func place(
        _ item: BarButtonItemEntry, _ row: Int, _ column: Int, to end: Int, on builder: inout SceneBuilder
    ) -> Int {
        guard let content = page.content?.path, end > column else { return 0 }
        let isEdit = page.more != nil && page.navigationBar?.right.contains(item) == true
        let target: Target = isEdit ? .edit(content) : .barButton(content, item.id)
        return builder.place(NavigationBar.text(item), target, row, column..<end, isEnabled: item.enabled)
    }

    private func navigationBarFrame(in state: ScreenState) -> DBusRect {
        let views = page.navigation.flatMap { state.tree.views[$0]?.views } ?? []
        let bar = views.first { $0.properties["Identifier"] == .string("NavigationBar") }
        // The area limits the width.
        let frame = bar?.frame ?? DBusRect(x: 0, y: 0, width: Double(Grid.limit), height: 32)
        return frame.offset(x: area.origin.x, y: area.origin.y)
    }
}
