internal import TestSupport

@testable import TabControl

@Suite struct PopoverArrowTests {
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `for any place, the arrow is on its edge of the border and not at a corner`(seed: UInt64) throws {
        var numbers = Numbers(state: seed)
        func random(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &numbers) }
        for _ in 0..<5000 {
            let box = CellRect(
                row: random(-3...10), column: random(-3...10), rows: random(0...9), columns: random(0...30))
            let place = CellPlace(row: random(-9...40), column: random(-9...90))
            for direction in ArrowDirection.allCases {
                let length = random(1...3)
                let base = random((length > 1 ? 1 : 0)...4) * 2 + 1
                let arrow = PopoverArrow(direction: direction, length: length, base: base)
                let parts = arrow.parts(near: place, on: box)
                guard box.rows > 2, box.columns > 2 else {
                    try #require(parts.isEmpty)
                    continue
                }
                let inBorder = parts.map(\.place).filter { box.contains(row: $0.row, column: $0.column) }
                let isOnEdge = inBorder.allSatisfy { place in
                    switch direction {
                    case .up: place.row == box.row
                    case .down: place.row == box.endRow - 1
                    case .left: place.column == box.column
                    case .right: place.column == box.endColumn - 1
                    }
                }
                let corners = [box.row, box.endRow - 1].flatMap { row in
                    [box.column, box.endColumn - 1].map { CellPlace(row: row, column: $0) }
                }
                try #require(isOnEdge && !inBorder.isEmpty, "\(arrow) on \(box)")
                try #require(!parts.contains { corners.contains($0.place) }, "\(arrow) on \(box)")
            }
        }
    }
}
