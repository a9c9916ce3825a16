internal import DBusInterface
internal import TerminalUI

/// One picture of the screen, and what a user can act on in it.
struct Scene: Sendable {
    /// A part of the screen that something is done with.
    struct Spot: Hashable, Sendable {
        let target: Target
        /// Where it would be if there were room for everything.
        let cells: CellRect
        /// What of it is on the screen; empty for nothing.
        let shown: CellRect
        /// Whether the focus of the keyboard goes there.
        let isFocusable: Bool
        /// The outermost of the scroll views that it is in; nil for none.
        var scrollView: CellRect?

        /// The navigation bar, the page, the toolbar, the tab bar.
        fileprivate var zone: Int {
            switch target {
            case .back, .barButton, .edit: 0
            case .toolbarItem: 2
            case .tab: 3
            default: 1
            }
        }

        fileprivate var isOnPage: Bool { zone == 1 }
    }

    /// A list of rows of which a part is on the screen.
    struct List: Hashable, Sendable {
        let count: Int
        /// How many rows there is room for.
        let room: Int
        let first: Int
    }

    /// A part of the screen in which everything is so many rows higher than in the window.
    struct Raised: Hashable, Sendable {
        let cells: CellRect
        let rows: Int
        /// The row of the window where it ends: what is drawn of it from there on is not in the window.
        let end: Int
    }

    var canvas: Canvas
    /// Those that can be acted on now; a later one lies over an earlier one.
    var spots: [Spot] = []
    /// In profile tv, the view that has the focus; nil for none, and for an item of the bar.
    var remoteFocus: Spot?
    /// Where text is typed; nil for nowhere.
    var cursor: CellPlace?
    /// What the window covers of the screen.
    var window: CellRect
    /// The window as it would be if there were room for all of it.
    var wholeWindow: CellRect
    /// What is drawn higher than the window has it; later ones lie over earlier ones.
    var raised: [Raised] = []
    /// The popover on top, in which alone there are spots; nil for none.
    var popover: CellRect?
    /// Whether the page that the user acts on is presented, as a popover or over the whole window.
    var isSheet = false
    /// The presented view controller that Escape dismisses; nil for none.
    var escape: ObjectPath?
    /// The position of the selected item in the tab bar; nil for none.
    var selectedTab: Int?
    /// Of tables, texts and lists, by who scrolls.
    var lists: [Target: List] = [:]
    /// Whose view is on the page that the user acts on; nil for none.
    var page: ObjectPath?
    /// The rows of the page.
    var pageRows = 0..<0
    /// How far pages can be moved up, in rows; those behind a popover are among them.
    var overflows: [ObjectPath: Int] = [:]
    var pageOverflow: Int { page.flatMap { overflows[$0] } ?? 0 }

    /// What is on top at a place.
    func target(row: Int, column: Int) -> Target? {
        spots.last { $0.shown.contains(row: row, column: column) }?.target
    }

    /// The point of the window that is drawn in a cell; nil for none.
    func point(row: Int, column: Int) -> (x: Double, y: Double)? {
        let part = raised.last { $0.cells.contains(row: row, column: column) }
        let inWindow = row + (part?.rows ?? 0)
        guard wholeWindow.contains(row: inWindow, column: column), inWindow < part?.end ?? .max else { return nil }
        return Grid.point(row: inWindow, column: column)
    }

    /// Where the focus can be, from the top left; the bars' items before and after all of the page, and all that is in a
    /// scroll view where that is, however far it is scrolled.
    var focusOrder: [Spot] {
        func key(_ spot: Spot, _ index: Int) -> [Int] {
            let place = spot.scrollView ?? spot.cells
            return [
                spot.zone, place.row, place.column, spot.scrollView == nil ? 0 : 1, spot.cells.row, spot.cells.column,
                index,
            ]
        }
        return spots.enumerated().filter(\.element.isFocusable).map { (key($0.element, $0.offset), $0.element) }
            .sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    }

    /// The first spot of the page that is on the screen and takes the focus; nil for none.
    var pageEntry: Spot? { focusOrder.first { $0.isOnPage && !$0.shown.isEmpty } }

    func spot(_ target: Target) -> Spot? { spots.last { $0.target == target } }
}

/// What a user acts on.
enum Target: Hashable, Sendable {
    /// An item of the bar by its position.
    case tab(Int)
    /// The way back in a navigation controller.
    case back(ObjectPath)
    case barButton(ObjectPath, UInt32)
    case toolbarItem(ObjectPath, UInt32)
    /// Edit, or Done, of a list of More.
    case edit(ObjectPath)
    /// A view of a view controller.
    case view(ObjectPath, UInt32)
    /// A row of a table.
    case row(ObjectPath, UInt32, Int)
    case segment(ObjectPath, UInt32, Int)
    /// An item of a bar in a view.
    case item(ObjectPath, UInt32, Int)
    /// A list of More, as a whole.
    case moreList(ObjectPath)
    case moreRow(ObjectPath, Int)
    /// A tab while the bar is customized.
    case customized(ObjectPath)
    /// Starting again who owns a failed view controller.
    case respawn(ObjectPath)

    /// What has the focus of the keyboard when a part of it is meant.
    var focused: Target {
        switch self {
        case .row(let path, let view, _), .segment(let path, let view, _), .item(let path, let view, _):
            .view(path, view)
        case .moreRow(let list, _): .moreList(list)
        default: self
        }
    }
}
