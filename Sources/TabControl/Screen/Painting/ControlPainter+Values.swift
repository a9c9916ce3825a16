internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

extension ControlPainter {
    /// The left part of a cell, from empty to full in eighths.
    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    func drawProgress(on builder: inout SceneBuilder) {
        let progress = view[ViewKeys.progress]
        guard progress >= 0 else {
            return builder.pen.line("▒", row: line.row, from: line.column, columns: line.columns, style: style)
        }
        let part = Fraction.of(progress, from: 0, to: 1)
        let text = line.columns >= 12 ? "\(Int((part * 100).rounded()))%" : ""
        let columns = line.columns - (text.isEmpty ? 0 : 5)
        let eighths = Int((part * Double(columns * 8)).rounded())
        let full = eighths / 8
        builder.pen.line("░", row: line.row, from: line.column, columns: columns, style: .dim)
        builder.pen.line("█", row: line.row, from: line.column, columns: full, style: style)
        builder.pen.text(
            Self.eighths[eighths % 8], row: line.row, column: line.column + full, columns: 1, style: style)
        builder.pen.text(text, in: line, alignment: .right, style: .dim)
    }

    func drawImage(on builder: inout SceneBuilder) {
        let pixels = view[ViewKeys.pixels]
        if pixels.width > 0, pixels.height > 0 {
            return PixelPainter(
                pixels, mode: view[ViewKeys.contentMode], hasColors: builder.state.depth != .none
            ).draw(in: cells, on: &builder.pen)
        }
        guard let image = view.text(ViewKeys.image) else { return }
        // An image file is not decoded; its name is shown instead.
        let isFile = image.hasPrefix("file:")
        let name = isFile ? "▣ " + (image.split(separator: "/").last.map(String.init) ?? "") : Icon.text(image)
        builder.pen.text(name, in: cells, row: line.row, alignment: .center, style: style)
    }

    // MARK: Texts

    func drawTextField(on builder: inout SceneBuilder) {
        let editor = builder.state.editor.flatMap { $0.target == target ? $0 : nil }
        let text = editor?.text ?? view[ViewKeys.text]
        let shown = view.isSecure ? String(repeating: "•", count: text.count) : text
        let inside = line.inset(columns: 1)
        let style = view.isEnabled ? Style(.underline) : Style([.underline, .dim])
        builder.pen.line(" ", row: line.row, from: inside.column, columns: inside.columns, style: style)
        builder.pen.text("[", row: line.row, column: line.column, columns: 1, style: self.style)
        builder.pen.text("]", row: line.row, column: line.endColumn - 1, columns: 1, style: self.style)
        if let editor {
            let field = FieldLine(shown, caret: editor.caret, columns: inside.columns)
            builder.pen.text(
                field.text, row: line.row, column: inside.column + field.column,
                columns: inside.columns - field.column, style: style)
            builder.place(
                cursor: CellPlace(row: line.row, column: inside.column + field.column(of: editor.caret)))
        }
        if shown.isEmpty {
            builder.pen.text(view[ViewKeys.placeholder], in: inside, style: Style([.underline, .dim]))
        } else if editor == nil {
            builder.pen.text(shown, in: inside, alignment: alignment(of: shown), style: style)
        }
        if view.isEnabled { builder.note(target, at: line) }
    }

    func drawTextView(on builder: inout SceneBuilder) {
        let editor = builder.state.editor.flatMap { $0.target == target ? $0 : nil }
        let text = editor?.text ?? view[ViewKeys.text]
        let isEditable = view[ViewKeys.isEditable]
        let inside = CellRect(
            row: cells.row, column: cells.column + 1, rows: cells.rows, columns: TextLayout.columns(in: cells))
        let layout = TextLayout(text, columns: inside.columns)
        // The visible part, which may be cut off at the top too.
        let visible = inside.intersection(builder.pen.clip)
        let room = visible.rows
        var first = min(builder.state.positions.firstRow(of: target), max(layout.lines.count - room, 0))
        let caret = editor.map { layout.caret($0.caret, columns: inside.columns) }
        if let caret { first = min(max(first, caret.row - room + 1), caret.row) }
        let list = Scene.List(count: layout.lines.count, room: room, first: first)
        builder.scene.lists[target] = list
        let style: Style = view.isEnabled ? .plain : .dim
        for row in 0..<cells.rows {
            builder.pen.text(
                isEditable ? "▏" : " ", row: cells.row + row, column: cells.column, columns: 1, style: self.style)
        }
        for (index, line) in layout.lines.dropFirst(first).prefix(room).enumerated() {
            builder.pen.text(
                line, in: inside, row: visible.row + index, alignment: alignment(of: line), style: style)
        }
        builder.drawScrollBar(list, in: cells)
        if !visible.isEmpty { builder.lack(layout.lines.count - room, at: visible.endRow) }
        guard view.isEnabled else { return }
        builder.note(target, at: cells)
        if let caret {
            builder.place(
                cursor: CellPlace(row: visible.row + caret.row - first, column: inside.column + caret.column))
        }
    }
}
