extension TerminalScreen {
    enum Color: Hashable, CustomStringConvertible {
        /// 0 to 7 and their bright ones up to 15, a cube of 6 x 6 x 6, and greys from 232.
        case palette(Int)
        /// As `0xRRGGBB`.
        case rgb(Int)

        var description: String {
            switch self {
            case .palette(let number): "\(number)"
            case .rgb(let value):
                "#" + String(0x100_0000 | value & 0xFF_FFFF, radix: 16, uppercase: true).dropFirst()
            }
        }
    }

    /// How the text of a cell looks.
    struct Style: Hashable, CustomStringConvertible {
        var isBold = false
        var isDim = false
        var isUnderlined = false
        var isReverse = false
        /// nil for the terminal's own.
        var foreground: Color?
        var background: Color?

        /// Such as `reverse bold fg=#007AFF bg=4`.
        var description: String {
            var words: [String] = []
            if isReverse { words.append("reverse") }
            if isBold { words.append("bold") }
            if isDim { words.append("dim") }
            if isUnderlined { words.append("underline") }
            if let foreground { words.append("fg=\(foreground)") }
            if let background { words.append("bg=\(background)") }
            return words.isEmpty ? "plain" : words.joined(separator: " ")
        }
    }

    /// What is not plain, a line for each run of cells, such as `3: 10-14 reverse bold fg=#007AFF "[Tap]"`: row, and
    /// first and last column, from 0.
    var styled: [String] {
        cells.enumerated().flatMap { row, cells in
            var runs: [String] = []
            var start = 0
            while start < cells.count {
                let style = cells[start].style
                let end = cells[start...].firstIndex { $0.style != style } ?? cells.count
                if style != Style() {
                    let text = cells[start..<end].map(\.text).joined()
                    runs.append("\(row): \(start)-\(end - 1) \(style) \"\(text)\"")
                }
                start = end
            }
            return runs
        }
    }

    /// Select Graphic Rendition; false when a part of it is not supported.
    mutating func setStyle(_ parameters: [Int]) -> Bool {
        var rest = parameters.isEmpty ? [0] : parameters[...]
        while let code = rest.popFirst() {
            switch code {
            case 0: style = Style()
            case 1: style.isBold = true
            case 2: style.isDim = true
            case 4: style.isUnderlined = true
            case 7: style.isReverse = true
            case 22: (style.isBold, style.isDim) = (false, false)
            case 24: style.isUnderlined = false
            case 27: style.isReverse = false
            case 30...37: style.foreground = .palette(code - 30)
            case 39: style.foreground = nil
            case 40...47: style.background = .palette(code - 40)
            case 49: style.background = nil
            case 90...97: style.foreground = .palette(code - 90 + 8)
            case 100...107: style.background = .palette(code - 100 + 8)
            case 38, 48:
                guard let color = Self.color(&rest) else { return false }
                if code == 38 { style.foreground = color } else { style.background = color }
            default: return false
            }
        }
        return true
    }

    private static func color(_ rest: inout ArraySlice<Int>) -> Color? {
        switch rest.popFirst() {
        case 5:
            guard let number = rest.popFirst(), (0..<256).contains(number) else { return nil }
            return .palette(number)
        case 2:
            let parts = rest.prefix(3)
            rest = rest.dropFirst(3)
            guard parts.count == 3, parts.allSatisfy({ (0..<256).contains($0) }) else { return nil }
            return .rgb(parts.reduce(0) { $0 << 8 | $1 })
        default: return nil
        }
    }
}
