internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// The bar of a navigation controller as it is shown over the top of its stack.
struct NavigationBar: Hashable, Sendable {
    /// The title of the way back; empty when there is none.
    var backTitle: String
    var title: String
    var left: [BarButtonItemEntry]
    var right: [BarButtonItemEntry]

    /// nil when the bar is hidden, or when nothing is on the stack.
    init?(of navigation: ObjectPath, in tree: ManagedObjects) {
        guard tree.navigationController(navigation).navigationBarHidden == false,
            let top = tree.navigationController(navigation).topViewController, tree.objects[top] != nil
        else { return nil }
        let item = tree.navigationItem(top)
        backTitle = item.backButtonTitle ?? ""
        title = item.title ?? ""
        left = item.leftBarButtonItems ?? []
        right = item.rightBarButtonItems ?? []
        if title.isEmpty, tree.objects[top]?[MoreListInterface.name] != nil { title = "More" }
    }

    /// `< Back  [Button]`
    var leading: String {
        ((backTitle.isEmpty ? [] : ["< \(backTitle)"]) + left.map(Self.text)).joined(separator: " ")
    }

    /// The first is the outermost, as at the left.
    var trailing: String { right.reversed().map(Self.text).joined(separator: " ") }

    /// All in a line, without columns.
    var text: String {
        CharacterWidth.printable([leading, title, trailing].filter { !$0.isEmpty }.joined(separator: " | "))
    }

    /// The title in the middle, the buttons at the right; what has no room there follows what is before it.
    func line(columns: Int) -> Line { layout(columns: columns).line }

    /// How wide the line is when nothing is cut.
    var naturalWidth: Int {
        let parts = [leading, title, trailing].filter { !$0.isEmpty }
        return parts.map(Self.width).reduce(0, +) + 2 * max(parts.count - 1, 0)
    }

    /// The cells of each button that is not cut off, in a line.
    func buttons(columns: Int) -> [UInt32: CellRect] {
        let (_, leadingStart, trailingStart) = layout(columns: columns)
        let leftStart = leadingStart.map { $0 + (backTitle.isEmpty ? 0 : Self.width("< \(backTitle) ")) }
        return Self.cells(of: left, from: leftStart, to: columns)
            .merging(Self.cells(of: right.reversed(), from: trailingStart, to: columns)) { $1 }
    }

    /// The cells of buttons with a space between each two, without those that are cut off.
    static func cells(of items: [BarButtonItemEntry], from start: Int?, to end: Int) -> [UInt32: CellRect] {
        guard var column = start else { return [:] }
        var result: [UInt32: CellRect] = [:]
        for item in items where column < end {
            let next = column + width(text(item))
            result[item.id] = CellRect(row: 0, column: column, rows: 1, columns: min(next, end) - column)
            column = next + 1
        }
        return result
    }

    /// The line, and where the buttons at both sides begin on it.
    private func layout(columns: Int) -> (line: Line, leading: Int?, trailing: Int?) {
        var line = Line()
        func add(_ text: String, at column: Int, _ style: Style) -> Int? {
            let text = CharacterWidth.printable(text)
            let start = line.spans.isEmpty ? max(column, 0) : max(column, line.end + 2)
            guard !text.isEmpty, start < columns else { return nil }
            line.add(CharacterWidth.truncate(text, to: columns - start), column: start, style: style)
            return start
        }
        let leadingStart = add(leading, at: 0, [])
        _ = add(title, at: (columns - Self.width(title)) / 2, .bold)
        let trailingStart = add(trailing, at: columns - Self.width(trailing), [])
        return (line, leadingStart, trailingStart)
    }

    private static func width(_ text: String) -> Int { CharacterWidth.width(of: CharacterWidth.printable(text)) }

    /// A button that others name by its id; nil when it is in no bar.
    static func item(_ reference: ViewReference, in tree: ManagedObjects) -> BarButtonItemEntry? {
        items(of: reference.viewController, in: tree).first { $0.id == reference.view }
    }

    /// The buttons of a view controller in the navigation bar and in the toolbar.
    static func items(of viewController: ObjectPath, in tree: ManagedObjects) -> [BarButtonItemEntry] {
        let item = tree.navigationItem(viewController)
        let lists = [
            item.leftBarButtonItems, item.rightBarButtonItems, tree.viewController(viewController).toolbarItems,
        ]
        return lists.flatMap { $0 ?? [] }
    }

    /// `[Title]`, `(Title)` for a disabled one; without a title its image or its number stands there.
    static func text(_ item: BarButtonItemEntry) -> String {
        let title = [item.title, item.image, String(item.id)].first { !$0.isEmpty } ?? ""
        return item.enabled ? "[\(title)]" : "(\(title))"
    }
}

/// The toolbar of a navigation controller as it is shown under the top of its stack.
struct Toolbar: Hashable, Sendable {
    var items: [BarButtonItemEntry]
    /// In the view of the navigation controller, in points.
    var frame: DBusRect

    /// nil when the toolbar is not drawn, or when nothing is on the stack.
    init?(of navigation: ObjectPath, in tree: ManagedObjects) {
        guard let frame = tree.navigationController(navigation).toolbarFrame, frame.height > 0,
            let top = tree.navigationController(navigation).topViewController,
            let items = tree.viewController(top).toolbarItems
        else { return nil }
        self.frame = frame
        self.items = items
    }

    /// `[Reply] [Delete]`, without columns.
    var text: String { CharacterWidth.printable(items.map(NavigationBar.text).joined(separator: " ")) }
}
