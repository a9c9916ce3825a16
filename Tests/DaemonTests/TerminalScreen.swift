/// What a terminal shows of the sequences that tabctl sends; all characters are one cell wide.
struct TerminalScreen {
    private var cells: [[Character]]
    private var row = 0
    private var column = 0
    /// A sequence whose end has not come yet.
    private var pending: [UInt8] = []

    init(columns: Int, rows: Int) {
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    /// Without the spaces at the ends.
    var lines: [String] {
        cells.map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }

    mutating func receive(_ bytes: some Sequence<UInt8>) {
        pending += bytes
        while let first = pending.first {
            guard let length = first == 0x1B ? sequenceLength() : characterLength(first), length <= pending.count
            else { return }
            let piece = Array(pending.prefix(length))
            pending.removeFirst(length)
            if first == 0x1B { control(piece) } else { put(piece) }
        }
    }

    /// Of a sequence `ESC [` parameters final; nil while it is not complete.
    private func sequenceLength() -> Int? {
        pending.dropFirst(2).firstIndex { (0x40..<0x7F).contains($0) }.map { $0 + 1 }
    }

    private func characterLength(_ lead: UInt8) -> Int? {
        lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
    }

    private mutating func control(_ sequence: [UInt8]) {
        let parameters = String(decoding: sequence.dropFirst(2).dropLast(), as: UTF8.self)
        switch sequence.last {
        case UInt8(ascii: "H"):
            let numbers = parameters.split(separator: ";").compactMap { Int($0) }
            (row, column) = (numbers.first.map { $0 - 1 } ?? 0, numbers.dropFirst().first.map { $0 - 1 } ?? 0)
        case UInt8(ascii: "J"):
            cells = cells.map { $0.map { _ in " " } }
        default: break
        }
    }

    private mutating func put(_ bytes: [UInt8]) {
        guard let character = String(decoding: bytes, as: UTF8.self).first else { return }
        if cells.indices.contains(row), cells[row].indices.contains(column) { cells[row][column] = character }
        column += 1
    }
}
