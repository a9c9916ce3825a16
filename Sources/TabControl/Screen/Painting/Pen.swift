internal import TerminalUI

/// A pen that draws within a clip rectangle of a canvas. Text keeps the background below it.
struct Pen {
    private(set) var canvas: Canvas
    /// The cells that the pen can change.
    var clip: CellRect
    /// Whether right-to-left text is written in the order of reading, as programs expect it.
    private let isLogical: Bool

    init(size: TerminalSize, isLogical: Bool = false) {
        canvas = Canvas(size: size)
        self.isLogical = isLogical
        clip = CellRect(row: 0, column: 0, rows: canvas.size.rows, columns: canvas.size.columns)
    }

    /// Draws one line of text from the left.
    ///
    /// - Parameter columns: The available width. A longer text ends with an ellipsis.
    mutating func text(_ text: String, row: Int, column: Int, columns: Int, style: Style = .plain) {
        guard row >= clip.row, row < clip.endRow, columns > 0, column < clip.endColumn else { return }
        var column = column
        let shown = CharacterWidth.truncate(CharacterWidth.printable(text), to: columns)
        let text = isLogical ? shown : BidirectionalText.visualOrder(shown)
        let end = column + CharacterWidth.width(of: text)
        // The fast path: nothing to clip, and no background to keep.
        if column >= clip.column, end <= clip.endColumn,
            style.background != nil || isBare(row: row, column..<end)
        {
            return canvas.draw(text, row: row, column: column, style: style)
        }
        for character in text {
            let width = CharacterWidth.width(of: character)
            guard width > 0 else { continue }
            defer { column += width }
            guard column >= clip.column, column + width <= clip.endColumn else { continue }
            canvas.draw(
                String(character), row: row, column: column, style: style.over(background(row: row, column: column)))
        }
    }

    /// Draws text aligned in the columns of a rectangle.
    ///
    /// - Parameter row: The row of the text; nil for the first one of the rectangle.
    mutating func text(
        _ text: String, in rect: CellRect, row: Int? = nil, alignment: Alignment = .left, style: Style = .plain
    ) {
        let row = row ?? rect.row
        guard row >= clip.row, row < clip.endRow else { return }
        let width = min(CharacterWidth.width(of: CharacterWidth.printable(text)), rect.columns)
        let column = alignment.column(of: width, in: rect)
        self.text(text, row: row, column: column, columns: rect.endColumn - column, style: style)
    }

    /// Draws a line of text with several styles, which fits into the rectangle.
    mutating func text(_ line: StyledLine, in rect: CellRect, row: Int, alignment: Alignment) {
        guard row >= clip.row, row < clip.endRow else { return }
        var column = alignment.column(of: line.width, in: rect)
        let order =
            isLogical
            ? line.characters.enumerated().map { (index: $0, text: String($1)) }
            : BidirectionalText.visualOrder(of: line.characters)
        for (index, text) in order {
            let width = CharacterWidth.width(of: text)
            guard width > 0 else { continue }
            defer { column += width }
            guard column >= clip.column, column + width <= clip.endColumn else { continue }
            let style = line.styles[index].over(background(row: row, column: column))
            canvas.draw(text, row: row, column: column, style: style)
        }
    }

    /// Returns the number of a hyperlink for `Style.link`.
    mutating func add(link uri: String) -> UInt16 { canvas.add(link: uri) }

    enum Alignment {
        case left, center, right

        fileprivate func column(of width: Int, in rect: CellRect) -> Int {
            switch self {
            case .left: rect.column
            case .center: rect.column + (rect.columns - width) / 2
            case .right: rect.endColumn - width
            }
        }
    }

    /// Draws a row of one repeated character.
    mutating func line(_ character: Character, row: Int, from column: Int, columns: Int, style: Style = .plain) {
        guard columns > 0 else { return }
        let (first, end) = (max(column, clip.column), min(column + columns, clip.endColumn))
        guard first < end else { return }
        text(
            String(repeating: character, count: end - first), row: row, column: first, columns: end - first,
            style: style)
    }

    /// Fills a rectangle with a style, and erases its text.
    mutating func fill(_ rect: CellRect, _ style: Style = .plain) {
        let rect = rect.intersection(clip)
        guard rect.columns > 0 else { return }
        let blank = String(repeating: " ", count: rect.columns)
        for row in rect.row..<max(rect.endRow, rect.row) {
            canvas.draw(blank, row: row, column: rect.column, style: style)
        }
    }

    /// Draws a frame of lines around blank cells.
    mutating func box(_ rect: CellRect, style: Style = .plain) {
        guard rect.rows >= 2, rect.columns >= 2 else { return }
        fill(rect, Style(background: style.background))
        line("─", row: rect.row, from: rect.column + 1, columns: rect.columns - 2, style: style)
        line("─", row: rect.endRow - 1, from: rect.column + 1, columns: rect.columns - 2, style: style)
        for row in (rect.row + 1)..<(rect.endRow - 1) {
            text("│", row: row, column: rect.column, columns: 1, style: style)
            text("│", row: row, column: rect.endColumn - 1, columns: 1, style: style)
        }
        for (corner, row, column) in [
            ("╭", rect.row, rect.column), ("╮", rect.row, rect.endColumn - 1), ("╰", rect.endRow - 1, rect.column),
            ("╯", rect.endRow - 1, rect.endColumn - 1),
        ] { text(corner, row: row, column: column, columns: 1, style: style) }
    }

    /// Dims everything drawn so far, as the background of a popover.
    mutating func dim() { canvas.dim() }

    /// Adds attributes to cells that are already drawn.
    mutating func mark(_ rect: CellRect, _ attributes: Style.Attributes) {
        restyle(rect) { $0.attributes.formUnion(attributes) }
    }

    /// Draws the focus on cells that are already drawn: the accent background, with one text colour.
    ///
    /// Cells that already have the accent background, such as a filled button, get swapped colours. With 16 or no
    /// colours, the cells are drawn in reverse video, because the theme is unknown. Dim text becomes normal text,
    /// because it would show as stripes.
    mutating func highlight(_ rect: CellRect, _ depth: ColorDepth) {
        let (accent, text) = (Palette.focus, Palette.text(on: Palette.focus))
        restyle(rect) { style in
            let isExchanged = style.background == accent
            if depth >= .indexed {
                style.foreground = isExchanged ? accent : text
                style.background = isExchanged ? text : accent
            } else {
                style.attributes.remove(.dim)
                style.attributes.insert(.reverse)
                if !isExchanged { (style.foreground, style.background) = (accent, nil) }
            }
        }
    }

    private mutating func restyle(_ rect: CellRect, _ change: (inout Style) -> Void) {
        let rect = rect.intersection(clip)
        guard rect.columns > 0 else { return }
        for row in rect.row..<max(rect.endRow, rect.row) {
            let cells = Array(canvas.row(row))
            for column in rect.column..<rect.endColumn {
                let cell = cells[column]
                guard let character = cell.character else { continue }
                var style = cell.style
                change(&style)
                canvas.draw(String(character), row: row, column: column, style: style)
            }
        }
    }

    /// Returns whether no cell in a part of a row has a background.
    private func isBare(row: Int, _ columns: Range<Int>) -> Bool {
        let cells = canvas.row(row)
        return cells[(cells.startIndex + columns.lowerBound)..<(cells.startIndex + columns.upperBound)].allSatisfy {
            $0.style.background == nil
        }
    }

    /// Returns the background of a cell; nil for the terminal's default, and outside of the canvas.
    func background(row: Int, column: Int) -> Color? {
        guard row >= 0, row < canvas.size.rows, column >= 0, column < canvas.size.columns else { return nil }
        let cells = canvas.row(row)
        return cells[cells.startIndex + column].style.background
    }
}

extension Style {
    /// Returns the style on an existing background, which it keeps unless it has its own. Text without a colour
    /// becomes readable on it.
    fileprivate func over(_ background: Color?) -> Style {
        guard self.background == nil, let background else { return self }
        var style = self
        style.foreground = foreground ?? Palette.text(on: background)
        style.background = background
        return style
    }
}

extension CellRect {
    /// Returns the common cells; an empty rectangle if there are none.
    func intersection(_ other: CellRect) -> CellRect {
        let (row, column) = (max(self.row, other.row), max(self.column, other.column))
        return CellRect(
            row: row, column: column, rows: max(min(endRow, other.endRow) - row, 0),
            columns: max(min(endColumn, other.endColumn) - column, 0))
    }

    func contains(row: Int, column: Int) -> Bool {
        row >= self.row && row < endRow && column >= self.column && column < endColumn
    }

    var isEmpty: Bool { rows <= 0 || columns <= 0 }
}
