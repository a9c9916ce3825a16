internal import DBusInterface
internal import TabInterface
internal import TerminalUI

/// The conversion from points of the window to cells. On a screen, a cell is 8 points wide and 16 points high.
///
/// On paper, the window is as wide as the paper, and rows are inserted where content has no room.
struct Grid: Hashable, Sendable {
    static let width = 8.0
    static let height = 16.0
    static let screen = Grid()
    /// A line of any style is as high as a cell, and a character as wide.
    static let textStyles = Dictionary(
        uniqueKeysWithValues: TextMetrics.styles.map {
            ($0, TextStyleMetrics(lineHeight: height, averageAdvance: width))
        })

    /// Wide characters take two cells, and all others one.
    static let textAdvances = Dictionary(
        uniqueKeysWithValues: TextMetrics.styles.map {
            ($0, [Double](repeating: width, count: TextAdvances.count - 1) + [2 * width])
        })

    /// The sizes of controls as they are drawn: all but tab bars have one line, and most texts are in brackets.
    static let controlMetrics: [String: ControlMetrics] = {
        func cells(_ columns: Double, padding: Double = 0, rows: Double = 1) -> ControlMetrics {
            ControlMetrics(
                minimumWidth: columns * width, minimumHeight: rows * height, horizontalPadding: padding * width)
        }
        let metrics: [ViewKind: ControlMetrics] = [
            .button: cells(3, padding: 2), .segmentedControl: cells(3, padding: 2), .switchControl: cells(5),
            .slider: cells(15), .progressView: cells(15),
            // With the caret behind the text.
            .textField: cells(17, padding: 3),
            // Between the edge and the scroll bar.
            .textView: cells(3, padding: 2),
            // Between the mark of the selected row and the accessory.
            .tableView: cells(0, padding: 4),
            // Below the rule.
            .tabBar: cells(0, rows: 3),
        ]
        return Dictionary(uniqueKeysWithValues: metrics.map { ($0.key.rawValue, $0.value) })
    }()

    /// Rows that the window lacks for its content.
    struct Insertion: Hashable, Sendable {
        /// The first row that moves down. Everything that ends there becomes higher.
        let row: Int
        let rows: Int
        /// The page whose views stay, because they overflow into the inserted rows; nil for none.
        var page: ObjectPath?
    }

    /// The width of the window on the grid, relative to its width on a screen.
    private var scale = 1.0
    private var insertions: [Insertion] = []

    private init() {}

    /// Creates a grid on which a window is as wide as the paper.
    init(columns: Int, of window: DBusSize) {
        let scale = Double(columns) * Self.width / window.width
        self.scale = scale.isFinite ? scale : 1
    }

    /// Whether frames are narrower than on a screen, so that their text may have no room.
    var isNarrowed: Bool { scale < 1 }

    /// Inserts rows at places of the current grid.
    mutating func insert(_ more: [Insertion]) {
        // Views beside each other need the same rows.
        let needed = Dictionary(grouping: more) { Insertion(row: $0.row, rows: 0, page: $0.page) }
        for (place, all) in needed.sorted(by: { $0.key.row > $1.key.row }) {
            let room = Self.paperLimit - insertions.map(\.rows).reduce(0, +)
            let rows = min(all.map(\.rows).max() ?? 0, room)
            insertions.append(Insertion(row: place.row, rows: rows, page: place.page))
        }
    }

    /// Returns the grid for the views of a page.
    func grid(of page: ObjectPath?) -> Grid {
        var grid = self
        grid.insertions.removeAll { $0.page != nil && $0.page == page }
        return grid
    }

    /// Returns the cells that a frame mostly covers, with at least one row and column for a frame that is not empty.
    func cells(_ frame: DBusRect) -> CellRect {
        let (column, columns) = Self.span(frame.x * scale, frame.width * scale, Self.width)
        let (row, rows) = Self.span(frame.y, frame.height, Self.height)
        let start = inserting(row)
        return CellRect(
            row: start, column: column, rows: rows > 0 ? inserting(row + rows) - start : 0, columns: columns)
    }

    /// Returns the row of a single line of text in a frame.
    func textRow(_ frame: DBusRect) -> Int {
        inserting(Self.whole((frame.y + frame.height / 2) / Self.height, .down))
    }

    /// Returns the cell at a point of the window.
    func place(x: Double, y: Double) -> CellPlace {
        CellPlace(
            row: inserting(Self.whole(y / Self.height, .down)), column: Self.whole(x * scale / Self.width, .down))
    }

    private func inserting(_ row: Int) -> Int {
        insertions.reduce(row) { min($0 + ($0 >= $1.row ? $1.rows : 0), Self.limit) }
    }

    /// Returns the number of rows of a height.
    static func rows(_ height: Double) -> Int { whole(height / Self.height, .toNearestOrAwayFromZero) }

    /// Returns the middle of a cell of the screen in points.
    static func point(row: Int, column: Int) -> (x: Double, y: Double) {
        ((Double(column) + 0.5) * width, (Double(row) + 0.5) * height)
    }

    /// Returns the size of a window that fills some cells, up to 16,384 points, which is the daemon's limit.
    static func size(_ cells: TerminalSize) -> DBusSize {
        DBusSize(
            width: min(Double(max(cells.columns, 1)) * width, 16_384),
            height: min(Double(max(cells.rows, 1)) * height, 16_384))
    }

    private static func span(_ start: Double, _ length: Double, _ cell: Double) -> (Int, Int) {
        let first = whole(start / cell, .toNearestOrAwayFromZero)
        guard length > 0 else { return (first, 0) }
        return (first, max(whole((start + length) / cell, .toNearestOrAwayFromZero) - first, 1))
    }

    /// The largest number of rows to insert.
    private static let paperLimit = 10_000

    /// The largest row or column; no terminal is larger.
    static let limit = 40_000

    /// Rounds a value within the limits; NaN is 0.
    private static func whole(_ value: Double, _ rule: FloatingPointRoundingRule) -> Int {
        value.isNaN ? 0 : Int(min(max(value, -Double(limit)), Double(limit)).rounded(rule))
    }
}
