@testable import TerminalUI

/// A terminal with an opinion about how wide characters are.
struct ANSIScreen {
    private struct Slot {
        var character: Character?
        var style = "0"
        /// Which written character it belongs to; 0 for none.
        var writing = 0
    }

    private let width: (Character) -> Int
    private var rows: [[Slot]]
    private(set) var cursor = CellPlace(row: 0, column: 0)
    private(set) var isCursorShown = false
    private var style = "0"
    private var writings = 0

    init(size: TerminalSize, width: @escaping (Character) -> Int) {
        // Not blank, so that what is not drawn is seen.
        let slot = Slot(character: "?")
        rows = Array(repeating: Array(repeating: slot, count: size.columns), count: size.rows)
        self.width = width
    }

    /// The character that begins in a cell, and the parameters of its style.
    func cell(row: Int, column: Int) -> (character: Character?, style: String) {
        (rows[row][column].character, rows[row][column].style)
    }

    mutating func receive(_ output: String) {
        for (index, part) in output.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated() {
            guard index > 0, let end = part.firstIndex(where: { $0.isLetter }) else {
                put(part)
                continue
            }
            control(String(part[..<end]), part[end])
            put(part[part.index(after: end)...])
        }
    }

    private mutating func control(_ parameters: String, _ final: Character) {
        switch (parameters, final) {
        case ("?25", "h"): isCursorShown = true
        case ("?25", "l"): isCursorShown = false
        case ("2", "J"): rows = rows.map { $0.map { _ in Slot(character: " ") } }
        case (_, "m"): style = parameters
        default:
            let numbers = parameters.split(separator: ";").compactMap { Int($0) }
            cursor = CellPlace(row: (numbers.first ?? 1) - 1, column: (numbers.dropFirst().first ?? 1) - 1)
        }
    }

    private mutating func put(_ text: Substring) {
        for character in text {
            writings += 1
            let width = max(width(character), 1)
            for offset in 0..<width where cursor.column + offset < rows[cursor.row].count {
                let column = cursor.column + offset
                erase(rows[cursor.row][column].writing)
                rows[cursor.row][column] = Slot(
                    character: offset == 0 ? character : nil, style: style, writing: writings)
            }
            cursor.column += width
        }
    }

    /// What is written over in part is gone.
    private mutating func erase(_ writing: Int) {
        guard writing > 0, writing != writings else { return }
        for column in rows[cursor.row].indices where rows[cursor.row][column].writing == writing {
            rows[cursor.row][column] = Slot(character: " ", style: rows[cursor.row][column].style)
        }
    }
}
