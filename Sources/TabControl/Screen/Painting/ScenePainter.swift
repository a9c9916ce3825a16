internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// Draws the screen: the window with its page and bars, what lies over them, and the line for messages.
struct ScenePainter {
    let state: ScreenState
    let picture: Picture
    var pen: Pen
    var scene: Scene
    /// What scrolls around that which is being drawn; nil for nothing.
    var scrolling: Scrolling?

    /// What is outside of the screen, but can be scrolled there.
    struct Scrolling {
        /// Where that is at present.
        var reach: CellRect
        /// The outermost of the scroll views; nil for the page alone.
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

    /// Notes that something can be acted on, and shows when it has the focus.
    mutating func add(_ target: Target, at cells: CellRect, isFocusable: Bool = true) {
        note(target, at: cells, isFocusable: isFocusable)
        if isFocusable, state.focus == target { highlight(cells) }
    }

    /// Shows that a part that is drawn already has the focus.
    mutating func highlight(_ cells: CellRect) { pen.highlight(cells, state.depth) }

    /// Notes that something can be acted on. The focus goes only to what is on the screen, or can be scrolled there.
    mutating func note(_ target: Target, at cells: CellRect, isFocusable: Bool = true) {
        scene.spots.append(
            Scene.Spot(
                target: target, cells: cells, shown: cells.intersection(pen.clip),
                isFocusable: isFocusable && canBeSeen(cells), scrollView: scrolling?.scrollView))
    }

    func canBeSeen(_ cells: CellRect) -> Bool {
        [pen.clip, scrolling?.reach].contains { $0.map { !cells.intersection($0).isEmpty } ?? false }
    }

    /// Draws what can be scrolled, or not when that is nil.
    mutating func scrolling(_ scrolling: Scrolling?, _ body: (inout ScenePainter) -> Void) {
        let before = self.scrolling
        self.scrolling = scrolling
        body(&self)
        self.scrolling = before
    }

    private var isBarAtBottom: Bool { isBarShown && (picture.barFrame?.y ?? 0) > 0 }

    /// Where the bar is drawn, in points: at the bottom of the terminal, when that has no room for the whole window.
    var barFrame: DBusRect? {
        guard var frame = picture.barFrame else { return nil }
        frame.y -= Double(rowsRaised(Grid.cells(frame))) * Grid.height
        return frame
    }

    /// How much higher something is drawn than the window has it, since the window's end is cut off.
    func rowsRaised(_ cells: CellRect) -> Int {
        let (window, whole) = (scene.window, scene.wholeWindow)
        return min(max(cells.endRow - window.endRow, 0), max(whole.endRow - window.endRow, 0))
    }

    private var isBarShown: Bool { !picture.isBarHidden && !picture.isPagePresented }

    /// The list of More while somebody arranges the tabs.
    private var customizing: MoreRows? {
        state.more.flatMap { $0.arrangement == nil ? nil : $0 }
    }

    // MARK: Around the window

    /// Whether the first row is that of the status bar, which lies over the page.
    var hasStatus: Bool {
        let height = state.tree.window(state.controller).statusBarHeight
        return (height ?? 0) >= Grid.height / 2
    }

    /// Title and front ends, where a telephone has its clock.
    private mutating func drawStatus() {
        guard hasStatus else { return }
        pen.line(" ", row: 0, from: 0, columns: scene.window.columns)
        let row = CellRect(row: 0, column: 1, rows: 1, columns: max(scene.window.columns - 2, 0))
        let clients = state.tree.window(state.controller).attachedClients
        let count = clients?.count ?? 0
        let notes = [state.isReadOnly ? "read only" : "", count > 1 ? "\(count) front ends" : ""]
        let note = notes.filter { !$0.isEmpty }.joined(separator: ", ")
        pen.text(
            picture.title, row: 0, column: row.column,
            columns: max(row.columns - (note.isEmpty ? 0 : CharacterWidth.width(of: note) + 2), 0), style: .dim)
        pen.text(note, in: row, row: 0, alignment: .right, style: .dim)
    }

    /// A window that another front end keeps smaller leaves a part of this terminal unused.
    private mutating func drawOutside() {
        let (window, room) = (scene.window, state.room)
        for row in 0..<room.rows {
            let first = row < window.rows ? window.columns : 0
            pen.line("·", row: row, from: first, columns: room.columns - first, style: .dim)
        }
    }

    /// The last line: what happened, else what keys do.
    private mutating func drawFoot() {
        // Whoever types would write a q.
        let leaves = state.editor == nil ? "q leaves" : "^C leaves"
        let row = state.size.rows - 1
        let (text, style): (String, Style) =
            switch state.link {
            case .connecting: ("attaching", .dim)
            case .noDaemon: ("tabd has gone; waiting for it, \(leaves)", .bold)
            case .noBus: ("the bus has gone; waiting, \(leaves)", .bold)
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
