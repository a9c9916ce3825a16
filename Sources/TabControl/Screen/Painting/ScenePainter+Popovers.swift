internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

extension ScenePainter {
    /// Draws a popover over the scene: its content at the daemon's frame, a border around it, and the arrow.
    mutating func drawPopover(_ popover: Picture.PopoverPage) {
        let window = scene.window
        var frame = popover.popover.contentFrame
        let place = Grid.cells(frame)
        // The border is drawn inside of the insets of the background if they are large enough.
        let outline = place.outset.union(Grid.cells(popover.popover.backgroundFrame))
        let up = rowsRaised(popover: outline)
        frame.y -= Double(up) * Grid.height
        let content = Grid.cells(frame)
        var border = outline.offset(rows: -up, columns: 0).intersection(window)
        // The window may have room only for the border.
        border.rows = max(border.rows, min(3, window.rows))
        border.row = max(min(border.row, window.endRow - border.rows), 0)
        pen.dim()
        scene.spots = []
        scene.lists = [:]
        scene.page = nil
        scene.cursor = nil
        let chrome = popover.popover.chrome
        let style = Style(
            foreground: Palette.foreground(chrome.borderColor),
            background: Palette.background(chrome.fillColor, over: nil))
        pen.box(border, style: style)
        drawArrow(of: popover.popover, on: border, up: up, style)
        scene.popover = border
        scene.raised.append(Scene.Raised(cells: border, rows: up, end: scene.wholeWindow.endRow))
        clipped(to: border.inside) {
            // Content larger than the border is cut off.
            $0.drawPage(
                popover.page,
                in: Area(
                    origin: (frame.x, frame.y), cells: content.intersection(border.inside), bottom: nil, up: up,
                    end: place.endRow))
        }
    }

    /// Returns how many rows a popover without room moves up, with the bar that it may point at, without cutting off
    /// its top.
    private func rowsRaised(popover border: CellRect) -> Int {
        let least = rowsRaised(border)
        let most = scene.wholeWindow.endRow - scene.window.endRow
        return least > 0 ? min(max(least, border.row), most) : 0
    }

    private mutating func drawArrow(of popover: Popover, on border: CellRect, up: Int, _ style: Style) {
        let frame = popover.frame
        let column = Grid.column(frame.x + frame.width / 2 + popover.arrowOffset - Grid.width / 2)
        let row = Int(((frame.y + frame.height / 2 + popover.arrowOffset) / Grid.height).bounded) - up
        let arrow = PopoverArrow(of: popover, cell: DBusSize(width: Grid.width, height: Grid.height))
        for part in arrow?.parts(near: CellPlace(row: row, column: column), on: border) ?? [] {
            pen.text(part.text, row: part.place.row, column: part.place.column, columns: 1, style: style)
        }
    }

    /// Draws the customizing page with the available tabs over the page. The bar shows the new arrangement.
    mutating func drawCustomizing(_ more: MoreRows) {
        let bottom = barFrame.map { Grid.cells($0).row } ?? scene.window.endRow
        let page = CellRect(row: 0, column: 0, rows: max(bottom, 3), columns: scene.window.columns)
        pen.box(page)
        let bar = scene.spots.filter { if case .tab = $0.target { true } else { false } }
        scene.spots = bar
        scene.lists = [:]
        scene.cursor = nil
        let inside = page.inside
        pen.text(" Configure ", row: page.row, column: page.column + 2, columns: inside.columns, style: .bold)
        if let list = state.moreList {
            let done = CellRect(row: page.row, column: page.endColumn - 8, rows: 1, columns: 6)
            pen.text("[Done]", row: done.row, column: done.column, columns: 6, style: Style(foreground: Palette.tint))
            add(.edit(list), at: done)
        }
        let hint =
            state.carried == nil ? "Drag a tab to the bar, or press Enter on it" : "Press Enter on a place in the bar"
        pen.text(hint, in: inside, row: inside.endRow - 1, alignment: .center, style: .dim)
        let items = more.customizable
        let width = min(
            max(items.map { CharacterWidth.width(of: CharacterWidth.printable($0.title)) }.max() ?? 0, 8) + 4,
            max(inside.columns, 1))
        let columns = max(inside.columns / width, 1)
        // The rows are closer together if there is little room.
        let pitch = (items.count + columns - 1) / columns * 2 < inside.rows ? 2 : 1
        let top = inside.row + (pitch > 1 ? 1 : 0)
        // Scrolls to the focused tab.
        let focused = items.firstIndex { state.focus == .customized($0.path) } ?? 0
        let first = max(focused / columns * pitch - (inside.endRow - 2 - top), 0)
        let grid = CellRect(
            row: top, column: inside.column, rows: max(inside.endRow - 1 - top, 0), columns: inside.columns)
        // Hidden tabs scroll into view when they get the focus.
        scrolling = Scrolling(
            reach: CellRect(
                row: -Grid.limit, column: grid.column, rows: grid.isEmpty ? 0 : 2 * Grid.limit, columns: grid.columns))
        defer { scrolling = nil }
        for (index, item) in items.enumerated() {
            let cells = CellRect(
                row: top + index / columns * pitch - first,
                column: inside.column + index % columns * width,
                rows: 1, columns: width)
            let symbol = Icon.symbol(item.image).map { $0 + " " } ?? ""
            let isOnBar = more.arrangement?.contains { $0.path == item.path } == true
            clipped(to: grid) {
                $0.pen.text(
                    symbol + item.title, in: cells.inset(columns: 1), row: cells.row, alignment: .center,
                    style: isOnBar ? .dim : .plain)
                if $0.state.carried == .customized(item.path) { $0.pen.mark(cells, [.bold, .underline]) }
                $0.add(.customized(item.path), at: cells)
            }
        }
        drawDragged(more)
    }

    /// Draws the tab that the mouse drags.
    private mutating func drawDragged(_ more: MoreRows) {
        guard let drag = state.drag, drag.isMoved, case .customized(let path) = drag.target,
            let item = more.customizable.first(where: { $0.path == path })
        else { return }
        let text = " \(item.title) "
        let width = CharacterWidth.width(of: CharacterWidth.printable(text))
        let place = CellRect(row: drag.row, column: max(drag.column - width / 2, 0), rows: 1, columns: width)
        pen.text(text, row: place.row, column: place.column, columns: width, style: .bold)
        highlight(place)
    }
}

extension Double {
    /// The number, limited to the range of cells.
    fileprivate var bounded: Double { isNaN ? 0 : Swift.min(Swift.max(self, -40_000), 40_000).rounded(.down) }
}
