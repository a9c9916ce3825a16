internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// The scene that the painters draw: its canvas, and the targets on it.
struct SceneBuilder {
    let state: ScreenState
    let snapshot: WindowSnapshot
    /// Whether the scene is printed on paper: as high as its content, without keys, colours and focus.
    let isPrinted: Bool
    /// The size of the canvas.
    let size: TerminalSize
    private(set) var grid: Grid
    var pen: Pen
    var scene: Scene
    /// The scrolling area around the element that is being drawn; nil for none.
    private(set) var scrolling: Scrolling?

    /// An area that can be scrolled onto the screen.
    struct Scrolling {
        /// The cells of the area at its current scroll position.
        var reach: CellRect
        /// The outermost scroll view; nil if only the page scrolls.
        var scrollView: CellRect?
    }

    /// - Parameter paper: The grid of the paper to print on; nil for the screen.
    init(_ state: ScreenState, on paper: Grid?) {
        self.state = state
        snapshot = state.tree.snapshot
        let grid = paper ?? .screen
        self.grid = grid
        let isPrinted = paper != nil
        self.isPrinted = isPrinted
        // Paper grows with its window.
        let points = snapshot.size ?? (isPrinted ? Grid.size(state.room) : nil)
        let window = points.map {
            grid.cells(DBusRect(x: 0, y: 0, width: $0.width, height: isPrinted ? min($0.height, 16_384) : $0.height))
        }
        let room = isPrinted ? TerminalSize(columns: state.size.columns, rows: window?.rows ?? 0) : state.room
        size = isPrinted ? room : state.size
        pen = Pen(size: size, isLogical: isPrinted)
        let whole = CellRect(
            row: 0, column: 0, rows: window?.rows ?? room.rows, columns: window?.columns ?? room.columns)
        scene = Scene(
            canvas: pen.canvas,
            window: CellRect(
                row: 0, column: 0, rows: min(whole.rows, room.rows), columns: min(whole.columns, room.columns)),
            wholeWindow: whole)
        scene.isSheet = snapshot.isPagePresented || !snapshot.popovers.isEmpty
        scene.escape = snapshot.escape
        scene.selectedTab = snapshot.items.firstIndex(where: \.isSelected)
    }

    // MARK: Layout of the window

    /// Whether the first row shows the status bar, which covers the page.
    var hasStatus: Bool { (state.tree.window(state.controller).statusBarHeight ?? 0) >= Grid.height / 2 }

    var isBarShown: Bool { !snapshot.isBarHidden && !snapshot.isPagePresented }

    var isBarAtBottom: Bool { isBarShown && snapshot.barEdge == .bottom }

    /// The cells of the bar as it is drawn: at its edge of the terminal if the window is larger than the terminal.
    var barCells: CellRect? {
        guard let frame = snapshot.barFrame else { return nil }
        let cells = grid.cells(frame)
        switch snapshot.barEdge {
        case .top, .bottom: return cells.offset(rows: -rowsRaised(cells), columns: 0)
        case .left, .right:
            let rows = max(min(cells.endRow, scene.window.endRow) - cells.row, 0)
            return CellRect(
                row: cells.row, column: cells.column - columnsMoved(cells), rows: rows, columns: cells.columns)
        }
    }

    /// The cells of the window beside the bar. In profile tv the content extends under the bar.
    var pageCells: CellRect {
        let window = scene.window
        guard isBarShown, let bar = barCells else { return window }
        switch snapshot.barEdge {
        case .top where snapshot.profile == "tv": return window
        case .top: return window.inRows(min(max(bar.endRow, 0), window.endRow)..<window.endRow)
        case .bottom: return window
        case .left: return window.inColumns(min(max(bar.endColumn, 0), window.endColumn)..<window.endColumn)
        case .right: return window.inColumns(0..<min(max(bar.column, 0), window.endColumn))
        }
    }

    /// Returns how many columns further to the left an element is drawn because the end of the window is cut off.
    func columnsMoved(_ cells: CellRect) -> Int {
        let (window, whole) = (scene.window, scene.wholeWindow)
        return min(max(cells.endColumn - window.endColumn, 0), max(whole.endColumn - window.endColumn, 0))
    }

    /// Returns how many rows higher an element is drawn because the end of the window is cut off.
    func rowsRaised(_ cells: CellRect) -> Int {
        let (window, whole) = (scene.window, scene.wholeWindow)
        return min(max(cells.endRow - window.endRow, 0), max(whole.endRow - window.endRow, 0))
    }

    /// Prepares for a popover that covers everything drawn so far.
    mutating func cover(keeping isKept: (Scene.Spot) -> Bool = { _ in false }) {
        scene.spots.removeAll { !isKept($0) }
        scene.lists = [:]
        scene.cursor = nil
    }

    // MARK: Parts of the scene

    /// Draws with another value of a property.
    private mutating func with<Value>(
        _ property: WritableKeyPath<SceneBuilder, Value>, _ value: Value, _ body: (inout SceneBuilder) -> Void
    ) {
        let before = self[keyPath: property]
        self[keyPath: property] = value
        body(&self)
        self[keyPath: property] = before
    }

    mutating func clipped(to rect: CellRect, _ body: (inout SceneBuilder) -> Void) {
        with(\.pen.clip, pen.clip.intersection(rect), body)
    }

    /// Draws the views of a page.
    mutating func drawing(_ page: ObjectPath, _ body: (inout SceneBuilder) -> Void) {
        with(\.grid, grid.grid(of: page), body)
    }

    /// Draws within a scrolling area.
    mutating func scrolling(_ scrolling: Scrolling, _ body: (inout SceneBuilder) -> Void) {
        with(\.scrolling, scrolling, body)
    }

    /// Adds a spot for a target, and draws its focus.
    mutating func add(_ target: Target, at cells: CellRect, isFocusable: Bool = true) {
        note(target, at: cells, isFocusable: isFocusable)
        if isFocusable, state.focus == target { highlight(cells) }
    }

    /// Draws the focus on cells that are already drawn.
    mutating func highlight(_ cells: CellRect) { pen.highlight(cells, state.depth) }

    /// Adds a spot for a target. It can get the focus only if it is on the screen or can be scrolled there.
    mutating func note(_ target: Target, at cells: CellRect, isFocusable: Bool = true) {
        scene.spots.append(
            Scene.Spot(
                target: target, cells: cells, shown: cells.intersection(pen.clip),
                isFocusable: isFocusable && canBeSeen(cells), scrollView: scrolling?.scrollView))
    }

    func canBeSeen(_ cells: CellRect) -> Bool {
        [pen.clip, scrolling?.reach].contains { $0.map { !cells.intersection($0).isEmpty } ?? false }
    }

    mutating func place(cursor: CellPlace) {
        guard pen.clip.contains(row: cursor.row, column: cursor.column) else { return }
        scene.cursor = cursor
    }

    /// Notes rows that paper lacks for content.
    ///
    /// - Parameters:
    ///   - row: The row below the room that the content has.
    ///   - page: The page whose views overflow the room; nil if the content grows with its room.
    mutating func lack(_ rows: Int, at row: Int, of page: ObjectPath? = nil) {
        if isPrinted, rows > 0 { scene.lacking.append(Grid.Insertion(row: row, rows: rows, page: page)) }
    }

    /// Draws a scroll bar at the right edge if the list does not fit.
    mutating func drawScrollBar(_ list: Scene.List, in cells: CellRect) {
        let room = cells.intersection(pen.clip)
        guard !isPrinted, list.count > list.room, list.room > 0 else { return }
        let length = max(list.room * list.room / list.count, 1)
        let space = list.count - list.room
        let start = space > 0 ? list.first * (list.room - length) / space : 0
        for row in 0..<room.rows {
            let isThumb = row >= start && row < start + length
            pen.text(
                isThumb ? "█" : "│", row: room.row + row, column: cells.endColumn - 1, columns: 1, style: .dim)
        }
    }

    /// Draws a button in a part of a row, and returns its width.
    mutating func place(_ text: String, _ target: Target, _ row: Int, _ columns: Range<Int>, isEnabled: Bool) -> Int {
        let shown = CharacterWidth.truncate(CharacterWidth.printable(text), to: columns.count)
        let cells = CellRect(
            row: row, column: columns.lowerBound, rows: 1, columns: CharacterWidth.width(of: shown))
        pen.text(shown, in: cells, style: isEnabled ? Style(foreground: Palette.tint) : .dim)
        if isEnabled { add(target, at: cells) }
        return cells.columns
    }
}
