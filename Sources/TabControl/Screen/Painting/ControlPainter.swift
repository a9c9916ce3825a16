internal import DBusInterface
internal import TabInterface
internal import TerminalUI

/// A painter of one view without its subviews, which also adds the view's spots to the scene.
struct ControlPainter {
    let view: ViewEntry
    let target: Target
    /// The frame in the window, in points.
    let frame: DBusRect
    let cells: CellRect
    let tint: Color

    /// Whether the page must be long enough to show the view.
    var isContent: Bool { !["View", "StackView", "ScrollView"].contains(view.className) && !cells.isEmpty }

    /// The line of a single-line control.
    var line: CellRect {
        CellRect(row: Grid.textRow(frame), column: cells.column, rows: 1, columns: cells.columns)
    }

    /// The style of an element that users can act on.
    var style: Style { view.isEnabled ? Style(foreground: tint) : .dim }

    func draw(on painter: inout ScenePainter) {
        guard !cells.isEmpty else { return }
        switch view.className {
        case "Label": drawLabel(on: &painter)
        case "Button": drawButton(on: &painter)
        case "ImageView": drawImage(on: &painter)
        case "TextField": drawTextField(on: &painter)
        case "TextView": drawTextView(on: &painter)
        case "Switch": drawSwitch(on: &painter)
        case "Slider": drawSlider(on: &painter)
        case "SegmentedControl": drawSegments(on: &painter)
        case "TabBar": drawTabBar(on: &painter)
        case "ProgressView": drawProgress(on: &painter)
        case "TableView": drawTable(on: &painter)
        // The subviews, the scroll bar and then the focus are drawn over it.
        case "ScrollView": if view.isEnabled { painter.note(target, at: cells) }
        case "Chart": ChartPainter(view, tint: tint).draw(in: cells, on: &painter.pen)
        default: break
        }
        if view.className != "ScrollView" { drawFocus(on: &painter) }
    }

    // MARK: Focus

    /// Draws the focus of the keyboard, or of the remote in profile tv, over the view.
    func drawFocus(on painter: inout ScenePainter) {
        guard case .view(let path, let id) = target, !cells.isEmpty else { return }
        if painter.state.focusedView == ViewReference(viewController: path, view: id) {
            let place = view.className == "TableView" ? cells : line
            painter.scene.remoteFocus = Scene.Spot(
                target: target, cells: place, shown: place.intersection(painter.pen.clip), isFocusable: false)
        } else {
            // The list draws the keyboard's current row of a table.
            guard view.isEnabled, painter.state.focus == target, view.className != "TableView" else { return }
        }
        for part in focusedParts(on: painter) { painter.highlight(part) }
    }

    /// Returns the cells that show the focus; an edge for a multi-line view.
    private func focusedParts(on painter: ScenePainter) -> [CellRect] {
        func column(_ column: Int, of rect: CellRect) -> CellRect {
            CellRect(row: rect.row, column: column, rows: rect.rows, columns: 1)
        }
        let visible = cells.intersection(painter.pen.clip)
        switch view.className {
        case "TableView", "TextView": return [column(visible.column, of: visible)]
        case "ScrollView": return [column(visible.endColumn - 1, of: visible)]
        case "SegmentedControl":
            return [view.selectedSegment.flatMap { part($0, of: view.segments.count, in: line) } ?? line]
        case "TabBar": return [selectedBarItem ?? line]
        case "Switch": return [switchPlace]
        // In reverse video, a placeholder would look like text; the caret is visible in the rest.
        case "TextField" where painter.state.editor?.target == target && painter.state.depth < .indexed:
            return [column(line.column, of: line), column(line.endColumn - 1, of: line)]
        default: return [line]
        }
    }

    // MARK: Text

    private func drawLabel(on painter: inout ScenePainter) {
        guard let text = view.text("Text") else { return }
        // Skips the layout of a text that is not visible.
        guard !cells.intersection(painter.pen.clip).isEmpty else { return }
        let limit = view.lineLimit
        var style: Style = view.isTitle ? .bold : .plain
        style.foreground = view.text("TextColor").flatMap(Palette.foreground)
        if !view.isEnabled || view.isSecondary { style.attributes.insert(.dim) }
        guard limit != 1 else {
            let first = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
            return painter.pen.text(
                String(first), in: cells, row: line.row, alignment: alignment(of: text), style: style)
        }
        var lines = CharacterWidth.wrap(text, to: cells.columns)
        let room = min(limit == 0 ? lines.count : Int(limit), max(cells.rows, 1))
        if lines.count > room {
            // An ellipsis shows that lines are missing.
            lines = Array(lines.prefix(room))
            lines[room - 1] = CharacterWidth.truncate(lines[room - 1] + " …", to: cells.columns)
        }
        let row = cells.row + max(cells.rows - lines.count, 0) / 2
        for (index, line) in lines.enumerated() {
            painter.pen.text(line, in: cells, row: row + index, alignment: alignment(of: text), style: style)
        }
    }

    private func alignment(of text: String) -> Pen.Alignment {
        switch view.text("Alignment") {
        case "left": .left
        case "center": .center
        case "right": .right
        default: BidirectionalText.isRightToLeft(text) ? .right : .left
        }
    }

    // MARK: Buttons and switches

    private func drawButton(on painter: inout ScenePainter) {
        let symbol = view.text("Image").map(Icon.text) ?? ""
        let title = view.text("Title") ?? (symbol.isEmpty ? view.text("AccessibilityLabel") ?? "" : "")
        let text = [symbol, title].filter { !$0.isEmpty }.joined(separator: " ")
        var style = style
        if view.text("Style") == "destructive", view.isEnabled { style.foreground = Palette.red }
        if view.text("Style") == "filled", view.isEnabled {
            style = Style(.bold, foreground: Palette.text(on: tint), background: tint)
            painter.pen.fill(line, style)
        }
        let framed = view.isEnabled ? "[\(text)]" : "(\(text))"
        let shown =
            CharacterWidth.width(of: CharacterWidth.printable(framed)) <= line.columns ? framed : text
        painter.pen.text(shown, in: line, row: line.row, alignment: .center, style: style)
        act(on: &painter, at: line)
    }

    private func drawSwitch(on painter: inout ScenePainter) {
        let isOn = view.properties["On"] == .bool(true)
        let style = view.isEnabled ? Style(foreground: isOn ? Palette.foreground("systemGreen") : nil) : .dim
        painter.pen.text(isOn ? "(━━●)" : "(○──)", row: line.row, column: line.column, columns: 6, style: style)
        act(on: &painter, at: switchPlace)
    }

    private var switchPlace: CellRect {
        CellRect(row: line.row, column: line.column, rows: 1, columns: min(line.columns, 5))
    }

    private func drawSlider(on painter: inout ScenePainter) {
        let part = Fraction.of(view.number("Value"), from: view.number("Minimum"), to: view.number("Maximum", 1))
        let knob = line.column + Int((part * Double(line.columns - 1)).rounded())
        painter.pen.line("━", row: line.row, from: line.column, columns: knob - line.column, style: style)
        painter.pen.line("─", row: line.row, from: knob, columns: line.endColumn - knob, style: .dim)
        painter.pen.text("●", row: line.row, column: knob, columns: 1, style: style)
        act(on: &painter, at: line)
    }

    private func drawSegments(on painter: inout ScenePainter) {
        guard case .view(let path, let id) = target else { return }
        act(on: &painter, at: line)
        let (titles, selected) = (view.segments, view.selectedSegment)
        for (index, title) in titles.enumerated() {
            guard let part = part(index, of: titles.count, in: line) else { continue }
            let isSelected = index == selected
            painter.pen.text(
                title, in: part.inset(columns: 1), row: line.row, alignment: .center,
                style: isSelected ? Style(.bold, foreground: style.foreground) : style)
            if isSelected {
                painter.pen.text("[", row: line.row, column: part.column, columns: 1, style: style)
                painter.pen.text("]", row: line.row, column: part.endColumn - 1, columns: 1, style: style)
            } else if index + 1 < titles.count, index + 1 != selected {
                // The selected segment has brackets, and the last segment needs no separator.
                painter.pen.text("│", row: line.row, column: part.endColumn - 1, columns: 1, style: .dim)
            }
            if view.isEnabled { painter.add(.segment(path, id, index), at: part, isFocusable: false) }
        }
    }

    /// Returns the cells of one of several equal parts; nil for a part that does not exist or has no room.
    func part(_ index: Int, of count: Int, in cells: CellRect) -> CellRect? {
        guard (0..<count).contains(index) else { return nil }
        let (start, end) = (cells.columns * index / count, cells.columns * (index + 1) / count)
        guard end > start else { return nil }
        return CellRect(row: cells.row, column: cells.column + start, rows: cells.rows, columns: end - start)
    }

    /// Adds a spot for the view if it is enabled.
    private func act(on painter: inout ScenePainter, at place: CellRect) {
        if view.isEnabled { painter.note(target, at: place) }
    }

    private func drawTable(on painter: inout ScenePainter) {
        guard case .view(let path, let id) = target else { return }
        // The rows are decoded one by one, because a table may have many rows and few are visible.
        var rows: [Variant] = []
        if case .array(TableRow.signature, let all) = view.properties["Rows"] { rows = all }
        painter.drawList(
            rows.count, selected: view.selectedRow.flatMap { rows.indices.contains($0) ? $0 : nil }, of: target,
            in: cells, isEnabled: view.isEnabled
        ) { index in
            ListRow(TableRow(variant: rows[index]) ?? TableRow(title: ""))
        } part: {
            .row(path, id, $0)
        }
    }
}

/// Tab bar views.
extension ControlPainter {
    /// Draws the items like a tab bar controller's bar, in equal parts of the width.
    func drawTabBar(on painter: inout ScenePainter) {
        guard case .view(let path, let id) = target else { return }
        if view.isEnabled { painter.note(target, at: cells) }
        painter.pen.line("─", row: cells.row, from: cells.column, columns: cells.columns, style: .dim)
        let items = view.barItems
        for (index, item) in items.enumerated() {
            guard let part = part(index, of: items.count, in: cells) else { continue }
            _ = painter.drawItem(item, in: part, tint: tint)
            if item.isEnabled { painter.add(.item(path, id, index), at: part, isFocusable: false) }
        }
    }

    /// The cells of the selected item, below the rule.
    var selectedBarItem: CellRect? {
        guard let selected = view.selectedItem, var part = part(selected, of: view.items.count, in: cells) else {
            return nil
        }
        guard part.rows > 1 else { return part }
        part.row += 1
        part.rows -= 1
        return part
    }
}
