internal import DBusInterface
internal import TabInterface
internal import TerminalUI

extension ControlPainter {
    /// The left part of a cell, from empty to full in eighths.
    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    func drawProgress(on painter: inout ScenePainter) {
        let progress = view.number("Progress")
        guard progress >= 0 else {
            return painter.pen.line("▒", row: line.row, from: line.column, columns: line.columns, style: style)
        }
        let part = Fraction.of(progress, from: 0, to: 1)
        let text = line.columns >= 12 ? "\(Int((part * 100).rounded()))%" : ""
        let columns = line.columns - (text.isEmpty ? 0 : 5)
        let eighths = Int((part * Double(columns * 8)).rounded())
        let full = eighths / 8
        painter.pen.line("░", row: line.row, from: line.column, columns: columns, style: .dim)
        painter.pen.line("█", row: line.row, from: line.column, columns: full, style: style)
        painter.pen.text(
            Self.eighths[eighths % 8], row: line.row, column: line.column + full, columns: 1, style: style)
        painter.pen.text(text, in: line, row: line.row, alignment: .right, style: .dim)
    }

    func drawImage(on painter: inout ScenePainter) {
        if let pixels: Pixels = view.properties["Pixels"]?.get(), pixels.width > 0, pixels.height > 0 {
            return PixelPainter(
                pixels, mode: view.text("ContentMode") ?? "scaleAspectFit", hasColors: painter.state.depth != .none
            ).draw(in: cells, on: &painter.pen)
        }
        guard let image = view.text("Image") else { return }
        // An image file is not decoded; its name is shown instead.
        let isFile = image.hasPrefix("file:")
        let name = isFile ? "▣ " + (image.split(separator: "/").last.map(String.init) ?? "") : Icon.text(image)
        painter.pen.text(name, in: cells, row: line.row, alignment: .center, style: style)
    }

    // MARK: Texts

    func drawTextField(on painter: inout ScenePainter) {
        let editor = painter.state.editor.flatMap { $0.target == target ? $0 : nil }
        let text = editor?.text ?? view.text("Text") ?? ""
        let shown = view.isSecure ? String(repeating: "•", count: text.count) : text
        let inside = line.inset(columns: 1)
        let style = view.isEnabled ? Style(.underline) : Style([.underline, .dim])
        painter.pen.line(" ", row: line.row, from: inside.column, columns: inside.columns, style: style)
        painter.pen.text("[", row: line.row, column: line.column, columns: 1, style: self.style)
        painter.pen.text("]", row: line.row, column: line.endColumn - 1, columns: 1, style: self.style)
        if let editor {
            let field = FieldLine(shown, caret: editor.caret, columns: inside.columns)
            painter.pen.text(
                field.text, row: line.row, column: inside.column + field.column,
                columns: inside.columns - field.column, style: style)
            painter.place(
                cursor: CellPlace(row: line.row, column: inside.column + field.column(of: editor.caret)))
        }
        if shown.isEmpty {
            painter.pen.text(
                view.text("Placeholder") ?? "", row: line.row, column: inside.column, columns: inside.columns,
                style: Style([.underline, .dim]))
        } else if editor == nil {
            painter.pen.text(
                shown, in: inside, row: line.row, alignment: BidirectionalText.isRightToLeft(shown) ? .right : .left,
                style: style)
        }
        if view.isEnabled { painter.note(target, at: line) }
    }

    func drawTextView(on painter: inout ScenePainter) {
        let editor = painter.state.editor.flatMap { $0.target == target ? $0 : nil }
        let text = editor?.text ?? view.text("Text") ?? ""
        let isEditable = view.properties["Editable"] == .bool(true)
        let inside = CellRect(
            row: cells.row, column: cells.column + 1, rows: cells.rows, columns: TextLayout.columns(in: cells))
        let layout = TextLayout(text, columns: inside.columns)
        // The visible part, which may be cut off at the top too.
        let visible = inside.intersection(painter.pen.clip)
        let room = visible.rows
        var first = min(painter.state.firstRows[target] ?? 0, max(layout.lines.count - room, 0))
        let caret = editor.map { layout.caret($0.caret, columns: inside.columns) }
        if let caret { first = min(max(first, caret.row - room + 1), caret.row) }
        let list = Scene.List(count: layout.lines.count, room: room, first: first)
        painter.scene.lists[target] = list
        let style: Style = view.isEnabled ? .plain : .dim
        for row in 0..<cells.rows {
            painter.pen.text(
                isEditable ? "▏" : " ", row: cells.row + row, column: cells.column, columns: 1, style: self.style)
        }
        for (index, line) in layout.lines.dropFirst(first).prefix(room).enumerated() {
            painter.pen.text(
                line, in: inside, row: visible.row + index,
                alignment: BidirectionalText.isRightToLeft(line) ? .right : .left, style: style)
        }
        painter.drawScrollBar(list, in: cells)
        guard view.isEnabled else { return }
        painter.note(target, at: cells)
        if let caret {
            painter.place(
                cursor: CellPlace(row: visible.row + caret.row - first, column: inside.column + caret.column))
        }
    }
}

extension ScenePainter {
    mutating func place(cursor: CellPlace) {
        guard pen.clip.contains(row: cursor.row, column: cursor.column) else { return }
        scene.cursor = cursor
    }
}
