internal import DBusInterface
internal import TabInterface
internal import TerminalUI

/// Draws one view without its subviews, and notes what can be done with it.
struct ControlPainter {
    let view: ViewEntry
    let target: Target
    /// In the window, in points.
    let frame: DBusRect
    let cells: CellRect
    let tint: Color

    init(_ view: ViewEntry, _ target: Target, frame: DBusRect, cells: CellRect, tint: Color) {
        self.view = view
        self.target = target
        self.frame = frame
        self.cells = cells
        self.tint = tint
    }

    /// Whether a page must be long enough to show it.
    var isContent: Bool { !["View", "StackView", "ScrollView"].contains(view.className) && !cells.isEmpty }

    /// The one line of a control.
    var line: CellRect {
        CellRect(row: Grid.textRow(frame), column: cells.column, rows: 1, columns: cells.columns)
    }

    /// Of what can be acted on.
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
        case "ProgressView": drawProgress(on: &painter)
        case "TableView": drawTable(on: &painter)
        case "ScrollView": if view.isEnabled { painter.add(target, at: cells) }
        case "Chart": ChartPainter(view, tint: tint).draw(in: cells, on: &painter.pen)
        default: break
        }
        drawRemoteFocus(on: &painter)
    }

    /// In profile tv the daemon says which view has the focus.
    private func drawRemoteFocus(on painter: inout ScenePainter) {
        guard case .view(let path, let id) = target,
            let focused = painter.state.focusedView, focused.viewController == path, focused.view == id
        else { return }
        let place = view.className == "TableView" ? cells : line
        painter.pen.mark(place, .reverse)
        painter.scene.remoteFocus = Scene.Spot(
            target: target, cells: place, shown: place.intersection(painter.pen.clip), isFocusable: false)
    }

    // MARK: Text

    private func drawLabel(on painter: inout ScenePainter) {
        guard let text = view.text("Text") else { return }
        // A long text that is not seen is not laid out.
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
            // What is left out is seen to be.
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
        let place = CellRect(row: line.row, column: line.column, rows: 1, columns: min(line.columns, 6))
        painter.pen.text(isOn ? "(━━●)" : "(○──)", row: line.row, column: line.column, columns: 6, style: style)
        act(on: &painter, at: place)
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
        let segments = view.segments
        act(on: &painter, at: line)
        for (index, title) in segments.enumerated() {
            let start = line.columns * index / segments.count
            let end = line.columns * (index + 1) / segments.count
            guard end > start else { continue }
            let part = CellRect(row: line.row, column: line.column + start, rows: 1, columns: end - start)
            let isSelected = index == view.selectedSegment
            let inside = part.inset(columns: 1)
            painter.pen.text(
                title, in: inside, row: line.row, alignment: .center,
                style: isSelected ? Style(.bold, foreground: style.foreground) : style)
            painter.pen.text(isSelected ? "[" : " ", row: line.row, column: part.column, columns: 1, style: style)
            painter.pen.text(
                isSelected ? "]" : "│", row: line.row, column: part.endColumn - 1, columns: 1,
                style: isSelected ? style : .dim)
            if view.isEnabled { painter.add(.segment(path, id, index), at: part, isFocusable: false) }
            if isSelected, painter.state.focus == target { painter.pen.mark(part, .reverse) }
        }
    }

    /// Whoever is enabled can be acted on; the place alone shows the focus.
    func act(on painter: inout ScenePainter, at place: CellRect) {
        guard view.isEnabled else { return }
        guard view.className == "SegmentedControl" else { return painter.add(target, at: place) }
        painter.note(target, at: place)
    }

    private func drawTable(on painter: inout ScenePainter) {
        guard case .view(let path, let id) = target else { return }
        // Read one by one: there may be very many, and few have room.
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
