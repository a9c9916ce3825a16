/// Turns pictures into what an output must be sent.
package protocol ScreenRenderer: Sendable {
    /// Returns what makes the screen show a picture; empty when it does already.
    ///
    /// - Parameter cursor: Where the text cursor blinks; nil hides it.
    mutating func render(_ canvas: Canvas, cursor: CellPlace?) -> String
    /// Forgets what is shown: the next picture is sent whole.
    mutating func reset()
}

/// Turns pictures into control sequences for a terminal like xterm: only what differs from the picture before.
package struct ANSIRenderer: ScreenRenderer {
    private let depth: ColorDepth
    private var shown: Canvas?
    /// nil while it is hidden.
    private var cursor: CellPlace?
    /// Who takes the terminal hides it; after a reset nobody knows.
    private var isCursorKnown = true

    package init(depth: ColorDepth) { self.depth = depth }

    package mutating func reset() {
        (shown, cursor, isCursorKnown) = (nil, nil, false)
    }

    package mutating func render(_ canvas: Canvas, cursor: CellPlace?) -> String {
        let cursor = cursor.flatMap { canvas.contains($0) ? $0 : nil }
        let isWhole = shown?.size != canvas.size
        let old = isWhole ? Canvas(size: canvas.size) : shown ?? canvas
        let changed = (0..<canvas.size.rows).filter { !canvas.hasRow($0, of: old) }
        let isDrawing = isWhole || !changed.isEmpty
        var writer = ScreenWriter(depth: depth)
        if isWhole { writer.clear() }
        // While something is drawn the cursor would be seen running around.
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
