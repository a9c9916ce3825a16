internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// A painter of the screen: the window with its page and bars, the popovers, and the message line.
struct ScenePainter {
    let state: ScreenState
    let picture: Picture
    var pen: Pen
    var scene: Scene
    /// The scrolling area around the element that is being drawn; nil for none.
    var scrolling: Scrolling?

    /// An area that can be scrolled onto the screen.
    struct Scrolling {
        /// The cells of the area at its current scroll position.
        var reach: CellRect
        /// The outermost scroll view; nil if only the page scrolls.
        var scrollView: CellRect?
    }

    static func scene(of state: ScreenState) -> Scene {
        var painter = ScenePainter(state)
        painter.draw()
        painter.scene.canvas = painter.pen.canvas
        return painter.scene
    }

    private init(_ state: ScreenState) {
        self.state = state
        picture = state.picture
        pen = Pen(size: state.size)
        let size = picture.size.map { Grid.cells(DBusRect(x: 0, y: 0, width: $0.width, height: $0.height)) }
        let room = state.room
        let whole = CellRect(
            row: 0, column: 0, rows: size?.rows ?? room.rows, columns: size?.columns ?? room.columns)
        scene = Scene(
            canvas: pen.canvas,
            window: CellRect(
                row: 0, column: 0, rows: min(whole.rows, room.rows), columns: min(whole.columns, room.columns)),
            wholeWindow: whole)
        scene.isSheet = picture.isPagePresented || !picture.popovers.isEmpty
        scene.escape = picture.escape
        scene.selectedTab = picture.items.firstIndex(where: \.isSelected)
    }

    private mutating func draw() {
        guard state.size.rows > 0, state.size.columns > 0 else { return }
        if state.tree.objects.isEmpty {
            pen.text(
                state.link == .connecting ? "…" : "", in: scene.window, row: scene.window.middleRow,
                alignment: .center, style: .dim)
        } else {
            clipped(to: scene.window) { $0.drawWindow() }
            drawOutside()
        }
        drawFoot()
        if state.isHelpShown { drawHelp() }
    }

    private mutating func drawWindow() {
        let end = isBarAtBottom ? picture.barFrame.map { Grid.cells($0).row } : nil
        drawPage(
            picture.page,
            in: Area(
                origin: (0, 0), cells: scene.window, bottom: isBarAtBottom ? barFrame.map { Grid.cells($0).row } : nil,
                end: end ?? scene.wholeWindow.endRow))
        drawStatus()
        if isBarShown { drawTabBar() }
        for popover in picture.popovers { drawPopover(popover) }
        if let more = customizing { drawCustomizing(more) }
        if state.link != .attached { pen.dim() }
    }

    mutating func clipped(to rect: CellRect, _ body: (inout ScenePainter) -> Void) {
        let before = pen.clip
        pen.clip = before.intersection(rect)
        body(&self)
        pen.clip = before
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

    /// Draws within a scrolling area; nil for none.
    mutating func scrolling(_ scrolling: Scrolling?, _ body: (inout ScenePainter) -> Void) {
        let before = self.scrolling
        self.scrolling = scrolling
        body(&self)
        self.scrolling = before
    }

    private var isBarAtBottom: Bool { isBarShown && (picture.barFrame?.y ?? 0) > 0 }

    /// The frame of the bar as it is drawn, in points: at the bottom of the terminal if the window is higher than the
    /// terminal.
    var barFrame: DBusRect? {
        guard var frame = picture.barFrame else { return nil }
        frame.y -= Double(rowsRaised(Grid.cells(frame))) * Grid.height
        return frame
    }

    /// Returns how many rows higher an element is drawn because the end of the window is cut off.
    func rowsRaised(_ cells: CellRect) -> Int {
        let (window, whole) = (scene.window, scene.wholeWindow)
        return min(max(cells.endRow - window.endRow, 0), max(whole.endRow - window.endRow, 0))
    }

    private var isBarShown: Bool { !picture.isBarHidden && !picture.isPagePresented }

    /// The More list during customizing; nil otherwise.
    private var customizing: MoreRows? {
        state.more.flatMap { $0.arrangement == nil ? nil : $0 }
    }

    // MARK: Outside of the window

    /// Whether the first row shows the status bar, which covers the page.
    var hasStatus: Bool {
        let height = state.tree.window(state.controller).statusBarHeight
        return (height ?? 0) >= Grid.height / 2
    }

    /// Draws the title and the number of front ends in the status bar.
    private mutating func drawStatus() {
        guard hasStatus else { return }
        pen.line(" ", row: 0, from: 0, columns: scene.window.columns)
        let row = CellRect(row: 0, column: 1, rows: 1, columns: max(scene.window.columns - 2, 0))
        let clients = state.tree.window(state.controller).attachedClients
        let count = clients?.count ?? 0
        let notes = [state.isReadOnly ? "read-only" : "", count > 1 ? "\(count) front ends" : ""]
        let note = notes.filter { !$0.isEmpty }.joined(separator: ", ")
        pen.text(
            picture.title, row: 0, column: row.column,
            columns: max(row.columns - (note.isEmpty ? 0 : CharacterWidth.width(of: note) + 2), 0), style: .dim)
        pen.text(note, in: row, row: 0, alignment: .right, style: .dim)
    }

    /// Draws dots where a smaller front end leaves a part of this terminal unused.
    private mutating func drawOutside() {
        let (window, room) = (scene.window, state.room)
        for row in 0..<room.rows {
            let first = row < window.rows ? window.columns : 0
            pen.line("·", row: row, from: first, columns: room.columns - first, style: .dim)
        }
    }

    /// Draws the last line: a message, else the key help.
    private mutating func drawFoot() {
        // While editing, q would be typed as text.
        let quitHint = state.editor == nil ? "q quits" : "^C quits"
        let row = state.size.rows - 1
        let (text, style): (String, Style) =
            switch state.link {
            case .connecting: ("attaching", .dim)
            case .noDaemon: ("tabd ended; waiting for it, \(quitHint)", .bold)
            case .noBus: ("the bus ended; waiting for it, \(quitHint)", .bold)
            case .attached: state.message.map { ($0, .bold) } ?? (KeyHelp.line(state, scene), .dim)
            }
        pen.text(text, row: row, column: 0, columns: state.size.columns, style: style)
    }

    private mutating func drawHelp() {
        let lines = KeyHelp.page(state)
        let width = min((lines.map { CharacterWidth.width(of: $0) }.max() ?? 0) + 4, state.size.columns)
        let rows = min(lines.count + 2, state.size.rows)
        let rect = CellRect(
            row: (state.size.rows - rows) / 2, column: (state.size.columns - width) / 2, rows: rows, columns: width)
        pen.dim()
        pen.box(rect)
        pen.text(" Keys ", row: rect.row, column: rect.column + 2, columns: 6, style: .bold)
        for (index, line) in lines.prefix(max(rows - 2, 0)).enumerated() {
            pen.text(line, row: rect.row + 1 + index, column: rect.column + 2, columns: max(width - 4, 0))
        }
        scene.spots = []
        scene.cursor = nil
    }
}
