internal import TerminalUI

/// The order of the keyboard focus.
extension Scene {
    /// The focusable spots from the top left. The items of the bars come before and after those of the page. Spots in
    /// a scroll view are sorted at the place of the scroll view, however far it is scrolled.
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

    /// The first visible and focusable spot of the page; nil for none.
    var pageEntry: Spot? { focusOrder.first { $0.zone == 1 && !$0.shown.isEmpty } }

    /// Returns the spot after or before a target, which wraps around at the ends; nil without focusable spots.
    func spot(after target: Target?, step: Int) -> Spot? {
        let order = focusOrder
        guard !order.isEmpty else { return nil }
        guard let index = order.firstIndex(where: { $0.target == target }) else {
            return step > 0 ? order.first : order.last
        }
        return order[(index + step + order.count) % order.count]
    }

    /// Returns the focusable spot that is nearest to another one in the direction of an arrow key; nil for none.
    func spot(from start: Spot, towards key: Key) -> Spot? {
        let spots = focusOrder.filter { $0.target != start.target }
        func nearest(_ spots: [Spot]) -> Spot? {
            spots.compactMap { spot in Self.distance(start.cells, spot.cells, key).map { ($0, spot) } }
                .min { $0.0 < $1.0 }?.1
        }
        // Targets in the same scroll view come first. Targets that another scroll view hides are skipped, because
        // their places are outside of the visible part.
        let inside = start.scrollView.flatMap { around in nearest(spots.filter { $0.scrollView == around }) }
        return inside ?? nearest(spots.filter { !$0.shown.isEmpty || $0.scrollView == nil })
    }

    /// Returns the distance in a direction; nil if the target is not in that direction.
    private static func distance(_ from: CellRect, _ to: CellRect, _ key: Key) -> Int? {
        func gap(_ a: Range<Int>, _ b: Range<Int>) -> Int {
            max(max(a.lowerBound, b.lowerBound) - min(a.upperBound, b.upperBound) + 1, 0)
        }
        let beside = gap(from.column..<max(from.endColumn, from.column), to.column..<max(to.endColumn, to.column))
        let level = gap(from.row..<max(from.endRow, from.row), to.row..<max(to.endRow, to.row))
        // A row counts as two columns.
        switch key {
        case .up where to.endRow <= from.row: return (from.row - to.endRow) * 2 + beside * 3
        case .down where to.row >= from.endRow: return (to.row - from.endRow) * 2 + beside * 3
        // Targets to the left or right must be at about the same height.
        case .left where to.endColumn <= from.column && level <= 2: return from.column - to.endColumn + level * 6
        case .right where to.column >= from.endColumn && level <= 2: return to.column - from.endColumn + level * 6
        default: return nil
        }
    }
}
