/// A view that shows a list of rows.
///
/// ```swift
/// let cities = TableView(frame: Rect(width: 300, height: 200))
/// cities.rows = [TableView.Row("Berlin", detail: "12:00"), TableView.Row("Tokyo", accessory: .checkmark)]
/// cities.didSelectRow = { [weak cities] row in cities?.selectedRow = row }
/// cities.didDeleteRow = { [weak cities] row in cities?.rows.remove(at: row) }
/// ```
@PluginActor
open class TableView: View, ContentInsetting {
    /// The content of a row. The user can't select a disabled row.
    public struct Row: Hashable, Sendable {
        /// The symbol at the end of a row. `disclosure` means that a tap leads to another screen, `checkmark` that the
        /// row is chosen.
        public enum Accessory: String, Sendable {
            case none, disclosure, checkmark

            /// UIKit's name of `disclosure`.
            public static let disclosureIndicator = disclosure
        }

        /// The texts, and the image: the name of an icon or of an ``Image``, or an absolute `file:` URI.
        public var title, detail, image: String
        public var accessory: Accessory
        public var isEnabled: Bool
        /// An id that no other row of the table has; empty for none. If all rows have one, front ends get only the rows
        /// that changed, and can animate them.
        public var id: String

        public init(
            _ title: String, detail: String = "", image: String = "", accessory: Accessory = .none,
            isEnabled: Bool = true, id: String = ""
        ) {
            self.id = id
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

    /// A group of rows with texts above and below it.
    public struct Section: Hashable, Sendable {
        /// The texts; empty for none.
        public var header, footer: String
        public var numberOfRows: Int

        public init(header: String = "", footer: String = "", numberOfRows: Int) {
            self.header = header
            self.footer = footer
            self.numberOfRows = numberOfRows
        }

        var value: Value {
            .structure([.string(header), .string(footer), .uint32(UInt32(clamping: numberOfRows))])
        }
    }

    /// The look of the rows. `inset` groups them in a box with rounded corners.
    public enum Style: String, Sendable { case plain, inset }

    /// Where a row is after `scrollToRow`.
    public enum ScrollPosition: String, Sendable { case none, top, middle, bottom }

    /// The sections in the order of `rows`, which they divide completely; empty for a single section without texts.
    ///
    /// Set it in the same callback as `rows`. Sections that do not have as many rows as `rows` are not sent.
    public var sections: [Section] = [] { didSet { changed(from: oldValue, to: sections) } }

    public var contentInset = EdgeInsets.zero { didSet { changed(from: oldValue, to: contentInset) } }
    public var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic {
        didSet { changed(from: oldValue, to: contentInsetAdjustmentBehavior) }
    }

    public var rows: [Row] = [] {
        didSet {
            changed(from: oldValue, to: rows)
            if oldValue != rows { setNeedsLayout() }
            if let row = selectedRow, row >= rows.count { selectedRow = nil }
        }
    }
    public var style = Style.plain { didSet { changed(from: oldValue, to: style) } }
    /// The texts in the middle of the table while it has no rows.
    public var emptyTitle = "" { didSet { changed(from: oldValue, to: emptyTitle) } }
    public var emptyDetail = "" { didSet { changed(from: oldValue, to: emptyDetail) } }
    /// The image above them: the name of an icon or of an ``Image``, or an absolute `file:` URI.
    public var emptyImage = "" { didSet { changed(from: oldValue, to: emptyImage) } }
    /// The index of the selected row, or nil.
    public var selectedRow: Int? { didSet { changed(from: oldValue, to: selectedRow) } }
    /// The height of each row in points. The first row is at the top.
    ///
    /// Taps at a position of the window only select rows if all rows fit into the frame.
    ///
    /// By default it is `automaticDimension`: the same height for all rows, with room for the texts of each. That is 44
    /// points, or more if texts are large or a title and its detail do not fit beside each other.
    public var rowHeight = TableView.automaticDimension {
        didSet {
            changed(from: oldValue, to: rowHeight)
            setNeedsLayout()
        }
    }
    /// The row height that follows from the rows and from the size of texts.
    public static let automaticDimension = -1.0
    private var fittedRowHeight = TableView.standardRowHeight
    /// What `fittedRowHeight` follows from, besides the size of texts.
    private var fitted: RowExtent?
    private static let standardRowHeight = 44.0
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
        properties.add("Style", style.rawValue, default: "plain")
        properties.add("EmptyTitle", emptyTitle)
        properties.add("EmptyDetail", emptyDetail)
        properties.add("EmptyImage", emptyImage)
        properties.add("AllowsDelete", didDeleteRow != nil, default: false)
        properties.add("AllowsMove", didMoveRow != nil, default: false)
        if let rowMenu { properties.add("RowMenu", rowMenu.value, unless: rowMenu.children.isEmpty) }
        let hasSections = !sections.isEmpty && sections.reduce(0) { $0 + $1.numberOfRows } == rows.count
        properties.add("Sections", .array(of: "(ssu)", sections.map(\.value)), unless: !hasSections)
        let ids = rows.map(\.id)
        properties.add("RowIDs", ids.value, unless: ids.isEmpty || ids.contains("") || Set(ids).count < ids.count)
        let height = rowHeight == Self.automaticDimension ? fittedRowHeight : rowHeight
        properties.add("RowHeight", .double(height), unless: height == Self.standardRowHeight)
        encodeInsets(into: &properties)
    }

    override func textSizeChanged() { fitted = nil }

    override func fitContent() { fitRows(inWidth: frame.width) }

    /// Returns the size of all rows with the headers and footers.
    open override func sizeThatFits(_ size: Size) -> Size {
        fitRows(inWidth: size.width)
        var properties = properties
        // The host would choose another height for these rows, as it does not only ask the longest one.
        properties.add("RowHeight", .double(fittedRowHeight), unless: properties.contains("RowHeight"))
        return tree?.size(of: className, properties, in: size) ?? Size(width: frame.width, height: frame.height)
    }

    /// Sets the height of the rows to that of the longest one.
    private func fitRows(inWidth width: Double) {
        guard rowHeight == Self.automaticDimension, width > 0,
            let longest = rows.max(by: { RowExtent($0, width).length < RowExtent($1, width).length })
        else { return }
        let extent = RowExtent(longest, width)
        guard extent != fitted else { return }
        var properties = Properties()
        properties.add("Rows", .array(of: "(ssssb)", [longest.value]), unless: false)
        guard let size = tree?.size(of: className, properties, in: Size(width: width, height: .infinity)) else {
            return
        }
        fitted = extent
        changed(from: fittedRowHeight, to: size.height)
        fittedRowHeight = size.height
    }

    /// Has front ends scroll until a row is at a position, when the changes of this callback have been sent. Does nothing
    /// for a row that does not exist, and while the host does not know the table.
    public func scrollToRow(at row: Int, at position: ScrollPosition = .none, animated: Bool = false) {
        guard rows.indices.contains(row) else { return }
        tree?.scroll(self, toRow: row, position, animated: animated)
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

/// The lengths of a row's texts, from which its height follows.
private struct RowExtent: Equatable {
    let title, detail: Int
    let hasImage, hasAccessory: Bool
    let width: Double

    init(_ row: TableView.Row, _ width: Double) {
        title = row.title.utf8.count
        detail = row.detail.utf8.count
        hasImage = !row.image.isEmpty
        hasAccessory = row.accessory != .none
        self.width = width
    }

    /// The number of characters, with the icons counted as texts.
    var length: Int { title + detail + (hasImage ? 3 : 0) + (hasAccessory ? 3 : 0) }
}
