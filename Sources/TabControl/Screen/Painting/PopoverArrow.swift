internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// The arrow of a popover in cells: a triangle whose base is in the popover's border.
struct PopoverArrow: Hashable, Sendable {
    /// A part of the arrow's text.
    struct Part: Hashable, Sendable {
        let place: CellPlace
        let text: String
    }

    let direction: ArrowDirection
    /// The number of cells from the base, which is in the border, to the tip.
    let length: Int
    /// The number of cells of the base along the border; always odd.
    let base: Int

    private static func odd(_ cells: Int) -> Int { max(cells, 0) | 1 }

    /// Returns the parts to draw, from the base to the tip; none if the box is too small for an arrow.
    ///
    /// - Parameters:
    ///   - place: The wanted middle of the base. It is moved to the edge of the box, away from the corners.
    ///   - box: The popover with its border.
    func parts(near place: CellPlace, on box: CellRect) -> [Part] {
        guard box.rows > 2, box.columns > 2 else { return [] }
        let arrow = fitted(to: direction.isVertical ? box.columns - 2 : box.rows - 2)
        return arrow.parts(at: arrow.middle(near: place, on: box))
    }

    /// Returns the arrow, narrowed to the room on an edge of the border.
    private func fitted(to room: Int) -> PopoverArrow {
        guard room < base else { return self }
        return PopoverArrow(direction: direction, length: room >= 3 ? length : 1, base: Self.odd(room - 1))
    }

    private func middle(near place: CellPlace, on box: CellRect) -> CellPlace {
        let clearance = 1 + (length > 1 ? base / 2 : 0)
        func inside(_ value: Int, _ first: Int, _ end: Int) -> Int {
            min(max(value, first + clearance), max(first + clearance, end - 1 - clearance))
        }
        if direction.isVertical {
            let row = direction.isAtStart ? box.row : box.endRow - 1
            return CellPlace(row: row, column: inside(place.column, box.column, box.endColumn))
        }
        let column = direction.isAtStart ? box.column : box.endColumn - 1
        return CellPlace(row: inside(place.row, box.row, box.endRow), column: column)
    }

    private func parts(at middle: CellPlace) -> [Part] {
        (0..<length).flatMap { distance in
            distance == length - 1
                ? [Part(place: place(middle, distance, 0), text: direction.symbol)]
                : slice(middle, distance)
        }
    }

    /// Returns the number of cells on each side of the middle, at a distance from the base.
    private func half(_ distance: Int) -> Int {
        distance == length - 1 ? 0 : max(base * (length - distance) / length, 3) / 2
    }

    /// Returns one line of cells across the arrow: the two sides and the cells between them.
    private func slice(_ middle: CellPlace, _ distance: Int) -> [Part] {
        let half = half(distance)
        var sides = direction.isAtStart ? ("╱", "╲") : ("╲", "╱")
        // The next slice has the same width.
        if half == self.half(distance + 1) { sides = direction.isVertical ? ("│", "│") : ("─", "─") }
        return (-half...half).map { across in
            let text = across == -half ? sides.0 : across == half ? sides.1 : " "
            return Part(place: place(middle, distance, across), text: text)
        }
    }

    private func place(_ middle: CellPlace, _ distance: Int, _ across: Int) -> CellPlace {
        let out = direction.isAtStart ? -distance : distance
        return direction.isVertical
            ? CellPlace(row: middle.row + out, column: middle.column + across)
            : CellPlace(row: middle.row + across, column: middle.column + out)
    }
}

extension PopoverArrow {
    /// Returns nil if the popover has no arrow, or if its background gives the arrow no size.
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
    /// Whether the arrow is at the top or bottom edge.
    var isVertical: Bool { self == .up || self == .down }
    /// Whether the arrow is at the top or left edge.
    var isAtStart: Bool { self == .up || self == .left }
}
