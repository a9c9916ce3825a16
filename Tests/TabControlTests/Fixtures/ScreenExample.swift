internal import DBusInterface
internal import TabInterface
import TabMirror
internal import TerminalUI

@testable import TabControl

/// The screen of a front end that is attached to an example, with a user before it.
struct ScreenExample {
    typealias Views = [ObjectPath: [ViewEntry]]

    var state: ScreenState
    private(set) var scene: Scene
    private(set) var example: ExampleTree
    private(set) var views: Views

    /// - Parameters:
    ///   - columns: Of the terminal.
    ///   - rows: Of the terminal, of which the last is not for the window.
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

    /// The tab `Plain` is selected, and shows these views in its root, from the id 2 on.
    init(
        _ views: ViewEntry..., columns: Int = 80, rows: Int = 25, isReadOnly: Bool = false,
        depth: ColorDepth = .trueColor
    ) {
        var example = ExampleTree.pad()
        example.select(ExampleTree.plain)
        self.init(
            example, [ExampleTree.plain: Self.tree(views)], columns: columns, rows: rows, isReadOnly: isReadOnly,
            depth: depth)
    }

    /// A view at cells, of which its id is the only one.
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

    static func tree(_ views: [ViewEntry]) -> [ViewEntry] {
        [
            ViewEntry(
                id: 1, parent: 0, className: "View", frame: DBusRect(x: 0, y: 0, width: 640, height: 384))
        ] + views
    }

    static func target(_ id: UInt32, of path: ObjectPath = ExampleTree.plain) -> Target { .view(path, id) }

    // MARK: The daemon

    /// The daemon tells something new.
    mutating func change(_ change: (inout ExampleTree, inout Views) -> Void) {
        change(&example, &views)
        follow()
    }

    /// The owner of `Plain` changes a property of a view.
    mutating func show(_ key: String, _ value: Variant, of id: UInt32) {
        change { _, views in
            guard let index = views[ExampleTree.plain]?.firstIndex(where: { $0.id == id }) else { return }
            views[ExampleTree.plain]?[index].properties[key] = value
        }
    }

    private mutating func follow() {
        var tree = TabTree(of: ExampleTree.tabs)
        _ = tree.take(example.tree.objects, views.mapValues { ViewSnapshot(revision: 1, views: $0) })
        state.follow(tree)
        draw()
    }

    // MARK: The user

    mutating func resize(columns: Int, rows: Int) {
        state.size = TerminalSize(columns: columns, rows: rows)
        draw()
    }

    /// As the front end does it: what an event makes of the screen is there for the next one.
    @discardableResult
    mutating func receive(_ event: InputEvent) -> [ScreenEffect] {
        let effects = state.update(event, in: scene)
        for case .update(let path, let id, let action, let value) in effects { state.told(path, id, action, value) }
        draw()
        return effects
    }

    @discardableResult
    mutating func press(_ keys: Key...) -> [ScreenEffect] { keys.flatMap { receive(.key($0)) } }

    /// One character after the other.
    @discardableResult
    mutating func type(_ text: String) -> [ScreenEffect] { text.flatMap { receive(.key(.character($0))) } }

    @discardableResult
    mutating func mouse(_ kind: MouseEvent.Kind, row: Int, column: Int) -> [ScreenEffect] {
        receive(.mouse(MouseEvent(kind, row: row, column: column)))
    }

    /// Press and release.
    @discardableResult
    mutating func click(row: Int, column: Int) -> [ScreenEffect] {
        mouse(.press, row: row, column: column) + mouse(.release, row: row, column: column)
    }

    /// With all that comes of it on the way.
    @discardableResult
    mutating func drag(from: CellPlace, to: CellPlace) -> [ScreenEffect] {
        mouse(.press, row: from.row, column: from.column) + mouse(.drag, row: to.row, column: to.column)
            + mouse(.release, row: to.row, column: to.column)
    }

    mutating func focus(_ target: Target) {
        state.focus = target
        draw()
    }

    mutating func draw() {
        scene = ScenePainter.scene(of: state)
        if state.settle(in: scene) { scene = ScenePainter.scene(of: state) }
    }

    // MARK: The screen

    /// All rows, without spaces at the end.
    var lines: [String] {
        scene.canvas.plainText.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    var text: String { scene.canvas.plainText }

    /// The last row.
    var foot: String { lines.last ?? "" }

    /// Characters of a row, with those that are not there as spaces.
    func text(row: Int, columns: Range<Int>) -> String {
        let cells = Array(scene.canvas.row(row))
        return String(columns.compactMap { cells.indices.contains($0) ? cells[$0].character : " " })
    }

    func style(row: Int, column: Int) -> Style {
        let cells = scene.canvas.row(row)
        return cells[cells.startIndex + column].style
    }

    /// Whether a cell has the background of the focus.
    func showsFocus(row: Int, column: Int) -> Bool { style(row: row, column: column).background == Palette.focus }

    /// How many rows the page is moved up that the user acts on.
    var pageOffset: Int { scene.page.flatMap { state.pageOffsets[$0] } ?? 0 }

    func has(_ target: Target) -> Bool { scene.spots.contains { $0.target == target } }
}

extension ScreenEffect {
    /// What a view of `Plain` is told.
    static func tell(_ id: UInt32, _ action: String, _ value: Variant) -> ScreenEffect {
        .send(ExampleTree.plain, id, action, value)
    }

    /// As `tell`, of a value of which only the newest counts.
    static func update(_ id: UInt32, _ action: String, _ value: Variant) -> ScreenEffect {
        .update(ExampleTree.plain, id, action, value)
    }

    static func edit(_ id: UInt32, _ text: String) -> ScreenEffect {
        .update(ExampleTree.plain, id, "editingChanged", .string(text))
    }
}
