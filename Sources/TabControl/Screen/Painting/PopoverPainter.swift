internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// A painter of a popover over the scene: its content at the daemon's frame, a border around it, and the arrow.
struct PopoverPainter {
    private let popover: Popover
    private let page: WindowSnapshot.Page

    init(_ page: WindowSnapshot.PopoverPage) {
        popover = page.popover
        self.page = page.page
    }

    func draw(on builder: inout SceneBuilder) {
        let window = builder.scene.window
        var frame = popover.contentFrame
        let place = builder.grid.cells(frame)
        // The border is drawn inside of the insets of the background if they are large enough.
        let outline = place.outset.union(builder.grid.cells(popover.backgroundFrame))
        let up = rowsRaised(outline, on: builder)
        frame.y -= Double(up) * Grid.height
        let content = place.offset(rows: -up, columns: 0)
        var border = outline.offset(rows: -up, columns: 0).intersection(window)
        // The window may have room only for the border.
        border.rows = max(border.rows, min(3, window.rows))
        border.row = max(min(border.row, window.endRow - border.rows), 0)
        builder.pen.dim()
        builder.cover()
        builder.scene.page = nil
        let style = Style(
            foreground: Palette.foreground(popover.chrome.borderColor),
            background: Palette.background(popover.chrome.fillColor, over: nil))
        builder.pen.box(border, style: style)
        drawArrow(border, up: up, style, on: &builder)
        builder.scene.popover = border
        builder.scene.raised.append(Scene.Raised(cells: border, rows: up, end: builder.scene.wholeWindow.endRow))
        builder.clipped(to: border.inside) {
            // Content larger than the border is cut off.
            PagePainter(
                page: page,
                area: PageArea(
                    origin: (frame.x, frame.y), cells: content.intersection(border.inside), bottom: nil, up: up,
                    end: place.endRow)
            ).draw(on: &$0)
        }
    }

    /// Returns how many rows a popover without room moves up, with the bar that it may point at, without cutting off
    /// its top.
    private func rowsRaised(_ border: CellRect, on builder: SceneBuilder) -> Int {
        let least = builder.rowsRaised(border)
        let most = builder.scene.wholeWindow.endRow - builder.scene.window.endRow
        return least > 0 ? min(max(least, border.row), most) : 0
    }

    private func drawArrow(_ border: CellRect, up: Int, _ style: Style, on builder: inout SceneBuilder) {
        let frame = popover.frame
        var place = builder.grid.place(
            x: frame.x + frame.width / 2 + popover.arrowOffset, y: frame.y + frame.height / 2 + popover.arrowOffset)
        place.row -= up
        let arrow = PopoverArrow(of: popover, cell: DBusSize(width: Grid.width, height: Grid.height))
        for part in arrow?.parts(near: place, on: border) ?? [] {
            builder.pen.text(part.text, row: part.place.row, column: part.place.column, columns: 1, style: style)
        }
    }
}
