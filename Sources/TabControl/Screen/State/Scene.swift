internal import DBusInterface
internal import TerminalUI

/// A picture of the screen, with the targets that a user can act on.
struct Scene: Sendable {
    /// A part of the screen that a user can act on.
    struct Spot: Hashable, Sendable {
        let target: Target
        /// The cells of the target on a screen of unlimited size.
        let cells: CellRect
        /// The visible cells; empty if the target is not on the screen.
        let shown: CellRect
        /// Whether the target can get the keyboard focus.
        let isFocusable: Bool
        /// The outermost scroll view that contains it; nil for none.
        var scrollView: CellRect?

        /// The order of focus: the navigation bar, the page, the toolbar, the tab bar.
        var zone: Int {
            switch target {
            case .back, .barButton, .edit: 0
            case .toolbarItem: 2
            case .tab: 3
            default: 1
            }
        }
    }

    /// A partly visible list of rows.
    struct List: Hashable, Sendable {
        let count: Int
        /// The number of visible rows.
        let room: Int
        let first: Int
    }

    /// A part of the screen that is drawn some rows higher than in the window, or columns further to the left.
    struct Raised: Hashable, Sendable {
        let cells: CellRect
        let rows: Int
        var columns = 0
        /// The row of the window where the part ends. Cells drawn from there on are not in the window.
        let end: Int
    }

    var canvas: Canvas
    /// The current spots; a later one covers an earlier one.
    var spots: [Spot] = []
    /// The focused view in profile tv; nil for none, or if an item of the bar has the focus.
    var remoteFocus: Spot?
    /// The place of the text cursor; nil for none.
    var cursor: CellPlace?
    /// The part of the screen that the window covers.
    var window: CellRect
    /// The window on a screen of unlimited size.
    var wholeWindow: CellRect
    /// The parts that are drawn higher than in the window; a later one covers an earlier one.
    var raised: [Raised] = []
    /// The topmost popover, which contains all spots; nil for none.
    var popover: CellRect?
    /// Whether the page that the user acts on is presented, as a popover or over the whole window.
    var isSheet = false
    /// The presented view controller that Escape dismisses; nil for none.
    var escape: ObjectPath?
    /// The position of the selected item in the tab bar; nil for none.
    var selectedTab: Int?
    /// The lists of tables, texts and More, by target.
    var lists: [Target: List] = [:]
    /// The view controller of the page that the user acts on; nil for none.
    var page: ObjectPath?
    /// The rows of the page.
    var pageRows = 0..<0
    /// The distances that pages can scroll, in rows, including pages behind a popover.
    var overflows: [ObjectPath: Int] = [:]
    /// The rows that paper lacks for all content.
    var lacking: [Grid.Insertion] = []
    var pageOverflow: Int { page.flatMap { overflows[$0] } ?? 0 }

    /// Returns the topmost target at a cell.
    func target(row: Int, column: Int) -> Target? {
        spots.last { $0.shown.contains(row: row, column: column) }?.target
    }

    /// Returns the point of the window at a cell; nil outside of the window.
    func point(row: Int, column: Int) -> (x: Double, y: Double)? {
        let part = raised.last { $0.cells.contains(row: row, column: column) }
        let (inWindow, column) = (row + (part?.rows ?? 0), column + (part?.columns ?? 0))
        guard wholeWindow.contains(row: inWindow, column: column), inWindow < part?.end ?? .max else { return nil }
        return Grid.point(row: inWindow, column: column)
    }

    func spot(_ target: Target) -> Spot? { spots.last { $0.target == target } }
}

/// A target of user input.
enum Target: Hashable, Sendable {
    /// An item of the tab bar, by its position.
    case tab(Int)
    /// The back button of a navigation controller.
    case back(ObjectPath)
    case barButton(ObjectPath, UInt32)
    case toolbarItem(ObjectPath, UInt32)
    /// The Edit or Done button of a More list.
    case edit(ObjectPath)
    /// A view of a view controller.
    case view(ObjectPath, UInt32)
    /// A row of a table.
    case row(ObjectPath, UInt32, Int)
    case segment(ObjectPath, UInt32, Int)
    /// An item of a tab bar view.
    case item(ObjectPath, UInt32, Int)
    /// A More list as a whole.
    case moreList(ObjectPath)
    case moreRow(ObjectPath, Int)
    /// A tab during customizing.
    case customized(ObjectPath)
    /// An item of the open menu, by its place.
    case menuItem(Int)
    /// The button that respawns the owner of a failed view controller.
    case respawn(ObjectPath)

    /// The target that gets the focus when the user acts on a part of it.
    var focused: Target {
        switch self {
        case .row(let path, let view, _), .segment(let path, let view, _), .item(let path, let view, _):
            .view(path, view)
        case .moreRow(let list, _): .moreList(list)
        default: self
        }
    }
}
