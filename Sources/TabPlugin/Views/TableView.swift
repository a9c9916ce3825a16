/// A view that shows a list of rows.
///
/// ```swift
/// let cities = TableView(frame: Rect(width: 300, height: 200))
/// cities.rows = [TableView.Row("Berlin", detail: "12:00"), TableView.Row("Tokyo", accessory: .checkmark)]
/// cities.didSelectRow = { [weak cities] row in cities?.selectedRow = row }
/// cities.didDeleteRow = { [weak cities] row in cities?.rows.remove(at: row) }
/// ```
@PluginActor
open class TableView: View {
    /// The content of a row. The user can't select a disabled row.
    public struct Row: Hashable, Sendable {
        /// The symbol at the end of a row. `disclosure` means that a tap leads to another screen, `checkmark` that the
        /// row is chosen.
        public enum Accessory: String, Sendable { case none, disclosure, checkmark }

        /// The texts, and the image: the name of an icon, or an absolute `file:` URI.
        public var title, detail, image: String
        public var accessory: Accessory
        public var isEnabled: Bool

        public init(
            _ title: String, detail: String = "", image: String = "", accessory: Accessory = .none,
            isEnabled: Bool = true
        ) {
            self.title = title
            self.detail = detail
            self.image = image
            self.accessory = accessory
            self.isEnabled = isEnabled
        }

        var value: Value {
            .structure([
                .string(title), .string(detail), .string(image), .string(accessory.rawValue), .bool(isEnabled),
            ])
        }
    }

    public var rows: [Row] = [] {
        didSet {
            changed(from: oldValue, to: rows)
            if let row = selectedRow, row >= rows.count { selectedRow = nil }
        }
    }
    /// The index of the selected row, or nil.
    public var selectedRow: Int? { didSet { changed(from: oldValue, to: selectedRow) } }
    /// The height of each row in points. The first row is at the top.
    ///
    /// Taps at a position of the window only select rows if all rows fit into the frame.
    public var rowHeight = 44.0 { didSet { changed(from: oldValue, to: rowHeight) } }
    /// The code to run when the user selects a row. Its argument is the index of the row. The handler sets
    /// `selectedRow` if the selection is to change.
    public var didSelectRow: (@PluginActor (Int) -> Void)?
    /// The code to run when the user deletes a row; nil does not allow that. The handler removes the row from `rows`.
    public var didDeleteRow: (@PluginActor (Int) -> Void)? {
        didSet { changed(from: oldValue != nil, to: didDeleteRow != nil) }
    }
    /// The code to run when the user moves a row; nil does not allow that. The handler moves the row in `rows`.
    public var didMoveRow: (@PluginActor (_ from: Int, _ to: Int) -> Void)? {
        didSet { changed(from: oldValue != nil, to: didMoveRow != nil) }
    }

    /// The menu of every row. `Action.row` is the row that the user used it on.
    ///
    /// ```swift
    /// let notes = TableView()
    /// notes.rowMenu = Menu(children: [
    ///     Action(title: "Delete", attributes: .destructive) { [weak notes] action in
    ///         if let row = action.row { notes?.rows.remove(at: row) }
    ///     }
    /// ])
    /// ```
    public var rowMenu: Menu? { didSet { changed() } }

    override var isFocusableByDefault: Bool { true }

    override var className: String { "TableView" }

    override func encode(into properties: inout Properties) {
        properties.add("Rows", .array(of: "(ssssb)", rows.map(\.value)), unless: rows.isEmpty)
        properties.add("SelectedRow", .int32(Int32(clamping: selectedRow ?? -1)), unless: selectedRow == nil)
        properties.add("AllowsDelete", didDeleteRow != nil, default: false)
        properties.add("AllowsMove", didMoveRow != nil, default: false)
        if let rowMenu { properties.add("RowMenu", rowMenu.value, unless: rowMenu.children.isEmpty) }
        properties.add("RowHeight", .double(rowHeight), unless: rowHeight == 44)
    }

    override func handleAction(_ action: String, _ value: Value) throws(PluginError) {
        switch action {
        case "selectRow": didSelectRow?(try row(value))
        case "deleteRow":
            guard let didDeleteRow else { throw .notSupported }
            didDeleteRow(try row(value))
        case "moveRow":
            guard let didMoveRow else { throw .notSupported }
            guard case .structure(let indices) = value, indices.count == 2 else { throw .invalidArgs }
            didMoveRow(try row(indices[0]), try row(indices[1]))
        case "rowMenuItemSelected":
            guard case .structure(let choice) = value, choice.count == 2 else { throw .invalidArgs }
            try choose(choice[1], from: rowMenu, row: try row(choice[0]))
        default: throw .notSupported
        }
    }

    private func row(_ value: Value) throws(PluginError) -> Int {
        guard case .uint32(let index) = value else { throw .invalidArgs }
        guard index < rows.count else { throw .outOfRange }
        return Int(index)
    }
}
