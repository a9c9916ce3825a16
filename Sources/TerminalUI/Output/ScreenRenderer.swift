/// A renderer that turns pictures into output for terminals like xterm: only the difference to the previous picture.
package struct ScreenRenderer: Sendable {
    private let depth: ColorDepth
    private var shown: Canvas?
    /// The place of the cursor; nil while it is hidden.
    private var cursor: CellPlace?
    /// Whether the state of the cursor is known. It is unknown after a reset; opening a terminal hides the cursor.
    private var isCursorKnown = true
    /// Whether a picture had hyperlinks.
    private var hasSentLinks = false

    package init(depth: ColorDepth) { self.depth = depth }

    /// Marks the screen content as unknown, so that the next picture is sent completely.
    package mutating func reset() {
        (shown, cursor, isCursorKnown) = (nil, nil, false)
    }

    /// Returns the output that makes the screen show a picture; empty if the screen already shows it.
    ///
    /// - Parameter cursor: The place of the text cursor; nil hides it.
    package mutating func render(_ canvas: Canvas, cursor: CellPlace?) -> String {
        let cursor = cursor.flatMap { canvas.contains($0) ? $0 : nil }
        let isWhole = shown?.size != canvas.size
        var old = isWhole ? Canvas(size: canvas.size) : shown ?? canvas
        if old.links != canvas.links { old.forgetLinks() }
        let changed = (0..<canvas.size.rows).filter { !canvas.hasRow($0, of: old) }
        let isDrawing = isWhole || !changed.isEmpty
        var writer = ScreenWriter(depth: depth, links: canvas.links)
        if isWhole, hasSentLinks { writer.endLink() }
        if isWhole { writer.clear() }
        if !canvas.links.isEmpty, depth > .none { hasSentLinks = true }
        // The cursor is hidden during drawing, so that it does not flicker across the screen.
        if isDrawing || cursor == nil, self.cursor != nil || !isCursorKnown {
            writer.hideCursor()
            (self.cursor, isCursorKnown) = (nil, true)
        }
        for row in changed { draw(row, of: canvas, over: old, to: &writer) }
        writer.setStyle(.plain)
        if let cursor, self.cursor != cursor {
            writer.move(to: cursor)
            if self.cursor == nil { writer.showCursor() }
        }
        (shown, self.cursor) = (canvas, cursor)
        return writer.output
    }

    private func draw(_ row: Int, of canvas: Canvas, over old: Canvas, to writer: inout ScreenWriter) {
        let cells = canvas.row(row)
        let damage = RowDamage(from: old.row(row), to: cells)
        for (column, cell) in cells.enumerated() where damage.isDamaged[column] && cell.character != nil {
            let next = cells.startIndex + column + 1
            writer.move(to: CellPlace(row: row, column: column), in: cells)
            writer.put(cell, width: next < cells.endIndex && cells[next].character == nil ? 2 : 1)
        }
        if damage.isDamaged.last == true { writer.endRow() }
    }
}
