/// A decoder of the bytes that a terminal sends. Sequences may arrive in several pieces.
///
/// Terminal replies and unknown sequences are dropped. The amount of kept incomplete input is limited.
package struct KeyDecoder: Sendable {
    private enum Mode {
        case keys
        /// In a control string, at a number of bytes after its start.
        case string(length: Int)
        case paste
    }

    /// The maximum length of a sequence. Longer input does not come from a terminal.
    private static let longestSequence = 64
    private static let longestString = 4096

    private var mode = Mode.keys
    /// The start of an incomplete sequence.
    private var pending: ArraySlice<UInt8> = []
    private var paste = PastedText()

    package init() {}

    /// The time to wait for the rest of the pending input, in milliseconds, before calling `flush`; nil if nothing is
    /// pending.
    package var timeout: Int? {
        if mayBeKey { return 30 }
        switch mode {
        case .keys: return pending.first == 0x1B ? Self.longestPause : nil
        case .string: return Self.longestPause
        // Pasted text may arrive over a slow connection.
        case .paste: return nil
        }
    }

    /// The maximum pause inside of a sequence. A terminal sends a sequence at once, and users do not press keys as
    /// quickly.
    private static let longestPause = 200

    /// Whether the pending input may be a complete key. A terminal never pastes a lone Escape, so the Escape key ends
    /// a paste whose end is missing.
    private var mayBeKey: Bool {
        guard case .keys = mode else { return pending.elementsEqual([0x1B]) }
        return pending.first == 0x1B
            && (pending.count == 1 || pending.count == 2 && pending.last.map(Self.isIntroducer) == true)
    }

    /// Ends the wait: the pending input becomes a key (Escape, or Alt with a character) or is dropped. In a paste,
    /// Escape ends the paste.
    package mutating func flush() -> [InputEvent] {
        guard timeout != nil else { return [] }
        let key = mayBeKey ? pending.last : nil
        pending = []
        if case .paste = mode { return key == nil ? [] : endPaste() }
        mode = .keys
        return key.map { [.key($0 == 0x1B ? .escape : .alt(Character(UnicodeScalar($0))))] } ?? []
    }

    /// Returns the complete events. A lone Escape at the end stays pending: see `timeout`.
    package mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        pending += bytes
        var events: [InputEvent] = []
        while let first = pending.first, let (found, length) = next(first) {
            pending.removeFirst(length)
            events += found
        }
        return events
    }

    /// The events at the start of the pending bytes, and the length of their bytes; nil while bytes are missing.
    private typealias Step = ([InputEvent], Int)?

    private mutating func next(_ first: UInt8) -> Step {
        switch mode {
        case .string(let length): return string(after: length)
        case .paste: return pasted()
        case .keys: break
        }
        switch first {
        case 0x1B: return escape()
        case 0x09: return ([.key(.tab)], 1)
        case 0x0A, 0x0D: return ([.key(.enter)], 1)
        case 0x08, 0x7F: return ([.key(.backspace)], 1)
        case 1...26: return ([.key(.control(Character(UnicodeScalar(first + 0x60))))], 1)
        case 0..<0x20: return ([], 1)
        default: return text()
        }
    }

    // MARK: Characters

    /// Decodes all characters up to a control character, because a single character may have several scalars.
    private func text() -> Step {
        var text = ""
        var rest = pending
        while let byte = rest.first, byte >= 0x20, byte != 0x7F {
            guard let (scalar, length) = Self.scalar(rest) else { break }
            if let scalar { text.unicodeScalars.append(scalar) }
            rest.removeFirst(length)
        }
        let length = pending.count - rest.count
        return length == 0 ? nil : (text.map { .key(.character($0)) }, length)
    }

    /// Returns the first scalar and its length in bytes; no scalar and one byte for invalid input; nil while bytes are
    /// missing.
    private static func scalar(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar?, Int)? {
        let lead = bytes.first ?? 0
        guard lead >= 0x80 else { return (UnicodeScalar(lead), 1) }
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
        let bytes = bytes.prefix(length)
        guard length > 1, bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return (nil, 1) }
        guard bytes.count == length else { return nil }
        guard let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first else { return (nil, 1) }
        return (scalar.properties.generalCategory == .control ? nil : scalar, length)
    }

    // MARK: Sequences

    private static func isIntroducer(_ byte: UInt8) -> Bool {
        // CSI and SS3; DCS, OSC and APC.
        "[OP]_".utf8.contains(byte)
    }

    private mutating func escape() -> Step {
        let rest = pending.dropFirst()
        guard let second = rest.first else { return nil }
        switch second {
        case UInt8(ascii: "["): return controlSequence()
        case UInt8(ascii: "O"): return singleShift()
        case _ where Self.isIntroducer(second):
            guard rest.count > 1 else { return nil }
            mode = .string(length: 0)
            return ([], 2)
        case 0..<0x20, 0x7F: return ([.key(.escape)], 1)
        default:
            guard let (scalar, length) = Self.scalar(rest) else { return nil }
            guard let scalar else { return ([.key(.escape)], 1) }
            return ([.key(.alt(Character(scalar)))], 1 + length)
        }
    }

    /// Decodes `ESC [` parameters final.
    private mutating func controlSequence() -> Step {
        let rest = pending.dropFirst(2).prefix(Self.longestSequence)
        switch rest.first {
        case UInt8(ascii: "["): return linuxFunction(rest.dropFirst())
        case UInt8(ascii: "M"): return oldMouse(rest.dropFirst())
        default: break
        }
        guard let end = rest.firstIndex(where: { !(0x20..<0x40).contains($0) }) else {
            return rest.count < Self.longestSequence ? nil : ([], 2 + rest.count)
        }
        let length = end - pending.startIndex
        // The byte that interrupts a sequence is not part of it.
        guard (0x40..<0x7F).contains(rest[end]) else { return ([], length) }
        let sequence = ControlSequence(parameters: rest[..<end], final: rest[end])
        if sequence.isPasteStart {
            mode = .paste
            paste = PastedText()
        }
        return (sequence.event.map { [$0] } ?? [], length + 1)
    }

    /// `ESC [ [` letter: the first five function keys of the Linux console.
    private func linuxFunction(_ rest: ArraySlice<UInt8>) -> Step {
        guard let letter = rest.first else { return nil }
        guard (0x20..<0x7F).contains(letter) else { return ([], 3) }
        let number = Int(letter) - 0x40
        return ((1...5).contains(number) ? [.key(.function(number))] : [], 4)
    }

    /// `ESC [ M` button column row: the old protocol of some terminals.
    private func oldMouse(_ rest: ArraySlice<UInt8>) -> Step {
        let values = rest.prefix(3)
        if let end = values.firstIndex(where: { $0 < 0x20 }) { return ([], end - pending.startIndex) }
        guard values.count == 3 else { return nil }
        let numbers = values.map { Int($0) - 0x20 }
        // The old protocol does not report which button was released.
        let isRelease = numbers[0] & 0b110_0011 == 3
        let event = ControlSequence.mouse(
            button: isRelease ? 0 : numbers[0], column: numbers[1], row: numbers[2], isRelease: isRelease)
        return (event.map { [.mouse($0)] } ?? [], 6)
    }

    /// Decodes `ESC O` parameters final.
    private func singleShift() -> Step {
        let rest = pending.dropFirst(2).prefix(Self.longestSequence)
        guard let end = rest.firstIndex(where: { !(0x30..<0x3C).contains($0) }) else {
            return rest.count < Self.longestSequence ? nil : ([], 2 + rest.count)
        }
        let length = end - pending.startIndex
        guard (0x40..<0x7F).contains(rest[end]) else { return (length == 2 ? [.key(.alt("O"))] : [], length) }
        let key = ControlSequence(parameters: rest[..<end], final: rest[end]).shiftedKey
        return (key.map { [.key($0)] } ?? [], length + 1)
    }

    /// Skips the content of a control string, which is an unexpected reply.
    private mutating func string(after length: Int) -> Step {
        let rest = pending.prefix(Self.longestString - length)
        guard let end = rest.firstIndex(where: { $0 < 0x20 }) else {
            let length = length + rest.count
            mode = length < Self.longestString ? .string(length: length) : .keys
            return ([], rest.count)
        }
        let count = end - pending.startIndex
        if count > 0 {
            mode = .string(length: length + count)
            return ([], count)
        }
        guard rest[end] == 0x1B else {
            mode = .keys
            // A bell ends the string. Another control character is a key, because strings contain none.
            return ([], rest[end] == 0x07 ? 1 : 0)
        }
        guard pending.count > 1 else { return nil }
        mode = .keys
        return ([], pending[end + 1] == UInt8(ascii: "\\") ? 2 : 0)
    }

    // MARK: Paste

    private mutating func pasted() -> Step {
        let escape = pending.firstIndex(of: 0x1B) ?? pending.endIndex
        guard escape == pending.startIndex else {
            paste.append(pending[..<escape])
            return ([], escape - pending.startIndex)
        }
        let mark = pending.prefix(PastedText.end.count)
        guard PastedText.end.starts(with: mark) else { return ([], 1) }
        guard mark.count == PastedText.end.count else { return nil }
        return (endPaste(), mark.count)
    }

    private mutating func endPaste() -> [InputEvent] {
        mode = .keys
        let text = paste.text
        paste = PastedText()
        return text.isEmpty ? [] : [.paste(text)]
    }
}
