internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

extension ScenePainter {
    // MARK: Tab bar

    /// Draws a rule, then the icon and title of each item in its part of the bar. In profile tv the bar is at the top,
    /// and its rule is below.
    mutating func drawTabBar() {
        guard let frame = barFrame, let place = picture.barFrame.map(Grid.cells) else { return }
        let bar = Grid.cells(frame)
        scene.raised.append(Scene.Raised(cells: bar, rows: rowsRaised(place), end: place.endRow))
        pen.fill(bar)
        let isAtTop = picture.profile == "tv"
        pen.line("─", row: isAtTop ? bar.endRow - 1 : bar.row, from: bar.column, columns: bar.columns, style: .dim)
        let items = barItems
        let frames = state.itemFrames
        for (position, item) in items.enumerated() {
            let part =
                frames.indices.contains(position)
                ? frames[position]
                : DBusRect(
                    x: frame.width * Double(position) / Double(items.count), y: 0,
                    width: frame.width / Double(items.count), height: frame.height)
            draw(item, position, in: Grid.cells(part.offset(x: frame.x, y: frame.y)), isAtTop: isAtTop)
        }
    }

    private mutating func draw(_ item: Picture.Item, _ position: Int, in cells: CellRect, isAtTop: Bool) {
        guard !cells.isEmpty else { return }
        let spot = drawItem(item, in: cells, isAtTop: isAtTop)
        // The whole part accepts taps, but only its text, with one cell on each side, shows the focus.
        note(.tab(position), at: cells, isFocusable: !isAtTop)
        let isFocused = isAtTop ? position == focusedItem : state.focus == .tab(position)
        if isFocused || isDropTarget(position) { highlight(spot) }
    }

    /// Draws an item in its part of a bar.
    ///
    /// - Returns: The cells of its text, with one cell on each side.
    mutating func drawItem(
        _ item: Picture.Item, in cells: CellRect, isAtTop: Bool = false, tint: Color = Palette.tint
    ) -> CellRect {
        let rule = isAtTop ? cells.endRow - 1 : cells.row
        if item.isSelected {
            pen.line("━", row: rule, from: cells.column, columns: cells.columns, style: Style(foreground: tint))
        }
        var style: Style = item.isSelected ? Style(.bold, foreground: tint) : .plain
        if !item.isEnabled { style = .dim }
        let rows = isAtTop ? cells.row..<rule : (cells.row + 1)..<cells.endRow
        let badge = (item.badge.isEmpty ? "" : " (\(item.badge))") + (hasFailed(item) ? " ✗" : "")
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

    /// The items of the bar; during customizing, those of the new arrangement.
    private var barItems: [Picture.Item] {
        state.more?.arrangement.map { $0 + picture.items.suffix(1) } ?? picture.items
    }

    /// Returns whether the content of a tab has failed.
    private func hasFailed(_ item: Picture.Item) -> Bool {
        let top = state.tree.navigationController(item.path).topViewController
        return [item.path, top ?? .none].contains { path in
            ["failed", "quarantined"].contains(state.tree.viewController(path).state)
        }
    }

    /// The focused item while the bar has the focus in profile tv; nil otherwise.
    private var focusedItem: Int? {
        let item = state.tree.focus(state.controller).focusedItem
        return item == FocusInterface.noItem ? nil : item.map(Int.init)
    }

    private func isDropTarget(_ position: Int) -> Bool {
        guard let drag = state.drag, drag.isMoved, case .customized = drag.target else { return false }
        return scene.target(row: drag.row, column: drag.column) == .tab(position)
    }

    // MARK: Navigation bar

    /// Draws the navigation bar and returns the first row below it.
    mutating func drawNavigationBar(_ bar: NavigationBar, of page: Picture.Page, in area: Area) -> Int {
        let frame = navigationBarFrame(of: page, in: area)
        let cells = Grid.cells(frame).intersection(area.cells)
        guard cells.rows > 0 else { return area.cells.row }
        pen.fill(cells)
        if cells.rows > 1 {
            pen.line("─", row: cells.endRow - 1, from: cells.column, columns: cells.columns, style: .dim)
        }
        let row = cells.row + max(cells.rows - 1, 1) / 2
        let inside = CellRect(row: row, column: cells.column + 1, rows: 1, columns: max(cells.columns - 2, 0))
        var (left, right) = (inside.column, inside.endColumn)
        if !bar.backTitle.isEmpty, let navigation = page.navigation {
            let text = CharacterWidth.truncate(
                CharacterWidth.printable("‹ " + bar.backTitle), to: max(inside.columns / 3, 3))
            left += place(text, .back(navigation), row, left, isEnabled: true) + 1
        }
        for item in bar.left {
            left += place(item, of: page, row, left, to: right) + 1
        }
        // The first button is the outermost.
        for item in bar.right {
            let width = min(CharacterWidth.width(of: NavigationBar.text(item)), max(right - left, 0))
            right -= width + 1
            _ = place(item, of: page, row, right + 1, to: right + 1 + width)
        }
        let room = max(right - left, 0)
        let title = CharacterWidth.truncate(CharacterWidth.printable(bar.title), to: room)
        let width = CharacterWidth.width(of: title)
        let middle = inside.column + (inside.columns - width) / 2
        pen.text(
            title, row: row, column: min(max(middle, left), left + room - width), columns: room, style: .bold)
        return cells.endRow
    }

    private mutating func place(
        _ item: BarButtonItemEntry, of page: Picture.Page, _ row: Int, _ column: Int, to end: Int
    ) -> Int {
        guard let content = page.content?.path, end > column else { return 0 }
        let text = CharacterWidth.truncate(CharacterWidth.printable(NavigationBar.text(item)), to: end - column)
        let isEdit = page.more != nil && page.navigationBar?.right.contains(item) == true
        let target: Target = isEdit ? .edit(content) : .barButton(content, item.id)
        return place(text, target, row, column, isEnabled: item.enabled)
    }

    /// Draws a button and returns its width.
    mutating func place(
        _ text: String, _ target: Target, _ row: Int, _ column: Int, isEnabled: Bool
    ) -> Int {
        let width = CharacterWidth.width(of: text)
        pen.text(
            text, row: row, column: column, columns: width,
            style: isEnabled ? Style(foreground: Palette.tint) : .dim)
        if isEnabled { add(target, at: CellRect(row: row, column: column, rows: 1, columns: width)) }
        return width
    }

    private func navigationBarFrame(of page: Picture.Page, in area: Area) -> DBusRect {
        let views = page.navigation.flatMap { state.tree.views[$0]?.views } ?? []
        let bar = views.first { $0.properties["Identifier"] == .string("NavigationBar") }
        let frame = bar?.frame ?? DBusRect(x: 0, y: 0, width: Double(area.cells.columns) * Grid.width, height: 32)
        return frame.offset(x: area.origin.x, y: area.origin.y)
    }
}

extension ScenePainter {
    /// Draws a rule, and the buttons below it from the left. If the window is higher than the terminal, the toolbar
    /// moves up with the tab bar.
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
