internal import DBusInterface
internal import TabInterface
internal import TerminalUI

/// The text of a page, with the cells of everything that a popover can be anchored to.
struct PageText {
    /// The navigation bar; empty if there is none.
    let bar: [Line]
    let content: [Line]
    /// A rule and the buttons; empty without a toolbar.
    let toolbar: [Line]
    /// The cells of the bar buttons, in the rows of `bar`.
    private let buttons: [UInt32: CellRect]
    private let toolbarButtons: [UInt32: CellRect]
    private let views: [UInt32: Place]
    private let page: Picture.Page
    private let columns: Int

    init(_ page: Picture.Page, columns: Int) {
        self.page = page
        self.columns = columns
        bar = page.navigationBar.map { [$0.line(columns: columns)] } ?? []
        buttons = page.navigationBar?.buttons(columns: columns) ?? [:]
        toolbar =
            page.toolbar.map { toolbar in
                [
                    Line(String(repeating: "-", count: max(columns, 0)), style: .dim),
                    Line(CharacterWidth.truncate(toolbar.text, to: columns)),
                ]
            } ?? []
        toolbarButtons = NavigationBar.cells(of: page.toolbar?.items ?? [], from: 0, to: columns)
        guard let content = page.content else {
            (self.content, views) = ([Line("no tabs", style: .dim)], [:])
            return
        }
        var lines: [Line] = []
        if content.state != "ready", !content.state.isEmpty {
            let reason = content.failureReason.isEmpty ? "" : ": " + content.failureReason
            lines.append(Line("! \(content.state)\(reason)", style: .bold))
        }
        if let more = page.more {
            (self.content, views) = (lines + Self.rows(of: more), [:])
            return
        }
        if content.snapshot.views.isEmpty { lines.append(Line("(the view is not loaded)", style: .dim)) }
        let text = ViewText(content.snapshot.views).layout(columns: columns)
        let start = lines.count
        self.content = lines + text.lines
        views = text.places.mapValues { place in
            var place = place
            place.cells = place.cells.offset(rows: start, columns: 0)
            return place
        }
    }

    /// Returns the rows of the More list. During customizing, the arrangement of the bar comes first.
    private static func rows(of more: MoreRows) -> [Line] {
        var lines = more.rows.enumerated().map { index, item in
            Line("  " + MoreRows.text(item, at: index), style: item.isEnabled ? [] : .dim)
        }
        if let arrangement = more.arrangement {
            lines.insert(Line("customizing: \(TreeText.numbered(arrangement))", style: .bold), at: 0)
        }
        return lines
    }

    /// The size that the text needs without truncation, in columns and rows.
    var naturalSize: TerminalSize {
        let toolbarWidth = page.toolbar.map { CharacterWidth.width(of: $0.text) } ?? 0
        let widths = content.map(\.end) + [page.navigationBar?.naturalWidth ?? 0, toolbarWidth]
        return TerminalSize(columns: widths.max() ?? 0, rows: bar.count + content.count + toolbar.count)
    }

    /// Returns the whole text as a canvas, with the toolbar at the bottom.
    func canvas(size: TerminalSize) -> Canvas {
        var canvas = Canvas(size: size)
        let room = max(size.rows - toolbar.count, 0)
        for (row, line) in (bar + content).prefix(room).enumerated() { canvas.draw(line, row: row) }
        for (row, line) in toolbar.enumerated() { canvas.draw(line, row: room + row) }
        return canvas
    }

    // MARK: Cells of sources

    /// Returns the cells of a button of the bar, in the rows of the bar.
    func button(_ item: ViewReference) -> CellRect? {
        item.viewController == page.content?.path ? buttons[item.view] : nil
    }

    /// Returns the cells of a button of the toolbar, in the rows of the toolbar.
    func toolbarButton(_ item: ViewReference) -> CellRect? {
        guard item.viewController == page.content?.path else { return nil }
        return toolbarButtons[item.view]?.offset(rows: 1, columns: 0)
    }

    /// Returns the cells of a view or of a part of it, in the rows of the content.
    func view(_ view: ViewReference, _ rect: DBusRect?) -> CellRect? {
        guard let content = page.content, view.viewController == content.path else { return nil }
        if let place = views[view.view] { return place.cells(of: rect) }
        // The view has no text of its own: the cells are those of its subviews, else the line between its neighbours.
        let entries = Dictionary(content.snapshot.views.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        guard let entry = entries[view.view] else { return nil }
        let inside = views.filter { id, _ in Self.ancestors(of: id, entries).contains { $0.id == view.view } }
        let frame = Self.frame(of: entry, entries)
        guard let first = inside.values.first?.cells else { return cells(at: frame, entries) }
        return Place(cells: inside.values.reduce(first) { $0.union($1.cells) }, frame: frame).cells(of: rect)
    }

    private func cells(at frame: DBusRect, _ entries: [UInt32: ViewEntry]) -> CellRect {
        func middle(_ frame: DBusRect) -> Double { frame.y + frame.height / 2 }
        let above = views.values.filter { middle($0.frame) <= middle(frame) }.map(\.cells.endRow).max() ?? 0
        let width = entries.values.first { $0.parent == 0 }?.frame.width ?? 0
        let line = CellRect(row: above - 1, column: 0, rows: 1, columns: columns)
        return Place(cells: line, frame: DBusRect(x: 0, y: 0, width: width, height: 1)).cells(
            of: DBusRect(x: frame.x, y: 0, width: frame.width, height: 1))
    }

    /// Returns the frame of a view in the root view.
    private static func frame(of view: ViewEntry, _ entries: [UInt32: ViewEntry]) -> DBusRect {
        var frame = view.frame
        for ancestor in ancestors(of: view.id, entries) where ancestor.parent != 0 {
            frame.x += ancestor.frame.x
            frame.y += ancestor.frame.y
        }
        return frame
    }

    private static func ancestors(of view: UInt32, _ entries: [UInt32: ViewEntry]) -> [ViewEntry] {
        var ancestors: [ViewEntry] = []
        var id = view
        while ancestors.count < ViewHierarchy.maximumDepth, let parent = entries[id]?.parent,
            let entry = entries[parent]
        {
            ancestors.append(entry)
            id = parent
        }
        return ancestors
    }
}
