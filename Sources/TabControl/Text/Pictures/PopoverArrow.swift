internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// The arrow of a popover in cells: a triangle with its base in the popover's border.
struct PopoverArrow: Hashable, Sendable {
    /// A piece of text of the arrow.
    struct Part: Hashable, Sendable {
        let place: CellPlace
        let text: String
    }

    let direction: ArrowDirection
    /// The cells from the base, which is in the border, to the tip.
    let length: Int
    /// The cells of the base along the border, an odd number.
    let base: Int

    /// The cells outside of the border.
    var extent: Int { length - 1 }

    private static func odd(_ cells: Int) -> Int { max(cells, 0) | 1 }

    /// What is drawn, from the base to the tip; nothing for a box that is too small for an arrow.
    ///
    /// - Parameters:
    ///   - place: Where the middle of the base would be; it is moved to the edge of the box, clear of the corners.
    ///   - box: With the border.
    func parts(near place: CellPlace, on box: CellRect) -> [Part] {
        guard box.rows > 2, box.columns > 2 else { return [] }
        let arrow = fitted(to: direction.isVertical ? box.columns - 2 : box.rows - 2)
        return arrow.parts(at: arrow.middle(near: place, on: box))
    }

    /// The same arrow, no wider than an edge of the border has room for.
    private func fitted(to room: Int) -> PopoverArrow {
        guard room < base else { return self }
        return PopoverArrow(direction: direction, length: room >= 3 ? length : 1, base: Self.odd(room - 1))
    }

    private func middle(near place: CellPlace, on box: CellRect) -> CellPlace {
        let clearance = 1 + (length > 1 ? base / 2 : 0)
        func inside(_ value: Int, _ first: Int, _ end: Int) -> Int {
            min(max(value, first + clearance), max(first + clearance, end - 1 - clearance))
        }
        let row = inside(place.row, box.row, box.endRow)
        let column = inside(place.column, box.column, box.endColumn)
        return switch direction {
        case .up: CellPlace(row: box.row, column: column)
        case .down: CellPlace(row: box.endRow - 1, column: column)
        case .left: CellPlace(row: row, column: box.column)
        case .right: CellPlace(row: row, column: box.endColumn - 1)
        }
    }

    private func parts(at middle: CellPlace) -> [Part] {
        (0..<length).flatMap { distance in
            distance == length - 1
                ? [Part(place: place(middle, distance, 0), text: direction.symbol)]
                : slice(middle, distance)
        }
    }

    /// The cells on each side of the middle at a distance from the base.
    private func half(_ distance: Int) -> Int {
        distance == length - 1 ? 0 : max(base * (length - distance) / length, 3) / 2
    }

    /// One line of cells across the arrow: two sides, and what is between them.
    private func slice(_ middle: CellPlace, _ distance: Int) -> [Part] {
        let half = half(distance)
        let isRising = direction == .up || direction == .left
        var sides = isRising ? ("╱", "╲") : ("╲", "╱")
        // As wide as the next one.
        if half == self.half(distance + 1) { sides = direction.isVertical ? ("│", "│") : ("─", "─") }
        return (-half...half).map { across in
            let text = across == -half ? sides.0 : across == half ? sides.1 : " "
            return Part(place: place(middle, distance, across), text: text)
        }
    }

    private func place(_ middle: CellPlace, _ distance: Int, _ across: Int) -> CellPlace {
        switch direction {
        case .up: CellPlace(row: middle.row - distance, column: middle.column + across)
        case .down: CellPlace(row: middle.row + distance, column: middle.column + across)
        case .left: CellPlace(row: middle.row + across, column: middle.column - distance)
        case .right: CellPlace(row: middle.row + across, column: middle.column + distance)
        }
    }
}

extension PopoverArrow {
    /// nil for a popover without arrow, and for a background whose arrow has no size.
    ///
    /// - Parameter cell: The size of a cell in points.
    init?(of popover: Popover, cell: DBusSize) {
        guard let direction = popover.arrowDirection, popover.chrome.arrowHeight > 0, popover.chrome.arrowBase > 0
        else { return nil }
        func cells(_ points: Double, _ cell: Double) -> Int { points.isFinite ? Int(min(points / cell, 1000)) : 1 }
        self.direction = direction
        length = max(cells(popover.chrome.arrowHeight, direction.isVertical ? cell.height : cell.width), 1)
        base = Self.odd(cells(popover.chrome.arrowBase, direction.isVertical ? cell.width : cell.height))
    }
}

extension ArrowDirection {
    /// Whether the arrow is at the upper or the lower edge.
    var isVertical: Bool { self == .up || self == .down }
}

/// The border of a popover on a picture.
enum PopoverBox {
    static let minimum = TerminalSize(columns: 8, rows: 3)

    /// Beside its source it is no larger than there is room, and covers the source where there is none.
    ///
    /// - Parameters:
    ///   - source: What the arrow points at; without an arrow the middle is over it.
    ///   - size: As large as it shall be.
    ///   - offset: From the middle of the edge to the arrow.
    ///   - bounds: The box does not leave them.
    static func cells(
        from source: CellRect, _ direction: ArrowDirection?, size: TerminalSize, offset: Int, in bounds: CellRect
    ) -> CellRect {
        let room =
            switch direction {
            case .up: (bounds.columns, bounds.endRow - source.endRow)
            case .down: (bounds.columns, source.row - bounds.row)
            case .left: (bounds.endColumn - source.endColumn, bounds.rows)
            case .right: (source.column - bounds.column, bounds.rows)
            case nil: (bounds.columns, bounds.rows)
            }
        let columns = min(size.columns, max(room.0, minimum.columns), bounds.columns)
        let rows = min(size.rows, max(room.1, minimum.rows), bounds.rows)
        let (row, column) =
            switch direction {
            case .up: (source.endRow, source.middleColumn - offset - columns / 2)
            case .down: (source.row - rows, source.middleColumn - offset - columns / 2)
            case .left: (source.middleRow - offset - rows / 2, source.endColumn)
            case .right: (source.middleRow - offset - rows / 2, source.column - columns)
            case nil: (source.middleRow - rows / 2, source.middleColumn - columns / 2)
            }
        return CellRect(
            row: max(min(row, bounds.endRow - rows), bounds.row),
            column: max(min(column, bounds.endColumn - columns), bounds.column), rows: max(rows, 0),
            columns: max(columns, 0))
    }
}
