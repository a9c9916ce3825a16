/// A complete control sequence from a terminal: the bytes between its introducer and its final byte, and the final
/// byte.
struct ControlSequence {
    private let parameters: ArraySlice<UInt8>
    private let final: UInt8

    init(parameters: ArraySlice<UInt8>, final: UInt8) {
        self.parameters = parameters
        self.final = final
    }

    /// The numeric parameters. A missing or too large number is 0.
    private var numbers: [Int] {
        parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { bytes in
            // A colon separates subparameters, which are ignored.
            Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)) ?? 0
        }
    }

    /// Whether the sequence is private or has an intermediate byte, so it is not a key.
    private var isPrivate: Bool {
        parameters.first.map { (0x3C..<0x40).contains($0) } == true || parameters.contains { $0 < 0x30 }
    }

    var isPasteStart: Bool { final == UInt8(ascii: "~") && !isPrivate && numbers == [200] }

    /// The event of the sequence after `ESC [`; nil for none.
    var event: InputEvent? {
        let isMouse = parameters.first == UInt8(ascii: "<")
        switch final {
        case UInt8(ascii: "M") where isMouse, UInt8(ascii: "m") where isMouse:
            let numbers = ControlSequence(parameters: parameters.dropFirst(), final: final).numbers
            guard numbers.count == 3 else { return nil }
            return Self.mouse(
                button: numbers[0], column: numbers[1], row: numbers[2], isRelease: final == UInt8(ascii: "m")
            ).map { .mouse($0) }
        case _ where isPrivate: return nil
        case UInt8(ascii: "~"): return numbers.first.flatMap { Self.numbered[$0] }.map { .key($0) }
        // A cursor position report, which is also F3 with a modifier.
        case UInt8(ascii: "R"): return nil
        case UInt8(ascii: "Z"): return .key(.backTab)
        // CSI u: the number of the key. Unlike a lone Escape, it does not depend on the next key.
        case UInt8(ascii: "u") where !numbers.dropFirst().contains { $0 > 1 }:
            return numbers.first.flatMap { Self.unambiguous[$0] }.map { .key($0) }
        // Arrows with Shift in rxvt. With parameters, c ends a description of the terminal.
        case UInt8(ascii: "a")...UInt8(ascii: "d") where final != UInt8(ascii: "c") || parameters.isEmpty:
            return Self.lettered[final - 0x20].flatMap { Self.shifted[$0] }.map { .key($0) }
        default: return letteredKey.map { .key($0) }
        }
    }

    /// The key of the sequence after `ESC O`; nil for none.
    var shiftedKey: Key? {
        switch final {
        // Keypad Enter.
        case UInt8(ascii: "M"): return .enter
        case UInt8(ascii: "R"): return .function(3)
        // Arrows with Control in rxvt.
        case UInt8(ascii: "a")...UInt8(ascii: "d"): return Self.lettered[final - 0x20]
        default: return letteredKey
        }
    }

    /// The key of the final letter; an arrow may have Shift as the only modifier.
    private var letteredKey: Key? {
        let key = Self.lettered[final]
        return numbers.dropFirst().first == 2 ? key.flatMap { Self.shifted[$0] } ?? key : key
    }

    private static let lettered: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "F"): .end, UInt8(ascii: "H"): .home, UInt8(ascii: "P"): .function(1),
        UInt8(ascii: "Q"): .function(2), UInt8(ascii: "S"): .function(4),
    ]
    private static let unambiguous: [Int: Key] = [9: .tab, 13: .enter, 27: .escape, 127: .backspace]
    private static let shifted: [Key: Key] = [
        .up: .shiftUp, .down: .shiftDown, .right: .shiftRight, .left: .shiftLeft,
    ]
    /// Some numbers are unused: they were function keys of DEC keyboards.
    private static let numbered: [Int: Key] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end, 11: .function(1),
        12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6), 18: .function(7),
        19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12),
    ]

    /// Returns the event of a mouse report; nil for other buttons, and for motion without a button.
    ///
    /// - Parameters:
    ///   - button: 0 for the left button, 64 and 65 for the wheel, plus 4, 8 and 16 for Shift, Alt and Control, plus
    ///     32 for motion.
    ///   - column: The column, from 1.
    ///   - row: The row, from 1.
    static func mouse(button: Int, column: Int, row: Int, isRelease: Bool) -> MouseEvent? {
        // No screen is larger than the upper bound.
        guard (1...65_535).contains(column), (1...65_535).contains(row) else { return nil }
        let kind: MouseEvent.Kind
        switch button & ~0b1_1100 {
        case 0: kind = isRelease ? .release : .press
        // Some terminals report a release with the motion flag.
        case 32: kind = isRelease ? .release : .drag
        case 64 where !isRelease: kind = .wheelUp
        case 65 where !isRelease: kind = .wheelDown
        default: return nil
        }
        return MouseEvent(kind, row: row - 1, column: column - 1)
    }
}

/// The bytes of a bracketed paste.
struct PastedText: Sendable {
    /// The limit in bytes; the rest is dropped.
    static let limit = 65_536
    /// The sequence at the end of a paste.
    static let end = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    private var isCut = false

    mutating func append(_ more: ArraySlice<UInt8>) {
        let room = Self.limit - bytes.count
        bytes += more.prefix(room)
        if more.count > room { isCut = true }
    }

    /// The text without control characters, except tabs and line breaks, which all become newlines.
    var text: String {
        var bytes = bytes[...]
        // Drops the last character, which may be incomplete.
        while isCut, let last = bytes.last, last >= 0x80 {
            bytes.removeLast()
            if last >= 0xC0 { break }
        }
        var text = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\r": text.append("\n")
            case "\n": if !isAfterReturn { text.append("\n") }
            case "\t": text.append("\t")
            default: if scalar.properties.generalCategory != .control { text.append(scalar) }
            }
            isAfterReturn = scalar == "\r"
        }
        return String(text)
    }
}
