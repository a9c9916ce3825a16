import CVTerm

extension TerminalScreen {
    package enum Color: Hashable, CustomStringConvertible {
        /// 0 to 7 and their bright variants up to 15, a cube of 6 x 6 x 6, and greys from 232.
        case palette(Int)
        /// As `0xRRGGBB`.
        case rgb(Int)

        /// nil for the terminal's default.
        init?(_ color: VTermColor) {
            let type = UInt32(color.type)
            if type & VTERM_COLOR_DEFAULT_MASK.rawValue != 0 { return nil }
            self =
                if type & VTERM_COLOR_TYPE_MASK.rawValue == VTERM_COLOR_INDEXED.rawValue {
                    .palette(Int(color.indexed.idx))
                } else {
                    .rgb(Int(color.rgb.red) << 16 | Int(color.rgb.green) << 8 | Int(color.rgb.blue))
                }
        }

        package var description: String {
            switch self {
            case .palette(let number): "\(number)"
            case .rgb(let value):
                "#" + String(0x100_0000 | value & 0xFF_FFFF, radix: 16, uppercase: true).dropFirst()
            }
        }
    }

    /// The style of a cell's text.
    package struct Style: Hashable, CustomStringConvertible {
        package private(set) var isBold = false
        package private(set) var isDim = false
        package private(set) var isUnderlined = false
        package private(set) var isReverse = false
        /// nil for the terminal's default.
        package private(set) var foreground: Color?
        package private(set) var background: Color?

        init() {}

        init(_ cell: VTermScreenCell) {
            isBold = cell.attrs.bold != 0
            isDim = cell.attrs.blink != 0
            isUnderlined = cell.attrs.underline != 0
            isReverse = cell.attrs.reverse != 0
            foreground = Color(cell.fg)
            background = Color(cell.bg)
        }

        /// The style of the text that follows.
        init(pen state: OpaquePointer?, isDim: Bool) {
            func value(_ attribute: VTermAttr) -> VTermValue {
                var value = VTermValue()
                vterm_state_get_penattr(state, attribute, &value)
                return value
            }
            isBold = value(VTERM_ATTR_BOLD).boolean != 0
            self.isDim = isDim
            isUnderlined = value(VTERM_ATTR_UNDERLINE).number != 0
            isReverse = value(VTERM_ATTR_REVERSE).boolean != 0
            foreground = Color(value(VTERM_ATTR_FOREGROUND).color)
            background = Color(value(VTERM_ATTR_BACKGROUND).color)
        }

        /// For example `reverse bold fg=#007AFF bg=4`.
        package var description: String {
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
}
