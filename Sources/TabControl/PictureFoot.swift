internal import TerminalUI

/// The tab bar of a picture, and where its items are.
struct PictureFoot {
    let lines: [Line]
    /// Rule and items; nil while the bar is hidden.
    let bar: CellRect?
    /// By position; each begins at the rule, which belongs to the bar.
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

    /// The items, on as many lines as they need.
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
    /// `[1 Selected]`, ` 2 Other `, `(3 Disabled)`; a badge follows the title in braces.
    func text(at position: Position) -> String {
        let badge = badge.isEmpty ? "" : " {\(badge)}"
        let text = CharacterWidth.printable("\(position) \(title)\(badge)")
        return isSelected ? "[\(text)]" : isEnabled ? " \(text) " : "(\(text))"
    }
}
