internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// A painter of the navigation bar and the toolbar of a page.
struct PageBarPainter {
    let page: WindowSnapshot.Page
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
        var room = Room(columns: inside.column..<inside.endColumn)
        let isMirrored = isMirrored(builder)
        if !bar.backTitle.isEmpty, let navigation = page.navigation {
            let text = isMirrored ? "\(bar.backTitle) ›" : "‹ \(bar.backTitle)"
            let width = min(CharacterWidth.width(of: text), max(inside.columns / 3, 3))
            let columns = room.take(width, atRight: isMirrored)
            _ = builder.place(text, .back(navigation), row, columns, isEnabled: true)
        }
        for item in bar.left { place(item, row, &room, atRight: isMirrored, on: &builder) }
        // The first button is the outermost.
        for item in bar.right { place(item, row, &room, atRight: !isMirrored, on: &builder) }
        let (left, columns) = (room.columns.lowerBound, room.columns.count)
        let title = CharacterWidth.truncate(CharacterWidth.printable(bar.title), to: columns)
        let width = CharacterWidth.width(of: title)
        let middle = inside.column + (inside.columns - width) / 2
        builder.pen.text(
            title, row: row, column: min(max(middle, left), left + columns - width), columns: columns,
            style: .bold)
        return cells.endRow
    }

    /// Draws a rule, and the buttons below it from the leading side. If the window is higher than the terminal, the toolbar
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
        var room = Room(columns: min(cells.column + 1, cells.endColumn)..<cells.endColumn)
        let isMirrored = isMirrored(builder)
        for item in toolbar.items where !room.columns.isEmpty {
            guard let content = page.content?.path else { break }
            let text = NavigationBar.text(item)
            let columns = room.take(CharacterWidth.width(of: text), atRight: isMirrored)
            _ = builder.place(text, .toolbarItem(content, item.id), row, columns, isEnabled: item.enabled)
        }
        return cells.row
    }

    /// Whether the leading side of bars is the right one.
    private func isMirrored(_ builder: SceneBuilder) -> Bool {
        builder.state.tree.window(builder.state.controller).layoutDirection == "rightToLeft"
    }

    private func place(
        _ item: BarButtonItemEntry, _ row: Int, _ room: inout Room, atRight isRight: Bool,
        on builder: inout SceneBuilder
    ) {
        guard let content = page.content?.path, !room.columns.isEmpty else { return }
        let isEdit = page.more != nil && page.navigationBar?.right.contains(item) == true
        let target: Target = isEdit ? .edit(content) : .barButton(content, item.id)
        let text = NavigationBar.text(item)
        let columns = room.take(CharacterWidth.width(of: text), atRight: isRight)
        _ = builder.place(text, target, row, columns, isEnabled: item.enabled)
    }

    /// The free columns of a bar between what is placed from its two ends.
    private struct Room {
        private(set) var columns: Range<Int>

        init(columns: Range<Int>) { self.columns = columns }

        /// Takes columns at an end, and leaves one free beside them.
        mutating func take(_ width: Int, atRight isRight: Bool) -> Range<Int> {
            let (start, end) = (columns.lowerBound, columns.upperBound)
            let width = min(width, columns.count)
            let taken = isRight ? end - width..<end : start..<start + width
            columns =
                isRight
                ? start..<max(taken.lowerBound - 1, start) : min(taken.upperBound + 1, end)..<end
            return taken
        }
    }

    private func navigationBarFrame(in state: ScreenState) -> DBusRect {
        let views = page.navigation.flatMap { state.tree.views[$0]?.views } ?? []
        let bar = views.first { $0[ViewKeys.identifier] == "NavigationBar" }
        // The area limits the width.
        let frame = bar?.frame ?? DBusRect(x: 0, y: 0, width: Double(Grid.limit), height: 32)
        return frame.offset(x: area.origin.x, y: area.origin.y)
    }
}
