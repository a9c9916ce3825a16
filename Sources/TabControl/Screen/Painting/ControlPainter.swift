internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// A builder of one view without its subviews, which also adds the view's spots to the scene.
struct ControlPainter {
    let view: ViewEntry
    let target: Target
    let cells: CellRect
    /// The line of a single-line control.
    var line: CellRect
    let tint: Color

    /// Whether the page must be long enough to show the view.
    var isContent: Bool { ![ViewKind.view, .stackView, .scrollView].contains(view.kind) && !cells.isEmpty }

    /// Returns the columns that the text of a single-line control needs; 0 for any other view.
    static func neededColumns(of view: ViewEntry) -> Int {
        func width(_ text: String?) -> Int { CharacterWidth.width(of: CharacterWidth.printable(text ?? "")) }
        return switch view.kind {
        case .label where view[ViewKeys.lines] == 1: width(view[ViewKeys.text])
        case .button: width(view.text(ViewKeys.title) ?? view.text(ViewKeys.accessibilityLabel)) + 4
        case .switchControl: 5
        case .segmentedControl: (view.segments.map { width($0) + 2 }.max() ?? 0) * view.segments.count
        default: 0
        }
    }

    /// The style of an element that users can act on.
    var style: Style { view.isEnabled ? Style(foreground: tint) : .dim }

    func draw(on builder: inout SceneBuilder) {
        guard !cells.isEmpty else { return }
        guard !builder.isPrinted else { return print(on: &builder) }
        drawContent(on: &builder)
        if !view.isKind(.scrollView) { drawFocus(on: &builder) }
    }

    private func drawContent(on builder: inout SceneBuilder) {
        switch view.kind {
        case .label: drawLabel(on: &builder)
        case .button: drawButton(on: &builder)
        case .imageView: drawImage(on: &builder)
        case .textField: drawTextField(on: &builder)
        case .textView: drawTextView(on: &builder)
        case .switchControl: drawSwitch(on: &builder)
        case .slider: drawSlider(on: &builder)
        case .segmentedControl: drawSegments(on: &builder)
        case .tabBar: drawTabBar(on: &builder)
        case .progressView: drawProgress(on: &builder)
        case .tableView: drawTable(on: &builder)
        // The subviews, the scroll bar and then the focus are drawn over it.
        case .scrollView: if view.isEnabled { builder.note(target, at: cells) }
        case .chart: ChartPainter(view, tint: tint).draw(in: cells, on: &builder.pen)
        case .view, .stackView, nil: break
        }
    }

    /// Draws the view on paper: a control that shows only a shape gets its value and its name in words.
    private func print(on builder: inout SceneBuilder) {
        var words: [String] = []
        switch view.kind {
        case .slider: words = [PropertyText.number(view[ViewKeys.value]), view[ViewKeys.accessibilityLabel]]
        case .imageView, .progressView, .switchControl, .textField: words = [view[ViewKeys.accessibilityLabel]]
        default: break
        }
        let text = CharacterWidth.printable(words.filter { !$0.isEmpty }.joined(separator: " "))
        let shape = view.isKind(.switchControl) ? 5 : max(line.columns - CharacterWidth.width(of: text) - 1, 8)
        var control = self
        if !text.isEmpty { control.line.columns = min(line.columns, shape) }
        control.drawContent(on: &builder)
        guard !text.isEmpty else { return }
        let start = control.line.endColumn
        builder.pen.text(
            " " + text, row: line.row, column: start, columns: builder.pen.clip.endColumn - start, style: style)
    }

    // MARK: Focus

    /// Draws the focus of the keyboard, or of the remote in profile tv, over the view.
    func drawFocus(on builder: inout SceneBuilder) {
        guard case .view(let path, let id) = target, !cells.isEmpty else { return }
        if builder.state.tree.focusedView == ViewReference(viewController: path, view: id) {
            let place = view.isKind(.tableView) ? cells : line
            builder.scene.remoteFocus = Scene.Spot(
                target: target, cells: place, shown: place.intersection(builder.pen.clip), isFocusable: false)
        } else {
            // The list draws the keyboard's current row of a table.
            guard view.isEnabled, builder.state.focus == target, !view.isKind(.tableView) else { return }
        }
        for part in focusedParts(on: builder) { builder.highlight(part) }
    }

    /// Returns the cells that show the focus; an edge for a multi-line view.
    private func focusedParts(on builder: SceneBuilder) -> [CellRect] {
        func column(_ column: Int, of rect: CellRect) -> CellRect {
            CellRect(row: rect.row, column: column, rows: rect.rows, columns: 1)
        }
        let visible = cells.intersection(builder.pen.clip)
        switch view.kind {
        case .tableView, .textView: return [column(visible.column, of: visible)]
        case .scrollView: return [column(visible.endColumn - 1, of: visible)]
        case .segmentedControl:
            return [view.selectedSegment.flatMap { part($0, of: view.segments.count, in: line) } ?? line]
        case .tabBar: return [selectedBarItem ?? line]
        case .switchControl: return [switchPlace]
        // In reverse video, a placeholder would look like text; the caret is visible in the rest.
        case .textField where builder.state.editor?.target == target && builder.state.depth < .indexed:
            return [column(line.column, of: line), column(line.endColumn - 1, of: line)]
        default: return [line]
        }
    }

    // MARK: Text

    private func drawLabel(on builder: inout SceneBuilder) {
        guard let text = view.text(ViewKeys.text) else { return }
        // Skips the layout of a text that is not visible.
        guard !cells.intersection(builder.pen.clip).isEmpty else { return }
        let limit = view[ViewKeys.lines]
        var style: Style = view.isBold ? .bold : .plain
        style.foreground = view.text(ViewKeys.textColor).flatMap(Palette.foreground)
        if !view.isEnabled || view[ViewKeys.textColor] == "secondaryLabel" { style.attributes.insert(.dim) }
        let runs = view.styledRuns(of: style, tint: tint, on: &builder.pen)
        let alignment = alignment(of: text)
        // The start of the last line, its place in Unicode scalars, and the parts from there on.
        var (start, place, rest) = (text.startIndex, 0, runs[...])
        func draw(_ line: Substring, _ end: String = "", row: Int) {
            guard row >= builder.pen.clip.row, row < builder.pen.clip.endRow else { return }
            if runs.isEmpty {
                let shown = end.isEmpty ? String(line) : CharacterWidth.truncate(line + end, to: cells.columns)
                builder.pen.text(shown, in: cells, row: row, alignment: alignment, style: style)
            } else {
                place += text.unicodeScalars.distance(from: start, to: line.startIndex)
                start = line.startIndex
                rest = rest.drop { $0.range.upperBound <= place }
                let line = StyledLine(
                    line, from: place, columns: cells.columns, end: end, style: style, runs: rest)
                builder.pen.text(line, in: cells, row: row, alignment: alignment)
            }
        }
        guard limit != 1 else {
            let first = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
            return draw(first, row: line.row)
        }
        let lines = CharacterWidth.wrapped(text, to: cells.columns)
        let room = min(limit == 0 ? lines.count : Int(limit), max(cells.rows, 1))
        builder.lack((limit == 0 ? lines.count : min(lines.count, Int(limit))) - room, at: cells.endRow)
        let shown = lines.prefix(room)
        let row = cells.row + max(cells.rows - shown.count, 0) / 2
        for (index, line) in shown.enumerated() {
            // An ellipsis shows that lines are missing.
            draw(line, lines.count > room && index == room - 1 ? " …" : "", row: row + index)
        }
    }

    func alignment(of text: String) -> Pen.Alignment {
        switch view[ViewKeys.alignment] {
        case .left: .left
        case .center: .center
        case .right: .right
        case .natural: BidirectionalText.isRightToLeft(text) ? .right : .left
        }
    }

    // MARK: Buttons and switches

    private func drawButton(on builder: inout SceneBuilder) {
        var symbol = view.text(ViewKeys.image).map(Icon.text) ?? ""
        let name = view.text(ViewKeys.accessibilityLabel)
        // Paper names a button that shows only a symbol.
        if builder.isPrinted, name != nil || view.text(ViewKeys.title) != nil { symbol = "" }
        let title = view.text(ViewKeys.title) ?? (symbol.isEmpty ? name ?? "" : "")
        let text = [symbol, title].filter { !$0.isEmpty }.joined(separator: " ")
        var style = style
        if view[ViewKeys.buttonStyle] == .destructive, view.isEnabled { style.foreground = Palette.red }
        if view[ViewKeys.buttonStyle] == .filled, view.isEnabled {
            style = Style(.bold, foreground: Palette.text(on: tint), background: tint)
            builder.pen.fill(line, style)
        }
        let framed = view.isEnabled ? "[\(text)]" : "(\(text))"
        let shown =
            CharacterWidth.width(of: CharacterWidth.printable(framed)) <= line.columns ? framed : text
        builder.pen.text(shown, in: line, alignment: .center, style: style)
        act(on: &builder, at: line)
    }

    private func drawSwitch(on builder: inout SceneBuilder) {
        let isOn = view[ViewKeys.isOn]
        let style = view.isEnabled ? Style(foreground: isOn ? Palette.foreground("systemGreen") : nil) : .dim
        builder.pen.text(isOn ? "(━━●)" : "(○──)", row: line.row, column: line.column, columns: 6, style: style)
        act(on: &builder, at: switchPlace)
    }

    private var switchPlace: CellRect {
        CellRect(row: line.row, column: line.column, rows: 1, columns: min(line.columns, 5))
    }

    private func drawSlider(on builder: inout SceneBuilder) {
        let part = Fraction.of(view[ViewKeys.value], from: view[ViewKeys.minimum], to: view[ViewKeys.maximum])
        let knob = line.column + Int((part * Double(line.columns - 1)).rounded())
        builder.pen.line("━", row: line.row, from: line.column, columns: knob - line.column, style: style)
        builder.pen.line("─", row: line.row, from: knob, columns: line.endColumn - knob, style: .dim)
        builder.pen.text("●", row: line.row, column: knob, columns: 1, style: style)
        act(on: &builder, at: line)
    }

    private func drawSegments(on builder: inout SceneBuilder) {
        guard case .view(let path, let id) = target else { return }
        act(on: &builder, at: line)
        let (titles, selected) = (view.segments, view.selectedSegment)
        for (index, title) in titles.enumerated() {
            guard let part = part(index, of: titles.count, in: line) else { continue }
            let isSelected = index == selected
            builder.pen.text(
                title, in: part.inset(columns: 1), alignment: .center,
                style: isSelected ? Style(.bold, foreground: style.foreground) : style)
            if isSelected {
                builder.pen.text("[", row: line.row, column: part.column, columns: 1, style: style)
                builder.pen.text("]", row: line.row, column: part.endColumn - 1, columns: 1, style: style)
            } else if index + 1 < titles.count, index + 1 != selected {
                // The selected segment has brackets, and the last segment needs no separator.
                builder.pen.text("│", row: line.row, column: part.endColumn - 1, columns: 1, style: .dim)
            }
            if view.isEnabled { builder.add(.segment(path, id, index), at: part, isFocusable: false) }
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
    private func act(on builder: inout SceneBuilder, at place: CellRect) {
        if view.isEnabled { builder.note(target, at: place) }
    }

    private func drawTable(on builder: inout SceneBuilder) {
        guard case .view(let path, let id) = target else { return }
        // The rows are decoded one by one, because a table may have many rows and few are visible.
        let rows = view.elements(of: ViewKeys.rows)
        let isInset = view[ViewKeys.tableStyle] == .inset && cells.columns > Self.minimumInsetColumns
        let empty = rows.isEmpty ? EmptyState(view) : nil
        ListPainter(
            target: target, count: rows.count,
            selected: view.selectedRow.flatMap { rows.indices.contains($0) ? $0 : nil },
            cells: isInset ? cells.inset(columns: 2) : cells, isEnabled: view.isEnabled,
            sections: empty == nil ? SectionTexts(view[ViewKeys.sections]) : SectionTexts()
        ).draw(on: &builder) { index in
            TableRow(variant: rows[index]) ?? TableRow(title: "")
        } part: {
            .row(path, id, $0)
        }
        empty?.draw(in: cells, on: &builder)
    }

    /// The rows of a narrower table need all its columns.
    private static let minimumInsetColumns = 12
}

/// Tab bar views.
extension ControlPainter {
    /// Draws the items like a tab bar controller's bar, in equal parts of the width.
    private func drawTabBar(on builder: inout SceneBuilder) {
        guard case .view(let path, let id) = target else { return }
        if view.isEnabled { builder.note(target, at: cells) }
        let items = view.barItems
        let none = CellRect(row: cells.row, column: cells.column, rows: 0, columns: 0)
        let parts = items.indices.map { part($0, of: items.count, in: cells) ?? none }
        TabBarPainter(items: items, cells: cells, parts: parts, tint: tint).draw(on: &builder)
        for (index, item) in items.enumerated() where item.isEnabled && !parts[index].isEmpty {
            builder.add(.item(path, id, index), at: parts[index], isFocusable: false)
        }
    }

    /// The cells of the selected item, below the rule.
    private var selectedBarItem: CellRect? {
        guard let selected = view.selectedItem, var part = part(selected, of: view.items.count, in: cells) else {
            return nil
        }
        guard part.rows > 1 else { return part }
        part.row += 1
        part.rows -= 1
        return part
    }
}
