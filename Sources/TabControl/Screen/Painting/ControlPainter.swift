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
    var isContent: Bool { !["View", "StackView", "ScrollView"].contains(view.className) && !cells.isEmpty }

    /// Returns the columns that the text of a single-line control needs; 0 for any other view.
    static func neededColumns(of view: ViewEntry) -> Int {
        func width(_ text: String?) -> Int { CharacterWidth.width(of: CharacterWidth.printable(text ?? "")) }
        return switch view.className {
        case "Label" where view.lineLimit == 1: width(view.text("Text"))
        case "Button": width(view.text("Title") ?? view.text("AccessibilityLabel")) + 4
        case "Switch": 5
        case "SegmentedControl": (view.segments.map { width($0) + 2 }.max() ?? 0) * view.segments.count
        default: 0
        }
    }

    /// The style of an element that users can act on.
    var style: Style { view.isEnabled ? Style(foreground: tint) : .dim }

    func draw(on builder: inout SceneBuilder) {
        guard !cells.isEmpty else { return }
        guard !builder.isPrinted else { return print(on: &builder) }
        drawContent(on: &builder)
        if view.className != "ScrollView" { drawFocus(on: &builder) }
    }

    private func drawContent(on builder: inout SceneBuilder) {
        switch view.className {
        case "Label": drawLabel(on: &builder)
        case "Button": drawButton(on: &builder)
        case "ImageView": drawImage(on: &builder)
        case "TextField": drawTextField(on: &builder)
        case "TextView": drawTextView(on: &builder)
        case "Switch": drawSwitch(on: &builder)
        case "Slider": drawSlider(on: &builder)
        case "SegmentedControl": drawSegments(on: &builder)
        case "TabBar": drawTabBar(on: &builder)
        case "ProgressView": drawProgress(on: &builder)
        case "TableView": drawTable(on: &builder)
        // The subviews, the scroll bar and then the focus are drawn over it.
        case "ScrollView": if view.isEnabled { builder.note(target, at: cells) }
        case "Chart": ChartPainter(view, tint: tint).draw(in: cells, on: &builder.pen)
        default: break
        }
    }

    /// Draws the view on paper: a control that shows only a shape gets its value and its name in words.
    private func print(on builder: inout SceneBuilder) {
        var words: [String] = []
        switch view.className {
        case "Slider": words = [PropertyText.number(view.number("Value")), view.text("AccessibilityLabel") ?? ""]
        case "ImageView", "ProgressView", "Switch", "TextField": words = [view.text("AccessibilityLabel") ?? ""]
        default: break
        }
        let text = CharacterWidth.printable(words.filter { !$0.isEmpty }.joined(separator: " "))
        let shape = view.className == "Switch" ? 5 : max(line.columns - CharacterWidth.width(of: text) - 1, 8)
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
            let place = view.className == "TableView" ? cells : line
            builder.scene.remoteFocus = Scene.Spot(
                target: target, cells: place, shown: place.intersection(builder.pen.clip), isFocusable: false)
        } else {
            // The list draws the keyboard's current row of a table.
            guard view.isEnabled, builder.state.focus == target, view.className != "TableView" else { return }
        }
        for part in focusedParts(on: builder) { builder.highlight(part) }
    }

    /// Returns the cells that show the focus; an edge for a multi-line view.
    private func focusedParts(on builder: SceneBuilder) -> [CellRect] {
        func column(_ column: Int, of rect: CellRect) -> CellRect {
            CellRect(row: rect.row, column: column, rows: rect.rows, columns: 1)
        }
        let visible = cells.intersection(builder.pen.clip)
        switch view.className {
        case "TableView", "TextView": return [column(visible.column, of: visible)]
        case "ScrollView": return [column(visible.endColumn - 1, of: visible)]
        case "SegmentedControl":
            return [view.selectedSegment.flatMap { part($0, of: view.segments.count, in: line) } ?? line]
        case "TabBar": return [selectedBarItem ?? line]
        case "Switch": return [switchPlace]
        // In reverse video, a placeholder would look like text; the caret is visible in the rest.
        case "TextField" where builder.state.editor?.target == target && builder.state.depth < .indexed:
            return [column(line.column, of: line), column(line.endColumn - 1, of: line)]
        default: return [line]
        }
    }

    // MARK: Text

    private func drawLabel(on builder: inout SceneBuilder) {
        guard let text = view.text("Text") else { return }
        // Skips the layout of a text that is not visible.
        guard !cells.intersection(builder.pen.clip).isEmpty else { return }
        let limit = view.lineLimit
        var style: Style = ["largeTitle", "title", "headline"].contains(view.text("Style")) ? .bold : .plain
        style.foreground = view.text("TextColor").flatMap(Palette.foreground)
        if !view.isEnabled || view.text("TextColor") == "secondaryLabel" { style.attributes.insert(.dim) }
        guard limit != 1 else {
            let first = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
            return builder.pen.text(
                String(first), in: cells, row: line.row, alignment: alignment(of: text), style: style)
        }
        var lines = CharacterWidth.wrap(text, to: cells.columns)
        let room = min(limit == 0 ? lines.count : Int(limit), max(cells.rows, 1))
        builder.lack((limit == 0 ? lines.count : min(lines.count, Int(limit))) - room, at: cells.endRow)
        if lines.count > room {
            // An ellipsis shows that lines are missing.
            lines = Array(lines.prefix(room))
            lines[room - 1] = CharacterWidth.truncate(lines[room - 1] + " …", to: cells.columns)
        }
        let row = cells.row + max(cells.rows - lines.count, 0) / 2
        for (index, line) in lines.enumerated() {
            builder.pen.text(line, in: cells, row: row + index, alignment: alignment(of: text), style: style)
        }
    }

    func alignment(of text: String) -> Pen.Alignment {
        switch view.text("Alignment") {
        case "left": .left
        case "center": .center
        case "right": .right
        default: BidirectionalText.isRightToLeft(text) ? .right : .left
        }
    }

    // MARK: Buttons and switches

    private func drawButton(on builder: inout SceneBuilder) {
        var symbol = view.text("Image").map(Icon.text) ?? ""
        let name = view.text("AccessibilityLabel")
        // Paper names a button that shows only a symbol.
        if builder.isPrinted, name != nil || view.text("Title") != nil { symbol = "" }
        let title = view.text("Title") ?? (symbol.isEmpty ? name ?? "" : "")
        let text = [symbol, title].filter { !$0.isEmpty }.joined(separator: " ")
        var style = style
        if view.text("Style") == "destructive", view.isEnabled { style.foreground = Palette.red }
        if view.text("Style") == "filled", view.isEnabled {
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
        let isOn = view.properties["On"] == .bool(true)
        let style = view.isEnabled ? Style(foreground: isOn ? Palette.foreground("systemGreen") : nil) : .dim
        builder.pen.text(isOn ? "(━━●)" : "(○──)", row: line.row, column: line.column, columns: 6, style: style)
        act(on: &builder, at: switchPlace)
    }

    private var switchPlace: CellRect {
        CellRect(row: line.row, column: line.column, rows: 1, columns: min(line.columns, 5))
    }

    private func drawSlider(on builder: inout SceneBuilder) {
        let part = Fraction.of(view.number("Value"), from: view.number("Minimum"), to: view.number("Maximum", 1))
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
        var rows: [Variant] = []
        if case .array(TableRow.signature, let all) = view.properties["Rows"] { rows = all }
        ListPainter(
            target: target, count: rows.count,
            selected: view.selectedRow.flatMap { rows.indices.contains($0) ? $0 : nil },
            cells: cells, isEnabled: view.isEnabled,
            sections: SectionTexts(view.properties["Sections"]?.get() ?? [])
        ).draw(on: &builder) { index in
            TableRow(variant: rows[index]) ?? TableRow(title: "")
        } part: {
            .row(path, id, $0)
        }
    }
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
