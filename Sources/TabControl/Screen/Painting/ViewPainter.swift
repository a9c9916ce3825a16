internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// A builder of the view tree of one view controller, with each view at its frame.
struct ViewPainter {
    /// The inherited values of a view.
    struct Context {
        /// The origin of the superview in the window, in points.
        var x: Double
        var y: Double
        var tint = Palette.tint
        var depth = 0
    }

    let viewController: ObjectPath
    private let views: ViewHierarchy

    init(_ viewController: ObjectPath, _ mirror: ViewMirror) {
        self.viewController = viewController
        views = ViewHierarchy(mirror.views)
    }

    /// Draws the view tree.
    /// - Parameters:
    ///   - origin: The origin of the root view in the window, in points.
    ///   - rows: The scroll offset of the page, in rows.
    /// - Returns: The first row below all content.
    func draw(on builder: inout SceneBuilder, from origin: (x: Double, y: Double), up rows: Int) -> Int {
        guard let root = views.root else { return 0 }
        var end = 0
        // The container determines the place of the root, not the root's frame.
        let context = Context(
            x: origin.x - root.frame.x, y: origin.y - root.frame.y - Double(rows) * Grid.height)
        // The page can scroll to its end and back.
        let clip = builder.pen.clip
        let top = clip.row - rows
        let reach = clip.inRows(top..<(clip.isEmpty ? top : top + Grid.limit))
        builder.scrolling(SceneBuilder.Scrolling(reach: reach)) { draw(root, context, on: &$0, &end) }
        return end
    }

    private func draw(_ view: ViewEntry, _ context: Context, on builder: inout SceneBuilder, _ end: inout Int) {
        guard !view.isHidden else { return }
        let frame = view.frame.offset(x: context.x, y: context.y)
        var inner = context
        if let tint = view.text(ViewKeys.tintColor).flatMap(Palette.foreground) { inner.tint = tint }
        var cells = cells(of: view, frame, on: builder)
        if let name = view.text(ViewKeys.backgroundColor),
            let color = Palette.background(name, over: builder.pen.background(row: cells.row, column: cells.column))
        {
            builder.pen.fill(cells, Style(background: color))
        }
        let shown = frame.inset(by: view.adjustedContentInset)
        // Rows and lines are drawn where bars do not cover them.
        if !view.isKind(.scrollView), shown != frame { cells = builder.grid.cells(shown) }
        let row = builder.grid.textRow(frame)
        let control = ControlPainter(
            view: view, target: .view(viewController, view.id), cells: cells, line: cells.inRows(row..<(row + 1)),
            tint: inner.tint)
        control.draw(on: &builder)
        if control.isContent { end = max(end, cells.endRow) }
        inner.x = frame.x
        inner.y = frame.y
        inner.depth += 1
        guard view.isKind(.scrollView) else {
            return drawChildren(of: view, inner, on: &builder, &end)
        }
        let offset = view.contentOffset
        inner.x = shown.x - offset.width
        inner.y = shown.y - offset.height
        let size = view[ViewKeys.contentSize]
        let content = builder.grid.cells(
            DBusRect(
                x: inner.x, y: inner.y, width: max(size.width, shown.width), height: max(size.height, shown.height)))
        var scrolling = SceneBuilder.Scrolling(
            reach: view.isEnabled && builder.canBeSeen(cells) ? content : cells,
            scrollView: builder.scrolling?.scrollView ?? cells)
        // A disabled scroll view still scrolls with the page.
        if scrolling.reach == cells, let around = builder.scrolling?.reach {
            scrolling.reach = cells.intersection(around)
        }
        // Content that the scroll view clips does not make the page longer.
        var ignored = 0
        builder.clipped(to: cells) { builder in
            builder.scrolling(scrolling) { drawChildren(of: view, inner, on: &$0, &ignored) }
        }
        let bar = shown == frame ? cells : builder.grid.cells(shown)
        builder.drawScrollBar(
            Scene.List(
                count: Grid.rows(size.height), room: bar.rows, first: max(Grid.rows(offset.height), 0)), in: bar)
        control.drawFocus(on: &builder)
        end = max(end, cells.endRow)
    }

    private func drawChildren(
        of view: ViewEntry, _ inner: Context, on builder: inout SceneBuilder, _ end: inout Int
    ) {
        for child in views.subviews(of: view, at: inner.depth - 1) { draw(child, inner, on: &builder, &end) }
    }

    private func cells(of view: ViewEntry, _ frame: DBusRect, on builder: SceneBuilder) -> CellRect {
        var cells = builder.grid.cells(frame)
        guard builder.grid.isNarrowed, !cells.isEmpty else { return cells }
        // A text may need more columns than its frame has on narrow paper.
        let clip = builder.pen.clip
        let columns = min(ControlPainter.neededColumns(of: view), clip.columns)
        guard columns > cells.columns else { return cells }
        cells.column = max(min(cells.column, clip.endColumn - columns), clip.column)
        cells.columns = columns
        return cells
    }
}
