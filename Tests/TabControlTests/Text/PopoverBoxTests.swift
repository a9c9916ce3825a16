import TabMirror
internal import TerminalUI
internal import TestSupport
internal import Testing

@testable import TabControl

@Suite struct PopoverBoxTests {
    private static let bounds = CellRect(row: 3, column: 0, rows: 21, columns: 80)

    private func box(
        _ direction: ArrowDirection?, from source: CellRect, _ columns: Int = 20, _ rows: Int = 6, offset: Int = 0
    ) -> Box {
        Box(from: source, direction, size: TerminalSize(columns: columns, rows: rows), offset: offset, in: Self.bounds)
    }

    /// Returns a box, and the place of a small arrow in its border.
    private struct Box {
        let cells: CellRect
        let arrow: CellPlace?

        init(
            from source: CellRect, _ direction: ArrowDirection?, size: TerminalSize, offset: Int, in bounds: CellRect
        ) {
            let cells = PopoverBox.cells(from: source, direction, size: size, offset: offset, in: bounds)
            self.cells = cells
            let middle = CellPlace(row: source.middleRow, column: source.middleColumn)
            arrow = direction.flatMap {
                PopoverArrow(direction: $0, length: 1, base: 1).parts(near: middle, on: cells).first?.place
            }
        }
    }

    private func arrow(_ box: Box) -> [Int] { box.arrow.map { [$0.row, $0.column] } ?? [] }

    @Test func `the box is beside its source, with the arrow on the edge towards it`() {
        let source = CellRect(row: 12, column: 40, rows: 1, columns: 5)
        let up = box(.up, from: source)
        #expect(up.cells == CellRect(row: 13, column: 32, rows: 6, columns: 20))
        #expect(arrow(up) == [13, 42])
        let down = box(.down, from: source)
        #expect(down.cells == CellRect(row: 6, column: 32, rows: 6, columns: 20))
        #expect(arrow(down) == [11, 42])
        let left = box(.left, from: source)
        #expect(left.cells == CellRect(row: 9, column: 45, rows: 6, columns: 20))
        #expect(arrow(left) == [12, 45])
        let right = box(.right, from: source)
        #expect(right.cells == CellRect(row: 9, column: 20, rows: 6, columns: 20))
        #expect(arrow(right) == [12, 39])
        #expect(box(nil, from: source).cells == CellRect(row: 9, column: 32, rows: 6, columns: 20))
        #expect(arrow(box(nil, from: source)).isEmpty)
    }

    @Test func `the arrow is at its offset from the middle, and never at a corner`() {
        let source = CellRect(row: 12, column: 40, rows: 1, columns: 5)
        #expect(box(.up, from: source, offset: 6).cells.column == 26)
        #expect(box(.up, from: source, offset: -6).cells.column == 38)
        #expect(box(.left, from: source, offset: -1).cells.row == 10)
        let corner = CellRect(row: 3, column: 79, rows: 1, columns: 1)
        #expect(arrow(box(.up, from: corner)) == [4, 78])
        #expect(arrow(box(.right, from: corner)) == [4, 78])
    }

    @Test func `the box shrinks to the room, and covers its source if there is none`() {
        let source = CellRect(row: 18, column: 60, rows: 1, columns: 5)
        #expect(box(.up, from: source, 20, 9).cells.rows == 5)
        #expect(box(.left, from: source, 40).cells == CellRect(row: 15, column: 65, rows: 6, columns: 15))
        let all = box(.up, from: Self.bounds, 20, 9)
        #expect(all.cells == CellRect(row: 21, column: 30, rows: 3, columns: 20))
        #expect(all.arrow?.row == 21)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `for any source, the box is in its bounds and the arrow on its edge`(seed: UInt64) {
        var numbers = Numbers(state: seed)
        for _ in 0..<5000 {
            func random(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &numbers) }
            let bounds = CellRect(row: random(0...4), column: 0, rows: random(0...30), columns: random(0...90))
            let source = CellRect(
                row: random(-5...40), column: random(-5...100), rows: random(0...8), columns: random(0...90))
            let size = TerminalSize(columns: random(0...100), rows: random(0...40))
            let direction = (ArrowDirection.allCases + [nil]).randomElement(using: &numbers) ?? nil
            let box = Box(from: source, direction, size: size, offset: random(-60...60), in: bounds)
            let cells = box.cells
            let what = "\(direction?.name ?? "none") from \(source) of \(size) in \(bounds): \(box)"
            #expect(cells.row >= bounds.row && cells.endRow <= bounds.endRow, "\(what)")
            #expect(cells.column >= bounds.column && cells.endColumn <= bounds.endColumn, "\(what)")
            #expect(cells.rows <= size.rows && cells.columns <= size.columns, "\(what)")
            guard cells.rows >= 3, cells.columns >= 3, let direction else {
                #expect(box.arrow == nil, "\(what)")
                continue
            }
            guard let arrow = box.arrow else {
                Issue.record("no arrow: \(what)")
                continue
            }
            let isVertical = direction == .up || direction == .down
            let edge =
                switch direction {
                case .up: arrow.row == cells.row
                case .down: arrow.row == cells.endRow - 1
                case .left: arrow.column == cells.column
                case .right: arrow.column == cells.endColumn - 1
                }
            let corners =
                isVertical
                ? (cells.column + 1...cells.endColumn - 2).contains(arrow.column)
                : (cells.row + 1...cells.endRow - 2).contains(arrow.row)
            #expect(edge && corners, "\(what)")
        }
    }
}
