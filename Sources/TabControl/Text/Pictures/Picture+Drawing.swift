internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

extension Picture {
    /// Returns the whole picture, with as many rows as it needs.
    func canvas(columns: Int) -> Canvas {
        let layout = layout(columns: columns)
        var canvas = Canvas(size: TerminalSize(columns: columns, rows: layout.rows))
        draw(layout, on: &canvas)
        return canvas
    }

    private func layout(columns: Int) -> PictureLayout {
        var space = PictureLayout.Space()
        var layout = PictureLayout(self, columns: columns, space)
        // Room for one popover may move the source of another.
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

    /// Returns the title above a rule.
    func head(columns: Int) -> [Line] {
        let selected = items.first(where: \.isSelected)?.title ?? ""
        var names = [title, page.content.map { $0.title.isEmpty ? selected : $0.title } ?? ""].filter { !$0.isEmpty }
        if names.count == 2, names[0] == names[1] { names.removeLast() }
        let text = names.isEmpty ? controller.text : names.joined(separator: " - ")
        let title = CharacterWidth.truncate(CharacterWidth.printable(text), to: columns)
        return [Line(title, style: .bold), Line(String(repeating: "-", count: columns), style: .dim)]
    }
}

/// The tab bar of a picture, with the cells of its items.
struct PictureFoot {
    let lines: [Line]
    /// The cells of the rule and the items; nil while the bar is hidden.
    let bar: CellRect?
    /// The cells of the items by position. Each includes its part of the rule, which belongs to the bar.
    let items: [Int: CellRect]

    init(_ picture: Picture, columns: Int) {
        let focus = picture.focus.map { [Line("focus: " + $0, style: .dim)] } ?? []
        guard !picture.isBarHidden else {
            (lines, bar, items) = (focus, nil, [:])
            return
        }
        let rule = Line(String(repeating: "-", count: columns), style: .dim)
        let (text, cells) = Self.bar(of: picture.items, columns: columns)
        lines = [rule] + text + focus
        bar = CellRect(row: 0, column: 0, rows: 1 + text.count, columns: columns)
        items = Dictionary(
            uniqueKeysWithValues: cells.enumerated().map { position, cells in
                (position, CellRect(row: 0, column: cells.column, rows: cells.row + 2, columns: cells.columns))
            })
    }

    /// Returns the items, on as many lines as they need.
    private static func bar(of items: [Picture.Item], columns: Int) -> ([Line], [CellRect]) {
        var lines = [Line()]
        var cells: [CellRect] = []
        var column = 0
        for (index, item) in items.enumerated() {
            let text = CharacterWidth.truncate(item.text(at: Position(at: index)), to: columns)
            let width = CharacterWidth.width(of: text)
            if column > 0, column + width > columns {
                lines.append(Line())
                column = 0
            }
            let style: Style = item.isSelected ? .reverse : item.isEnabled ? [] : .dim
            lines[lines.count - 1].add(text, column: column, style: style)
            cells.append(CellRect(row: lines.count - 1, column: column, rows: 1, columns: width))
            column += width + 1
        }
        return (lines, cells)
    }
}

extension Picture.Item {
    /// Returns the text of an item: `[1 Selected]`, ` 2 Other ` or `(3 Disabled)`. A badge follows the title in
    /// braces.
    func text(at position: Position) -> String {
        let badge = badge.isEmpty ? "" : " {\(badge)}"
        let text = CharacterWidth.printable("\(position) \(title)\(badge)")
        return isSelected ? "[\(text)]" : isEnabled ? " \(text) " : "(\(text))"
    }
}
