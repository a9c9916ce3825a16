internal import TabFrontEnd
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// The text of `tabctl show`: the scene on paper that is as high as its content, below a title.
enum PrintedScene {
    /// The passes in which rows are inserted. Rows for one view may show that another view lacks some.
    private static let maximumPasses = 16

    /// - Parameters:
    ///   - columns: The width of the terminal; nil for an output without a width. Then the window has its own width,
    ///     but at least that of a standard terminal.
    ///   - focus: The focused element in words; nil in profiles without a focus.
    static func lines(of tree: TabTree, columns: Int?, focus: String?) -> [String] {
        let snapshot = WindowSnapshot(of: tree.controller, in: tree.managedObjects)
        let window = snapshot.size.map { Grid.screen.cells(DBusRect(x: 0, y: 0, width: $0.width, height: 0)).columns }
        let columns = columns ?? max(window ?? 0, TerminalSize.standard.columns)
        let size = TerminalSize(columns: columns, rows: TerminalSize.standard.rows)
        var state = ScreenState(of: tree.controller, size: size, isReadOnly: true, depth: .none)
        state.link = .attached
        state.follow(tree)
        var paper = Grid(columns: columns, of: snapshot.size ?? Grid.size(size))
        var scene = ScenePainter.scene(of: state, on: paper)
        for _ in 0..<maximumPasses where !scene.lacking.isEmpty {
            let lacking = scene.lacking
            paper.insert(lacking)
            scene = ScenePainter.scene(of: state, on: paper)
            // Nothing helps content outside of the window.
            if scene.lacking == lacking { break }
        }
        let title = CharacterWidth.truncate(snapshot.heading, to: columns)
        let rule = String(repeating: "─", count: max(columns, 0))
        let descriptions = snapshot.items.enumerated().compactMap { $1.description(at: Position(at: $0)) }
        let states = [focus.map { "focus: \($0)" }, snapshot.escape.map { _ in "Esc dismisses" }].compactMap(\.self)
        let notes = (descriptions + states).map { CharacterWidth.truncate($0, to: columns) }
        let lines = scene.canvas.plainText.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return folded([title, rule] + lines) + notes
    }

    /// Returns the lines without repeated empty lines, and without empty lines beside rules. A line with only the sides
    /// of popovers counts as empty.
    private static func folded(_ lines: [String]) -> [String] {
        func isRule(_ line: String?) -> Bool { line.map { !$0.isEmpty && $0.allSatisfy { $0 == "─" } } ?? false }
        var result: [String] = []
        for line in lines {
            if isRule(line), result.last?.isEmpty == true { result.removeLast() }
            let isEmpty = line.allSatisfy { " │▏".contains($0) }
            if !isEmpty || line != result.last && !(line.isEmpty && isRule(result.last)) { result.append(line) }
        }
        while result.last?.isEmpty == true { result.removeLast() }
        return result
    }
}
