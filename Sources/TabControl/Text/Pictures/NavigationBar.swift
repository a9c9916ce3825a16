internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// The navigation bar of the top view controller of a navigation controller.
struct NavigationBar: Hashable, Sendable {
    /// The title of the back button; empty without a back button.
    var backTitle: String
    var title: String
    var left: [BarButtonItemEntry]
    var right: [BarButtonItemEntry]

    /// Returns nil if the bar is hidden or the stack is empty.
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

    /// The back button and the left buttons: `< Back  [Button]`.
    var leading: String {
        ((backTitle.isEmpty ? [] : ["< \(backTitle)"]) + left.map(Self.text)).joined(separator: " ")
    }

    /// The right buttons. The first one is the outermost, as on the left.
    var trailing: String { right.reversed().map(Self.text).joined(separator: " ") }

    /// The whole bar on one line, without columns.
    var text: String {
        CharacterWidth.printable([leading, title, trailing].filter { !$0.isEmpty }.joined(separator: " | "))
    }

    /// Returns the bar as a line with the title in the middle and buttons on both sides. A part without room follows
    /// the part before it.
    func line(columns: Int) -> Line { layout(columns: columns).line }

    /// The width of the line without truncation.
    var naturalWidth: Int {
        let parts = [leading, title, trailing].filter { !$0.isEmpty }
        return parts.map(Self.width).reduce(0, +) + 2 * max(parts.count - 1, 0)
    }

    /// Returns the cells of the visible buttons by id.
    func buttons(columns: Int) -> [UInt32: CellRect] {
        let (_, leadingStart, trailingStart) = layout(columns: columns)
        let leftStart = leadingStart.map { $0 + (backTitle.isEmpty ? 0 : Self.width("< \(backTitle) ")) }
        return Self.cells(of: left, from: leftStart, to: columns)
            .merging(Self.cells(of: right.reversed(), from: trailingStart, to: columns)) { $1 }
    }

    /// Returns the cells of the visible buttons in a row, separated by one space.
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

    /// Returns the line, and the first columns of the left and right buttons.
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

    /// Returns the button that a reference names; nil if it is not in a bar.
    static func item(_ reference: ViewReference, in tree: ManagedObjects) -> BarButtonItemEntry? {
        items(of: reference.viewController, in: tree).first { $0.id == reference.view }
    }

    /// Returns the buttons of a view controller in the navigation bar and in the toolbar.
    static func items(of viewController: ObjectPath, in tree: ManagedObjects) -> [BarButtonItemEntry] {
        let item = tree.navigationItem(viewController)
        let lists = [
            item.leftBarButtonItems, item.rightBarButtonItems, tree.viewController(viewController).toolbarItems,
        ]
        return lists.flatMap { $0 ?? [] }
    }

    /// Returns the text of a button: `[Title]`, or `(Title)` if it is disabled. A button without a title shows its
    /// image or its id.
    static func text(_ item: BarButtonItemEntry) -> String {
        let title = [item.title, item.image, String(item.id)].first { !$0.isEmpty } ?? ""
        return item.enabled ? "[\(title)]" : "(\(title))"
    }
}

/// The toolbar of the top view controller of a navigation controller.
struct Toolbar: Hashable, Sendable {
    var items: [BarButtonItemEntry]
    /// The frame in the view of the navigation controller, in points.
    var frame: DBusRect

    /// Returns nil if the toolbar is not drawn or the stack is empty.
    init?(of navigation: ObjectPath, in tree: ManagedObjects) {
        guard let frame = tree.navigationController(navigation).toolbarFrame, frame.height > 0,
            let top = tree.navigationController(navigation).topViewController,
            let items = tree.viewController(top).toolbarItems
        else { return nil }
        self.frame = frame
        self.items = items
    }

    /// The buttons on one line, without columns: `[Reply] [Delete]`.
    var text: String { CharacterWidth.printable(items.map(NavigationBar.text).joined(separator: " ")) }
}
