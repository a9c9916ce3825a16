import TestSupport

@testable import TabControl

/// The screen of a front end that is attached to an example, with simulated user input.
struct ScreenExample {
    /// The effects of all events.
    private(set) var allEffects: [ScreenEffect] = []
    typealias Views = [ObjectPath: [ViewEntry]]

    var state: ScreenState
    private(set) var scene: Scene
    private(set) var example: ExampleTree
    private(set) var views: Views

    /// - Parameters:
    ///   - columns: The columns of the terminal.
    ///   - rows: The rows of the terminal; the last one is not part of the window.
    init(
        _ example: ExampleTree, _ views: Views = [:], columns: Int = 80, rows: Int = 25, isReadOnly: Bool = false,
        depth: ColorDepth = .trueColor
    ) {
        self.example = example
        self.views = views
        state = ScreenState(
            of: ExampleTree.tabs, size: TerminalSize(columns: columns, rows: rows), isReadOnly: isReadOnly,
            depth: depth)
        state.link = .attached
        scene = ScenePainter.scene(of: state)
        follow()
    }

    /// Creates a screen with the selected tab `Plain`, whose root contains views with ids from 2 on.
    init(
        _ views: ViewEntry..., columns: Int = 80, rows: Int = 25, isReadOnly: Bool = false,
        depth: ColorDepth = .trueColor
    ) {
        self.init(
            .padWithPlain(), [ExampleTree.plain: Self.tree(views)], columns: columns, rows: rows,
            isReadOnly: isReadOnly, depth: depth)
    }

    static func tree(_ views: [ViewEntry]) -> [ViewEntry] {
        [.view(1, "View", row: 0, column: 0, rows: 24, columns: 80, in: 0)] + views
    }

    static func target(_ id: UInt32, of path: ObjectPath = ExampleTree.plain) -> Target { .view(path, id) }

    // MARK: Daemon

    /// Applies a change of the tree.
    mutating func change(_ change: (inout ExampleTree, inout Views) -> Void) {
        change(&example, &views)
        follow()
    }

    /// Changes a property of an object.
    mutating func set(_ interface: String, _ property: String, _ value: Variant, of path: ObjectPath) {
        change { example, _ in example.set(interface, property, value, of: path) }
    }

    /// Changes a property of a view of `Plain`.
    mutating func show(_ key: String, _ value: Variant, of id: UInt32) {
        change { _, views in
            guard let index = views[ExampleTree.plain]?.firstIndex(where: { $0.id == id }) else { return }
            views[ExampleTree.plain]?[index].properties[key] = value
        }
    }

    private mutating func follow() {
        var tree = TabTree(of: ExampleTree.tabs)
        _ = tree.replaceAll(example.tree.objects, views.mapValues { ViewSnapshot(revision: 1, views: $0) })
        state.follow(tree)
        draw()
    }

    // MARK: User

    mutating func resize(columns: Int, rows: Int) {
        state.size = TerminalSize(columns: columns, rows: rows)
        draw()
    }

    /// Sends an event. Like the front end, it draws the screen before the next event.
    ///
    /// - Returns: The effects. Those that tell owners that editing began are only in `allEffects`.
    @discardableResult
    mutating func receive(_ event: InputEvent) -> [ScreenEffect] {
        let effects = state.update(event, in: scene)
        for case .gesture(.update(let path, let id, let action, let value)) in effects {
            didSend(value, action, of: id, of: path)
        }
        draw()
        allEffects += effects
        return effects.filter { effect in
            if case .gesture(.send(_, _, "editingDidBegin", _)) = effect { false } else { true }
        }
    }

    /// Notes that a value of a stream was sent.
    mutating func didSend(
        _ value: Variant, _ action: String, of id: UInt32, of path: ObjectPath = ExampleTree.plain,
        revision: UInt64? = nil
    ) {
        let stream = ActionStreams.Stream(path: path, view: id, action: action)
        state.editing.didSend(value, on: stream, revision: revision)
    }

    @discardableResult
    mutating func press(_ keys: Key...) -> [ScreenEffect] { keys.flatMap { receive(.key($0)) } }

    /// Types one character after the other.
    @discardableResult
    mutating func type(_ text: String) -> [ScreenEffect] { text.flatMap { receive(.key(.character($0))) } }

    @discardableResult
    mutating func mouse(_ kind: MouseEvent.Kind, row: Int, column: Int) -> [ScreenEffect] {
        receive(.mouse(MouseEvent(kind, row: row, column: column)))
    }

    /// Presses and releases the button.
    @discardableResult
    mutating func click(row: Int, column: Int) -> [ScreenEffect] {
        [InputEvent].click(row: row, column: column).flatMap { receive($0) }
    }

    /// Drags the mouse, and returns all effects.
    @discardableResult
    mutating func drag(from: CellPlace, to: CellPlace) -> [ScreenEffect] {
        [InputEvent].drag(from: from, to: to).flatMap { receive($0) }
    }

    mutating func focus(_ target: Target) {
        state.focus = target
        draw()
    }

    /// Clicks on the first cell of a target.
    mutating func click(_ target: Target) -> [ScreenEffect] {
        guard let cells = scene.spot(target)?.cells else { return [] }
        return click(row: cells.row, column: cells.column)
    }

    mutating func draw() {
        scene = ScenePainter.scene(of: state)
        if state.reconcile(with: scene) { scene = ScenePainter.scene(of: state) }
    }

    // MARK: Screen

    /// All rows, without trailing spaces.
    var lines: [String] {
        scene.canvas.plainText.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    var text: String { scene.canvas.plainText }

    /// The last row.
    var foot: String { lines.last ?? "" }

    /// Returns some characters of a row; missing characters are spaces.
    func text(row: Int, columns: Range<Int>) -> String {
        let cells = Array(scene.canvas.row(row))
        return String(columns.compactMap { cells.indices.contains($0) ? cells[$0].character : " " })
    }

    func style(row: Int, column: Int) -> Style {
        let cells = scene.canvas.row(row)
        return cells[cells.startIndex + column].style
    }

    /// Returns whether a cell has the background of the focus.
    func showsFocus(row: Int, column: Int) -> Bool { style(row: row, column: column).background == Palette.focus }

    /// The scroll offset of the current page, in rows.
    var pageOffset: Int { scene.page.flatMap { state.positions.pageOffsets[$0] } ?? 0 }

    func has(_ target: Target) -> Bool { scene.spots.contains { $0.target == target } }
}

extension ViewEntry {
    /// Returns a view at some cells.
    static func view(
        _ id: UInt32, _ name: String, row: Int, column: Int, rows: Int = 1, columns: Int,
        _ properties: [String: Variant] = [:], in parent: UInt32 = 1
    ) -> ViewEntry {
        ViewEntry(
            id: id, parent: parent, className: name,
            frame: DBusRect(
                x: Double(column) * 8, y: Double(row) * 16, width: Double(columns) * 8, height: Double(rows) * 16),
            properties: properties)
    }

    /// Returns a button with the title `B` and its id.
    static func button(_ id: UInt32, row: Int, column: Int = 0, in parent: UInt32 = 1) -> ViewEntry {
        view(id, "Button", row: row, column: column, columns: 10, ["Title": .string("B\(id)")], in: parent)
    }
}

/// Short forms, so that tests name gestures as effects.
extension ScreenEffect {
    static func tap(_ position: Int) -> Self { .gesture(.tap(position)) }
    static func tapAt(x: Double, y: Double) -> Self { .gesture(.tapAt(x: x, y: y)) }
    static func close(_ tab: ObjectPath) -> Self { .gesture(.close(tab)) }
    static func hide(_ tab: ObjectPath) -> Self { .gesture(.hide(tab)) }
    static var resetHiddenTabs: Self { .gesture(.resetHiddenTabs) }
    static func reorder(_ tab: ObjectPath, _ index: Int) -> Self { .gesture(.reorder(tab, index)) }
    static func back(_ navigation: ObjectPath) -> Self { .gesture(.back(navigation)) }
    static func barButton(_ path: ObjectPath, _ id: UInt32) -> Self { .gesture(.barButton(path, id)) }
    static func tapRow(_ row: Int, _ list: ObjectPath) -> Self { .gesture(.tapRow(row, list)) }
    static func beginEditing(_ list: ObjectPath) -> Self { .gesture(.beginEditing(list)) }
    static func endEditing(_ list: ObjectPath) -> Self { .gesture(.endEditing(list)) }
    static func press(_ key: RemoteKey) -> Self { .gesture(.press(key)) }
    static func escape(_ path: ObjectPath) -> Self { .gesture(.escape(path)) }
    static func respawn(_ path: ObjectPath) -> Self { .gesture(.respawn(path)) }

    static func move(_ path: ObjectPath, slot: Int, _ list: ObjectPath) -> Self {
        .gesture(.move(path, slot: slot, list))
    }

    static func send(_ path: ObjectPath, _ id: UInt32, _ action: String, _ value: Variant) -> Self {
        .gesture(.send(path, id, action, value))
    }

    static func update(_ path: ObjectPath, _ id: UInt32, _ action: String, _ value: Variant) -> Self {
        .gesture(.update(path, id, action, value))
    }

    /// Returns the effect that sends an action to a view of `Plain`.
    static func action(_ id: UInt32, _ action: String, _ value: Variant) -> ScreenEffect {
        .send(ExampleTree.plain, id, action, value)
    }

    /// Returns the effect that sends a value of a stream to a view of `Plain`.
    static func update(_ id: UInt32, _ action: String, _ value: Variant) -> ScreenEffect {
        .update(ExampleTree.plain, id, action, value)
    }

    static func edit(_ id: UInt32, _ text: String) -> ScreenEffect {
        .update(ExampleTree.plain, id, "editingChanged", .string(text))
    }
}
