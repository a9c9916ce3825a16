internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

extension Picture {
    /// The whole picture, as high as it needs to be.
    func canvas(columns: Int) -> Canvas {
        let layout = layout(columns: columns)
        var canvas = Canvas(size: TerminalSize(columns: columns, rows: layout.rows))
        draw(layout, on: &canvas)
        return canvas
    }

    private func layout(columns: Int) -> PictureLayout {
        var space = PictureLayout.Space()
        var layout = PictureLayout(self, columns: columns, space)
        // More room for one may move what another comes from.
        for _ in popovers where layout.missing != PictureLayout.Space() {
            space.aboveContent += layout.missing.aboveContent
            space.belowContent += layout.missing.belowContent
            layout = PictureLayout(self, columns: columns, space)
        }
        return layout
    }

    private func draw(_ layout: PictureLayout, on canvas: inout Canvas) {
        for (row, line) in layout.lines.enumerated() { canvas.draw(line, row: row) }
        for popover in layout.popovers {
            let cells = popover.box
            guard cells.rows >= 3, cells.columns >= 3 else { continue }
            canvas.dim()
            canvas.draw(
                Canvas(size: TerminalSize(columns: cells.columns, rows: cells.rows)), row: cells.row,
                column: cells.column)
            canvas.drawBorder(cells)
            for part in popover.arrow { canvas.draw(part.text, row: part.place.row, column: part.place.column) }
            let inside = popover.content
            let size = TerminalSize(columns: inside.columns, rows: inside.rows)
            canvas.draw(popover.text.canvas(size: size), row: inside.row, column: inside.column)
        }
    }

    /// The title over a rule.
    func head(columns: Int) -> [Line] {
        let selected = items.first(where: \.isSelected)?.title ?? ""
        var names = [title, page.content.map { $0.title.isEmpty ? selected : $0.title } ?? ""].filter { !$0.isEmpty }
        if names.count == 2, names[0] == names[1] { names.removeLast() }
        let text = names.isEmpty ? controller.text : names.joined(separator: " - ")
        let title = CharacterWidth.truncate(CharacterWidth.printable(text), to: columns)
        return [Line(title, style: .bold), Line(String(repeating: "-", count: columns), style: .dim)]
    }
}
