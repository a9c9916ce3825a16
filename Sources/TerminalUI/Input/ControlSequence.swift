/// A complete sequence of a terminal: what stands between its introducer and its last byte, and that one.
struct ControlSequence {
    private let parameters: ArraySlice<UInt8>
    private let final: UInt8

    init(parameters: ArraySlice<UInt8>, final: UInt8) {
        self.parameters = parameters
        self.final = final
    }

    /// The numbers, of which a missing one is 0, as is one that is too large to mean anything.
    private var numbers: [Int] {
        parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { bytes in
            // Behind a colon stands more about the same.
            Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)) ?? 0
        }
    }

    /// Of the terminal's own kind, or with an intermediate byte: none of the keys.
    private var isPrivate: Bool {
        parameters.first.map { (0x3C..<0x40).contains($0) } == true || parameters.contains { $0 < 0x30 }
    }

    var isPasteStart: Bool { final == UInt8(ascii: "~") && !isPrivate && numbers == [200] }

    /// What it means after `ESC [`; nil for nothing.
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
        // Where the cursor is, which is the third function key with a modifier as well.
        case UInt8(ascii: "R"): return nil
        case UInt8(ascii: "Z"): return .key(.backTab)
        // CSI u: the number of the key. The next key cannot change its meaning, as it can that of a lone Escape.
        case UInt8(ascii: "u") where !numbers.dropFirst().contains { $0 > 1 }:
            return numbers.first.flatMap { Self.unambiguous[$0] }.map { .key($0) }
        case UInt8(ascii: "a"): return .key(.shiftUp)
        case UInt8(ascii: "b"): return .key(.shiftDown)
        case UInt8(ascii: "c") where parameters.isEmpty: return .key(.shiftRight)
        case UInt8(ascii: "d"): return .key(.shiftLeft)
        default: return Self.lettered[final].map { .key(isShifted ? Self.shifted[$0] ?? $0 : $0) }
        }
    }

    /// What it means after `ESC O`; nil for nothing.
    var shiftedKey: Key? {
        switch final {
        // The keypad's own.
        case UInt8(ascii: "M"): return .enter
        case UInt8(ascii: "R"): return .function(3)
        // Arrows with the control key, of rxvt.
        case UInt8(ascii: "a")...UInt8(ascii: "d"): return Self.lettered[final - 0x20]
        default:
            let key = Self.lettered[final]
            return isShifted ? key.flatMap { Self.shifted[$0] } ?? key : key
        }
    }

    /// The shift key alone.
    private var isShifted: Bool { numbers.dropFirst().first == 2 }

    private static let lettered: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "F"): .end, UInt8(ascii: "H"): .home, UInt8(ascii: "P"): .function(1),
        UInt8(ascii: "Q"): .function(2), UInt8(ascii: "S"): .function(4),
    ]
    private static let unambiguous: [Int: Key] = [9: .tab, 13: .enter, 27: .escape, 127: .backspace]
    private static let shifted: [Key: Key] = [
        .up: .shiftUp, .down: .shiftDown, .right: .shiftRight, .left: .shiftLeft,
    ]
    /// Some numbers were function keys of a DEC keyboard that are no keys today.
    private static let numbered: [Int: Key] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end, 11: .function(1),
        12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6), 18: .function(7),
        19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12),
    ]

    /// What a report of the mouse means; nil for other buttons, and for motion without one.
    ///
    /// - Parameters:
    ///   - button: 0 for the left one, 64 and 65 for the wheel; 4, 8 and 16 more for Shift, Alt and Control, 32 more when
    ///     the mouse moved.
    ///   - column: From 1.
    ///   - row: From 1.
    static func mouse(button: Int, column: Int, row: Int, isRelease: Bool) -> MouseEvent? {
        // No screen is as large as the upper bound.
        guard (1...65_535).contains(column), (1...65_535).contains(row) else { return nil }
        let kind: MouseEvent.Kind
        switch button & ~0b1_1100 {
        case 0: kind = isRelease ? .release : .press
        // Some tell of a release that the mouse had moved.
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
    /// In bytes; what is more is dropped.
    static let limit = 65_536
    /// What follows a paste.
    static let end = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    private var isCut = false

    mutating func append(_ more: ArraySlice<UInt8>) {
        let room = Self.limit - bytes.count
        bytes += more.prefix(room)
        if more.count > room { isCut = true }
    }

    /// Without controls but line breaks, which are all newlines, and tabs.
    var text: String {
        var bytes = bytes[...]
        // A last character that may be cut off itself.
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
